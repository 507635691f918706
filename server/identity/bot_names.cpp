#include "server/identity/bot_names.hpp"

#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

constexpr std::string_view rated_apart = "/bots";

}  // namespace

std::string new_bot_guest() {
    const std::string id = random_id();
    return "bot" + id.substr(3);
}

bool has_bot_mark(std::string_view name) { return claim_of(name).ends_with(claim_of(bot_mark.substr(1))); }

Expected<std::string> name_of_bot(std::string_view given) {
    std::string_view own = given;
    if (own.ends_with(bot_mark)) own.remove_suffix(bot_mark.size());
    if (const auto* problem = name_problem(own)) return std::unexpected(error_of(*problem));
    std::string name = std::string(own) + std::string(bot_mark);
    const auto letters =
        std::ranges::count_if(name, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    if (letters > longest_name) return refuse(server_reason("bot_name_length"));
    return name;
}

std::string rated_with_bots(std::string_view game) { return std::string(game) + std::string(rated_apart); }

std::optional<std::string> game_with_bots(std::string_view rated) {
    if (!rated.ends_with(rated_apart)) return std::nullopt;
    return std::string(rated.substr(0, rated.size() - rated_apart.size()));
}

Expected<bool> has_bot_token(Store& store, const std::string& bot, const std::string& session) {
    const auto note = store.note({.guest = bot, .kind = note_kinds::bot_token, .key = session});
    if (!note) return std::unexpected(note.error());
    return note->has_value();
}

}  // namespace springtide::server
