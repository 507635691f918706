#include "protocol/lines.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace springtide {
namespace {

std::vector<std::string> cut(const std::vector<std::string>& pieces, std::size_t longest) {
    LineCutter cutter(longest);
    std::vector<std::string> lines;
    const auto keep = [&](const LineCutter::Line& line) { lines.push_back(line.too_long ? "TOO LONG" : line.text); };
    for (const auto& piece : pieces) {
        cutter.feed(piece);
        while (const auto line = cutter.next()) keep(*line);
    }
    if (const auto line = cutter.last()) keep(*line);
    return lines;
}

using Lines = std::vector<std::string>;

TEST(LineCutter, CutsPiecesIntoLines) {
    EXPECT_EQ(cut({"ab\ncd\n"}, 10), (Lines{"ab", "cd"}));
    EXPECT_EQ(cut({"a", "b\nc", "d", "\n"}, 10), (Lines{"ab", "cd"}));
    EXPECT_EQ(cut({"ab\r\n\ncd"}, 10), (Lines{"ab", "", "cd"}))
        << "line ends of both kinds, empty lines, no last line end";
    EXPECT_EQ(cut({}, 10), Lines{});
}

TEST(LineCutter, ThrowsAwayWhatIsTooLongAndGoesOn) {
    EXPECT_EQ(cut({"12345\n123456\nok\n"}, 5), (Lines{"12345", "TOO LONG", "ok"}));
    EXPECT_EQ(cut({"123", "456", "789", "0\nok"}, 5), (Lines{"TOO LONG", "ok"}));
    EXPECT_EQ(cut({"123456"}, 5), (Lines{"TOO LONG"}));
}

}  // namespace
}  // namespace springtide
