#include <gtest/gtest.h>

#include <regex>

#include "cli/luck_review.hpp"
#include "core/text.hpp"
#include "table/games.hpp"

namespace springtide::cli {
namespace {

/// One trick, and the cards of the next.
const std::string record =
    "[Springtide \"1\"]\n[Game \"turn_the_tide\"]\n[Players \"3\"]\n\n"
    "chance deal 1,4,7,10,13,16,19,22,25,28,31,60|2,5,8,11,14,17,20,23,26,29,32,35|3,6,9,12,15,18,21,24,27,30,33,36\n"
    "chance tides 1 12\n0 28\n1 2\n2 3\nchance tides 1 2\n";

std::string printed(const std::string& text, bool json) {
    testing::internal::CaptureStdout();
    const auto done = review_luck_at_terminal(text, {.nodes = 64, .seed = 1}, json);
    std::string output = testing::internal::GetCapturedStdout();
    return done ? output : "refused: " + done.error().message;
}

TEST(ReviewAtTheTerminal, says_what_became_of_everybody) {
    std::string output = printed(record, false);
    for (auto at = output.find("\n    "); at != std::string::npos; at = output.find("\n    "))  // lines were wrapped
        output.replace(at, 5, " ");
    for (const char* words :
         {"player 1: expected ", "player 3: expected ", "chance ", "own mistakes ", "good guesses "})
        EXPECT_NE(output.find(words), std::string::npos) << words << " in " << output;
}

TEST(ReviewAtTheTerminal, speaks_of_rounds_tricks_and_names) {
    // Each player always plays the first card by the alphabet, which is a mistake often enough.
    const auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = "shore", .position = {}});
    while (!table->over())
        for (const Seat seat : table->to_act().seats)
            ASSERT_TRUE(table->play(Actor::seat(seat), table->legal(seat).front()));
    Record played = table->as_record();
    played.tags.emplace_back("Name0", "Anna");
    const std::string output = printed(to_text(played), false);
    EXPECT_NE(output.find("Anna: expected "), std::string::npos) << output;
    EXPECT_EQ(output.find("player 1"), std::string::npos) << output;
    EXPECT_TRUE(
        std::regex_search(output, std::regex("(^|\n)Round [123], trick \\d+: Anna played the \\d+; the \\d+ wins")))
        << output;
    EXPECT_EQ(output.find("event "), std::string::npos) << output;
    for (const auto line : split(output, '\n')) EXPECT_LE(line.size(), 80U) << line;
}

TEST(ReviewAtTheTerminal, gives_all_pieces_as_one_object) {
    const std::string output = printed(record, true);
    EXPECT_EQ(output.find("{\"of\":6,"), 0U);
    for (const char* words : {"\"event\":0,", "\"event\":5,", "\"balance\":["})
        EXPECT_NE(output.find(words), std::string::npos) << words;
    EXPECT_EQ(output.back(), '\n');
}

TEST(ReviewAtTheTerminal, a_broken_record_is_refused_in_words) {
    EXPECT_EQ(printed("hello", false).find("refused: "), 0U);
}

}  // namespace
}  // namespace springtide::cli
