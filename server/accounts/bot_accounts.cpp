#include "server/accounts/bot_accounts.hpp"

#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/accounts/account_changes.hpp"
#include "server/accounts/company.hpp"
#include "server/base/clean_text.hpp"
#include "server/identity/identity.hpp"
#include "server/messages/room_enums.hpp"
#include "server/storing/claims.hpp"
#include "store/person_change.hpp"

namespace springtide::server {

namespace {

constexpr const char* account = "account";
constexpr std::size_t longest_token_name = 60;
constexpr int most_games_read = 300;

Expected<BotAccount> read_bot(Store& store, const std::string& guest, std::int64_t at) {
    const auto row = store.guest(guest);
    if (!row) return std::unexpected(row.error());
    BotAccount bot{.guest = guest, .name = *row ? (*row)->name : "", .at = at};
    const auto ratings = store.ratings_of(guest);
    if (!ratings) return std::unexpected(ratings.error());
    for (const RatingRow& rating : *ratings) {
        const auto game = game_with_bots(rating.game);
        if (!game) continue;
        bot.ratings.push_back(rating);
        bot.ratings.back().game = *game;
    }
    return bot;
}

}  // namespace

Expected<std::vector<BotAccount>> read_bots_of(Store& store, const std::string& owner) {
    const auto notes = store.notes(owner, note_kinds::owns, 10 * most_bots);
    if (!notes) return std::unexpected(notes.error());
    std::vector<BotAccount> bots;
    for (const NoteRow& note : *notes) {
        auto bot = read_bot(store, note.key, note.at);
        if (!bot) return std::unexpected(bot.error());
        auto tokens = store.notes(note.key, note_kinds::bot_token, 10 * most_bot_tokens);
        if (!tokens) return std::unexpected(tokens.error());
        bot->tokens = std::move(*tokens);
        bots.push_back(std::move(*bot));
    }
    return bots;
}

Expected<std::vector<BotAccount>> read_bots(Store& store) {
    const auto notes = store.notes_by_key(note_kinds::bot, account, most_bots_listed);
    if (!notes) return std::unexpected(notes.error());
    std::vector<BotAccount> bots;
    for (const NoteRow& note : *notes) {
        auto bot = read_bot(store, note.guest, note.at);
        if (!bot) return std::unexpected(bot.error());
        bots.push_back(std::move(*bot));
    }
    return bots;
}

Expected<std::optional<GuestRow>> find_bot(Store& store, std::string_view name) {
    const auto full = name_of_bot(name);
    if (!full) return std::nullopt;
    auto row = owner_of_name(store, *full);
    if (row && *row && !is_bot_account((*row)->id)) row->reset();
    return row;
}

Expected<Write> make_bot(Store& store, const std::string& owner, const std::string& name, std::int64_t at) {
    Write write;
    const auto own = notes_seen(store, write.only_if, owner, note_kinds::owns);
    if (!own) return std::unexpected(own.error());
    if (std::ssize(*own) >= most_bots) return refuse(server_reason("many_bots"), {{"limit", most_bots}});
    const auto full = name_of_bot(name);
    if (!full) return std::unexpected(full.error());
    const auto known = owner_of_name(store, *full);
    if (!known) return std::unexpected(known.error());
    if (*known) return refuse(server_reason("bot_name_taken"));
    const std::string guest = new_bot_guest();
    write.person = PersonChange{.id = guest, .name = name_change(*full), .keeps_name = true};
    write.notes = {{.guest = owner, .kind = note_kinds::owns, .key = guest, .at = at, .body = {}},
                   {.guest = guest, .kind = note_kinds::bot, .key = account, .at = at, .body = owner}};
    return write;
}

Expected<NoteRow> note_bot_token(Store& store, const std::string& bot, const std::string& session,
                                 const std::string& name, std::int64_t at) {
    const auto tokens = store.notes(bot, note_kinds::bot_token, most_bot_tokens);
    if (!tokens) return std::unexpected(tokens.error());
    if (std::ssize(*tokens) >= most_bot_tokens)
        return refuse(server_reason("many_bot_tokens"), {{"limit", most_bot_tokens}});
    const std::string plain = plain_text(name);
    if (plain.empty() || plain.size() > longest_token_name) return refuse(server_reason("bot_token_name"));
    return NoteRow{.guest = bot, .kind = note_kinds::bot_token, .key = session, .at = at, .body = plain};
}

Expected<std::size_t> games_of(Store& store, const std::string& bot) {
    const auto rooms = store.rooms_of(bot, most_games_read);
    if (!rooms) return std::unexpected(rooms.error());
    return static_cast<std::size_t>(
        std::ranges::count_if(*rooms, [](const RoomRow& room) { return room.phase != enum_name(Phase::over); }));
}

Expected<bool> takes_challenges(Store& store, const std::string& bot, const std::string& challenger,
                                std::size_t most_games) {
    const auto of = store.note({.guest = bot, .kind = note_kinds::bot, .key = account});
    if (!of) return std::unexpected(of.error());
    if (!*of) return false;
    const auto blocks = store.note({.guest = (*of)->body, .kind = note_kinds::block, .key = challenger});
    if (!blocks) return std::unexpected(blocks.error());
    if (*blocks) return false;
    const auto games = games_of(store, bot);
    if (!games) return std::unexpected(games.error());
    return *games < most_games;
}

}  // namespace springtide::server
