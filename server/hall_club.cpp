// Club nights: what is asked of them, their tables, and rounds that begin by themselves
// (docs/decisions/0211-club-server.md).
#include "core/random.hpp"
#include "protocol/server_reasons.hpp"
#include "server/hall.hpp"
#include "server/identity.hpp"
#include "server/log.hpp"

namespace springtide::server {

namespace {

constexpr int most_attempts = 20;  // when others are first

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

Look look_at(Store& store, const std::string& id) {
    const auto log = store.club(id);
    if (!log) return {.club = std::unexpected(log.error())};
    Look look{.club = Club::load(id, *log)};
    if (!look.club || look.club->rounds().empty()) return look;
    for (const ClubTable& table : look.club->rounds().back().tables)
        if (!table.is_over && store.last_seq(table.table).value_or(1) == 0) look.missing.push_back(table);
    return look;
}

}  // namespace

void Hall::make_club(const Person& person, ClubSetup setup, const ClubDone& done) {
    if (const auto allowed = may_create(person); !allowed) return done(std::unexpected(allowed.error()));
    setup.host = person.guest;
    const std::string id = random_id();
    Write made;
    made.club = ClubEventRow{.club = id, .event = to_stored(ClubCreated{.setup = std::move(setup)}, 1, now_ms())};
    commits_.add(std::move(made), [this, id, done](const Expected<WriteOutcome>& outcome) {
        if (!outcome || *outcome != WriteOutcome::stored) return done(refuse(server_reason("not_stored")));
        look_at_club(id, done);
    });
}

/// Whoever looks also sees to it that what is due happens.
void Hall::look_at_club(const std::string& id, const ClubDone& done) {
    reads_.ask([id](Store& store) { return look_at(store, id); },
               [this, id, done](const Look& look) {
                   if (!look.club) return done(std::unexpected(look.club.error()));
                   make_club_tables(*look.club, look.missing, [this, id, club = *look.club, done] {
                       if (!club.is_due() || tables_.is_closing()) return done(club);
                       change_club(id, [](const Club& now) { return now.begin_due_round(random_seed()); }, done);
                   });
               });
}

void Hall::begin_club_round(const Person& person, const std::string& id, const ClubDone& done) {
    if (const auto allowed = may_create(person); !allowed) return done(std::unexpected(allowed.error()));
    change_club(id, [guest = person.guest](const Club& club) { return club.begin_round(guest, random_seed()); }, done);
}

/// Decided where the store is read: drawing the tables of many people takes a while. Decided again where somebody else
/// was first.
void Hall::change_club(const std::string& id, const ClubChange& change, const ClubDone& done, int attempt) {
    struct Decision {
        Look look;
        Club::Decided event = std::nullopt;
    };
    const auto decide = [id, change](Store& store) {
        Decision decision{.look = look_at(store, id)};
        if (decision.look.club) decision.event = change(*decision.look.club);
        return decision;
    };
    reads_.ask(decide, [=, this](const Decision& decision) {
        if (!decision.look.club) return done(std::unexpected(decision.look.club.error()));
        if (!decision.event) return done(std::unexpected(decision.event.error()));
        const Club& club = *decision.look.club;
        if (!*decision.event) return done(club);
        Write next;
        next.club = ClubEventRow{.club = id, .event = to_stored(**decision.event, club.seq() + 1, now_ms())};
        const auto* left = std::get_if<ClubLeft>(&**decision.event);
        const ClubTable* table = left == nullptr ? nullptr : club.table_of(left->person);
        const auto stand_up = table == nullptr ? std::function<void()>()
                                               : [this, table = table->table,
                                                  guest = club.people()[static_cast<std::size_t>(left->person)].guest] {
                                                     leave_table(table, guest);
                                                 };
        commits_.add(std::move(next), [=, this](const Expected<WriteOutcome>& outcome) {
            if (!outcome) return done(refuse(server_reason("not_stored")));
            if (*outcome != WriteOutcome::stored)
                return attempt < most_attempts ? change_club(id, change, done, attempt + 1)
                                               : done(refuse(server_reason("somebody_was_first")));
            if (stand_up) stand_up();
            look_at_club(id, done);
        });
    });
}

/// A player who goes home in the middle of a game leaves the seat to a bot: the others play on.
void Hall::leave_table(const std::string& table, const std::string& guest) {
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

/// Tables begin at once: clocks run, and a bot takes the seat of whoever does not come. `done` is called when all are
/// stored, here or by another node that was first.
void Hall::make_club_tables(const Club& club, const std::vector<ClubTable>& tables, const std::function<void()>& done) {
    const auto left = std::make_shared<std::size_t>(1);
    const auto one_less = [left, done] {
        if (--*left == 0) done();
    };
    for (const ClubTable& table : tables) {
        const std::string& id = table.table;
        ++*left;
        if (tables_.is_open(id)) {  // it is being made, or somebody asked for it before it was there
            tables_.when_stored(id, one_less);
            continue;
        }
        const RoomSetup setup = club.room_setup(table);
        tables_.make(id);
        tables_.perform(id, {.what = TableCreated{.origin = {}, .setup = to_json(setup)}, .guest = setup.host},
                        [](const Expected<std::int64_t>&) {});
        for (std::size_t seat = 0; seat + 1 < table.pairing.people.size(); ++seat)
            tables_.perform(
                id, {.what = PlayerReady{.seat = static_cast<Seat>(seat)}, .guest = setup.seats[seat].guests.front()},
                [](const Expected<std::int64_t>&) {});
        const std::size_t last = table.pairing.people.size() - 1;
        tables_.perform(
            id, {.what = PlayerReady{.seat = static_cast<Seat>(last)}, .guest = setup.seats[last].guests.front()},
            [one_less, id](const Expected<std::int64_t>& stored) {
                if (!stored && stored.error().code != ErrorCode::stale)
                    log_at(Level::warning, "a table of a club night is not made yet",
                           {{"table", id}, {"why", stored.error().message}});
                one_less();
            });
    }
    one_less();
}

}  // namespace springtide::server
