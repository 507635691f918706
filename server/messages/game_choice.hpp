#pragma once

#include <string>

#include "core/error.hpp"
#include "notation/options.hpp"

namespace springtide {
struct RefusalReason;
class Fields;
}  // namespace springtide

namespace springtide::server {

/// A game and its settings: the first choice of a club night's or duplicate tables' host.
struct GameChoice {
    std::string name;
    std::string game;
    int seats = 0;
    OptionTexts options;
    std::string bot;  ///< the level of bots
};

/// Checked against the games there are; `bad_name` says why a name will not do.
Expected<GameChoice> game_choice(const Fields& fields, const RefusalReason& bad_name);

Expected<int> number_between(const Fields& fields, std::string_view name, std::int64_t least, std::int64_t most);

}  // namespace springtide::server
