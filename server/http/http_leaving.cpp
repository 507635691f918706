// Leaving: the name is given up, or everything that is kept of somebody goes.
#include "protocol/server_reasons.hpp"
#include "server/accounts/without_name.hpp"
#include "server/competitions/daily.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"
#include "server/storing/shared_log.hpp"

namespace springtide::server {

namespace {

/// The tables at which somebody still plays with others, or would.
Expected<std::vector<std::string>> tables_not_over(Store& store, const std::string& guest) {
    const auto tables = store.tables_of(guest);
    if (!tables) return std::unexpected(tables.error());
    std::vector<std::string> still;
    for (const std::string& table : *tables) {
        const auto row = store.room(table);
        if (!row) return std::unexpected(row.error());
        const auto seat = store.seat_of(table, guest);
        if (!seat) return std::unexpected(seat.error());
        if (*row && (*row)->phase != enum_name(Phase::over) && *seat >= 0 && !shared_deal((*row)->summary).day)
            still.push_back(table);
    }
    return still;
}

}  // namespace

/// As if they had just come; only their games stay theirs.
void HttpApi::delete_name(const RoutedRequest& request, const Reply& reply) {
    const std::string& guest = request.account.guest.id;
    const auto decide = [caller = caller_of(request.account), nameless = People::name_of_new(guest)](Store& store) {
        return giving_name_up(store, caller, nameless, now_ms());
    };
    change(decide, reply,
           [this, request, reply, guest](const Change&) { begin_session(guest, std::nullopt, request, reply); });
}

void HttpApi::delete_self(const RoutedRequest& request, const Reply& reply) {
    const Caller caller = caller_of(request.account);
    if_free(caller.guest, server_reason("plays_still"), reply, [this, reply, caller] {
        forget_guest(caller, reply, [this, reply] {
            auto response = answer_with("{}");
            response.headers.emplace_back("Set-Cookie", cookie("springtide", "", true));
            reply(response);
        });
    });
}

void HttpApi::if_free(const std::string& guest, const RefusalReason& plays_still, const Reply& reply,
                      const std::function<void()>& go_on) {
    struct Ties {
        std::size_t tables = 0;
        bool has_bots = false;
    };
    const auto read = [guest](Store& store) -> Expected<Ties> {
        const auto still = tables_not_over(store, guest);
        if (!still) return std::unexpected(still.error());
        const auto bots = store.notes(guest, note_kinds::owns, 1);
        if (!bots) return std::unexpected(bots.error());
        return Ties{.tables = still->size(), .has_bots = !bots->empty()};
    };
    lists_.ask(read, [reply, go_on, &plays_still](const Expected<Ties>& ties) {
        if (!ties) return reply(refusal(ties.error()));
        if (ties->has_bots) return reply(refusal(error_of(server_reason("bots_first"))));
        if (ties->tables > 0)
            return reply(refusal(error_of(plays_still, {{"n", static_cast<std::int64_t>(ties->tables)}})));
        go_on();
    });
}

/// Where their name is.
struct HttpApi::Places {
    std::vector<std::string> tables;
    std::vector<std::string> clubs;
};

/// Takes the name out of the games first: after an interruption the person can ask again.
void HttpApi::forget_guest(const Caller& caller, const Reply& reply, const std::function<void()>& done) {
    const auto read = [guest = caller.guest](Store& store) -> Expected<Places> {
        auto tables = store.tables_of(guest);
        if (!tables) return std::unexpected(tables.error());
        const auto clubs = store.notes(guest, note_kinds::club, -1);
        if (!clubs) return std::unexpected(clubs.error());
        Places places{.tables = std::move(*tables), .clubs = {}};
        for (const NoteRow& note : *clubs) places.clubs.push_back(note.key);
        return places;
    };
    const auto decide = [caller](Store& store) {
        return forgetting(store, caller, People::name_of_new(caller.guest), now_ms());
    };
    lists_.ask(read, [this, guest = caller.guest, decide, reply, done](Expected<Places> places) {
        if (!places) return reply(not_stored());
        take_name_out(std::make_shared<Places>(std::move(*places)), guest, [this, decide, reply, done](bool is_out) {
            if (!is_out) return reply(not_stored());
            change(decide, reply, [done](const Change&) { done(); });
        });
    });
}

/// The person leaves the night if it is not over; then the name is taken out of its log.
void HttpApi::forget_in_club(const std::string& id, const std::string& guest, const std::function<void()>& done) {
    const auto left = [done](const auto& /*club*/) { done(); };
    lists_.ask(
        [id](Store& store) { return store.club(id); },
        [this, id, guest, done, left](const Expected<ClubLog>& log) {
            if (!log || log->events.empty()) return done();
            if (is_duplicate_set(*log))
                shard_.change_duplicate(id, [guest](const DuplicateSet& set) { return set.leave(guest, {}); }, left);
            else
                shard_.change_club(id, [guest](const Club& club) { return club.leave(guest, std::nullopt); }, left);
        });
}

/// One after the other: whatever else people ask for comes between.
void HttpApi::take_name_out(const std::shared_ptr<Places>& places, const std::string& guest,
                            const std::function<void(bool)>& done) {
    const auto go_on = [this, places, guest, done](bool is_out) {
        is_out ? take_name_out(places, guest, done) : done(false);
    };
    const auto write = [this, go_on](Expected<Write> change) {
        if (!change) return go_on(false);
        people_.store(std::move(*change), [go_on](const Expected<WriteOutcome>& stored) {
            go_on(stored && *stored == WriteOutcome::stored);
        });
    };
    if (!places->clubs.empty()) {
        const std::string club = std::move(places->clubs.back());
        places->clubs.pop_back();
        return forget_in_club(club, guest, [this, club, guest, write] {
            lists_.ask([club, guest](Store& store) { return club_without_name(store, club, guest); }, write);
        });
    }
    if (places->tables.empty()) return done(true);
    const std::string table = std::move(places->tables.back());
    places->tables.pop_back();
    shard_.rewrite(table, [table, guest](Store& store) { return table_without_name(store, table, guest); }, go_on);
}

}  // namespace springtide::server
