#include "cli/screen.hpp"

#include <map>

#include "cli/high_tide_henn_screen.hpp"
#include "cli/high_tide_leiman_screen.hpp"
#include "cli/turn_the_tide_screen.hpp"

namespace springtide::cli {

std::string Screen::explain(const Table&, Seat, std::string_view) const { return ""; }

std::vector<std::string> Screen::news(EventBook book, const Story& story) const {
    return lines_for(book, story, Observer::spectator());
}

std::string Screen::final_table(const Table& table, const Style& style) const {
    std::string text;
    const Result result = table.result();
    for (int seat = 0; seat < table.players(); ++seat) {
        const auto s = static_cast<Seat>(seat);
        const std::string line = table.seat_name(s) + ": " + std::to_string(result.points[s]);
        text += result.winners.contains(s) ? style.bold(line + "  wins") + "\n" : line + "\n";
    }
    return text;
}

bool Screen::answer(std::string_view, const Table&, Observer, const Style&, std::string&) { return false; }

Screen& screen_of(std::string_view game) {
    static HighTideHennScreen high_tide_henn;
    static HighTideLeimanScreen high_tide_leiman;
    static TurnTheTideScreen turn_the_tide;
    static const std::map<std::string_view, Screen*> screens = {
        {"high_tide_henn", &high_tide_henn},
        {"high_tide_leiman", &high_tide_leiman},
        {"turn_the_tide", &turn_the_tide},
    };
    return *screens.at(game);
}

}  // namespace springtide::cli
