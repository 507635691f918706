#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "bots/playout.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_leiman.hpp"
#include "notation/turn_the_tide.hpp"
#include "python/learn/high_tide_henn.hpp"
#include "python/learn/high_tide_leiman.hpp"
#include "python/learn/turn_the_tide.hpp"
#include "tests/kit/settings.hpp"

namespace springtide {
namespace {

template <class State>
class FeaturesTest : public testing::Test {
  public:
    static std::vector<float> row(const State& state, Seat seat, std::size_t size) {
        std::vector<float> floats(size + 1, untouched);
        FloatWriter writer(floats.data());
        write_features(observe(state, Observer::seat(seat)), Knowledge::information, writer);
        return floats;
    }
    static constexpr float untouched = -77;
};

TEST(FloatWriter, WritesSharesAndBits) {
    for (const int most : {1, 3, 12, 60, 63, 64, 99})
        for (const int value : {-4, 0, 1, 2, 12, 60, 63, 64, 99}) {
            float out = 0;
            FloatWriter(&out).share(value, most);
            EXPECT_EQ(out, static_cast<float>(value) / static_cast<float>(most)) << value << " of " << most;
        }
    for (const unsigned count : {1U, 8U, 9U, 19U, 60U}) {
        constexpr std::uint64_t bits = 0xF1E2D3C4B5A69788;
        std::vector<float> out(count + 1, -1);
        FloatWriter writer(out.data());
        writer.bits(bits, count);
        writer.number(2);
        for (unsigned bit = 0; bit < count; ++bit) EXPECT_EQ(out[bit], ((bits >> bit) & 1U) != 0 ? 1.0F : 0.0F) << bit;
        EXPECT_EQ(out[count], 2);
    }
}

using Games = testing::Types<turn_the_tide::State, high_tide_henn::State, high_tide_leiman::State>;
TYPED_TEST_SUITE(FeaturesTest, Games);

TYPED_TEST(FeaturesTest, RowsAreAsLongAsListedAndTellNothingThatASeatCannotKnow) {
    using Text = GameText<TypeParam>;
    Random random(3);
    for (int game = 0; game < 60 / kit::slowdown + 1; ++game) {
        const TableSetup setting = kit::random_setting(Text::info(), random);
        const auto reader = OptionReader::read(Text::info(), setting.options);
        const auto options = Text::options(*reader, setting.players);
        const std::size_t size = list_fields<TypeParam>(*options, setting.players, Knowledge::information).size();
        TypeParam state = start(*options, setting.players);
        for (;;) {
            for (const Seat seat : SeatSet::first(setting.players)) {
                const auto floats = this->row(state, seat, size);
                ASSERT_EQ(floats.back(), this->untouched) << "the row is longer than listed";
                for (std::size_t i = 0; i < size; ++i)
                    ASSERT_TRUE(std::isfinite(floats[i]) && floats[i] != this->untouched) << i;
                const TypeParam other = resample(observe(state, Observer::seat(seat)), random);
                ASSERT_EQ(this->row(other, seat, size), floats) << "the seat cannot tell these states apart";
            }
            if (is_over(state)) break;
            if (to_act(state).chance) {
                apply_chance(state, draw(state, random), nullptr);
                continue;
            }
            const Seat seat = to_act(state).seats.front();
            apply(state, seat, pick_random_action(state, seat, random), nullptr);
        }
    }
}

TYPED_TEST(FeaturesTest, FieldsHaveNamesOfTheirOwnAndFollowEachOther) {
    using Text = GameText<TypeParam>;
    const auto lister = list_fields<TypeParam>({}, Text::info().max_players, Knowledge::information);
    std::set<std::string_view> names;
    std::size_t end = 0;
    for (const Field& field : lister.fields()) {
        EXPECT_TRUE(names.insert(field.name).second) << field.name;
        EXPECT_EQ(field.offset, end);
        EXPECT_GT(field.size, 0U) << field.name;
        EXPECT_FALSE(field.help.empty());
        end += field.size;
    }
    EXPECT_EQ(end, lister.size());
}

TEST(FeaturesOfTurnTheTide, ShowTheOwnHandAndCountSeatsFromTheObserver) {
    using turn_the_tide::State;
    Random random(12);
    State state = start(turn_the_tide::Options{}, 4);
    while (to_act(state).chance) apply_chance(state, draw(state, random), nullptr);
    const auto lister = list_fields<State>({}, 4, Knowledge::information);
    const auto field = [&](std::string_view name) { return *std::ranges::find(lister.fields(), name, &Field::name); };
    for (Seat seat = 0; seat < 4; ++seat) {
        const auto floats = FeaturesTest<State>::row(state, seat, lister.size());
        for (int card = 1; card <= 60; ++card)
            EXPECT_EQ(floats[field("hand").offset + static_cast<std::size_t>(card) - 1],
                      turn_the_tide::contains(state.hand[seat], card) ? 1.0F : 0.0F);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_FLOAT_EQ(floats[field("worth").offset + i] * 12, state.worth[(seat + i) % 4]);
    }
}

}  // namespace
}  // namespace springtide
