#include "cli/screens/screen.hpp"

#include <algorithm>
#include <memory>

#include "games/notation.hpp"
#include "games/screen.hpp"

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
    struct ScreenOfGame {
        std::string_view game;
        std::unique_ptr<Screen> screen;
    };
    static const auto screens = AllGames::each([]<class State>() {
        return ScreenOfGame{GameText<State>::info().id, std::make_unique<typename GameScreen<State>::type>()};
    });
    return *std::ranges::find(screens, game, &ScreenOfGame::game)->screen;
}

}  // namespace springtide::cli
