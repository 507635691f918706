// Leaving: the name is given up, or everything that is kept of somebody goes.
#include "protocol/server_reasons.hpp"
#include "server/company.hpp"
#include "server/daily.hpp"
#include "server/http_api.hpp"
#include "server/identity.hpp"
#include "server/shared_log.hpp"
#include "server/without_name.hpp"

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

void HttpApi::with_password(const HttpRequest& request, const std::string& password, const Reply& reply,
                            const std::function<void(const Account&)>& go_on) {
    people_.find_account(request.token, "", [this, password, reply, go_on](const Expected<Account>& account) {
        if (!account) return reply(refusal(account.error()));
        if (!account->token) return reply(refusal(error_of(server_reason("not_logged_in"))));
        if (!account->guest.password) return go_on(*account);
        ++passwords_waiting_;
        shard_.loop().aside([this, account = *account, password, reply, go_on] {
            const bool fits = password_fits(*account.guest.password, password);
            shard_.loop().post([this, account, fits, reply, go_on] {
                --passwords_waiting_;
                fits ? go_on(account) : reply(refusal(error_of(server_reason("wrong_password"))));
            });
        });
    });
}

/// As if they had just come; only their games stay theirs.
void HttpApi::delete_name(const HttpRequest& request, const std::string& password, const Reply& reply) {
    // Where their name is in the log of a night must be known as long as it is there.
    const auto read = [](Store& store, const std::string& guest) -> Expected<std::vector<NoteRow>> {
        const auto bots = store.notes(guest, note_kinds::owns, 1);
        if (!bots) return std::unexpected(bots.error());
        if (!bots->empty()) return refuse(server_reason("bots_first"));
        return store.notes(guest, note_kinds::club, -1);
    };
    with_password(request, password, reply, [this, reply, read](const Account& account) {
        lists_.ask([read, guest = account.guest.id](Store& store) { return read(store, guest); },
                   [this, reply, account](const Expected<std::vector<NoteRow>>& kept) {
                       kept ? give_name_up(account, *kept, reply) : reply(refusal(kept.error()));
                   });
    });
}

void HttpApi::give_name_up(const Account& account, const std::vector<NoteRow>& kept, const Reply& reply) {
    Account after = account;
    after.ratings.clear();
    after.guest.name = People::name_of_new(account.guest.id);
    after.guest.claimed.reset();
    after.guest.password.reset();
    Write write = Sessions::end_all(after.guest, now_ms());
    after.guest = *write.guest;
    write.forgotten_guest = after.guest.id;
    write.notes = kept;
    people_.end_session(std::move(write), [this, reply, after](const Expected<WriteOutcome>& stored) {
        reply(stored && *stored == WriteOutcome::stored ? about(after, true) : not_stored());
    });
}

void HttpApi::delete_self(const HttpRequest& request, const std::string& password, const Reply& reply) {
    with_password(request, password, reply, [this, reply](const Account& account) {
        if_free(account.guest.id, server_reason("plays_still"), reply,
                [this, reply, account] { forget_self(account, reply); });
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

void HttpApi::forget_self(const Account& account, const Reply& reply) {
    forget_guest(account.guest, [this, reply](bool forgotten) {
        if (!forgotten) return reply(not_stored());
        HttpResponse response;
        response.body = "{}";
        response.headers.emplace_back("Set-Cookie", cookie("springtide", "", true));
        reply(response);
    });
}

/// Notes that are not theirs and tell of them.
struct HttpApi::NotesAbout {
    std::vector<NoteKey> others{};
    std::vector<NoteRow> desk{};  ///< the host's, without the name
};
/// Where their name is.
struct HttpApi::Places {
    std::vector<std::string> tables;
    std::vector<std::string> clubs;
};

/// Takes the name out of the games first: after an interruption the person can ask again.
void HttpApi::forget_guest(const GuestRow& guest, const std::function<void(bool)>& done) {
    const auto finish = [this, guest, done](bool is_out, const NotesAbout& about) {
        if (!is_out) return done(false);
        GuestRow nobody{.id = guest.id,
                        .name = People::name_of_new(guest.id),
                        .claimed = {},
                        .password = {},
                        .valid_from = guest.valid_from};
        Write write = Sessions::end_all(nobody, now_ms());
        write.forgotten_guest = nobody.id;
        write.forgotten_notes = about.others;
        write.notes = about.desk;
        people_.end_session(std::move(write), [done](const Expected<WriteOutcome>& stored) {
            done(stored && *stored == WriteOutcome::stored);
        });
    };
    const auto look = [guest = guest.id](Store& store) -> Expected<NotesAbout> {
        auto others = notes_about(store, guest);
        if (!others) return std::unexpected(others.error());
        auto desk = desk_without_name(store, guest);
        if (!desk) return std::unexpected(desk.error());
        return NotesAbout{.others = std::move(*others), .desk = std::move(*desk)};
    };
    const auto read = [guest = guest.id](Store& store) -> Expected<Places> {
        auto tables = store.tables_of(guest);
        if (!tables) return std::unexpected(tables.error());
        const auto clubs = store.notes(guest, note_kinds::club, -1);
        if (!clubs) return std::unexpected(clubs.error());
        Places places{.tables = std::move(*tables), .clubs = {}};
        for (const NoteRow& note : *clubs) places.clubs.push_back(note.key);
        return places;
    };
    lists_.ask(read, [this, guest = guest.id, finish, look](Expected<Places> places) {
        if (!places) return finish(false, {});
        take_name_out(std::make_shared<Places>(std::move(*places)), guest, [this, finish, look](bool is_out) {
            lists_.ask(look, [finish, is_out](const Expected<NotesAbout>& about) {
                finish(is_out && about, about.value_or(NotesAbout()));
            });
        });
    });
}

/// The person leaves the night if it is not over; then the name is taken out of its log.
void HttpApi::leave_club(const std::string& id, const std::string& guest, const std::function<void()>& done) {
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
        people_.store(std::move(*change), [go_on](const Expected<WriteOutcome>& stored) { go_on(stored.has_value()); });
    };
    if (!places->clubs.empty()) {
        const std::string club = std::move(places->clubs.back());
        places->clubs.pop_back();
        return leave_club(club, guest, [this, club, guest, write] {
            lists_.ask([club, guest](Store& store) { return club_without_name(store, club, guest); }, write);
        });
    }
    if (places->tables.empty()) return done(true);
    const std::string table = std::move(places->tables.back());
    places->tables.pop_back();
    shard_.rewrite(table, [table, guest](Store& store) { return table_without_name(store, table, guest); }, go_on);
}

}  // namespace springtide::server
