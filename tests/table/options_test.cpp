#include "notation/options.hpp"

#include <gtest/gtest.h>

#include <array>

namespace springtide {
namespace {

constexpr std::array<std::string_view, 2> editions = {"old", "new"};
constexpr std::array<OptionSpec, 4> specs = {{
    {.name = "edition",
     .type = OptionType::choice,
     .fallback = "new",
     .choices = editions,
     .low = 0,
     .high = 0,
     .count = 0,
     .help = ""},
    {.name = "length",
     .type = OptionType::number,
     .fallback = "20",
     .choices = {},
     .low = 12,
     .high = 30,
     .count = 0,
     .help = ""},
    {.name = "hidden",
     .type = OptionType::flag,
     .fallback = "",
     .choices = {},
     .low = 0,
     .high = 0,
     .count = 0,
     .help = ""},
    {.name = "values",
     .type = OptionType::numbers,
     .fallback = "1,2,3",
     .choices = {},
     .low = 0,
     .high = 9,
     .count = 3,
     .help = ""},
}};
constexpr GameInfo game = {
    .id = "toy", .title = "", .designer = "", .summary = "", .min_players = 2, .max_players = 2, .options = specs};

TEST(Options, DefaultsHoldWhereNothingIsGiven) {
    const auto options = OptionReader::read(game, {});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->choice("edition"), 1);
    EXPECT_EQ(options->number("length"), 20);
    EXPECT_EQ(options->flag("hidden"), std::nullopt) << "another option decides";
    EXPECT_EQ(options->numbers("values"), (std::vector<int>{1, 2, 3}));
    EXPECT_FALSE(options->given("length"));
}

TEST(Options, GivenValuesWin) {
    const auto options =
        OptionReader::read(game, {{"edition", "old"}, {"length", "12"}, {"hidden", "true"}, {"values", "9,0,4"}});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->choice("edition"), 0);
    EXPECT_EQ(options->number("length"), 12);
    EXPECT_EQ(options->flag("hidden"), true);
    EXPECT_EQ(options->numbers("values"), (std::vector<int>{9, 0, 4}));
    EXPECT_TRUE(options->given("length"));
}

TEST(Options, EveryBadValueIsRefusedWithWhatIsAllowed) {
    const OptionTexts bad = {{"edition", "New"},
                             {"length", "11"},
                             {"length", "31"},
                             {"length", "x"},
                             {"hidden", "yes"},
                             {"values", "1,2"},
                             {"values", "1,2,3,4"},
                             {"values", "1,2,10"},
                             {"colour", "red"},
                             {"values", "1,2,x"},
                             {"", ""}};
    for (const auto& option : bad) {
        const auto read = OptionReader::read(game, {option});
        ASSERT_FALSE(read) << option.first << "=" << option.second;
        EXPECT_EQ(read.error().code, ErrorCode::bad_options);
    }
    EXPECT_NE(OptionReader::read(game, {{"length", "31"}}).error().message.find("12 to 30"), std::string::npos);
    EXPECT_NE(OptionReader::read(game, {{"edition", "x"}}).error().message.find("old or new"), std::string::npos);
    EXPECT_NE(OptionReader::read(game, {{"colour", "x"}}).error().message.find("edition, length"), std::string::npos);
    EXPECT_FALSE(OptionReader::read(game, {{"length", "20"}, {"length", "21"}})) << "given twice";
}

}  // namespace
}  // namespace springtide
