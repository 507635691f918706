// All that is kept of somebody, as one file.
#include "core/json_writer.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/bot_accounts.hpp"
#include "server/accounts/company.hpp"
#include "server/competitions/daily.hpp"
#include "server/http/http_api.hpp"

namespace springtide::server {

namespace {

constexpr int most_notes = 1000;

/// What somebody did and said at a table; nothing of what chance or others did, which may still be hidden.
void write_own_events(JsonWriter& json, const std::vector<StoredEvent>& log, const std::string& guest) {
    json.key("events").begin_array();
    for (const StoredEvent& stored : log) {
        const auto event = from_stored(stored);
        if (!event || event->guest != guest) continue;
        json.begin_object().key("seq").value(event->seq).key("at").value(event->at);
        json.key("kind").value(kind_of(*event).name);
        if (const auto* played = std::get_if<ActionPlayed>(&event->what)) json.key("action").value(played->action);
        if (const auto* said = std::get_if<ChatSaid>(&event->what)) json.key("text").value(said->text);
        json.end_object();
    }
    json.end_array();
}

/// Everything but the tables, whose list is begun; gives which they are. `handle` is how others are told of: their ids
/// stay here.
Expected<std::vector<std::string>> write_all_but_tables(JsonWriter& json, Store& store, const Account& account,
                                                        const std::function<std::string(const std::string&)>& handle) {
    const std::string& guest = account.guest.id;
    json.begin_object().key("guest").value(guest).key("name").value(account.guest.name);
    json.key("claimed").value(account.guest.claimed.has_value()).key("ratings").begin_array();
    for (const RatingRow& row : account.ratings) {
        json.begin_object().key("game").value(row.game).key("rating").value(static_cast<int>(row.rating));
        json.key("deviation").value(static_cast<int>(row.deviation)).key("games").value(row.games).end_object();
    }
    const auto notes = store.notes(guest, "", most_notes);
    if (!notes) return std::unexpected(notes.error());
    json.end_array().key("notes").begin_array();
    for (const NoteRow& note : *notes) {
        const bool is_about_somebody = note.kind == note_kinds::tie || note.kind == note_kinds::block ||
                                       note.kind == note_kinds::met || note.kind == note_kinds::owns;
        json.begin_object().key("kind").value(note.kind).key("key");
        json.value(is_about_somebody ? handle(note.key) : note.key).key("at").value(note.at);
        json.key("body").value(note.kind == note_kinds::bot ? handle(note.body) : note.body).end_object();
    }
    const auto attempts = store.daily_attempts_of(guest);
    if (!attempts) return std::unexpected(attempts.error());
    json.end_array().key("daily").begin_array();
    for (const DailyAttempt& one : *attempts) {
        json.begin_object().key("date").value(date_text(one.day)).key("game").value(one.game);
        json.key("table").value(one.table).key("done").value(one.done_at > 0);
        json.key("score").value(one.score).key("points").value(one.points).end_object();
    }
    json.end_array().key("tables").begin_array();
    return store.tables_of(guest);
}

/// Gives how many events had to be read for it.
Expected<std::size_t> write_table(JsonWriter& json, Store& store, const std::string& table, const std::string& guest) {
    const auto row = store.room(table);
    if (!row) return std::unexpected(row.error());
    const auto log = store.events(table, 0);
    if (!log) return std::unexpected(log.error());
    json.begin_object().key("table").value(table);
    if (*row) json.key("game").value((*row)->game).key("phase").value((*row)->phase).key("at").value((*row)->at);
    write_own_events(json, *log, guest);
    json.end_object();
    return log->size();
}

}  // namespace

/// A file that is being put together. One thread at a time has it: that of the store, or the loop.
struct HttpApi::Export {
    std::string guest;
    std::string address;  ///< whose budget pays for the reading
    Reply reply;
    std::vector<std::string> tables{};  ///< that are left
    JsonWriter json{};
};

void HttpApi::export_all(const RoutedRequest& request, const Reply& reply) {
    begin_export(request.account, people_.origin_of(request.device, request.address).address, reply);
}

void HttpApi::begin_export(const Account& account, const std::string& address, const Reply& reply) {
    if (!exporting_.insert(account.guest.id).second)
        return reply(refusal(error_of(server_reason("address_acts_fast"))));
    const auto all = std::make_shared<Export>(Export{.guest = account.guest.id, .address = address, .reply = reply});
    // The key of the marks is made once: it can be used in any thread.
    const auto handle = [&people = people_, guest = all->guest](const std::string& other) {
        return people.handle_of(guest, other);
    };
    lists_.ask([all, account, handle](Store& store) { return write_all_but_tables(all->json, store, account, handle); },
               [this, all](Expected<std::vector<std::string>> tables) {
                   if (tables) {
                       all->tables = std::move(*tables);
                       return export_next(all);
                   }
                   exporting_.erase(all->guest);
                   all->reply(refusal(tables.error()));
               });
}

/// One table after the other: whatever else people ask for comes between.
void HttpApi::export_next(const std::shared_ptr<Export>& all) {
    if (all->tables.empty()) {
        exporting_.erase(all->guest);
        auto response = answer_with(all->json.end_array().end_object().take());
        response.headers.emplace_back("Content-Disposition", "attachment; filename=\"springtide.json\"");
        return all->reply(response);
    }
    const std::string table = std::move(all->tables.back());
    all->tables.pop_back();
    lists_.ask([all, table](Store& store) { return write_table(all->json, store, table, all->guest); },
               [this, all](const Expected<std::size_t>& events) {
                   if (events) {
                       shard_.limits().spend(all->address, Cost::opened, std::chrono::steady_clock::now(),
                                             static_cast<double>(*events));
                       return export_next(all);
                   }
                   exporting_.erase(all->guest);
                   all->reply(refusal(events.error()));
               });
}

}  // namespace springtide::server
