#include "server/competitions/duplicate.hpp"

#include <algorithm>
#include <boost/json.hpp>

#include "core/json_writer.hpp"
#include "core/overloaded.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/base/json_numbers.hpp"
#include "server/identity/identity.hpp"
#include "server/room/room.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t second = 1000;
constexpr std::int64_t day = 24 * 3600 * second;
constexpr std::int64_t seconds_of_move = 15;
constexpr std::int64_t most_changes = 1000;  // of places; then they play as they sit
constexpr int most_sat = 40;                 // of one person, so that none of them wears it out for the others

}  // namespace

Expected<DuplicateSet> DuplicateSet::load(std::string id, const ClubLog& log) {
    if (!is_duplicate_set(log)) return refuse(server_reason("no_such_duplicate"));
    DuplicateSet set;
    set.id_ = std::move(id);
    for (const StoredEvent& event : log.events)
        if (const auto done = set.fold(event); !done) return std::unexpected(done.error());
    for (const ClubResult& result : log.results) {
        const auto found = std::ranges::find(set.setup_.ids, result.table);
        if (found == set.setup_.ids.end()) continue;
        DuplicateTable& table = set.tables_[static_cast<std::size_t>(found - set.setup_.ids.begin())];
        boost::system::error_code error;
        const auto body = boost::json::parse(result.body, error);
        table.is_over = true;
        table.points.assign(table.places.size(), 0);
        if (error || !body.is_object()) continue;
        const auto points = numbers_in(body.get_object(), "points");
        if (points.size() == table.places.size()) table.points = points;
        table.absent = numbers_in(body.get_object(), "absent");
    }
    return set;
}

Expected<void> DuplicateSet::fold(const StoredEvent& stored) {
    auto event = duplicate_from_stored(stored);
    if (!event) return std::unexpected(event.error());
    if (stored.seq != seq_ + 1 || std::holds_alternative<DuplicateCreated>(*event) != (seq_ == 0))
        return damaged_duplicate();
    const auto is_table = [this](int table) { return table >= 0 && table < setup_.tables; };
    const auto place_at = [&](int table, int seat) -> DuplicatePlace* {
        if (!is_table(table) || !is_seat(seat)) return nullptr;
        return &tables_[static_cast<std::size_t>(table)].places[static_cast<std::size_t>(seat)];
    };
    const bool fits = std::visit(Overloaded{
                                     [&](DuplicateCreated& what) {
                                         setup_ = std::move(what.setup);
                                         if (std::ssize(setup_.ids) != setup_.tables || !digest_from_hex(setup_.secret))
                                             return false;
                                         tables_.resize(setup_.ids.size());
                                         for (DuplicateTable& table : tables_)
                                             table.places.resize(static_cast<std::size_t>(setup_.choice.seats));
                                         return true;
                                     },
                                     [&](DuplicateSeated& what) {
                                         DuplicatePlace* place = place_at(what.table, what.seat);
                                         if (place == nullptr) return false;
                                         free_place_of(what.place.guest);
                                         ++sat_[what.place.guest];
                                         *place = std::move(what.place);
                                         return true;
                                     },
                                     [&](DuplicateLeft& what) {
                                         DuplicatePlace* place = place_at(what.table, what.seat);
                                         if (place != nullptr) *place = {};
                                         return place != nullptr;
                                     },
                                     [&](DuplicateBegun& what) {
                                         if (!std::ranges::all_of(what.tables, is_table)) return false;
                                         for (const int table : what.tables)
                                             tables_[static_cast<std::size_t>(table)].has_begun = true;
                                         return true;
                                     },
                                     [&](DuplicateClosed& /*what*/) { return is_closed_ = true; },
                                 },
                                 *event);
    if (!fits) return damaged_duplicate();
    seq_ = stored.seq;
    return {};
}

void DuplicateSet::free_place_of(std::string_view guest) {
    if (const auto where = where_is(guest))
        tables_[static_cast<std::size_t>(where->table)].places[static_cast<std::size_t>(where->seat)] = {};
}

bool DuplicateSet::is_over() const {
    return std::ranges::all_of(
        tables_, [this](const DuplicateTable& table) { return table.has_begun ? table.is_over : is_closed_; });
}

std::optional<DuplicateSet::Where> DuplicateSet::where_is(std::string_view guest) const {
    if (guest.empty()) return std::nullopt;
    for (std::size_t table = 0; table < tables_.size(); ++table)
        for (std::size_t seat = 0; seat < tables_[table].places.size(); ++seat)
            if (tables_[table].places[seat].guest == guest)
                return Where{.table = static_cast<int>(table), .seat = static_cast<int>(seat)};
    return std::nullopt;
}

int DuplicateSet::team_at(const Where& where) const {
    const int seats = setup_.choice.seats;
    return (where.seat - where.table % seats + seats) % seats;
}

double DuplicateSet::difference(const Where& where) const {
    const auto seat = static_cast<std::size_t>(where.seat);
    int sum = 0;
    int played = 0;
    for (const DuplicateTable& table : tables_) {
        if (!table.is_over) continue;
        sum += table.points[seat];
        ++played;
    }
    const auto& own = tables_[static_cast<std::size_t>(where.table)];
    return played == 0 || !own.is_over ? 0 : own.points[seat] - static_cast<double>(sum) / played;
}

int DuplicateSet::people_at(int table) const {
    return static_cast<int>(std::ranges::count_if(tables_[static_cast<std::size_t>(table)].places,
                                                  [](const DuplicatePlace& place) { return !place.guest.empty(); }));
}

/// Somebody else of this device sits at another table.
bool DuplicateSet::knows_device(const Person& person, int table) const {
    if (person.origin.device.empty()) return false;
    for (std::size_t other = 0; other < tables_.size(); ++other)
        for (const DuplicatePlace& place : tables_[other].places)
            if (static_cast<int>(other) != table && place.device == person.origin.device && place.guest != person.guest)
                return true;
    return false;
}

Expected<void> DuplicateSet::may_change() const {
    if (is_over() || is_closed_) return refuse(server_reason("duplicate_over"));
    if (seq_ >= most_changes) return refuse(server_reason("duplicate_worn"));
    return {};
}

/// Only tables that have not begun.
Expected<std::optional<int>> DuplicateSet::table_numbered(std::optional<std::int64_t> number) const {
    if (!number) return std::nullopt;
    if (*number < 0 || *number >= setup_.tables)
        return refuse(server_reason("duplicate_no_table"), {{"last", setup_.tables - 1}});
    if (tables_[static_cast<std::size_t>(*number)].has_begun) return refuse(server_reason("duplicate_begun"));
    return static_cast<int>(*number);
}

DuplicateSet::Decided DuplicateSet::sit(const Person& person, const Wish& wish) const {
    if (const auto allowed = may_change(); !allowed) return std::unexpected(allowed.error());
    const auto own = where_is(person.guest);
    if (own && tables_[static_cast<std::size_t>(own->table)].has_begun)
        return refuse(server_reason("duplicate_seated"));
    const auto wanted = table_numbered(wish.table);
    if (!wanted) return std::unexpected(wanted.error());
    if (wish.seat && !is_seat(*wish.seat))
        return refuse(server_reason("no_such_seat"), {{"last", setup_.choice.seats - 1}});
    std::optional<Where> best;
    for (int table = 0; table < setup_.tables; ++table) {
        const auto& places = tables_[static_cast<std::size_t>(table)].places;
        if (tables_[static_cast<std::size_t>(table)].has_begun || (*wanted && **wanted != table)) continue;
        for (int seat = 0; seat < setup_.choice.seats; ++seat) {
            const auto& place = places[static_cast<std::size_t>(seat)];
            const bool is_own = place.guest == person.guest;
            if ((!place.guest.empty() && !is_own) || (wish.seat && *wish.seat != seat)) continue;
            if (is_own && !wish.table && !wish.seat) return std::nullopt;
            if (!best || people_at(table) < people_at(best->table)) best = Where{.table = table, .seat = seat};
        }
    }
    if (!best) return refuse(server_reason("duplicate_place_taken"));
    if (own == best &&
        tables_[static_cast<std::size_t>(own->table)].places[static_cast<std::size_t>(own->seat)].name == person.name)
        return std::nullopt;
    if (knows_device(person, best->table)) return refuse(server_reason("duplicate_one_table"));
    if (const auto often = sat_.find(person.guest); often != sat_.end() && often->second >= most_sat)
        return refuse(server_reason("duplicate_worn"));
    return DuplicateSeated{.table = best->table,
                           .seat = best->seat,
                           .place = {.guest = person.guest, .name = person.name, .device = person.origin.device}};
}

DuplicateSet::Decided DuplicateSet::leave(const std::string& guest, const Wish& where) const {
    if (const auto allowed = may_change(); !allowed) return std::unexpected(allowed.error());
    const auto own = where_is(guest);
    std::optional<Where> place = own;
    if (where.table || where.seat) {
        const auto table = table_numbered(where.table.value_or(-1));
        if (!table) return std::unexpected(table.error());
        if (!is_seat(where.seat.value_or(-1)))
            return refuse(server_reason("no_such_seat"), {{"last", setup_.choice.seats - 1}});
        place = Where{.table = **table, .seat = static_cast<int>(*where.seat)};
        if (place != own && guest != setup_.host) return refuse(server_reason("only_duplicate_host"));
    }
    if (!place) return std::nullopt;
    const DuplicateTable& table = tables_[static_cast<std::size_t>(place->table)];
    if (table.has_begun) return refuse(server_reason("duplicate_seated"));
    if (table.places[static_cast<std::size_t>(place->seat)].guest.empty()) return std::nullopt;
    return DuplicateLeft{.table = place->table, .seat = place->seat};
}

DuplicateSet::Decided DuplicateSet::begin(const std::string& guest, std::optional<std::int64_t> number) const {
    if (is_over() || is_closed_) return refuse(server_reason("duplicate_over"));
    const auto wanted = table_numbered(number);
    if (!wanted) return std::unexpected(wanted.error());
    const bool is_host = guest == setup_.host;
    if (!*wanted && !is_host) return refuse(server_reason("only_duplicate_host"));
    DuplicateBegun begun;
    for (int table = 0; table < setup_.tables; ++table) {
        if (tables_[static_cast<std::size_t>(table)].has_begun || (*wanted && **wanted != table)) continue;
        const auto own = where_is(guest);
        if (!is_host && (!own || own->table != table)) return refuse(server_reason("only_duplicate_host"));
        if (!is_host && people_at(table) < setup_.choice.seats) return refuse(server_reason("duplicate_not_full"));
        if (people_at(table) > 0) begun.tables.push_back(table);
    }
    if (begun.tables.empty()) return refuse(server_reason("duplicate_nobody"));
    return begun;
}

DuplicateSet::Decided DuplicateSet::close(const std::string& guest) const {
    if (guest != setup_.host) return refuse(server_reason("only_duplicate_host"));
    if (is_over() || is_closed_) return std::nullopt;
    return DuplicateClosed{};
}

RoomSetup DuplicateSet::room_setup(int table) const {
    RoomSetup setup;
    setup.game = setup_.choice.game;
    setup.players = setup_.choice.seats;
    setup.options = setup_.choice.options;
    for (const DuplicatePlace& place : tables_[static_cast<std::size_t>(table)].places)
        if (place.guest.empty())
            setup.seats.push_back(
                {.kind = SeatKind::bot, .level = setup_.choice.bot, .key = {}, .guests = {}, .name = {}});
        else
            setup.seats.push_back({.kind = SeatKind::person,
                                   .level = {},
                                   .key = random_id(),
                                   .guests = {place.guest},
                                   .name = place.name});
    setup.spectators = false;
    setup.clock = setup_.days > 0 ? ClockSetup{.kind = ClockKind::days, .move = setup_.days * day, .bank = 0}
                                  : ClockSetup{.kind = ClockKind::live,
                                               .move = seconds_of_move * second,
                                               .bank = setup_.minutes * 60 * second};
    setup.on_timeout = OnTimeout::seat;
    setup.bot = setup_.choice.bot;
    setup.host = setup_.host;
    setup.duplicate = id_;
    setup.secret = setup_.secret;
    return setup;
}

std::string DuplicateSet::view(std::string_view guest) const {
    const bool over = is_over();
    const bool has_begun = std::ranges::any_of(tables_, &DuplicateTable::has_begun);
    const bool is_host = !guest.empty() && guest == setup_.host;
    const auto own = where_is(guest);
    const Digest secret = *digest_from_hex(setup_.secret);
    JsonWriter json;
    json.begin_object().key("duplicate").value(id_).key("seq").value(seq_);
    write_setup(json, setup_);
    json.key("phase")
        .value(enum_name(over        ? Phase::over
                         : has_begun ? Phase::running
                                     : Phase::open))
        .key("closed")
        .value(is_closed_);
    json.key("commitment").value(CommittedChance::commitment(secret)).key("secret");
    over ? json.value(setup_.secret) : json.null();
    json.key("you").begin_object().key("host").value(is_host).key("table");
    own ? json.value(own->table) : json.null();
    json.key("seat");
    own ? json.value(own->seat) : json.null();
    json.end_object().key("tables").begin_array();
    std::vector<double> teams(static_cast<std::size_t>(setup_.choice.seats), 0);
    for (int number = 0; number < setup_.tables; ++number) {
        const auto index = static_cast<std::size_t>(number);
        const DuplicateTable& table = tables_[index];
        const bool is_own = own && own->table == number;
        json.begin_object().key("begun").value(table.has_begun).key("over").value(table.is_over).key("table");
        // Its id opens its record, once that is not sealed any more.
        table.has_begun && (is_own || over) ? json.value(setup_.ids[index]) : json.null();
        json.key("places").begin_array();
        for (int seat = 0; seat < setup_.choice.seats; ++seat) {
            const Where where{.table = number, .seat = seat};
            const DuplicatePlace& place = table.places[static_cast<std::size_t>(seat)];
            const int team = team_at(where);
            json.begin_object().key("team").value(team).key("name");
            place.guest.empty() ? json.null() : json.value(place.name);
            json.key("bot").value(table.has_begun && place.guest.empty());
            if (std::ranges::find(table.absent, seat) != table.absent.end()) json.key("absent").value(true);
            if (over && table.is_over) {
                json.key("points").value(table.points[static_cast<std::size_t>(seat)]);
                json.key("difference").raw(two_digits(difference(where)));
                teams[static_cast<std::size_t>(team)] += difference(where);
            }
            json.end_object();
        }
        json.end_array().end_object();
    }
    json.end_array().key("teams").begin_array();
    for (const double sum : teams)
        if (over) json.raw(two_digits(sum));
    return json.end_array().end_object().take();
}

}  // namespace springtide::server
