#include "cli/table_options.hpp"

#include <random>

#include "core/text.hpp"

namespace springtide::cli {

std::string fresh_seed() {
    constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";
    std::random_device device;
    std::string seed;
    for (int i = 0; i < 12; ++i) seed += letters[device() % letters.size()];
    return seed;
}

void TableFlags::add_to(CLI::App& command) {
    command.add_option("game", game, "which game; 'springtide games' lists them");
    command.add_option("-p,--players", players, "number of players (default: the fewest the game allows)");
    command.add_option("-o,--option", options, "an option of the game as name=value; may be given several times")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command.add_option("-s,--seed", seed, "text from which dice and cards follow: the same seed, the same game");
}

Expected<OptionTexts> TableFlags::given_options() const {
    OptionTexts given;
    for (const auto& option : options) {
        const auto equals = option.find('=');
        if (equals == std::string::npos)
            return fail(ErrorCode::bad_options, "an option is written name=value, not " + in_quotes(option));
        given.emplace_back(option.substr(0, equals), option.substr(equals + 1));
    }
    return given;
}

Expected<std::unique_ptr<Table>> TableFlags::make() const {
    const auto found = find_game(game);
    if (!found) return std::unexpected(found.error());
    TableSetup setup;
    setup.players = players == 0 ? (*found)->info().min_players : players;
    setup.seed = seed.empty() ? fresh_seed() : seed;
    auto given = given_options();
    if (!given) return std::unexpected(given.error());
    setup.options = std::move(*given);
    return (*found)->create(setup);
}

}  // namespace springtide::cli
