#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "store/store.hpp"

/// How bot accounts are recognised: by their id, their name, and the lists in which their games are rated.
namespace springtide::server {

namespace note_kinds {
inline constexpr const char* bot_token = "bot token";  ///< of a bot account, a session: its owner's name for it
}  // namespace note_kinds

/// The ids of people are hexadecimal digits, so logs, seats and ratings need no other mark.
constexpr bool is_bot_account(std::string_view guest) { return guest.starts_with("bot"); }
std::string new_bot_guest();

/// The names of bot accounts, and no others, end with it: other players see that it is a bot.
inline constexpr std::string_view bot_mark = " (bot)";
bool has_bot_mark(std::string_view name);
/// The name of a bot account, with the mark, which `given` need not have; or why it cannot be one.
Expected<std::string> name_of_bot(std::string_view given);

/// Games in which a bot account sits are rated in lists of their own, by this name of the game.
std::string rated_with_bots(std::string_view game);
/// The game, if this is the name of such a list.
std::optional<std::string> game_with_bots(std::string_view rated);

/// Whether the token of this session still counts.
Expected<bool> has_bot_token(Store& store, const std::string& bot, const std::string& session);

}  // namespace springtide::server
