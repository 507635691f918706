#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cli/play_session.hpp"
#include "core/text.hpp"
#include "table/games.hpp"

/// The game as it is played at a keyboard.
namespace springtide::cli {
namespace {

struct Terminal {
    int players = 3;
    std::string bots;  ///< level of all but the first; empty for people
    OptionTexts options;
    Style style;

    [[nodiscard]] std::string type(const std::string& keys) const {
        auto table =
            *new_table("turn_the_tide", {.players = players, .options = options, .seed = "shore", .position = {}});
        std::vector<Chair> chairs(static_cast<std::size_t>(players), Chair{bots});
        chairs[0] = {};
        std::istringstream in(keys);
        std::ostringstream out;
        EXPECT_EQ(PlaySession(std::move(table), chairs, in, out, style).run(), 0);
        return out.str();
    }
};

/// The hand of seat 0 as the first page shows it.
std::vector<std::string> first_hand(const Terminal& terminal) {
    auto table = *new_table(
        "turn_the_tide", {.players = terminal.players, .options = terminal.options, .seed = "shore", .position = {}});
    return table->legal(0);
}

bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

std::size_t times(const std::string& text, std::string_view words) {
    std::size_t found = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++found;
    return found;
}

std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0;
    for (const auto line : split(text, '\n')) longest = std::max(longest, line.size());
    return longest;
}

/// Keys that play a whole game: every number is tried, and those that are no card in hand are refused.
std::string every_card_again_and_again() {
    std::string keys;
    for (int i = 0; i < 400; ++i) keys += std::to_string(i % 60 + 1) + "\n";
    return keys;
}

TEST(TurnTheTideTerminal, ThePageShowsTidesPreserversAndHand) {
    const std::string text = Terminal{.players = 4, .bots = "random", .options = {}, .style = {}}.type("quit\n");
    EXPECT_TRUE(has(text, "round 1 of 4  trick 1 of 12   tide cards: "));
    EXPECT_TRUE(has(text, ">player 1   -               OO"));
    EXPECT_TRUE(has(text, "ready: player 2, player 3, player 4"));
    EXPECT_TRUE(has(text, "your hand: "));
}

TEST(TurnTheTideTerminal, ANumberIsAlwaysACardNeverAPlaceInAList) {
    const Terminal terminal{.players = 3, .bots = "random", .options = {}, .style = {}};
    const auto hand = first_hand(terminal);
    for (int number = 1; number <= 12; ++number) {
        const std::string card = std::to_string(number);
        const bool held = std::ranges::find(hand, card) != hand.end();
        EXPECT_EQ(has(terminal.type(card + "\nquit\n"), "trick 2 of 12"), held) << card;
    }
}

TEST(TurnTheTideTerminal, PeopleAtOneKeyboardAreAskedToLookAway) {
    const Terminal terminal{.players = 3, .bots = "", .options = {}, .style = {}};
    const auto hand = first_hand(terminal);
    const std::string text = terminal.type("\n" + hand.front() + "\n\nquit\n");
    EXPECT_EQ(times(text, "All others, look away"), 2U);
    const auto screen = text.find("player 2, it is your turn.");
    ASSERT_NE(screen, std::string::npos);
    EXPECT_GE(times(text.substr(0, screen), "\n") - times(text.substr(0, text.find("turn (number")), "\n"), 23U)
        << "the first hand has left the page before the next player is called";
    EXPECT_FALSE(has(text.substr(screen), "your hand: " + hand.front() + " ")) << "and does not come back";
}

TEST(TurnTheTideTerminal, UndoLeadsBackToTheTrickBeforeAlthoughBotsChooseFirst) {
    const Terminal terminal{.players = 3, .bots = "rule_of_thumb", .options = {}, .style = {}};
    const auto card = first_hand(terminal).front();
    const std::string text = terminal.type(card + "\nundo\nundo\n" + card + "\nquit\n");
    EXPECT_EQ(times(text, "trick 1 of 12"), 2U);
    EXPECT_EQ(times(text, "trick 2 of 12"), 2U);
    EXPECT_TRUE(has(text, "there is nothing to undo"));
}

TEST(TurnTheTideTerminal, TheMemoryAidIsOffUntilItIsAskedFor) {
    const Terminal terminal{.players = 3, .bots = "random", .options = {}, .style = {}};
    const auto card = first_hand(terminal).front();
    EXPECT_FALSE(has(terminal.type(card + "\nquit\n"), "not seen"));
    const std::string text = terminal.type(card + "\naid\naid\nquit\n");
    EXPECT_TRUE(has(text, "player 2 holds 11 unknown; played "));
    EXPECT_TRUE(has(text, "tide cards to come "));
    EXPECT_TRUE(has(text, "the memory aid is off"));
}

TEST(TurnTheTideTerminal, AGameToItsEnd) {
    for (int players = 3; players <= 5; ++players) {
        const Terminal terminal{.players = players, .bots = "rule_of_thumb", .options = {}, .style = {}};
        std::string keys;
        for (int i = 0; i < players; ++i) keys += every_card_again_and_again();
        const std::string text = terminal.type(keys);
        EXPECT_TRUE(has(text, "round 2 of " + std::to_string(players) + "  trick 1 of 12"));
        EXPECT_TRUE(has(text, "round 1 ends: "));
        const auto end = text.find("round " + std::to_string(players) + " ends: ");
        ASSERT_NE(end, std::string::npos);
        EXPECT_TRUE(has(text.substr(end), " wins") || has(text.substr(end), "shares the win"));
        for (int seat = 1; seat <= players; ++seat)
            EXPECT_TRUE(has(text.substr(end), "player " + std::to_string(seat)));
    }
}

TEST(TurnTheTideTerminal, FitsAPageOf80By24WithEverythingSwitchedOn) {
    for (int players = 3; players <= 5; ++players) {
        const Style style{.colour = false, .clear_screen = true, .rows = 24};
        const Terminal terminal{players, "rule_of_thumb", {{"leftovers_open", "true"}}, style};
        std::string keys = "aid\n";
        for (int i = 0; i < players; ++i) keys += every_card_again_and_again();
        const std::string text = terminal.type(keys);
        int pages = 0;
        for (std::string_view rest = text; !rest.empty(); ++pages) {
            const auto next = std::min(rest.find("\x1b[2J", 1), rest.size());
            std::string page(rest.substr(0, next));
            rest.remove_prefix(next);
            page = page.substr(0, page.find("'s turn (number"));  // refusals after the prompt are not the page
            if (page.starts_with("\x1b[2J\x1b[H")) page.erase(0, 7);
            EXPECT_LE(longest_line(page), 80U) << page;
            EXPECT_LE(times(page, "\n"), 24U) << page;
        }
        EXPECT_GT(pages, 20);
    }
}

TEST(TurnTheTideTerminal, AHintComesWithItsReasons) {
    const std::string text = Terminal{.players = 3, .bots = "random", .options = {}, .style = {}}.type("hint\nquit\n");
    EXPECT_TRUE(has(text, "try "));
    EXPECT_TRUE(has(text, " %)\n"));
    EXPECT_TRUE(has(text, " % wins"));
}

TEST(TurnTheTideTerminal, NothingButTextWithoutATerminal) {
    const std::string text =
        Terminal{.players = 3, .bots = "random", .options = {}, .style = {}}.type("aid\nhint\nlog\nquit\n");
    EXPECT_FALSE(has(text, "\x1b"));
}

}  // namespace
}  // namespace springtide::cli
