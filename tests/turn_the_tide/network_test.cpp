#include "bots/turn_the_tide/network.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <cstring>
#include <fstream>

#include "bots/turn_the_tide/guided.hpp"
#include "tests/source_dir.hpp"

namespace springtide::turn_the_tide {
namespace {

/// A game as bots/training/tide/games.cu keeps it.
struct TrainedGame {
    std::array<std::uint64_t, 5> dealt, hand, uncovered;
    std::uint64_t random;
    std::array<std::int8_t, 5> worth, preservers, tide, score;
    std::array<std::int8_t, 12> deck;
    std::int8_t low, high, round, trick, cascade, in, players, unused;
};
static_assert(sizeof(TrainedGame) == 168);

TrainedGame game_from(std::string_view hex) {
    std::array<unsigned char, sizeof(TrainedGame)> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<unsigned char>(std::stoi(std::string(hex.substr(2 * i, 2)), nullptr, 16));
    TrainedGame game;
    std::memcpy(&game, bytes.data(), sizeof game);
    return game;
}

/// While everybody chooses.
State state_of(const TrainedGame& game) {
    State state =
        start({.edition = Edition::amigo, .cascade = game.cascade != 0, .leftovers_open = false}, game.players);
    Cards dealt = 0;
    for (std::size_t seat = 0; seat < state.players; ++seat) {
        state.dealt[seat] = game.dealt[seat] << 1U;
        state.hand[seat] = game.hand[seat] << 1U;
        state.uncovered[seat] = game.uncovered[seat] << 1U;
        state.worth[seat] = static_cast<std::uint8_t>(game.worth[seat]);
        state.preservers[seat] = static_cast<std::uint8_t>(game.preservers[seat]);
        state.tide[seat] = static_cast<std::uint8_t>(game.tide[seat]);
        state.scores[seat] = game.score[seat];
        dealt |= state.dealt[seat];
    }
    state.left_out = all_cards & ~dealt;
    for (int level = 1; level <= highest_tide; ++level)
        for (int left = game.deck[at(level - 1)]; left < 2; ++left)
            state.tide_deck = without_tide(state.tide_deck, level);
    state.upturned = {static_cast<std::uint8_t>(game.low), static_cast<std::uint8_t>(game.high)};
    state.still_in = SeatSet::from_bits(static_cast<std::uint8_t>(game.in));
    state.to_choose = state.still_in;
    state.round = static_cast<std::uint8_t>(game.round);
    state.trick = static_cast<std::uint8_t>(game.trick);
    state.phase = Phase::choosing;
    return state;
}

/// The same before its tide cards are turned up.
State before_tides(State state) {
    for (const std::uint8_t level : state.upturned) {
        const auto place = static_cast<unsigned>(2 * level - 2);
        const TideDeck pair = (state.tide_deck >> place) & 3U;
        state.tide_deck |= (pair == 0 ? 1U : 3U) << place;
    }
    state.upturned = {};
    state.to_choose = {};
    state.phase = Phase::turning_up;
    return state;
}

float exact_share(const boost::json::array& logits, std::size_t index) {
    double all = 0;
    for (const auto& logit : logits) all += std::exp(logit.as_double() - logits[index].as_double());
    return static_cast<float>(1 / all);
}

/// What training's own program makes of situations: the inputs and every layer are the same here.
TEST(TurnTheTideNetwork, FindsWhatTheTrainerFinds) {
    ASSERT_NE(networks(), nullptr);
    std::ifstream file(std::string(SPRINGTIDE_SOURCE_DIR) + "/tests/turn_the_tide/networks.jsonl");
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
        const auto wanted = boost::json::parse(line).as_object();
        const State state = state_of(game_from(wanted.at("state").as_string()));
        ASSERT_EQ(broken_invariant(state), nullptr) << broken_invariant(state);
        const auto seat = static_cast<Seat>(wanted.at("seat").as_int64());
        SeatSet careless;
        for (const auto& other : wanted.at("careless").as_array()) careless.insert(static_cast<Seat>(other.as_int64()));
        const auto& logits = wanted.at("logits").as_array();
        std::array<float, hand_size> chances{};
        policy_chances(networks()->policy, state, seat, chances, careless);
        for (std::size_t i = 0; i < logits.size(); ++i) EXPECT_NEAR(chances[i], exact_share(logits, i), 2e-4);
        // A seat needs no more than it knows.
        std::array<float, hand_size> by_view{};
        policy_chances(networks()->policy, observe(state, Observer::seat(seat)).state(), seat, by_view, careless);
        EXPECT_EQ(chances, by_view);

        State like = state;
        like.trick = static_cast<std::uint8_t>(state.trick - 1);
        const State turned = before_tides(state);
        like.tide_deck = turned.tide_deck;
        const TableWorth worth = TableValue(networks()->value, like, careless).after(turned);
        boost::json::array wins(wanted.at("value").as_array().begin(),
                                wanted.at("value").as_array().begin() + state.players);
        for (std::size_t i = 0; i < state.players; ++i) {
            EXPECT_NEAR(worth.share[i], exact_share(wins, i), 2e-4);
            EXPECT_NEAR(worth.later[i], 4 * wanted.at("value").as_array()[5 + i].as_double(), 1e-3);
        }
    }
    EXPECT_GT(lines, 30);
}

TEST(TurnTheTideNetwork, RefusesWhatIsNone) {
    const std::array<unsigned char, 12> wrong = {'T', 'i', 'd', 'e', 'N', 'e', 't', '1', 0, 0, 0, 0};
    EXPECT_FALSE(provide_networks(wrong));
    EXPECT_FALSE(provide_networks({}));
    EXPECT_NE(networks(), nullptr);
}

/// The same seed and number of looks, the same choice; it never sees what its seat cannot.
TEST(TurnTheTideNetwork, ChoosesByWhatItsSeatKnows) {
    Random deal(4);
    State state = start({}, 4);
    apply_chance(state, draw(state, deal));
    apply_chance(state, draw(state, deal));
    const BotRequest request{.level = {}, .milliseconds = {}, .seed = {}, .nodes = 200};
    const auto seen = observe(state, Observer::seat(1));
    for (std::uint64_t i = 0; i < 5; ++i) {
        Random one(i);
        Random two(i);
        const auto other = observe(resample(seen, deal), Observer::seat(1));
        EXPECT_EQ(guided_search(seen, *networks(), {}, request, one).action,
                  guided_search(other, *networks(), {}, request, two).action);
    }
}

}  // namespace
}  // namespace springtide::turn_the_tide
