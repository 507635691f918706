#include "server/competitions/club.hpp"

#include <algorithm>
#include <boost/json.hpp>

#include "core/json_writer.hpp"
#include "core/overloaded.hpp"
#include "core/text.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/json_numbers.hpp"
#include "server/competitions/duplicate_event.hpp"
#include "server/identity/identity.hpp"
#include "server/messages/game_choice.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t most_minutes = 180;
constexpr std::int64_t second = 1000;
constexpr std::int64_t seconds_of_move = 15;
constexpr int most_returns = 50;  // of one person: a night is read whole whenever somebody looks

void write_setup(JsonWriter& json, const ClubSetup& setup) {
    json.key("name").value(setup.name).key("game").value(setup.game).key("options");
    write_options(json, setup.options);
    json.key("seats").value(setup.rules.seats).key("format").value(enum_name(setup.rules.format));
    json.key("odd").value(enum_name(setup.rules.odd)).key("rounds").value(setup.rounds);
    json.key("minutes").value(setup.minutes).key("bot").value(setup.bot).key("automatic").value(setup.automatic);
}

/// Points are counted in halves.
std::string half(int halves) { return std::to_string(halves / 2) + (halves % 2 == 0 ? "" : ".5"); }

template <NamedEnum Enum>
Expected<Enum> choice_of(const Fields& fields, std::string_view name, Enum fallback) {
    if (!fields.has(name)) return fallback;
    const auto text = fields.text(name);
    if (!text) return std::unexpected(text.error());
    const auto value = enum_from_name<Enum>(*text);
    if (!value) return Fields::wrong(name, quoted_names<Enum>());
    return *value;
}

struct ToJson {
    JsonWriter& json;
    void operator()(const ClubCreated& what) const {
        json.key("kind").value("created");
        write_setup(json, what.setup);
        json.key("host").value(what.setup.host);
    }
    void operator()(const ClubEntered& what) const {
        json.key("kind").value("entered").key("guest").value(what.guest).key("name").value(what.name);
    }
    void operator()(const ClubLeft& what) const { json.key("kind").value("left").key("person").value(what.person); }
    void operator()(const ClubRoundBegun& what) const {
        json.key("kind").value("round").key("tables").begin_array();
        for (const ClubTable& table : what.round.tables) {
            json.begin_object().key("table").value(table.table).key("people");
            write_numbers(json, table.pairing.people);
            json.key("bots").value(table.pairing.bots).end_object();
        }
        json.end_array().key("byes");
        write_numbers(json, what.round.byes);
    }
    void operator()(const ClubEnded& /*what*/) const { json.key("kind").value("ended"); }
};

std::unexpected<Error> damaged() {
    return fail(ErrorCode::unavailable, "what is stored of this club night cannot be read");
}

}  // namespace

StoredEvent to_stored(const ClubEvent& event, std::int64_t seq, std::int64_t at) {
    JsonWriter json;
    json.begin_object();
    std::visit(ToJson{json}, event);
    return {.seq = seq, .at = at, .body = json.end_object().take()};
}

std::string named_by(const ClubEvent& event) {
    const auto* entered = std::get_if<ClubEntered>(&event);
    return entered != nullptr ? entered->guest : std::string();
}

std::string places_text(const std::vector<int>& places) {
    JsonWriter json;
    write_numbers(json, places);
    return json.take();
}

Expected<ClubSetup> club_setup_from_request(const boost::json::object& request) {
    const Fields fields(request);
    ClubSetup setup;
    auto choice = game_choice(fields, server_reason("club_name"));
    if (!choice) return std::unexpected(choice.error());
    setup.name = std::move(choice->name);
    setup.game = std::move(choice->game);
    setup.options = std::move(choice->options);
    setup.rules.seats = choice->seats;
    setup.bot = std::move(choice->bot);
    const auto format = choice_of(fields, "format", Format::swiss);
    if (!format) return std::unexpected(format.error());
    setup.rules.format = *format;
    const auto odd = choice_of(fields, "odd", OddPlayers::bot);
    if (!odd) return std::unexpected(odd.error());
    setup.rules.odd = *odd;
    const auto rounds = number_between(fields, "rounds", 1, tournament::most_rounds);
    if (!rounds) return std::unexpected(rounds.error());
    setup.rounds = *rounds;
    const auto minutes = number_between(fields, "minutes", 1, most_minutes);
    if (!minutes) return std::unexpected(minutes.error());
    setup.minutes = *minutes;
    const auto automatic = fields.flag("automatic");
    if (!automatic) return std::unexpected(automatic.error());
    setup.automatic = *automatic;
    return setup;
}

Expected<Club> Club::load(std::string id, const ClubLog& log) {
    if (log.events.empty() || is_duplicate_set(log)) return refuse(server_reason("no_such_club"));
    Club club;
    club.id_ = std::move(id);
    for (const StoredEvent& event : log.events)
        if (const auto done = club.fold(event); !done) return std::unexpected(done.error());
    std::map<std::string, const ClubResult*> results;
    for (const ClubResult& result : log.results) results[result.table] = &result;
    // Only tables that this night made count, and only with a place for each of their seats.
    for (ClubRound& round : club.rounds_)
        for (ClubTable& table : round.tables) {
            const auto found = results.find(table.table);
            if (found == results.end()) continue;
            boost::system::error_code error;
            const auto places = numbers_of(boost::json::parse(found->second->body, error));
            table.is_over = true;
            if (!error && std::ssize(places) == club.setup_.rules.seats) table.places = places;
        }
    return club;
}

namespace {

Expected<ClubRound> round_from(const boost::json::object& object, std::int64_t at) {
    ClubRound round{.tables = {}, .byes = numbers_in(object, "byes"), .at = at};
    const auto* tables = object.if_contains("tables");
    if (tables == nullptr || !tables->is_array()) return damaged();
    for (const auto& one : tables->get_array()) {
        if (!one.is_object()) return damaged();
        const Fields table(one.get_object());
        round.tables.push_back({.table = table.text("table").value_or(""),
                                .pairing = {.people = numbers_in(one.get_object(), "people"),
                                            .bots = static_cast<int>(table.number("bots").value_or(0))}});
    }
    return round;
}

Expected<ClubEvent> from_stored_club(const StoredEvent& stored) {
    boost::system::error_code error;
    const auto value = boost::json::parse(stored.body, error);
    if (error || !value.is_object()) return damaged();
    const auto& object = value.get_object();
    const Fields fields(object);
    const auto kind = fields.text("kind").value_or("");
    if (kind == "created") {
        auto setup = club_setup_from_request(object);
        if (!setup) return damaged();
        setup->host = fields.text("host").value_or("");
        return ClubCreated{.setup = std::move(*setup)};
    }
    if (kind == "entered")
        return ClubEntered{.guest = fields.text("guest").value_or(""), .name = fields.text("name").value_or("")};
    if (kind == "left") return ClubLeft{.person = static_cast<int>(fields.number("person").value_or(-1))};
    if (kind == "round") {
        auto round = round_from(object, stored.at);
        if (!round) return std::unexpected(round.error());
        return ClubRoundBegun{.round = std::move(*round)};
    }
    if (kind == "ended") return ClubEnded{};
    return damaged();
}

}  // namespace

Expected<void> Club::fold(const StoredEvent& stored) {
    auto event = from_stored_club(stored);
    if (!event) return std::unexpected(event.error());
    if (stored.seq != seq_ + 1 || std::holds_alternative<ClubCreated>(*event) != (seq_ == 0)) return damaged();
    const auto is_person = [this](int one) { return one >= 0 && one < std::ssize(people_); };
    const auto is_table = [&](const ClubTable& table) {
        return std::ranges::all_of(table.pairing.people, is_person) &&
               std::ssize(table.pairing.people) + table.pairing.bots == setup_.rules.seats;
    };
    const bool fits = std::visit(
        Overloaded{
            [&](ClubCreated& what) {
                setup_ = std::move(what.setup);
                return true;
            },
            [&](ClubEntered& what) {
                const auto person = person_of(what.guest);
                ClubPerson& one = person ? people_[static_cast<std::size_t>(*person)] : people_.emplace_back();
                one = {.guest = what.guest, .name = what.name, .is_here = true, .changes = one.changes + 1};
                return true;
            },
            [&](ClubLeft& what) {
                if (!is_person(what.person)) return false;
                people_[static_cast<std::size_t>(what.person)].is_here = false;
                return true;
            },
            [&](ClubRoundBegun& what) {
                if (!std::ranges::all_of(what.round.tables, is_table) ||
                    !std::ranges::all_of(what.round.byes, is_person))
                    return false;
                rounds_.push_back(std::move(what.round));
                return true;
            },
            [&](ClubEnded& /*what*/) { return ended_ = true; },
        },
        *event);
    if (!fits) return damaged();
    seq_ = stored.seq;
    return {};
}

std::optional<int> Club::person_of(std::string_view guest) const {
    const auto found = std::ranges::find(people_, guest, &ClubPerson::guest);
    if (guest.empty() || found == people_.end()) return std::nullopt;
    return static_cast<int>(found - people_.begin());
}

int Club::people_here() const { return static_cast<int>(std::ranges::count(people_, true, &ClubPerson::is_here)); }

bool Club::is_round_over() const {
    return rounds_.empty() || std::ranges::all_of(rounds_.back().tables, &ClubTable::is_over);
}
bool Club::is_over() const { return ended_ || (std::ssize(rounds_) == setup_.rounds && is_round_over()); }
bool Club::is_due() const {
    return setup_.automatic && !rounds_.empty() && !is_over() && may_begin_round().has_value();
}

const ClubTable* Club::table_of(int person) const {
    if (rounds_.empty()) return nullptr;
    for (const ClubTable& table : rounds_.back().tables)
        if (!table.is_over && std::ranges::find(table.pairing.people, person) != table.pairing.people.end())
            return &table;
    return nullptr;
}

std::vector<tournament::Standing> Club::standings() const {
    std::vector<tournament::PlayedRound> played;
    for (const ClubRound& round : rounds_) {
        tournament::PlayedRound one{.round = {.tables = {}, .byes = round.byes}, .results = {}};
        for (const ClubTable& table : round.tables) {
            one.round.tables.push_back(table.pairing);
            one.results.push_back(table.places);
        }
        played.push_back(std::move(one));
    }
    return tournament::standings(static_cast<int>(people_.size()), setup_.rules.seats, played);
}

Club::Decided Club::enter(const std::string& guest, const std::string& name) const {
    if (is_over()) return refuse(server_reason("club_over"));
    const auto person = person_of(guest);
    if (person && people_[static_cast<std::size_t>(*person)].is_here &&
        people_[static_cast<std::size_t>(*person)].name == name)
        return std::nullopt;
    if (person && people_[static_cast<std::size_t>(*person)].changes >= most_returns)
        return refuse(server_reason("club_worn"));
    if (const auto* problem = name_problem(name)) return std::unexpected(error_of(*problem));
    const auto has_name = [&](const ClubPerson& one) {
        return one.guest != guest && claim_of(one.name) == claim_of(name);
    };
    if (std::ranges::any_of(people_, has_name)) return refuse(server_reason("club_name_taken"), {{"name", name}});
    if (!person && std::ssize(people_) >= tournament::most_people)
        return refuse(server_reason("club_full"), {{"most", tournament::most_people}});
    return ClubEntered{.guest = guest, .name = name};
}

Club::Decided Club::leave(const std::string& guest, std::optional<std::int64_t> person) const {
    const auto own = person_of(guest);
    if (person && *person != own.value_or(-1) && guest != setup_.host) return refuse(server_reason("only_club_host"));
    const std::int64_t who = person.value_or(own.value_or(-1));
    if (who < 0 || who >= std::ssize(people_)) return refuse(server_reason("club_nobody"));
    if (!people_[static_cast<std::size_t>(who)].is_here) return std::nullopt;
    return ClubLeft{.person = static_cast<int>(who)};
}

Expected<void> Club::may_begin_round() const {
    if (is_over()) return refuse(server_reason("club_over"));
    if (!is_round_over()) return refuse(server_reason("club_round_runs"));
    if (std::ssize(rounds_) >= setup_.rounds) return refuse(server_reason("club_over"));
    const int least = rounds_.empty() ? tournament::fewest_people : 2;
    if (people_here() < least) return refuse(server_reason("club_too_few"), {{"least", least}});
    return {};
}

ClubEvent Club::next_round(std::uint64_t seed) const {
    std::vector<tournament::Entrant> entrants(people_.size());
    for (const tournament::Standing& one : standings())
        entrants[static_cast<std::size_t>(one.person)] = {
            .is_here = people_[static_cast<std::size_t>(one.person)].is_here, .half_points = one.half_points};
    std::vector<tournament::Round> before;
    for (const ClubRound& round : rounds_) {
        tournament::Round one{.tables = {}, .byes = round.byes};
        for (const ClubTable& table : round.tables) one.tables.push_back(table.pairing);
        before.push_back(std::move(one));
    }
    auto made = tournament::pair_round(setup_.rules, entrants, before, seed);
    ClubRound round{.tables = {}, .byes = std::move(made.byes), .at = 0};
    for (auto& table : made.tables) round.tables.push_back({.table = random_id(), .pairing = std::move(table)});
    return ClubRoundBegun{.round = std::move(round)};
}

Club::Decided Club::begin_round(const std::string& guest, std::uint64_t seed) const {
    if (guest != setup_.host) return refuse(server_reason("only_club_host"));
    if (const auto allowed = may_begin_round(); !allowed) return std::unexpected(allowed.error());
    return next_round(seed);
}

Club::Decided Club::begin_due_round(std::uint64_t seed) const {
    if (!is_due()) return std::nullopt;
    return next_round(seed);
}

Club::Decided Club::end(const std::string& guest) const {
    if (guest != setup_.host) return refuse(server_reason("only_club_host"));
    if (is_over()) return std::nullopt;
    return ClubEnded{};
}

RoomSetup Club::room_setup(const ClubTable& table) const {
    RoomSetup setup;
    setup.game = setup_.game;
    setup.players = setup_.rules.seats;
    setup.options = setup_.options;
    for (const int one : table.pairing.people) {
        const ClubPerson& person = people_[static_cast<std::size_t>(one)];
        setup.seats.push_back(
            {.kind = SeatKind::person, .level = {}, .key = random_id(), .guests = {person.guest}, .name = person.name});
    }
    for (int bot = 0; bot < table.pairing.bots; ++bot)
        setup.seats.push_back({.kind = SeatKind::bot, .level = setup_.bot, .key = {}, .guests = {}, .name = {}});
    setup.clock = {.kind = ClockKind::live, .move = seconds_of_move * second, .bank = setup_.minutes * 60 * second};
    setup.on_timeout = OnTimeout::seat;
    setup.bot = setup_.bot;
    setup.host = setup_.host;
    setup.club = id_;
    setup.secret = to_hex(random_secret());
    return setup;
}

std::string Club::view(std::string_view guest) const {
    const auto own = person_of(guest);
    JsonWriter json;
    json.begin_object().key("club").value(id_).key("seq").value(seq_);
    write_setup(json, setup_);
    json.key("phase").value(enum_name(is_over() ? Phase::over : rounds_.empty() ? Phase::open : Phase::running));
    json.key("round_over").value(is_round_over());
    json.key("may_begin").value(may_begin_round().has_value());
    json.key("you").begin_object().key("host").value(guest == setup_.host && !guest.empty()).key("person");
    own ? json.value(*own) : json.null();
    const ClubTable* table = own ? table_of(*own) : nullptr;
    json.key("table");
    table != nullptr ? json.value(table->table) : json.null();
    json.end_object().key("people").begin_array();
    for (const ClubPerson& person : people_)
        json.begin_object().key("name").value(person.name).key("here").value(person.is_here).end_object();
    json.end_array().key("played").begin_array();
    for (const ClubRound& round : rounds_) {
        json.begin_object().key("at").value(round.at).key("tables").begin_array();
        for (const ClubTable& one : round.tables) {
            json.begin_object().key("table").value(one.table).key("people");
            write_numbers(json, one.pairing.people);
            json.key("bots").value(one.pairing.bots).key("over").value(one.is_over).key("points").begin_array();
            for (std::size_t seat = 0; seat < one.pairing.people.size() && !one.places.empty(); ++seat)
                json.raw(half(tournament::half_points_of(one.places, seat)));
            json.end_array().end_object();
        }
        json.end_array().key("byes");
        write_numbers(json, round.byes);
        json.end_object();
    }
    json.end_array().key("standings").begin_array();
    for (const tournament::Standing& one : standings()) {
        json.begin_object().key("person").value(one.person).key("place").value(one.place).key("points");
        json.raw(half(one.half_points)).key("played").value(one.played).key("won").value(one.won);
        json.key("byes").value(one.byes).key("met").value(one.opponents).key("met_points");
        json.raw(half(one.opponents_half_points)).end_object();
    }
    return json.end_array().end_object().take();
}

}  // namespace springtide::server
