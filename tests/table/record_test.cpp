#include "table/record.hpp"

#include <gtest/gtest.h>

#include "table/games.hpp"

namespace springtide {
namespace {

constexpr std::string_view good =
    "[Springtide \"1\"]\n"
    "[Game \"high_tide_leiman\"]\n"
    "[Players \"2\"]\n"
    "[stones \"2\"]\n"
    "[first \"blue\"]\n"
    "[setup \"random\"]\n"
    "[Result \"*\"]\n"
    "\n"
    "chance setup b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b\n"
    "0 a1-a2\n"
    "1 a3-a2\n";

std::string with(std::string_view from, std::string_view to) {
    std::string text(good);
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(Record, IsReadAndWrittenBackTheSame) {
    const auto table = load_table(good);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ((*table)->record(), good);
    EXPECT_EQ((*table)->to_act().seats, SeatSet::of(0));
}

TEST(Record, CommentsOtherTagsAndWindowsLineEndsAreFine) {
    std::string text;
    for (const char c : with("[stones", "# a quiet evening\n[Place \"the \\\"Beach\\\"\"]\n[stones"))
        text += c == '\n' ? "\r\n" : std::string(1, c);
    const auto table = load_table(text);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ((*table)->record(), good);
}

TEST(Record, KeepsTheSeedAndGoesOnWithIt) {
    const auto table = new_table("high_tide_leiman",
                                 {.players = 2, .options = {}, .seed = "a \"seed\"\\ with\nlines", .position = {}});
    ASSERT_TRUE(table);
    const auto loaded = load_table((*table)->record());
    ASSERT_TRUE(loaded) << loaded.error().message;
    for (int i = 0; i < 60; ++i) {
        const auto seat = (*table)->to_act().seats.front();
        const auto move = (*table)->legal(seat).back();
        ASSERT_TRUE((*table)->play(Actor::seat(seat), move));
        ASSERT_TRUE((*loaded)->play(Actor::seat(seat), move));
        if ((*table)->over()) break;
    }
    EXPECT_EQ((*loaded)->record(), (*table)->record());
}

TEST(Record, EveryBrokenOneIsRefusedWithTheLineAndTheReason) {
    struct Case {
        std::string text;
        ErrorCode code;
        std::string says;
    };
    const std::vector<Case> cases = {
        {"", ErrorCode::bad_notation, "[Springtide"},
        {"hello", ErrorCode::bad_notation, "line 1"},
        {with("[Springtide \"1\"]\n", ""), ErrorCode::bad_notation, "line 1"},
        {with("Springtide \"1\"", "Springtide \"2\""), ErrorCode::bad_notation, "version"},
        {with("[Game \"high_tide_leiman\"]", "[Game high_tide_leiman]"), ErrorCode::bad_notation, "line 2"},
        {with("high_tide_leiman", "go"), ErrorCode::unknown_game, "go"},
        {with("[Players \"2\"]\n", ""), ErrorCode::bad_notation, "Players"},
        {with("Players \"2\"", "Players \"two\""), ErrorCode::bad_notation, "line 3"},
        {with("Players \"2\"", "Players \"3\""), ErrorCode::bad_options, "2 players"},
        {with("stones \"2\"", "stones \"9\""), ErrorCode::bad_options, "1 to 5"},
        {with("[stones", "[pebbles"), ErrorCode::bad_options, "pebbles"},
        {with("0 a1-a2", "0 a1-a9"), ErrorCode::bad_notation, "line 10"},
        {with("0 a1-a2", "0 a2-a1"), ErrorCode::illegal_action, "line 10"},
        {with("0 a1-a2", "1 a2-a1"), ErrorCode::not_your_turn, "line 10"},
        {with("0 a1-a2", "9 a1-a2"), ErrorCode::bad_notation, "line 10"},
        {with("0 a1-a2", "0"), ErrorCode::bad_notation, "line 10"},
        {with("0 a1-a2", "0 retract"), ErrorCode::illegal_action, "line 10"},
        {with("chance setup b", "chance setup p"), ErrorCode::illegal_action, "line 9"},
        {with("1 a3-a2\n", "1 a3-a2\n[Result \"*\"]\n"), ErrorCode::bad_notation, "line 12"},
        {with("Result \"*\"", "Result \"winner 0, points 2 0\""), ErrorCode::bad_notation, "Result"},
    };
    for (const auto& [text, code, says] : cases) {
        const auto refused = load_table(text);
        ASSERT_FALSE(refused) << text;
        EXPECT_EQ(refused.error().code, code) << refused.error().message << "\n" << text;
        EXPECT_NE(refused.error().message.find(says), std::string::npos) << refused.error().message << "\n" << text;
    }
}

TEST(Record, NothingFollowsTheEnd) {
    const auto table =
        new_table("high_tide_leiman", {.players = 2, .options = {{"stones", "1"}}, .seed = "end", .position = {}});
    while (!(*table)->over()) {
        const auto seat = (*table)->to_act().seats.front();
        ASSERT_TRUE((*table)->play(Actor::seat(seat), (*table)->legal(seat).front()));
    }
    EXPECT_TRUE(load_table((*table)->record()));
    EXPECT_EQ(load_table((*table)->record() + "0 a1-a2\n").error().code, ErrorCode::over);
}

}  // namespace
}  // namespace springtide
