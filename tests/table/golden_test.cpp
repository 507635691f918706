#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/text.hpp"
#include "table/games.hpp"
#include "table/playthrough.hpp"
#include "tests/source_dir.hpp"

namespace springtide {
namespace {

/// The game that the first line of a golden file asks for:
/// # springtide playthrough GAME --players N --seed TEXT [--option NAME=VALUE …]
std::string play_again(const std::string& command) {
    const auto words = split(command, ' ');
    if (words.size() < 8) return "the first line does not say how the game was made";
    TableSetup setup;
    std::string seed;
    for (std::size_t i = 4; i + 1 < words.size(); i += 2) {
        const std::string value(words[i + 1]);
        if (words[i] == "--players") setup.players = parse_int(value).value_or(0);
        if (words[i] == "--seed") seed = value;
        if (words[i] == "--option")
            setup.options.emplace_back(value.substr(0, value.find('=')), value.substr(value.find('=') + 1));
    }
    setup.seed = seed;
    auto table = new_table(words[3], setup);
    if (!table) return table.error().message;
    return playthrough(**table, seed);
}

TEST(Golden, EveryPlaythroughIsAsItWas) {
    std::set<std::string> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(SPRINGTIDE_SOURCE_DIR) + "/tests/golden")) {
        std::ifstream file(entry.path());
        std::string command;
        std::getline(file, command);
        std::ostringstream rest;
        rest << file.rdbuf();
        EXPECT_EQ(play_again(command), rest.str())
            << entry.path() << "\nIf the rules were meant to change: tools/update_golden, and read the difference.";
        const auto words = split(command, ' ');
        ASSERT_GE(words.size(), 8U) << entry.path() << " does not say how it was made";
        found.insert(std::string(words[3]) + " " + std::string(words[5]));
    }
    for (const Game& game : games())
        for (int players = game.info().min_players; players <= game.info().max_players; ++players)
            EXPECT_TRUE(found.contains(std::string(game.info().id) + " " + std::to_string(players)))
                << "no golden playthrough of " << game.info().id << " with " << players << " players";
}

}  // namespace
}  // namespace springtide
