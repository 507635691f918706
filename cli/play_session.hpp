#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/screen.hpp"
#include "cli/style.hpp"
#include "table/table.hpp"

namespace springtide::cli {

/// Who sits where: a person, or a bot of a level.
struct Chair {
    std::string bot;  ///< empty for a person
    [[nodiscard]] bool is_person() const { return bot.empty(); }
};

/// One terminal game from the first prompt to the final table. Reads commands from `in`, so it works at a keyboard, in
/// a pipe and in tests alike.
class PlaySession {
  public:
    PlaySession(std::unique_ptr<Table> table, std::vector<Chair> chairs, std::istream& in, std::ostream& out,
                Style style);

    /// Plays until the game is over or the player leaves; returns the exit status.
    int run();

  private:
    enum class Next { go_on, leave };

    void let_bots_act();
    Next ask(Seat seat);
    void show(Seat seat);
    void hand_over(Seat seat);
    /// True if the table changed.
    bool obey(const std::string& command, Seat seat, bool& leave);
    bool play(Seat seat, const std::string& action);
    bool undo();
    void save(const std::string& file);
    /// Numbers the legal actions and lists them.
    std::string list_choices(Seat seat);
    void tell(const std::string& line);
    void tell_news(int room);
    [[nodiscard]] int people() const;
    [[nodiscard]] std::optional<Seat> person_to_act() const;
    [[nodiscard]] std::string name(Seat seat) const;

    std::unique_ptr<Table> table_;
    std::vector<Chair> chairs_;
    std::istream& in_;
    std::ostream& out_;
    Style style_;
    Screen& screen_;
    std::vector<std::string> news_;     ///< what happened since the last prompt
    std::optional<Seat> at_keyboard_;   ///< the person who looked last
    std::vector<std::string> choices_;  ///< as numbered in the last list
};

}  // namespace springtide::cli
