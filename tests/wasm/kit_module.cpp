// The test kit as a WebAssembly module for node: random games and signatures of every game.
#include <string>

#include "tests/kit/all_games.hpp"

namespace {

std::string text;

const springtide::kit::GameChecks& checks(int game) {
    static const auto all = springtide::kit::all_games();
    return all[static_cast<std::size_t>(game)];
}

}  // namespace

extern "C" {

[[clang::export_name("game_count")]] int game_count() { return static_cast<int>(springtide::kit::all_games().size()); }

/// Each of these leaves its answer in text() and returns its length.
[[clang::export_name("game_name")]] std::size_t game_name(int game) {
    text = checks(game).game;
    return text.size();
}

[[clang::export_name("signature")]] std::size_t signature(int game) {
    text = springtide::kit::full_signature(checks(game));
    return text.size();
}

/// The first problem the kit found, empty if none.
[[clang::export_name("random_games")]] std::size_t random_games(int game, int most, int more) {
    text = checks(game).random_games(3, static_cast<std::size_t>(most), more).problem;
    return text.size();
}

[[clang::export_name("text")]] const char* last_text() { return text.data(); }
}
