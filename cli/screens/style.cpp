#include "cli/screens/style.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace springtide::cli {

Style Style::for_output(bool plain) {
    const char* terminal = std::getenv("TERM");
    const bool able =
        !plain && ::isatty(STDOUT_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
    const char* no_colour = std::getenv("NO_COLOR");
    const bool coloured = able && (no_colour == nullptr || *no_colour == '\0');
    Style style{.colour = coloured, .clear_screen = able, .in_window = able};
    style.follow_window();
    return style;
}

void Style::follow_window() {
    winsize size{};
    if (!in_window || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return;
    rows = size.ws_row;
    if (size.ws_col >= 40) columns = size.ws_col;
}

}  // namespace springtide::cli
