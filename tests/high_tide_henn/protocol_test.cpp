#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "protocol/engine.hpp"

namespace springtide {
namespace {

/// Lines "> request" are sent; the line "< answer" that follows must come back to the letter.
TEST(HighTideHennProtocol, TheWorkedSessionOfItsPageHolds) {
    Engine engine;
    std::ifstream page(std::string(SPRINGTIDE_SOURCE_DIR) + "/docs/protocol-high-tide-henn.md");
    std::string answer;
    int answers = 0;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("> {")) answer = engine.answer(line.substr(2));
        if (!line.starts_with("< {")) continue;
        EXPECT_EQ(answer, line.substr(2));
        ++answers;
    }
    EXPECT_EQ(answers, 26);
}

}  // namespace
}  // namespace springtide
