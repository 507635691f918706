#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "bots/playout.hpp"
#include "python/learn/action_ids.hpp"
#include "python/learn/high_tide_henn.hpp"
#include "python/learn/high_tide_leiman.hpp"
#include "python/learn/thread_pool.hpp"
#include "python/learn/turn_the_tide.hpp"
#include "tests/kit/settings.hpp"

namespace springtide {
namespace {

/// A batch with its arrays.
template <class State>
struct Played {
    explicit Played(BatchSetup setup, int players = 3, typename State::Options options = {})
        : seats(static_cast<std::size_t>(players)),
          width(list_fields<State>(options, players, setup.knowledge).size()),
          batch(make_batch(options, players, std::move(setup))),
          observations(batch->rows() * width),
          final_observations(batch->rows() * width),
          masks(batch->rows() * static_cast<std::size_t>(ActionIds<State>::count)),
          rewards(batch->games() * seats),
          current(batch->rows()),
          done(batch->games()),
          actions(batch->rows()) {
        batch->reset({}, out());
    }
    BatchRows out() {
        return {.observations = observations.data(),
                .masks = masks.data(),
                .rewards = rewards.data(),
                .current = current.data(),
                .done = done.data(),
                .final_observations = final_observations.data()};
    }
    void random_step() {
        batch->random_actions(actions);
        const auto stepped = batch->step(actions, out());
        ASSERT_TRUE(stepped) << stepped.error().message;
    }
    [[nodiscard]] bool allows(std::size_t row, std::int32_t action) const {
        return masks[row * static_cast<std::size_t>(ActionIds<State>::count) + static_cast<std::size_t>(action)] == 1;
    }
    /// Everything that the last step wrote, but for final observations.
    [[nodiscard]] bool looks_like(const Played& other) const {
        return observations == other.observations && masks == other.masks && rewards == other.rewards &&
               current == other.current && done == other.done;
    }

    std::size_t seats;
    std::size_t width;
    std::unique_ptr<Batch> batch;
    std::vector<float> observations, final_observations;
    std::vector<std::uint8_t> masks;
    std::vector<float> rewards;
    std::vector<std::int32_t> current;
    std::vector<std::uint8_t> done;
    std::vector<std::int32_t> actions;
};

template <class State>
class BatchTest : public testing::Test {
  public:
    static int players() { return std::is_same_v<State, high_tide_leiman::State> ? 2 : 4; }
};
using Games = testing::Types<turn_the_tide::State, high_tide_henn::State, high_tide_leiman::State>;
TYPED_TEST_SUITE(BatchTest, Games);

constexpr int steps = 2000 / kit::slowdown;

TYPED_TEST(BatchTest, RandomActionsAreThoseOfTheMaskAndWinsSumToNothing) {
    Played<TypeParam> played({.games = 8, .seed = 5, .threads = 2, .bots = {}}, this->players());
    int ended = 0;
    for (int i = 0; i < 2000; ++i) {  // enough for games to end
        played.batch->random_actions(played.actions);
        for (std::size_t row = 0; row < played.actions.size(); ++row)
            ASSERT_TRUE(played.allows(row, played.actions[row]));
        ASSERT_TRUE(played.batch->step(played.actions, played.out()));
        for (std::size_t game = 0; game < 8; ++game) {
            const float* rewards = played.rewards.data() + game * played.seats;
            const float sum = std::accumulate(rewards, rewards + played.seats, 0.0F);
            ASSERT_NEAR(sum, 0, 1e-5);
            const float highest = *std::max_element(rewards, rewards + played.seats);
            ASSERT_TRUE(played.done[game] == 1 || highest == 0) << "wins are paid at the end";
            ended += played.done[game];
        }
    }
    EXPECT_GT(ended, 8) << "games begin anew by themselves";
}

TYPED_TEST(BatchTest, ThreadsDoNotChangeWhatHappens) {
    Played<TypeParam> one({.games = 33, .seed = 9, .threads = 1, .bots = {}}, this->players());
    Played<TypeParam> three({.games = 33, .seed = 9, .threads = 3, .bots = {}}, this->players());
    for (int i = 0; i < steps; ++i) {
        ASSERT_TRUE(one.looks_like(three)) << "step " << i;
        one.random_step();
        three.random_step();
    }
}

TYPED_TEST(BatchTest, AGameFollowsItsSeedAlone) {
    Played<TypeParam> batch({.games = 4, .seed = 1, .threads = 2, .bots = {}}, this->players());
    const std::vector<std::uint64_t> seeds = {11, 12, 11, 13};
    batch.batch->reset(seeds, batch.out());
    for (int i = 0; i < steps; ++i) {
        for (std::size_t at = 0; at < batch.width; ++at)
            ASSERT_EQ(batch.observations[at], batch.observations[2 * batch.width + at]);
        batch.random_step();
    }
}

TYPED_TEST(BatchTest, WhatWasSavedGoesOnAlike) {
    Played<TypeParam> one({.games = 5, .seed = 9, .threads = 1, .bots = {}}, this->players());
    for (int i = 0; i < 50; ++i) one.random_step();
    Played<TypeParam> other({.games = 5, .seed = 1, .threads = 2, .bots = {}}, this->players());
    const std::string saved = one.batch->save();
    ASSERT_TRUE(other.batch->load(saved));
    for (int i = 0; i < 50; ++i) {
        one.random_step();
        other.random_step();
        ASSERT_TRUE(one.looks_like(other)) << "step " << i;
    }
    const std::string before = other.batch->save();
    EXPECT_FALSE(other.batch->load(std::string_view(saved).substr(1)));
    EXPECT_FALSE(other.batch->load(saved + saved));
    EXPECT_EQ(other.batch->save(), before);
}

TYPED_TEST(BatchTest, AStatePutInIsTheOneTakenOut) {
    Played<TypeParam> one({.games = 3, .seed = 9, .threads = 1, .bots = {}}, this->players());
    for (int i = 0; i < 30; ++i) one.random_step();
    Played<TypeParam> other({.games = 2, .seed = 4, .threads = 1, .bots = {}}, this->players());
    const std::string untouched = other.batch->state_bytes(0);
    ASSERT_TRUE(other.batch->put_state(1, one.batch->state_bytes(2), other.out()));
    EXPECT_EQ(other.batch->state_bytes(1), one.batch->state_bytes(2));
    EXPECT_EQ(other.batch->state_bytes(0), untouched);
    for (std::size_t at = 0; at < one.width; ++at)
        ASSERT_EQ(other.observations[one.width + at], one.observations[2 * one.width + at]);
    EXPECT_FALSE(other.batch->put_state(1, untouched.substr(1), other.out()));
    other.random_step();
}

TYPED_TEST(BatchTest, OneIllegalActionChangesNothing) {
    Played<TypeParam> batch({.games = 5, .seed = 2, .threads = 2, .bots = {}}, this->players());
    batch.random_step();
    const std::vector<float> before = batch.observations;
    batch.batch->random_actions(batch.actions);
    auto actions = batch.actions;
    actions[3] = ActionIds<TypeParam>::count;
    const auto refused = batch.batch->step(actions, batch.out());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::illegal_action);
    EXPECT_NE(refused.error().message.find("game 3"), std::string::npos) << refused.error().message;
    EXPECT_EQ(batch.observations, before);
    EXPECT_TRUE(batch.batch->step(batch.actions, batch.out()));
}

TYPED_TEST(BatchTest, BotsPlayTheirSeatsAndChangeThem) {
    BatchSetup setup{.games = 6, .seed = 4, .threads = 2, .bots = {}, .rotate = true};
    setup.bots.assign(static_cast<std::size_t>(this->players()), "random");
    setup.bots[1] = "";
    Played<TypeParam> batch(setup, this->players());
    std::vector<std::int32_t> last = batch.current;
    for (std::size_t game = 0; game < last.size(); ++game)
        EXPECT_EQ(static_cast<std::size_t>(last[game]), (1 + game) % batch.seats);
    for (int i = 0; i < 1000; ++i) {
        batch.random_step();
        for (std::size_t game = 0; game < last.size(); ++game)
            ASSERT_EQ(static_cast<std::size_t>(batch.current[game]),
                      (static_cast<std::size_t>(last[game]) + batch.done[game]) % batch.seats);
        last = batch.current;
    }
}

/// Points come as soon as they are counted, and add up to the result of the game.
TYPED_TEST(BatchTest, PointsAddUpToTheResult) {
    Played<TypeParam> batch({.games = 1, .seed = 8, .threads = 1, .rewards = RewardKind::points, .bots = {}},
                            this->players());
    // The same game, played by hand from the same seed.
    TypeParam state = start(typename TypeParam::Options{}, this->players());
    Random random(fold(8, 0));
    std::vector<float> sums(batch.seats);
    Seat last_seat = 0;
    const auto let_chance_act = [&] {
        while (to_act(state).chance) apply_chance(state, draw(state, random), nullptr);
    };
    let_chance_act();
    do {
        const Seat seat = to_act(state).seats.front();
        ASSERT_EQ(batch.current[0], seat);
        last_seat = seat;
        const auto action = pick_random_action(state, seat, random);
        apply(state, seat, action, nullptr);
        let_chance_act();
        batch.random_step();
        ASSERT_EQ(batch.actions[0], ActionIds<TypeParam>::id(action));
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += batch.rewards[i];
    } while (!is_over(state));
    EXPECT_EQ(batch.done[0], 1);
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], static_cast<float>(result(state).points[i]));
    std::vector<float> last(batch.width);
    FloatWriter writer(last.data());
    write_features(observe(state, Observer::seat(last_seat)), Knowledge::observation, writer);
    EXPECT_EQ(last, batch.final_observations) << "who acted last is shown the end";
}

TEST(BatchOfTurnTheTide, EverySeatChoosesInOneStep) {
    Played<turn_the_tide::State> batch({.games = 3, .seed = 6, .threads = 1, .every_seat = true, .bots = {}}, 4);
    EXPECT_EQ(batch.batch->rows(), 12U);
    int somebody_is_out = 0;
    for (int i = 0; i < 200; ++i) {
        for (std::size_t row = 0; row < 12; ++row) {
            bool any = false;
            for (std::int32_t action = 0; action < 60; ++action) any = any || batch.allows(row, action);
            ASSERT_EQ(any, batch.current[row] == 1) << "who does not act may do nothing";
            somebody_is_out += batch.current[row] == 0 ? 1 : 0;
        }
        batch.random_step();
    }
    EXPECT_GT(somebody_is_out, 0);
}

TEST(ThreadPoolTest, EverythingIsDoneOnce) {
    ThreadPool pool(4);
    EXPECT_EQ(pool.size(), 4);
    for (const std::size_t count : {0U, 1U, 3U, 1000U}) {
        std::vector<std::atomic<int>> done(count);
        for (int call = 1; call <= 20; ++call) {
            pool.run(count, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) ++done[i];
            });
            for (const auto& times : done) ASSERT_EQ(times, call);
        }
    }
}

}  // namespace
}  // namespace springtide
