#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "cli/screens/high_tide_henn_screen.hpp"
#include "cli/screens/turn_the_tide_screen.hpp"
#include "tests/source_dir.hpp"

/// A bot's reasons in words at the terminal; the page has a test of its own.
namespace springtide::cli {
namespace {

/// Every code that the bots of a game may give, as their source has them.
std::set<std::string> codes_of(const std::string& game) {
    std::ifstream file(std::string(SPRINGTIDE_SOURCE_DIR) + "/bots/" + game + "/why.cpp");
    std::stringstream text;
    text << file.rdbuf();
    const std::string source = text.str();
    const std::string mark = ".code = \"";
    std::set<std::string> codes;
    for (auto at = source.find(mark); at != std::string::npos; at = source.find(mark, at + 1)) {
        const auto from = at + mark.size();
        codes.insert(source.substr(from, source.find('"', from) - from));
    }
    return codes;
}

void expect_words(const Screen& screen, const std::string& game) {
    const auto codes = codes_of(game);
    ASSERT_GE(codes.size(), 6U) << game;
    for (const auto& code : codes) {
        const std::string sentence = screen.reasons({{.code = code, .numbers = {3, 40}}});
        EXPECT_GT(sentence.size(), 10U) << game << ": " << code;
        EXPECT_LE(sentence.size(), 81U) << sentence;
    }
    EXPECT_EQ(screen.reasons({{.code = "unheard of", .numbers = {1}}}), "");
}

TEST(Reasons, OfTurnTheTideHaveTheirWords) { expect_words(TurnTheTideScreen(), "turn_the_tide"); }
TEST(Reasons, OfHennsHighTideHaveTheirWords) { expect_words(HighTideHennScreen(), "high_tide_henn"); }

TEST(Reasons, SayBeachSpaceAndShare) {
    EXPECT_EQ(HighTideHennScreen().reasons({{.code = "goes_first", .numbers = {2, 9}},
                                            {.code = "tile", .numbers = {8}},
                                            {.code = "wins", .numbers = {436, 281}}}),
              "  on blue it takes the lead, on space 9\n"
              "  the tile pool_die helps more now than later\n"
              "  the best choice: about 44 % wins, 28 % with the next best\n");
}

}  // namespace
}  // namespace springtide::cli
