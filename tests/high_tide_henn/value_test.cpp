#include <array>
#include <cmath>
#include <set>

#include "bots/high_tide_henn/valued_players.hpp"
#include "bots/training/henn_value.hpp"
#include "tests/high_tide_henn/situation.hpp"

/// The network that says at the start of a round who will win: what it looks at, how it learns, and how `best` asks it.
namespace springtide::high_tide_henn {
namespace {

constexpr BySeat<std::uint8_t> all_strong = {strong_kind, strong_kind, strong_kind,
                                             strong_kind, strong_kind, strong_kind};

/// The start of this round.
Situation start_of(int round, int players = 4) {
    Situation game(players);
    game.chance(players == 3 ? "towels 0,1,2" : "towels 0,1,2,3");
    game.state.round = static_cast<std::uint8_t>(round);
    return game;
}

std::vector<Lesson> some_lessons(int games) {
    std::vector<Lesson> lessons;
    for (int game = 0; game < games; ++game) LessonGame(static_cast<std::uint64_t>(game)).play(lessons);
    return lessons;
}

TEST(HennValue, EveryFactHasItsOwnRows) {
    std::array<std::set<std::uint16_t>, RoundView::beach_facts> of_beach;
    std::array<std::set<std::uint16_t>, RoundView::seat_facts> of_seat;
    for (const Lesson& lesson : some_lessons(600))
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(lesson.view.players); ++seat) {
            for (const auto& facts : lesson.view.beaches[seat])
                for (std::size_t f = 0; f < facts.size(); ++f) of_beach[f].insert(facts[f]);
            for (std::size_t f = 0; f < of_seat.size(); ++f) of_seat[f].insert(lesson.view.seats[seat][f]);
        }
    const auto in_order = [](const auto& facts, std::size_t rows) {
        for (std::size_t f = 1; f < facts.size(); ++f) EXPECT_LT(*facts[f - 1].rbegin(), *facts[f].begin()) << f;
        EXPECT_LT(*facts.back().rbegin(), rows);
        for (const auto& fact : facts) EXPECT_GT(fact.size(), 1U) << "it tells something";
    };
    in_order(of_beach, RoundView::beach_rows);
    in_order(of_seat, RoundView::seat_rows);
}

TEST(HennValue, BeachesAndSeatsAreAlike) {
    Situation game = start_of(4);
    game.stand(0, 'k', 9).stand(1, 'k', 12).stand(2, 'p', 5).stand(3, 'b', 14).stand(0, 'b', 13);
    Situation turned = start_of(4);
    turned.stand(0, 'w', 9).stand(1, 'w', 12).stand(2, 'k', 5).stand(3, 'y', 14).stand(0, 'y', 13);
    const auto shares = round_network()->shares(RoundView(game.state, all_strong));
    const auto same = round_network()->shares(RoundView(turned.state, all_strong));
    float sum = 0;
    for (std::size_t seat = 0; seat < 4; ++seat) {
        EXPECT_NEAR(shares[seat], same[seat], 1e-5F) << "beaches have no names";
        sum += shares[seat];
    }
    EXPECT_NEAR(sum, 1, 1e-5F);
    EXPECT_EQ(shares[4], 0) << "nobody sits there";

    Situation swapped = start_of(4);
    swapped.state.pile = {};
    for (const Seat seat : {Seat{3}, Seat{1}, Seat{2}}) swapped.state.pile.put_on_top(seat);
    swapped.state.active = swapped.state.acting = 0;
    swapped.stand(0, 'k', 9).stand(2, 'k', 12).stand(1, 'p', 5).stand(3, 'b', 14).stand(0, 'b', 13);
    const auto others = round_network()->shares(RoundView(swapped.state, all_strong));
    EXPECT_NEAR(others[2], shares[1], 1e-5F) << "seats 1 and 2 have changed places in everything";
    EXPECT_NEAR(others[1], shares[2], 1e-5F);
    EXPECT_NEAR(others[0], shares[0], 1e-5F);
}

TEST(HennValue, KnowsWhoIsAhead) {
    Situation game = start_of(round_count, 3);
    for (const char beach : {'k', 'p', 'b', 'o'}) game.stand(0, beach, 14).stand(1, beach, 6).stand(2, beach, 5);
    const auto shares = round_network()->shares(RoundView(game.state, all_strong));
    EXPECT_GT(shares[0], .9F);
    EXPECT_LT(shares[1], .1F);
}

/// Over many games it must tell more than how many play: a third of the way from there to certainty is far.
TEST(HennValue, TheShippedNetworkForetellsBetterThanEqualShares) {
    const auto gradient = std::make_unique<RoundNetwork>();
    double entropy = 0;
    double equal = 0;
    const auto lessons = some_lessons(400);
    for (const Lesson& lesson : lessons) {
        entropy += learn(*round_network(), lesson, *gradient);
        equal += std::log(lesson.view.players);
    }
    EXPECT_LT(entropy, .92 * equal);
}

TEST(HennValue, LearnsAlongTheGradient) {
    const auto net = std::make_unique<RoundNetwork>(*round_network());
    const auto gradient = std::make_unique<RoundNetwork>();
    const auto none = std::make_unique<RoundNetwork>();
    const Lesson lesson = some_lessons(40).back();
    learn(*net, lesson, *gradient);
    const auto slope = [&](float& number) {
        constexpr float step = 1e-3F;
        const float was = number;
        number = was + step;
        const double above = learn(*net, lesson, *none);
        number = was - step;
        const double below = learn(*net, lesson, *none);
        number = was;
        return (above - below) / (2 * static_cast<double>(step));
    };
    for (std::size_t unit = 0; unit < RoundNetwork::width; unit += 5) {
        EXPECT_NEAR(slope(net->score[unit]), gradient->score[unit], 5e-3) << unit;
        EXPECT_NEAR(slope(net->own[unit][unit]), gradient->own[unit][unit], 5e-3) << unit;
        EXPECT_NEAR(slope(net->others[unit][3]), gradient->others[unit][3], 5e-3) << unit;
        const std::size_t row = lesson.view.seats[1][2];
        EXPECT_NEAR(slope(net->seat[row][unit]), gradient->seat[row][unit], 5e-3) << unit;
        const std::size_t beach_row = lesson.view.beaches[1][2][0];
        EXPECT_NEAR(slope(net->beach[beach_row][unit]), gradient->beach[beach_row][unit], 5e-3) << unit;
    }
}

TEST(HennValue, IsReadAsItWasWritten) {
    auto bytes = bytes_of(*round_network());
    const auto again = std::make_unique<RoundNetwork>();
    ASSERT_TRUE(again->read(bytes));
    for (const Lesson& lesson : some_lessons(20)) {
        const auto one = round_network()->shares(lesson.view);
        const auto other = again->shares(lesson.view);
        for (std::size_t seat = 0; seat < one.size(); ++seat) EXPECT_NEAR(one[seat], other[seat], 1e-4F);
    }
    EXPECT_FALSE(again->read(std::span(bytes).first(bytes.size() - 1)));
    bytes[0] = 'x';
    EXPECT_FALSE(again->read(bytes));
}

/// Until the start of the round after the next, and not where that comes after the last.
TEST(HennValue, BestAsksAfterTwoRounds) {
    const OpponentModel nothing_known;
    for (int round = 1; round <= round_count; ++round) {
        State state = start_of(round).state;
        ValuedPlayers players(0, nothing_known, 7, round_network(), round);
        const Worth worth = players.play_on(state, 0, 7);
        if (round + 2 <= round_count && !is_over(state)) {
            EXPECT_EQ(state.round, round + 2);
            EXPECT_TRUE(is_first_turn(state));
            EXPECT_EQ(worth.win, round_network()->shares(RoundView(state, Players(0, nothing_known, 7).kinds()))[0]);
        } else {
            EXPECT_TRUE(is_over(state)) << round;
        }
    }
    State state = start_of(2).state;
    ValuedPlayers without(0, nothing_known, 7, nullptr, 2);
    without.play_on(state, 0, 7);
    EXPECT_TRUE(is_over(state));
}

TEST(HennValue, OtherBytesAreRefusedEvenIfANetworkIsThere) {
    ASSERT_NE(round_network(), nullptr);
    const std::array<unsigned char, 8> other{'b', 'o', 'o', 'k'};
    EXPECT_FALSE(provide_round_network(other));
    EXPECT_NE(round_network(), nullptr);
}

TEST(HennValue, UnusualTablesArePlayedToTheEnd) {
    EXPECT_TRUE(is_usual({}));
    EXPECT_TRUE(is_usual({.edition = Edition::en, .coins = true, .baywatch = true}));
    EXPECT_FALSE(is_usual({.ending = Ending::at_once}));
    EXPECT_FALSE(is_usual({.beach_length = 30}));
    EXPECT_FALSE(is_usual({.rental_start = 5}));
    EXPECT_FALSE(is_usual({.coin_values = {1, 1, 1, 1, 1, 1, 1, 9}}));
    EXPECT_FALSE(is_usual({.sharks = true, .shark_values = {4, 4, 4, 4, 4, 4, 4}}));
    EXPECT_FALSE(is_usual({.surfers = true, .surfers_hidden = true}));
    Options all_learned = with_expansions({}, learned_expansions);
    all_learned.coins_hidden = false;
    EXPECT_TRUE(is_usual(all_learned));
}

}  // namespace
}  // namespace springtide::high_tide_henn
