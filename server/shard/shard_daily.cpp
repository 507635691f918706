// The daily tide: everybody's one attempt at the deal of a day (docs/decisions/0180).
#include "protocol/server_reasons.hpp"
#include "server/identity/identity.hpp"
#include "server/shard/shard.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

constexpr Seat own_seat = 0;

struct Found {
    std::optional<DailyAttempt> attempt;
    bool has_table = false;  ///< what was begun may have been interrupted before its table was made
};

Expected<Found> find_attempt(Store& store, std::int64_t day, const std::string& game, const std::string& guest) {
    auto attempt = store.daily_attempt(day, game, guest);
    if (!attempt) return std::unexpected(attempt.error());
    if (!*attempt) return Found();
    const auto events = store.last_seq((*attempt)->table);
    if (!events) return std::unexpected(events.error());
    return Found{.attempt = std::move(*attempt), .has_table = *events > 0};
}

}  // namespace

void Shard::begin_daily(const Person& person, const std::string& game, std::int64_t day, const DailyDone& done) {
    const auto find = [day, game, guest = person.guest](Store& store) { return find_attempt(store, day, game, guest); };
    const auto after = [=, this](const Expected<WriteOutcome>& outcome) {
        if (!outcome) return done(refuse(server_reason("not_stored")));
        reads_.ask(find, [=, this](const Expected<Found>& mine) {
            if (!mine) return done(std::unexpected(mine.error()));
            if (!mine->attempt) return done(refuse(server_reason("daily_done_here")));
            mine->has_table ? done(mine->attempt->table) : make_daily_table(person, *mine->attempt, done);
        });
    };
    reads_.ask(find, [=, this](const Expected<Found>& known) {
        if (!known) return done(std::unexpected(known.error()));
        if (known->attempt)
            return known->has_table ? done(known->attempt->table) : make_daily_table(person, *known->attempt, done);
        if (const auto allowed = may_create(person); !allowed) return done(std::unexpected(allowed.error()));
        Write begun;
        begun.daily = DailyAttempt{.day = day,
                                   .game = game,
                                   .guest = person.guest,
                                   .device = person.origin.device,
                                   .table = random_id(),
                                   .begun_at = now_ms(),
                                   .way = {},
                                   .name = {}};
        commits_.add(std::move(begun), after);
    });
}

/// The table of an attempt, unless it is being made already.
void Shard::make_daily_table(const Person& person, const DailyAttempt& attempt, const DailyDone& done) {
    const std::string table = attempt.table;
    if (!owns(table)) {
        const auto make = [person, attempt](Shard& home, const DailyDone& made) {
            home.make_daily_table(person, attempt, made);
        };
        return ask_owner<Expected<std::string>>(table, make, done);
    }
    if (const auto* entry = tables_.find(table); entry != nullptr && entry->room) return done(table);
    const auto game = find_game(attempt.game);
    if (!game) return done(std::unexpected(game.error()));
    RoomSetup setup;
    setup.game = attempt.game;
    setup.players = (*game)->info().min_players;
    setup.options = usual_options(setup.game);
    setup.bot = daily_level(setup.game);
    setup.seats.assign(static_cast<std::size_t>(setup.players),
                       {.kind = SeatKind::bot, .level = setup.bot, .key = {}, .guests = {}, .name = {}});
    setup.seats[own_seat] = {
        .kind = SeatKind::person, .level = {}, .key = random_id(), .guests = {person.guest}, .name = person.name};
    setup.spectators = false;
    setup.daily = date_text(attempt.day);
    setup.host = person.guest;
    setup.secret = to_hex(daily_->secret(setup.game, attempt.day));
    tables_.make(table);
    tables_.perform(
        table, {.what = TableCreated{.origin = to_text(person.origin), .setup = to_json(setup)}, .guest = person.guest},
        [](const Expected<std::int64_t>&) {});
    tables_.perform(table, {.what = PlayerReady{.seat = own_seat}, .guest = person.guest},
                    [table, done](const Expected<std::int64_t>& stored) {
                        stored ? done(table) : done(std::unexpected(stored.error()));
                    });
}

}  // namespace springtide::server
