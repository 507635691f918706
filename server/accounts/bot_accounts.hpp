#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "server/identity/bot_names.hpp"
#include "store/store.hpp"

/// Accounts of programs that play. Somebody whose name is kept with a password owns them; what is known of them are
/// notes (docs/decisions/0226), read and changed in the store's thread.
namespace springtide::server {

namespace note_kinds {
inline constexpr const char* bot = "bot";    ///< of a bot account, key "account": the guest who owns it
inline constexpr const char* owns = "owns";  ///< a bot account of this guest
}  // namespace note_kinds

inline constexpr int most_bots = 5;         ///< of one owner
inline constexpr int most_bot_tokens = 10;  ///< of one bot account
inline constexpr int most_bots_listed = 200;

/// What a bot account may do.
struct BotLimits {
    std::size_t games = 8;                 ///< at once, with those it is asked to
    std::size_t moves_per_second = 10;     ///< and whatever else changes a table
    std::size_t challenges_per_hour = 60;  ///< to it, and from one person
};

struct BotAccount {
    std::string guest;
    std::string name;
    std::int64_t at = 0;               ///< when it was made
    std::vector<NoteRow> tokens{};     ///< only for its owner
    std::vector<RatingRow> ratings{};  ///< with the names of the games themselves
};

/// Those of one owner, with their tokens.
Expected<std::vector<BotAccount>> read_bots_of(Store& store, const std::string& owner);
/// All of them.
Expected<std::vector<BotAccount>> read_bots(Store& store);
/// The account with this name, with or without the mark.
Expected<std::optional<GuestRow>> find_bot(Store& store, std::string_view name);

/// What is written so that `owner` has a new one.
Expected<Write> make_bot(Store& store, const std::string& owner, const std::string& name, std::int64_t at);
/// What is noted of a token; nothing of its secret.
Expected<NoteRow> note_bot_token(Store& store, const std::string& bot, const std::string& session,
                                 const std::string& name, std::int64_t at);

/// Whether somebody may be challenged: nobody is told that the owner blocks them.
Expected<bool> takes_challenges(Store& store, const std::string& bot, const std::string& challenger,
                                std::size_t most_games);
/// At how many tables it sits, or is asked to, that are not over.
Expected<std::size_t> games_of(Store& store, const std::string& bot);

}  // namespace springtide::server
