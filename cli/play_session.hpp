#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/keyboard.hpp"
#include "cli/screens/screen.hpp"
#include "cli/screens/style.hpp"
#include "cli/unfinished.hpp"
#include "table/table.hpp"

namespace springtide::cli {

/// The file of a game that the player interrupts; none by default.
struct Keeping {
    std::filesystem::path folder;
    std::filesystem::path file;  ///< the game's earlier file, if it has one
};

/// One terminal game from the first prompt to the final table. Reads commands from `in`, so it works at a keyboard, in
/// a pipe and in tests alike.
class PlaySession {
  public:
    PlaySession(std::unique_ptr<Table> table, std::vector<Chair> chairs, std::istream& in, std::ostream& out,
                Style style, Keeping keeping = {});

    /// Plays until the game is over or the player leaves; returns the exit status.
    int run();

  private:
    enum class Next { go_on, leave };
    using Read = Keyboard::Read;

    void let_bots_act();
    Next ask(Seat seat);
    void show(Seat seat);
    Next open(Seat seat);
    Next hand_over(Seat seat);
    /// Ctrl-C, quit or the end of the input: is the game to be kept, thrown away, or played on?
    Next part(bool may_go_on);
    void keep();
    [[nodiscard]] bool may_keep() const;
    /// True if the table changed.
    bool obey(const std::string& command, Seat seat, bool& leave);
    bool play(Seat seat, const std::string& action);
    bool undo();
    void save(const std::string& file);
    void help(Seat seat);
    void rules(std::string_view word);
    /// Prints lines that are never broken inside a word.
    void say(std::string_view text, std::size_t indent = 0);
    /// Prints page by page if a user is there to turn them.
    void say_paged(const std::string& text);
    [[nodiscard]] std::size_t text_width() const;
    [[nodiscard]] std::string opening() const;
    [[nodiscard]] std::string beside_the_log(const std::string& board, Seat seat) const;
    enum class Explained : std::uint8_t { no, yes };
    /// Numbers the legal actions and lists them; with what each does, if that many lines are free.
    std::string list_choices(Seat seat, int room);
    [[nodiscard]] std::string list_choices(Seat seat, Explained explained) const;
    void tell(const std::string& line);
    void tell_news(int room);
    [[nodiscard]] int people() const;
    [[nodiscard]] std::optional<Seat> person_to_act() const;
    [[nodiscard]] std::string name(Seat seat) const;

    std::unique_ptr<Table> table_;
    std::vector<Chair> chairs_;
    std::ostream& out_;
    Style style_;
    Screen& screen_;
    std::vector<std::string> news_;     ///< events since the last prompt
    std::optional<Seat> at_keyboard_;   ///< the person who looked last
    std::vector<std::string> choices_;  ///< as numbered in the last list
    Keeping keeping_;
    Keyboard keyboard_;
    bool opened_ = false;  ///< the player has seen the goal of the game
};

}  // namespace springtide::cli
