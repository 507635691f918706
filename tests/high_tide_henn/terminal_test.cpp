#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cli/play_session.hpp"
#include "cli/screens/high_tide_henn_choices.hpp"
#include "core/random.hpp"
#include "notation/high_tide_henn.hpp"
#include "table/games.hpp"
#include "tests/high_tide_henn/situation.hpp"

/// Henn's game at the keyboard.
namespace springtide::cli {
namespace {

struct Setting {
    int players = 4;
    OptionTexts options;
    std::string seed = "terminal";
};

const OptionTexts everything = {{"coins", "true"}, {"sharks", "true"}, {"surfers", "true"}, {"baywatch", "true"}};

/// Types `keys` for seat 0, against bots of a level; with level "" people sit on all seats.
std::string play(const Setting& setting, const std::string& keys, const std::string& level, Style style = {}) {
    auto table =
        new_table("high_tide_henn",
                  {.players = setting.players, .options = setting.options, .seed = setting.seed, .position = {}});
    std::vector<Chair> chairs(static_cast<std::size_t>(setting.players), Chair{level});
    chairs[0] = Chair{};
    std::istringstream in(keys);
    std::ostringstream out;
    EXPECT_EQ(PlaySession(std::move(*table), chairs, in, out, style).run(), 0);
    return out.str();
}

/// Numbers of choices as somebody might type them; those that are not offered are refused and asked again.
std::string random_keys(std::uint64_t seed) {
    Random random(seed);
    std::string keys;
    for (int i = 0; i < 2000; ++i) keys += std::to_string(1 + random.below(random.below(4) == 0 ? 20 : 3)) + "\n";
    return keys;
}

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

TEST(HighTideHennTerminal, ChoicesArePlainWords) {
    const auto text = play({.players = 3, .options = {}, .seed = "words"}, "1\n2\n1\n1\nquit\n", "");
    EXPECT_NE(text.find("1 roll  draw two dice from the bag and roll them"), std::string::npos) << text;
    EXPECT_NE(text.find("2 decline  lay them on space 1 and roll two more"), std::string::npos);
    EXPECT_NE(text.find(" from space 1, you may reroll both"), std::string::npos);
}

/// Black 5 and purple 2, of which the black one counts as white, and one more.
high_tide_henn::Situation with_changed_dice() {
    using high_tide_henn::Tile;
    high_tide_henn::Options options;
    options.baywatch = true;
    high_tide_henn::Situation game(4, options);
    for (const Tile tile : {Tile::recolour, Tile::adjust, Tile::backward}) game.give(0, tile);
    game.chance("towels 0,1,2,3").chance("baywatch queue_jump");
    game.play("roll").chance("roll k5 p2");
    return game.play({"accept", "use recolour left w", "use adjust +1 0"});
}

std::string explained(const high_tide_henn::Situation& game, std::string_view action) {
    const auto read = high_tide_henn::Text::parse_action(game.state, 0, action);
    return read ? explain_henn(game.state, 0, *read) : "no action";
}

TEST(HighTideHennTerminal, ADieIsNamedAsItCountsAfterRecolourAndAdjust) {
    const auto game = with_changed_dice();
    EXPECT_EQ(explained(game, "use backward left"), "white 6 moves away from the water");
    EXPECT_EQ(explained(game, "use backward right"), "purple 2 moves away from the water");
    EXPECT_EQ(explained(game, "use recolour left y"), "white 6 counts as yellow");
}

TEST(HighTideHennTerminal, ADieThatMovesBackIsNotANegativeNumber) {
    auto game = with_changed_dice();
    game.state.steps[0] = game.state.steps[0].backward();
    EXPECT_EQ(explained(game, "first left"), "move white 6 back first");
    EXPECT_EQ(explained(game, "first right"), "move purple 2 first");
}

TEST(HighTideHennTerminal, ARefusalIsASentenceWithoutTheClause) {
    const auto text = play({.players = 3, .options = {}, .seed = "words"}, "take 1\nquit\n", "");
    EXPECT_NE(text.find("no dice lie on that space\n"), std::string::npos) << text;
}

TEST(HighTideHennTerminal, AWholeGameEndsWithTheScoringBeachByBeach) {
    for (const int players : {3, 6}) {
        const auto text = play({.players = players, .options = everything, .seed = "end"}, random_keys(1), "careful");
        const auto table = text.rfind("points");
        ASSERT_NE(table, std::string::npos);
        const std::string end = text.substr(table);
        for (const auto name : {"black", "purple", "blue", "orange", "yellow", "white", "coins", "tile", "sum"})
            EXPECT_NE(end.find(name), std::string::npos) << end;
        EXPECT_TRUE(end.find("wins") != std::string::npos || count(end, "shares") >= 2) << end;
        EXPECT_EQ(std::ranges::count(end, '\n'), players + 1) << end;
    }
}

TEST(HighTideHennTerminal, PlainTextHasNoEscapesAndFits80Columns) {
    for (const auto* length : {"12", "20", "30"}) {
        OptionTexts options = everything;
        options.emplace_back("beach_length", length);
        for (const int players : {3, 4, 5, 6}) {
            std::istringstream lines(play({.players = players, .options = options, .seed = length},
                                          random_keys(static_cast<std::uint64_t>(players)), "random"));
            for (std::string line; std::getline(lines, line);) {
                EXPECT_EQ(line.find('\x1b'), std::string::npos);
                const auto prompt = line.rfind("> ");  // what was typed shows no line end of its own here
                EXPECT_LE(prompt == std::string::npos ? line.size() : line.size() - prompt - 2, 80U) << line;
            }
        }
    }
}

TEST(HighTideHennTerminal, APageIsAtMost24LinesHigh) {
    std::size_t pages = 0;
    for (std::uint64_t game = 0; game < 80; ++game) {
        const Setting setting{.players = 3 + static_cast<int>(game % 4),
                              .options = game % 8 < 4 ? OptionTexts{} : everything,
                              .seed = "page " + std::to_string(game)};
        const auto text = play(setting, random_keys(game), "random", {.colour = true, .clear_screen = true});
        for (auto at = text.find("\x1b[2J"); at != std::string::npos;) {
            const auto next = text.find("\x1b[2J", at + 1);
            const std::string page = text.substr(at, next - at);
            const auto refusals = std::max<std::size_t>(count(page, "help)> "), 1) - 1;  // asked again below it
            EXPECT_LE(count(page, "\n"), 23U + 2 * refusals) << page;
            ++pages;
            at = next;
        }
    }
    EXPECT_GT(pages, 1000U);
}

TEST(HighTideHennTerminal, PeopleWithHiddenSurfersLookAwayOthersNeedNot) {
    OptionTexts options = {{"surfers", "true"}, {"surfers_hidden", "true"}};
    EXPECT_EQ(count(play({.players = 3, .options = options, .seed = "secret"}, "\n1\n1\n\n1\n1\n\n", ""), "look away"),
              3U);
    options.pop_back();
    EXPECT_EQ(count(play({.players = 3, .options = options, .seed = "secret"}, "1\n1\n1\n1\n", ""), "look away"), 0U);
}

TEST(HighTideHennTerminal, PeopleWithCoinsFaceDownLookAwayWithOpenOnesTheyNeedNot) {
    const Setting hidden{.players = 3, .options = {{"coins", "true"}}, .seed = "secret"};
    EXPECT_GE(count(play(hidden, "\n1\n1\n", ""), "look away"), 1U) << "the German text turns coins over";
    const Setting open{.players = 3, .options = {{"coins", "true"}, {"edition", "en"}}, .seed = "secret"};
    EXPECT_EQ(count(play(open, "1\n1\n1\n1\n", ""), "look away"), 0U);
}

}  // namespace
}  // namespace springtide::cli
