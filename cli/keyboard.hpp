#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "core/lifetime.hpp"

namespace springtide::cli {

/// Reads what a person types. At a terminal a line can be edited (arrows, Home, End, Ctrl-A, E, K, U, W) and earlier
/// lines come back with the arrow keys; from a pipe, and in tests, lines are read as they come.
class Keyboard {
  public:
    enum class Read : std::uint8_t { line, interrupted, ended };

    Keyboard(std::istream& in, std::ostream& out);

    /// Shows the prompt and reads a line. Ctrl-C interrupts only while an Interruption lives.
    Read read_line(std::string_view prompt, std::string& line);

  private:
    Read edit(std::string_view lines, std::string& line);

    std::istream& in_;
    std::ostream& out_;
    bool edits_;
    std::vector<std::string> history_;
};

/// A line being edited, without the terminal around it: keys in, text and cursor out.
class LineEditor {
  public:
    enum class Step : std::uint8_t { go_on, line, ended };

    explicit LineEditor(const std::vector<std::string>& history SPRINGTIDE_LIFETIME_BOUND)
        : history_(history), at_(history.size()) {}

    /// Takes one byte of what the terminal sends.
    Step take(char byte);
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t cursor() const { return cursor_; }

  private:
    Step take_control(char byte);
    void take_escape(char byte);
    void move_left();
    void move_right();
    void erase_before();
    void erase_here();
    void erase_word();
    void go_to(std::size_t place);

    const std::vector<std::string>& history_;
    std::string text_;
    std::string own_;  ///< the input from before the user browsed the history
    std::size_t cursor_ = 0;
    std::size_t at_;      ///< in the history; its end is the line being typed
    std::string escape_;  ///< an escape sequence that has begun
};

}  // namespace springtide::cli
