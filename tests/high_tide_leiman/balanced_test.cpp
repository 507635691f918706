#include "rules/high_tide_leiman/balanced.hpp"

#include <gtest/gtest.h>

#include <map>

#include "bots/high_tide_leiman/setup_classes.hpp"
#include "notation/high_tide_leiman.hpp"
#include "rules/high_tide_leiman/rules.hpp"
#include "table/games.hpp"
#include "tests/kit/settings.hpp"

/// Option `setup` = `balanced`.
namespace springtide::test {

using namespace high_tide_leiman;

namespace {

Setup moved(const Setup& setup, const CellMap& map) {
    Setup made{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) made[map[cell]] = setup[cell];
    return made;
}

Setup with_colours_exchanged(Setup setup) {
    for (auto& tile : setup)
        if (tile != Tile::neutral) tile = tile == Tile::blue ? Tile::pink : Tile::blue;
    return setup;
}

State laying_out(First first) { return start({.stones = 3, .first = first, .setup = SetupRule::balanced}, 2); }

}  // namespace

TEST(Balanced, turning_mirroring_and_exchanging_the_colours_change_nothing) {
    Random random(1);
    int balanced = 0;
    constexpr int rounds = 2000;
    for (int round = 0; round < rounds; ++round) {
        const auto setup = draw_setup(random);
        const bool here = is_balanced(setup, seat_blue);
        balanced += here ? 1 : 0;
        for (const CellMap& map : symmetries) {
            EXPECT_EQ(is_balanced(moved(setup, map), seat_blue), here);
            EXPECT_EQ(is_balanced(with_colours_exchanged(moved(setup, map)), seat_pink), here);
        }
    }
    EXPECT_GT(balanced, 0);
    EXPECT_LT(balanced, rounds / 2) << "most set-ups are not balanced";
}

TEST(Balanced, set_ups_of_different_classes_have_different_bits) {
    Random random(2);
    const SetupClasses classes;
    std::map<std::uint32_t, std::uint32_t> class_of_bit;
    for (int round = 0; round < 20'000 / kit::slowdown; ++round) {
        const auto setup = draw_setup(random);
        const auto bit = balanced_table_index(setup);
        ASSERT_LT(bit, balanced_table_size);
        const auto index = classes.class_of(setup);
        EXPECT_EQ(class_of_bit.try_emplace(bit, index).first->second, index);
    }
}

TEST(Balanced, chance_lays_out_balanced_set_ups_and_may_lay_out_no_others) {
    Random random(3);
    for (const First first : {First::blue, First::pink}) {
        const State state = laying_out(first);
        int refused = 0;
        for (int round = 0; round < 300; ++round) {
            EXPECT_TRUE(is_balanced(draw(state, random).setup, state.mover));
            Chance any;
            any.setup = draw_setup(random);
            EXPECT_EQ(is_possible(state, any), is_balanced(any.setup, state.mover));
            refused += is_possible(state, any) ? 0 : 1;
        }
        EXPECT_GT(refused, 0);
    }
}

TEST(Balanced, the_first_balanced_set_up_of_the_stream_is_the_one_drawn) {
    const State state = laying_out(First::pink);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random once(seed);
        Random again(seed);
        auto wanted = draw_setup(once);
        while (!is_balanced(wanted, seat_pink)) wanted = draw_setup(once);
        EXPECT_EQ(draw(state, again).setup, wanted);
    }
}

TEST(Balanced, it_counts_who_starts_the_round_and_not_who_is_blue) {
    Random random(4);
    const State blue = laying_out(First::blue);
    const State pink = laying_out(First::pink);
    int different = 0;
    for (int round = 0; round < 300; ++round) {
        const Chance chance = draw(blue, random);
        different += is_possible(pink, chance) ? 0 : 1;
    }
    EXPECT_GT(different, 0);
}

TEST(Balanced, a_record_with_another_set_up_is_refused_with_a_sentence) {
    Random random(5);
    auto setup = draw_setup(random);
    while (is_balanced(setup, seat_blue)) setup = draw_setup(random);
    const auto text =
        GameText<State>::chance_text({}, {.kind = Chance::Kind::setup, .first = seat_blue, .setup = setup});
    const std::string head = "[Springtide \"1\"]\n[Game \"high_tide_leiman\"]\n[Players \"2\"]\n[first \"blue\"]\n";
    EXPECT_TRUE(load_table(head + "[setup \"random\"]\n\nchance " + text + "\n"));
    const auto refused = load_table(head + "[setup \"balanced\"]\n\nchance " + text + "\n");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("balanced: exactly one first move of blue wins"), std::string::npos)
        << refused.error().message;
}

TEST(Balanced, the_option_makes_another_state) {
    State random = laying_out(First::blue);
    random.options.setup = SetupRule::random;
    EXPECT_NE(hash(random), hash(laying_out(First::blue)));
}

}  // namespace springtide::test
