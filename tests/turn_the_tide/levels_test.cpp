#include <cmath>

#include "bots/choose.hpp"
#include "bots/turn_the_tide/bots.hpp"
#include "bots/turn_the_tide/guided.hpp"
#include "bots/turn_the_tide/players.hpp"
#include "core/decisions.hpp"
#include "table/games.hpp"
#include "tests/kit/play_out.hpp"
#include "tests/kit/settings.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// The levels from easy to best: legal, repeatable, blind, bounded, and worth their names.
namespace springtide::turn_the_tide {
namespace {

BotRequest counted(std::uint64_t nodes) {
    BotRequest request;
    request.nodes = nodes;
    return request;
}

Action choice_of(std::string_view level, const State& state, Seat seat, std::uint64_t nodes = 60) {
    Random random(11);
    return GameBots<State>::choose(level, observe(state, Observer::seat(seat)), counted(nodes), random).action;
}

constexpr std::array<std::string_view, 4> thinking_levels = {"easy", "medium", "hard", "best"};

/// Whole games with all options, every level in its seat.
TEST(TurnTheTideLevels, PlayLegallyWithAllOptions) {
    Random random(3);
    const auto& info = (*find_game("turn_the_tide"))->info();
    for (int players = min_players; players <= max_players; ++players)
        for (const TableSetup& setting : kit::all_settings(info, players, kit::slowdown > 1 ? 2 : 100, random)) {
            const auto reader = OptionReader::read(info, setting.options);
            State state = start(*GameText<State>::options(*reader, players), players);
            while (!is_over(state)) {
                if (to_act(state).chance) {
                    apply_chance(state, draw(state, random));
                    continue;
                }
                const Seat seat = to_act(state).seats.front();
                const auto level = thinking_levels[seat % thinking_levels.size()];
                const auto seen = observe(state, Observer::seat(seat));
                const Action action = GameBots<State>::choose(level, seen, counted(5), random).action;
                ASSERT_TRUE(is_legal(state, seat, action)) << level << ", " << kit::describe(setting);
                apply(state, seat, action);
            }
        }
}

/// A state of the middle of the first round, in which most is hidden, and one of the last, in which nothing is.
State middle_of_round(int players, int round) {
    Random random(17);
    State state = dealt_table(players);
    while (state.round < round || state.trick < 6 || state.phase != Phase::choosing) {
        if (to_act(state).chance)
            apply_chance(state, draw(state, random));
        else
            apply(state, to_act(state).seats.front(), random_action(state, to_act(state).seats.front(), random));
    }
    return state;
}

TEST(TurnTheTideLevels, ChooseTheSameAgain) {
    for (const int round : {1, 3})
        for (const auto level : thinking_levels) {
            const State state = middle_of_round(4, round);
            const Seat seat = state.still_in.front();
            EXPECT_EQ(choice_of(level, state, seat), choice_of(level, state, seat)) << level;
        }
}

/// The same view and memory, different hidden cards: the same choice.
TEST(TurnTheTideLevels, AreBlindToHiddenCards) {
    const State state = middle_of_round(4, 1);
    const Seat seat = state.still_in.front();
    Random random(7);
    for (const auto level : thinking_levels)
        for (int i = 0; i < 5; ++i) {
            const State other = resample(observe(state, Observer::seat(seat)), random);
            EXPECT_EQ(choice_of(level, other, seat), choice_of(level, state, seat)) << level;
        }
}

/// Who has chosen already has said nothing.
TEST(TurnTheTideLevels, DoNotLookAtChoicesThatAreMade) {
    const State state = middle_of_round(4, 3);
    Seat asked = 0;
    for (const Seat seat : state.still_in) asked = seat;
    const Seat other = state.still_in.front();
    for (const auto level : thinking_levels)
        for (const Action action : legal_actions(state, other)) {
            State chosen = state;
            apply(chosen, other, action);
            EXPECT_EQ(choice_of(level, chosen, asked), choice_of(level, state, asked)) << level << " " << action.card;
        }
}

TEST(TurnTheTideLevels, AllButBestThinkLittleWhateverIsAllowed) {
    const State state = middle_of_round(3, 2);
    const Seat seat = state.still_in.front();
    for (const auto level : {"easy", "medium", "hard"})
        EXPECT_EQ(choice_of(level, state, seat, 1'000'000'000'000), choice_of(level, state, seat, 1'000)) << level;
}

/// Seat 0 shows the highest tide and must not keep it. Of the hands that the others hold everything was seen in earlier
/// rounds: nothing in them beats the 30.
State saved_by_a_thirty() {
    State state = table_with({0, 3, 3}, {12, 4, 4});
    state.scores = {4, 0, 0};
    state.round = 3;
    state.trick = 11;
    state.hand = {cards({5, 30}), cards({6, 11}), cards({7, 12})};
    apply_chance(state, tides(2, 3));
    return state;
}

TEST(TurnTheTideLevels, BestKnowsWhatWasPlayedInEarlierRounds) {
    const auto seen = observe(saved_by_a_thirty(), Observer::seat(0));
    Random random(1);
    const auto choice = GameBots<State>::choose("best", seen, counted(500), random);
    EXPECT_EQ(choice.action.card, 30);
    const auto forgetting = seen.forgetting(Forgettable::earlier_rounds);
    EXPECT_GT(*choice.value, *GameBots<State>::choose("best", forgetting, counted(500), random).value + 0.1);
}

/// `hard` is `medium` with a memory: in the first round there is nothing to remember.
TEST(TurnTheTideLevels, OnlyMemoryTellsHardFromMedium) {
    int different = 0;
    for (const int players : {3, 4, 5}) {
        for (const Seat seat : middle_of_round(players, 1).still_in)
            EXPECT_EQ(choice_of("hard", middle_of_round(players, 1), seat),
                      choice_of("medium", middle_of_round(players, 1), seat));
        const State late = middle_of_round(players, 3);
        for (const Seat seat : late.still_in)
            different += choice_of("hard", late, seat) != choice_of("medium", late, seat) ? 1 : 0;
    }
    EXPECT_GE(different, 2);
}

/// A card that no simulation has played is judged by nothing; and no time at all is one look at the clock.
TEST(TurnTheTideLevels, ThinkNoLongerThanTheyMay) {
    const State state = middle_of_round(4, 1);
    const auto seen = observe(state, Observer::seat(state.still_in.front()));
    for (const Thinking& thinking : {medium_thinking, hard_thinking, best_thinking}) {
        Random random(4);
        const auto judged = judge_cards(seen, thinking, counted(3), random);
        EXPECT_LE(std::ranges::count_if(judged, [](const JudgedCard& card) { return card.share != 0; }), 3);

        BotRequest no_time;
        no_time.milliseconds = 0;
        Random one(5);
        Random other(5);
        const auto timed = judge_cards(seen, thinking, no_time, one);
        const auto looked_once = judge_cards(seen, thinking, counted(32), other);
        for (std::size_t i = 0; i < timed.size(); ++i) EXPECT_EQ(timed[i].share, looked_once[i].share);
    }
}

TEST(TurnTheTideLevels, BestSaysWhy) {
    State state = table_with({0, 3, 3}, {12, 4, 4});
    state.scores = {4, 0, 0};
    state.round = 3;
    state.trick = 10;
    state.hand = {cards({5, 10, 60}), cards({26, 31, 36}), cards({27, 32, 37})};
    apply_chance(state, tides(2, 3));
    Random random(1);
    const auto choice = GameBots<State>::choose("best", observe(state, Observer::seat(0)), counted(300), random);
    ASSERT_EQ(choice.action.card, 60);
    ASSERT_EQ(choice.why.size(), 3U);
    EXPECT_EQ(choice.why[0], (Why{"deepest", {12}}));
    EXPECT_EQ(choice.why[1], (Why{"takes_lower", {2, 100}}));
    EXPECT_EQ(choice.why[2].code, "wins");
    EXPECT_GT(choice.why[2].numbers[0], choice.why[2].numbers[1]);
}

/// A card that is kept is kept for something: of the tides both 12s are gone, an 11 is not.
TEST(TurnTheTideLevels, BestSaysWhatACardIsKeptFor) {
    State state = table_with({3, 3, 3}, {1, 12, 12});
    state.round = 3;
    state.trick = 10;
    state.hand = {cards({5, 10, 60}), cards({26, 31, 36}), cards({27, 32, 37})};
    apply_chance(state, tides(9, 10));
    Random random(1);
    const auto choice = GameBots<State>::choose("best", observe(state, Observer::seat(0)), counted(300), random);
    ASSERT_NE(choice.action.card, 60) << "nobody else can be the lowest";
    ASSERT_EQ(choice.why.size(), 4U);
    EXPECT_EQ(choice.why[1], (Why{"keeps", {60}}));
    EXPECT_EQ(choice.why[2], (Why{"still_to_come", {11}}));
}

/// Nothing that seat 0 plays changes anything: its tide is the lowest and stays so, whoever takes what.
TEST(TurnTheTideLevels, BestSaysThatItMixes) {
    State state = table_with({3, 3, 3}, {1, 12, 12});
    state.round = 3;
    state.trick = 11;
    state.hand = {cards({5, 10}), cards({26, 31}), cards({27, 32})};
    apply_chance(state, tides(9, 10));
    int mixed = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const auto choice = GameBots<State>::choose("best", observe(state, Observer::seat(0)), counted(300), random);
        const Why& last = choice.why.back();
        if (last.code == "wins") {
            EXPECT_GE(last.numbers[0], last.numbers[1]);
        }
        mixed += last.code == "mixes" ? 1 : 0;
    }
    EXPECT_GT(mixed, 0);
}

/// A few games from every seat; the seed is fixed, so this cannot fail by bad luck. The real figures are in
/// docs/explanation/bots.md.
TEST(TurnTheTideLevels, BestBeatsTheRuleOfThumb) {
    double won = 0;
    for (const Seat hero : SeatSet::first(3)) {
        Random random(hero);
        won += kit::share_of_win(start({}, 3), random, hero, [&](Seat seat, const Seen<State>& seen) {
            const auto level = seat == hero ? "best" : "rule_of_thumb";
            return GameBots<State>::choose(level, seen, counted(200), random).action;
        });
    }
    EXPECT_GE(won, 2.5);
}

/// The share of wins of `best` with this guidance among players of that level, from every seat, with notes on them.
double won_among(std::string_view level, int players, int deals, const Guidance& guidance) {
    double won = 0;
    for (int game = 0; game < deals * players; ++game) {
        const auto hero = static_cast<Seat>(game % players);
        Random random(static_cast<std::uint64_t>(game));
        State state = start({}, players);
        OpponentModel notes;
        Decisions<State> decisions;
        while (!is_over(state)) {
            if (to_act(state).chance) {
                apply_chance(state, draw(state, random));
                continue;
            }
            const Seat seat = to_act(state).seats.front();
            const auto seen = observe(state, Observer::seat(seat));
            const Action action = seat == hero
                                      ? guided_search(seen, *networks(), notes, counted(150), random, guidance).action
                                      : GameBots<State>::choose(level, seen, counted(150), random).action;
            decisions.decided(state, seat, action);
            apply(state, seat, action);
            decisions.tell(state, [&](const State& before, Seat who, Action played) {
                if (who != hero) notes.saw(observe(before, Observer::seat(hero)), who, played);
            });
        }
        won += win_share(result(state), hero);
    }
    return won / (deals * players);
}

/// Seeds are fixed, so this cannot fail by bad luck. The real figures are in docs/explanation/bots-turn-the-tide.md.
TEST(TurnTheTideLevels, BestPlaysForWhatItHasNoticed) {
    const int deals = kit::slowdown > 1 ? 2 : 6;
    const Guidance as_among_equals{.least_skill = 0};
    const double among_easy = won_among("easy", 4, deals, {});
    EXPECT_GT(among_easy, won_among("easy", 4, deals, as_among_equals) + .1);
    EXPECT_GT(among_easy, .7);
}

/// What `best_1` plays is foreseen better by a search such as its own than by the numbers it thinks with.
TEST(TurnTheTideLevels, ASearchForeseesWhatASearchDoes) {
    double by_search = 0;
    double by_numbers = 0;
    Random random(23);
    State state = start({}, 3);
    while (!is_over(state)) {
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random));
            continue;
        }
        const Seat seat = to_act(state).seats.front();
        const auto seen = observe(state, Observer::seat(seat));
        const Action action = GameBots<State>::choose("best_1", seen, counted(3000), random).action;
        if (state.trick < hand_size) {
            const std::size_t rank = at(count(state.hand[seat] & (card_bit(action.card) - 1)));
            by_search += std::log(.05F + foresee(seen, {}, random)[rank]);
            by_numbers +=
                std::log(.05F + chances_by_way(networks()->policy, state, seat, {})[index(ChoosesBy::foresight)][rank]);
        }
        apply(state, seat, action);
    }
    EXPECT_GT(by_search, by_numbers + 5);
}

/// A player who knows what the others do takes the lower tide with the lowest card that is enough.
TEST(TurnTheTideLevels, WhoIsToldTheOthersCardsAnswersThem) {
    State state = table_with({2, 2, 2}, {7, 8, 12});
    state.round = 3;
    state.trick = 11;
    state.hand = {cards({20, 40}), cards({10, 30}), cards({5, 15})};
    state.dealt = {cards({20, 40}), cards({10, 30}), cards({5, 15})};
    apply_chance(state, tides(1, 11));
    const auto answer_to = [&](std::size_t second, std::size_t third) {
        BySeat<CardChances> chances{};
        chances[1][second] = 1;
        chances[2][third] = 1;
        Random random(3);
        const auto cards = judge_cards_told(state, 0, *networks(), {}, chances, counted(400), random);
        return std::ranges::max_element(cards, {}, &JudgedCard::chance)->action.card;
    };
    EXPECT_EQ(answer_to(1, 0), 40) << "20 would take the higher tide";
    EXPECT_EQ(answer_to(0, 0), 20) << "20 is enough, and 40 is worth more in the last trick";
}

}  // namespace
}  // namespace springtide::turn_the_tide
