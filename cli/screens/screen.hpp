#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bots/bot.hpp"
#include "cli/screens/style.hpp"
#include "table/table.hpp"

namespace springtide::cli {

/// How one game looks in the terminal. A screen draws what an observer sees and puts actions into words.
class Screen {
  public:
    Screen() = default;
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    virtual ~Screen() = default;

    /// The goal of the game in two or three sentences for a new player.
    [[nodiscard]] virtual std::string goal() const = 0;
    /// The table as the observer sees it, at most 80 columns wide.
    [[nodiscard]] virtual std::string draw(const Table& table, Observer observer, const Style& style) const = 0;
    /// The meaning of an action, for the list of choices; empty if its notation says enough.
    [[nodiscard]] virtual std::string explain(const Table& table, Seat seat, std::string_view action) const;
    /// A bot's reasons for an action, a line for each; empty if the game has no texts for them.
    [[nodiscard]] virtual std::string reasons(const std::vector<Why>&) const { return ""; }
    /// Are actions written as numbers? Then the choices are not numbered, and a number is always the action.
    [[nodiscard]] virtual bool actions_are_numbers() const { return false; }
    /// Sentences about events for all players at the keyboard; by default everything that all may know.
    [[nodiscard]] virtual std::vector<std::string> news(EventBook book, const Story& story) const;
    /// The final table, when the game is over.
    [[nodiscard]] virtual std::string final_table(const Table& table, const Style& style) const;
    /// A game's own commands at the prompt ("aid", …), for the help text; empty if it has none.
    [[nodiscard]] virtual std::string own_commands() const { return ""; }
    /// The part of the game that a table has reached, in its players' terms: "round 2, trick 5"; or empty.
    [[nodiscard]] virtual std::string place(const Table&) const { return ""; }
    /// An action in the past tense: "played the 34".
    [[nodiscard]] virtual std::string deed(std::string_view action) const { return "chose " + std::string(action); }
    /// The action as a thing that may be better: "the 12".
    [[nodiscard]] virtual std::string named(std::string_view action) const { return std::string(action); }
    /// The meaning of the letters and signs on its board, for the help text; empty if they explain themselves.
    [[nodiscard]] virtual std::string legend() const { return ""; }
    /// Answers a command of its own; false if it is none.
    virtual bool answer(std::string_view command, const Table& table, Observer observer, const Style& style,
                        std::string& text);
};

/// Each game says in cli/<game>_screen.hpp which screen is its own, as `type`.
template <class State>
struct GameScreen;

/// The screen of a game this program knows.
Screen& screen_of(std::string_view game);

}  // namespace springtide::cli
