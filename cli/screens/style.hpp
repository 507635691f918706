#pragma once

#include <string>
#include <string_view>

namespace springtide::cli {

/// How text is dressed: with colours and a fresh page on a terminal, plain otherwise (no terminal, NO_COLOR, --plain).
struct Style {
    bool colour = false;
    bool clear_screen = false;
    int rows = 24;           ///< lines of the terminal
    int columns = 80;        ///< and characters in a line
    bool in_window = false;  ///< both are those of a window, whose size may change

    /// Takes the size that the window has now.
    void follow_window();

    /// `text` with an escape sequence such as "1" (bold) or "30;48;5;223".
    [[nodiscard]] std::string paint(std::string_view text, std::string_view code) const {
        if (!colour) return std::string(text);
        return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
    }
    [[nodiscard]] std::string bold(std::string_view text) const { return paint(text, "1"); }
    [[nodiscard]] std::string dim(std::string_view text) const { return paint(text, "2"); }

    /// For standard output as it is now.
    static Style for_output(bool plain);
};

}  // namespace springtide::cli
