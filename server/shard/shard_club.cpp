// Club nights: what is asked of them, their tables, and rounds that begin by themselves
// (docs/decisions/0210).
#include "core/random.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/log.hpp"
#include "server/identity/identity.hpp"
#include "server/messages/requests.hpp"
#include "server/shard/shard.hpp"
#include "server/storing/shared_log.hpp"

namespace springtide::server {

namespace {

/// 64 bits that nobody can foretell.
std::uint64_t random_seed() {
    const Digest secret = random_secret();
    std::uint64_t seed = 0;
    for (std::size_t i = 0; i < 8; ++i) seed = seed << 8U | secret[i];
    return seed;
}

/// A club night, and the tables of its last round that are not made yet: the process before may have ended between.
struct Look {
    Expected<Club> club;
    std::vector<ClubTable> missing{};
};

Look look_at(Store& store, const std::string& id, FoldCache<Club>& folds) {
    auto log = store.club(id);
    if (!log) return {.club = std::unexpected(log.error())};
    Look look{.club = folds.load(id, std::move(*log))};
    if (!look.club || look.club->rounds().empty()) return look;
    for (const ClubTable& table : look.club->rounds().back().tables)
        if (!table.is_over && store.last_seq(table.table).value_or(1) == 0) look.missing.push_back(table);
    return look;
}

}  // namespace

void Shard::make_club(const Person& person, ClubSetup setup, const ClubDone& done) {
    if (const auto allowed = may_create(person); !allowed) return done(std::unexpected(allowed.error()));
    setup.host = person.guest;
    const std::string id = random_id();
    Write made;
    made.club = ClubEventRow{.club = id, .event = to_stored(ClubCreated{.setup = std::move(setup)}, 1, now_ms())};
    commits_.add(std::move(made), for_this_payer([this, id, done](const Expected<WriteOutcome>& outcome) {
                     if (!outcome || *outcome != WriteOutcome::stored) return done(refuse(server_reason("not_stored")));
                     look_at_club(id, done);
                 }));
}

/// Looking at a club night also starts what is due there.
void Shard::look_at_club(const std::string& id, const ClubDone& done) {
    reads_.ask([id, folds = clubs_](Store& store) { return look_at(store, id, *folds); },
               [this, id, done](const Look& look) {
                   if (!look.club) return done(std::unexpected(look.club.error()));
                   std::vector<SeatedTable> tables;
                   tables.reserve(look.missing.size());
                   for (const ClubTable& table : look.missing)
                       tables.push_back({.table = table.table, .setup = look.club->room_setup(table)});
                   make_seated_tables(tables, [this, id, club = *look.club, done] {
                       if (!club.is_due() || tables_.is_closing()) return done(club);
                       change_club(id, [](const Club& now) { return now.begin_due_round(random_seed()); }, done);
                   });
               });
}

/// What everybody asks for again and again: a long night is read and written as JSON in the thread of the store.
void Shard::show_club(const std::string& id, const std::string& guest, const ShownDone& done) {
    const auto show = [](const Club& club, const std::string& to) {
        return Shown{.text = club.view(to), .events = static_cast<double>(club.seq())};
    };
    const auto read = [id, guest, show, folds = clubs_](Store& store) -> Expected<std::optional<Shown>> {
        const Look look = look_at(store, id, *folds);
        if (!look.club) return std::unexpected(look.club.error());
        if (!look.missing.empty() || look.club->is_due()) return std::nullopt;
        return show(*look.club, guest);
    };
    reads_.ask(read, [this, id, guest, show, done](const Expected<std::optional<Shown>>& shown) {
        if (!shown) return done(std::unexpected(shown.error()));
        if (*shown) return done(**shown);
        look_at_club(id, [guest, show, done](const Expected<Club>& club) {
            club ? done(show(*club, guest)) : done(std::unexpected(club.error()));
        });
    });
}

void Shard::begin_club_round(const Person& person, const std::string& id, const ClubDone& done) {
    if (const auto allowed = may_create(person); !allowed) return done(std::unexpected(allowed.error()));
    change_club(id, [guest = person.guest](const Club& club) { return club.begin_round(guest, random_seed()); }, done);
}

void Shard::change_club(const std::string& id, const ClubChange& change, const ClubDone& done) {
    append<Club>(reads_, commits_, id, change, [this, id, done](const Expected<Appended<Club>>& appended) {
        if (!appended) return done(std::unexpected(appended.error()));
        if (!appended->event) return done(appended->before);
        const Club& club = appended->before;
        if (const auto* left = std::get_if<ClubLeft>(&*appended->event))
            if (const ClubTable* table = club.table_of(left->person))
                leave_table(table->table, club.people()[static_cast<std::size_t>(left->person)].guest);
        look_at_club(id, done);
    });
}

/// A player who goes home in the middle of a game leaves the seat to a bot: the others play on.
void Shard::leave_table(const std::string& table, const std::string& guest) {
    if (!owns(table))
        return in(group_.owner_of(table), [table, guest](Shard& home) { home.leave_table(table, guest); });
    tables_.when_stored(table, [this, table, guest] {
        const auto found = tables_.entry(table);
        if (!found) return;
        Person person;
        person.guest = guest;
        if (auto event = (*found)->room->decide(LeaveRequest{}, person))
            tables_.perform(table, std::move(*event), [](const Expected<std::int64_t>&) {});
        tables_.forget_soon_if_idle(table);
    });
}

void Shard::note_coming(const Person& person, const std::string& table) {
    tables_.when_free(table, [this, person, table] {
        const auto found = tables_.entry(table);
        if (!found || !(*found)->room->awaits(person.guest)) return;
        if (auto event = (*found)->room->decide(JoinRequest{}, person))
            tables_.perform(table, std::move(*event), [](const Expected<std::int64_t>&) {});
    });
}

/// Each in its own shard; `done` is called when all are stored, here or by another node that was first.
void Shard::make_seated_tables(const std::vector<SeatedTable>& tables, const std::function<void()>& done) {
    const auto left = std::make_shared<std::size_t>(1);
    const auto one_less = [left, done] {
        if (--*left == 0) done();
    };
    for (const SeatedTable& table : tables) {
        ++*left;
        const auto make = [table](Shard& home, const std::function<void(bool)>& made) {
            home.make_seated_table(table, [made] { made(true); });
        };
        ask_owner<bool>(table.table, make, [one_less](bool) { one_less(); });
    }
    one_less();
}

/// It begins at once: clocks run, and a bot takes the seat of whoever does not come.
void Shard::make_seated_table(const SeatedTable& table, const std::function<void()>& done) {
    const auto& [id, setup] = table;
    if (tables_.is_open(id))
        return tables_.when_stored(id, done);  // it is being made, or asked for before it was there
    tables_.make(id);
    tables_.perform(id, {.what = TableCreated{.origin = {}, .setup = to_json(setup)}, .guest = setup.host},
                    [](const Expected<std::int64_t>&) {});
    std::vector<Seat> people;
    for (const Seat seat : SeatSet::first(setup.players))
        if (setup.seats[seat].kind == SeatKind::person) people.push_back(seat);
    for (const Seat seat : people) {
        const bool is_last = seat == people.back();
        tables_.perform(id, {.what = PlayerReady{.seat = seat}, .guest = setup.seats[seat].guests.front()},
                        [done, is_last, name = id](const Expected<std::int64_t>& stored) {
                            if (!is_last) return;
                            if (!stored && stored.error().code != ErrorCode::stale)
                                log_at(Level::warning, "a table whose people wait is not made yet",
                                       {{"table", name}, {"why", stored.error().message}});
                            done();
                        });
    }
}

}  // namespace springtide::server
