#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "bots/playout.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_leiman.hpp"
#include "notation/turn_the_tide.hpp"
#include "python/learn/high_tide_henn.hpp"
#include "python/learn/high_tide_leiman.hpp"
#include "python/learn/turn_the_tide.hpp"
#include "tests/kit/settings.hpp"
#include "tests/source_dir.hpp"

/// Ids are dense, in order, and the same for ever: saved models rely on them.
namespace springtide {
namespace {

template <class State>
class ActionIdsTest : public testing::Test {};
using Games = testing::Types<turn_the_tide::State, high_tide_henn::State, high_tide_leiman::State>;
TYPED_TEST_SUITE(ActionIdsTest, Games);

TYPED_TEST(ActionIdsTest, AreDenseAndInTheOrderOfTheActions) {
    using Ids = ActionIds<TypeParam>;
    for (int id = 0; id < Ids::count; ++id) {
        EXPECT_EQ(Ids::id(Ids::action(id)), id);
        EXPECT_TRUE(id == 0 || Ids::action(id - 1) < Ids::action(id));
    }
    EXPECT_FALSE(action_of_id<TypeParam>(-1));
    EXPECT_FALSE(action_of_id<TypeParam>(Ids::count));
}

TYPED_TEST(ActionIdsTest, EveryLegalActionHasOneWithAllOptions) {
    using Ids = ActionIds<TypeParam>;
    using Text = GameText<TypeParam>;
    Random random(7);
    for (int game = 0; game < 600 / kit::slowdown; ++game) {
        const TableSetup setting = kit::random_setting(Text::info(), random);
        const auto reader = OptionReader::read(Text::info(), setting.options);
        TypeParam state = start(*Text::options(*reader, setting.players), setting.players);
        while (!is_over(state)) {
            if (to_act(state).chance) {
                apply_chance(state, draw(state, random), nullptr);
                continue;
            }
            const Seat seat = to_act(state).seats.front();
            int before = -1;
            for (const auto action : legal_actions(state, seat)) {
                const int id = Ids::id(action);
                ASSERT_GT(id, before) << "legal actions are sorted, and so are their ids";
                ASSERT_LT(id, Ids::count);
                ASSERT_EQ(Ids::action(id), action) << Text::action_text(state, seat, action);
                before = id;
            }
            apply(state, seat, pick_random_action(state, seat, random), nullptr);
        }
    }
}

TYPED_TEST(ActionIdsTest, AreWhatTheyAlwaysWere) {
    using Ids = ActionIds<TypeParam>;
    using Text = GameText<TypeParam>;
    const TypeParam state = start(typename TypeParam::Options{}, Text::info().min_players);
    std::ostringstream now;
    for (int id = 0; id < Ids::count; ++id) now << id << ' ' << Text::action_text(state, 0, Ids::action(id)) << '\n';
    const std::string path = SPRINGTIDE_SOURCE_DIR "/tests/learn/actions_" + std::string(Text::info().id) + ".txt";
    std::ifstream file(path);
    std::ostringstream always;
    always << file.rdbuf();
    EXPECT_EQ(now.str(), always.str()) << path;
}

}  // namespace
}  // namespace springtide
