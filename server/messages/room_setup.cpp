#include "server/messages/room_setup.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <map>

#include "bots/choose.hpp"
#include "core/text.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/identity/identity.hpp"
#include "server/messages/requests.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

Expected<void> check_level(const std::string& level, const std::string& game) {
    const auto levels = bot_levels(game);
    if (std::ranges::find(levels, level) != levels.end()) return {};
    std::string known;
    for (const auto& name : levels) known += (known.empty() ? "" : ", ") + name;
    return refuse(server_reason("unknown_bot"), {{"level", printable(level)}, {"levels", known}});
}

Expected<bool> flag(const boost::json::object& request, std::string_view name, bool fallback) {
    const auto* value = request.if_contains(name);
    if (value == nullptr) return fallback;
    if (!value->is_bool()) return Fields::wrong(name, "true or false");
    return value->get_bool();
}

}  // namespace

Expected<SeatSetup> seat_from_choice(const SeatChoice& choice, const std::string& game) {
    SeatSetup seat;
    seat.kind = choice.kind;
    seat.level = choice.level;
    if (seat.kind == SeatKind::reserved) seat.key = random_id();
    if (seat.kind == SeatKind::bot)
        if (auto known = check_level(seat.level, game); !known) return std::unexpected(known.error());
    return seat;
}

Expected<RoomSetup> setup_from_request(const CreateRequest& request) {
    RoomSetup setup;
    setup.game = request.game;
    setup.players = static_cast<int>(std::clamp<std::int64_t>(request.players, -1, 1000));
    // Making a table checks whether these fit together; it also fills in the defaults.
    const auto table = new_table(
        setup.game,
        {.players = setup.players, .options = request.options.value_or(OptionTexts()), .seed = {}, .position = {}});
    if (!table) return std::unexpected(table.error());
    setup.options = (*table)->options();

    setup.seats.resize(static_cast<std::size_t>(setup.players));
    if (request.seats && request.seats->size() != setup.seats.size()) return refuse(server_reason("seats_list"));
    for (std::size_t i = 0; request.seats && i < setup.seats.size(); ++i) {
        auto seat = seat_from_choice((*request.seats)[i], setup.game);
        if (!seat) return std::unexpected(seat.error());
        setup.seats[i] = std::move(*seat);
    }
    setup.clock = request.clock.value_or(ClockSetup());
    setup.bot = request.bot ? *request.bot : bot_levels(setup.game).back();
    if (auto known = check_level(setup.bot, setup.game); !known) return std::unexpected(known.error());
    setup.on_timeout = request.on_timeout.value_or(setup.on_timeout);
    setup.listed = request.listed.value_or(setup.listed);
    setup.spectators = request.spectators.value_or(setup.spectators);
    setup.spectators_chat = request.spectators_chat.value_or(setup.spectators_chat);
    setup.memory_aid = request.memory_aid.value_or(setup.memory_aid);
    return setup;
}

const OptionTexts& usual_options(const std::string& game, int players) {
    using Key = std::pair<std::string, int>;
    static const std::map<Key, OptionTexts> all = [] {
        std::map<Key, OptionTexts> known;
        for (const Game& one : games())
            for (int count = one.info().min_players; count <= one.info().max_players; ++count)
                if (const auto table =
                        new_table(one.info().id, {.players = count, .options = {}, .seed = {}, .position = {}}))
                    known[{std::string(one.info().id), count}] = (*table)->options();
        return known;
    }();
    static const OptionTexts none;
    const auto found = all.lower_bound({game, players});
    return found != all.end() && found->first.first == game ? found->second : none;
}

bool is_usual(const RoomSetup& setup) {
    return setup.options.empty() || setup.options == usual_options(setup.game, setup.players);
}

void write_options(JsonWriter& json, const OptionTexts& options) {
    json.begin_object();
    for (const auto& [name, value] : options) json.key(name).value(value);
    json.end_object();
}

void write_hours(JsonWriter& json, const PlayingHours& hours) {
    if (hours.is_all_day()) return;
    json.key("hours").begin_object().key("from").value(hours.from).key("to").value(hours.to);
    json.key("offset").value(hours.offset).end_object();
}

std::string to_json(const RoomSetup& setup) {
    JsonWriter json;
    json.begin_object().key("game").value(setup.game).key("players").value(setup.players).key("options");
    write_options(json, setup.options);
    json.key("seats").begin_array();
    for (const auto& seat : setup.seats) {
        json.begin_object()
            .key("kind")
            .value(enum_name(seat.kind))
            .key("level")
            .value(seat.level)
            .key("key")
            .value(seat.key);
        json.key("guests").begin_array();
        for (const auto& guest : seat.guests) json.value(guest);
        json.end_array().key("name").value(seat.name);
        if (seat.asked) json.key("asked").value(true);
        json.end_object();
    }
    json.end_array().key("closed_to").begin_array();
    for (const auto& entry : setup.closed_to) json.value(entry);
    json.end_array().key("listed").value(setup.listed).key("spectators").value(setup.spectators);
    json.key("spectators_chat").value(setup.spectators_chat);
    json.key("memory_aid").value(setup.memory_aid);
    if (setup.quick) json.key("quick").value(true);
    if (!setup.daily.empty()) json.key("daily").value(setup.daily);
    if (!setup.club.empty()) json.key("club").value(setup.club);
    if (!setup.duplicate.empty()) json.key("duplicate").value(setup.duplicate);
    json.key("clock").begin_object().key("kind").value(enum_name(setup.clock.kind)).key("move").value(setup.clock.move);
    json.key("bank").value(setup.clock.bank);
    write_hours(json, setup.clock.hours);
    json.end_object();
    json.key("on_timeout").value(enum_name(setup.on_timeout)).key("bot").value(setup.bot);
    json.key("host").value(setup.host).key("secret").value(setup.secret).end_object();
    return json.take();
}

Expected<RoomSetup> setup_from_log(const std::string& text) {
    boost::system::error_code error;
    const auto value = boost::json::parse(text, error);
    const auto broken = [] { return fail(ErrorCode::bad_json, "the log begins with a set-up that cannot be read"); };
    if (error || !value.is_object()) return broken();
    const auto& object = value.get_object();
    const auto word = [](const boost::json::object& from, std::string_view name) {
        return Fields(from).text(name).value_or("");
    };
    const auto words = [](const boost::json::object& from, std::string_view name) {
        std::vector<std::string> all;
        if (const auto* list = from.if_contains(name); list != nullptr && list->is_array())
            for (const auto& item : list->get_array())
                if (item.is_string()) all.emplace_back(item.get_string());
        return all;
    };
    RoomSetup setup;
    setup.game = word(object, "game");
    setup.players = static_cast<int>(Fields(object).number("players").value_or(0));
    setup.options = Fields(object).options("options").value_or(OptionTexts());
    setup.listed = flag(object, "listed", false).value_or(false);
    setup.spectators = flag(object, "spectators", true).value_or(true);
    setup.spectators_chat = flag(object, "spectators_chat", true).value_or(true);  // older tables lack the field
    setup.memory_aid = flag(object, "memory_aid", true).value_or(true);
    setup.quick = flag(object, "quick", false).value_or(false);
    setup.daily = word(object, "daily");
    setup.club = word(object, "club");
    setup.duplicate = word(object, "duplicate");
    setup.on_timeout = enum_from_name<OnTimeout>(word(object, "on_timeout")).value_or(OnTimeout::seat);
    setup.bot = word(object, "bot");
    setup.host = word(object, "host");
    setup.secret = word(object, "secret");
    setup.closed_to = words(object, "closed_to");
    const auto* clock = object.if_contains("clock");
    const auto* seats = object.if_contains("seats");
    if (clock == nullptr || !clock->is_object() || seats == nullptr || !seats->is_array()) return broken();
    const auto clock_kind = enum_from_name<ClockKind>(word(clock->get_object(), "kind"));
    if (!clock_kind) return fail(ErrorCode::unavailable, "its clock makes no sense");
    setup.clock = {.kind = *clock_kind,
                   .move = Fields(clock->get_object()).number("move").value_or(0),
                   .bank = Fields(clock->get_object()).number("bank").value_or(0)};
    if (const auto* hours = clock->get_object().if_contains("hours"); hours != nullptr && hours->is_object()) {
        const Fields fields(hours->get_object());
        const auto number = [&](std::string_view name) { return static_cast<int>(fields.number(name).value_or(-1)); };
        setup.clock.hours = {.from = number("from"), .to = number("to"), .offset = number("offset")};
    }
    for (const auto& seat : seats->get_array()) {
        if (!seat.is_object()) return broken();
        const auto& fields = seat.get_object();
        const auto kind = enum_from_name<SeatKind>(word(fields, "kind"));
        if (!kind) return fail(ErrorCode::unavailable, "it has a seat of an unknown kind");
        setup.seats.push_back({.kind = *kind,
                               .level = word(fields, "level"),
                               .key = word(fields, "key"),
                               .guests = words(fields, "guests"),
                               .name = word(fields, "name"),
                               .asked = fields.contains("asked")});
        if (const auto guest = word(fields, "guest"); !guest.empty())  // as older programs wrote it
            setup.seats.back().guests = {guest};
    }
    return setup;
}

}  // namespace springtide::server
