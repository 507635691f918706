// Requests about tables: opening them, playing, looking, taking back.
#include "protocol/engine.hpp"

#include <array>
#include <boost/json/serialize.hpp>

#include "core/text.hpp"
#include "core/version.hpp"
#include "notation/reasons.hpp"
#include "protocol/engine_request.hpp"
#include "protocol/lines.hpp"
#include "protocol/reasons.hpp"
#include "protocol/refusal.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide {

void write_texts(JsonWriter& json, const std::vector<std::string>& texts) {
    json.begin_array();
    for (const auto& text : texts) json.value(text);
    json.end_array();
}

namespace {

void write_option(JsonWriter& json, const OptionSpec& spec) {
    constexpr std::array<std::string_view, 4> types = {"choice", "number", "flag", "numbers"};
    // A default in the type of the option, as a request would give it.
    const auto write_fallback = [&] {
        if (spec.fallback.empty())
            json.null();
        else if (spec.type == OptionType::choice)
            json.value(spec.fallback);
        else if (spec.type == OptionType::numbers)
            json.raw("[" + std::string(spec.fallback) + "]");
        else
            json.raw(spec.fallback);
    };
    json.begin_object().key("name").value(spec.name).key("type").value(types[static_cast<std::size_t>(spec.type)]);
    json.key("default");
    write_fallback();
    switch (spec.type) {
        case OptionType::choice:
            json.key("allowed").begin_array();
            for (const auto choice : spec.choices) json.value(choice);
            json.end_array();
            break;
        case OptionType::flag: json.key("allowed").begin_array().value(false).value(true).end_array(); break;
        case OptionType::numbers: json.key("count").value(spec.count); [[fallthrough]];
        case OptionType::number: json.key("min").value(spec.low).key("max").value(spec.high); break;
    }
    if (spec.is_expansion) json.key("expansion").value(true);
    json.key("help").value(spec.help).end_object();
}

}  // namespace

void write_games(JsonWriter& json) {
    json.key("games").begin_array();
    for (const Game& game : games()) {
        const GameInfo& info = game.info();
        json.begin_object().key("id").value(info.id).key("title").value(info.title);
        json.key("designer").value(info.designer).key("summary").value(info.summary);
        json.key("players").begin_array().value(info.min_players).value(info.max_players).end_array();
        json.key("options").begin_array();
        for (const OptionSpec& spec : info.options) write_option(json, spec);
        json.end_array().key("levels");
        write_texts(json, bot_levels(info.id));
        json.end_object();
    }
    json.end_array();
}

Expected<std::string> EngineRequest::answer() {
    using Step = Expected<void> (EngineRequest::*)();
    static constexpr std::array<std::pair<std::string_view, Step>, 19> steps = {{
        {"hello", &EngineRequest::hello},   {"games", &EngineRequest::games},
        {"new", &EngineRequest::create},    {"position", &EngineRequest::position},
        {"play", &EngineRequest::play},     {"retract", &EngineRequest::retract},
        {"legal", &EngineRequest::legal},   {"view", &EngineRequest::view},
        {"undo", &EngineRequest::undo},     {"record", &EngineRequest::record},
        {"load", &EngineRequest::load},     {"verify", &EngineRequest::verify},
        {"best", &EngineRequest::best},     {"analyse", &EngineRequest::analyse},
        {"length", &EngineRequest::length}, {"review", &EngineRequest::review},
        {"puzzle", &EngineRequest::puzzle}, {"perft", &EngineRequest::perft},
        {"close", &EngineRequest::close},
    }};
    const auto op = fields_.text("op");
    if (!op) return std::unexpected(op.error());
    for (const auto& [name, step] : steps)
        if (*op == name) return run(step);
    return refuse(request_reason("unknown_op"), {{"op", printable(*op)}});
}

Expected<std::string> EngineRequest::run(Expected<void> (EngineRequest::*step)()) {
    json_.begin_object();
    if (auto done = (this->*step)(); !done) return std::unexpected(done.error());
    std::string text = json_.end_object().take();
    return text.substr(1, text.size() - 2);
}

Expected<void> EngineRequest::hello() {
    std::int64_t wanted = engine_.protocol_;
    if (fields_.has("protocol")) {
        const auto given = fields_.number("protocol");
        if (!given) return std::unexpected(given.error());
        wanted = *given;
    }
    if (wanted < 1 || wanted > newest_protocol)
        return refuse(request_reason("unknown_protocol"), {{"protocol", wanted}});
    engine_.protocol_ = static_cast<int>(wanted);
    json_.key("name").value("Springtide").key("version").value(version).key("protocol").value(engine_.protocol_);
    return {};
}

Expected<void> EngineRequest::games() {
    write_games(json_);
    return {};
}

Expected<void> EngineRequest::create() {
    const auto game = fields_.text("game");
    if (!game) return std::unexpected(game.error());
    const auto found = find_game(*game);
    if (!found) return std::unexpected(found.error());
    const auto players = fields_.number("players");
    if (!players) return std::unexpected(players.error());
    if (*players < 0 || *players > max_seats)
        return refuse(reason_of("wrong_players"),
                      {{"game", *game}, {"range", player_range((*found)->info())}, {"players", *players}});
    const auto options = fields_.options("options");
    if (!options) return std::unexpected(options.error());
    TableSetup setup{.players = static_cast<int>(*players), .options = *options, .seed = {}, .position = {}};
    if (fields_.has("seed")) {
        auto seed = fields_.text("seed");
        if (!seed) return std::unexpected(seed.error());
        setup.seed = std::move(*seed);
    }
    return seat_table((*found)->create(setup));
}

Expected<void> EngineRequest::position() {
    const auto game = fields_.text("game");
    if (!game) return std::unexpected(game.error());
    const auto text = fields_.text("position");
    if (!text) return std::unexpected(text.error());
    const auto options = fields_.options("options");
    if (!options) return std::unexpected(options.error());
    return seat_table(position_table(*game, *text, *options));
}

Expected<void> EngineRequest::load() {
    const auto text = fields_.text("record");
    if (!text) return std::unexpected(text.error());
    return seat_table(load_table(*text));
}

Expected<void> EngineRequest::seat_table(Expected<std::unique_ptr<Table>> made) {
    if (!made) return std::unexpected(made.error());
    const auto audience = this->audience(**made, Observer::spectator());
    if (!audience) return std::unexpected(audience.error());
    if (engine_.tables_.size() >= engine_.limits_.tables)
        return refuse(request_reason("too_many_tables"),
                      {{"limit", static_cast<std::int64_t>(engine_.limits_.tables)}});
    json_.key("table").value(engine_.next_table_);
    if (engine_.protocol_ != 1 && (*made)->has_secrets()) json_.key("secrets").value(true);
    const bool silent = engine_.protocol_ == 1 && *fields_.text("op") == "load";
    write_progress(**made, *audience, silent ? Story() : (*made)->story(), &Table::first_view);
    engine_.tables_.emplace(engine_.next_table_++, std::move(*made));
    return {};
}

Expected<EngineRequest::Audience> EngineRequest::audience(const Table& table, Observer usual) {
    Audience audience{.observers = {usual}, .is_list = false, .story = false, .legal = false};
    if (engine_.protocol_ == 1) return audience;
    const auto story = fields_.flag("story");
    if (!story) return std::unexpected(story.error());
    audience.story = *story;
    const auto legal = fields_.flag("legal");
    if (!legal) return std::unexpected(legal.error());
    audience.legal = *legal;
    if (!fields_.has("for")) return audience;
    audience.is_list = fields_.is_list("for");
    auto observers = fields_.observers("for", table.players());
    if (!observers) return std::unexpected(observers.error());
    audience.observers = std::move(*observers);
    return audience;
}

void EngineRequest::write_progress(const Table& table, const Audience& audience, const Story& story,
                                   std::string (Table::*whole)(Observer) const) {
    json_.key("events");
    if (engine_.protocol_ == 1) {
        write_texts(json_, lines_for(table.events(), story, audience.observers.front()));
    } else {
        write_for_each(audience, [&](Observer observer) {
            json_.begin_array();
            if (whole != nullptr) write_whole_view(json_, (table.*whole)(observer));
            write_records(json_, table.events(), story, observer);
            json_.end_array();
        });
        if (audience.story) {
            json_.key("story");
            write_for_each(audience,
                           [&](Observer observer) { write_texts(json_, lines_for(table.events(), story, observer)); });
        }
    }
    const ToAct acting = table.to_act();
    json_.key("to_act").begin_array();
    if (acting.chance) json_.value("chance");
    for (const Seat seat : acting.seats) json_.value(seat);
    json_.end_array().key("over").value(table.over());
    if (!audience.legal) return;
    json_.key("legal").begin_object();
    for (const Observer observer : audience.observers) {
        if (!observer.is_seat() || !acting.seats.contains(observer.seat())) continue;
        json_.key(std::to_string(observer.seat())).begin_object().key("actions");
        write_texts(json_, table.legal(observer.seat()));
        if (const auto outlooks = table.outlooks(observer.seat())) json_.key("leads_to").raw(*outlooks);
        json_.end_object();
    }
    json_.end_object();
}

Expected<Table*> EngineRequest::table() {
    const auto number = fields_.number("table");
    if (!number) return std::unexpected(number.error());
    const auto found = engine_.tables_.find(*number);
    if (found == engine_.tables_.end()) return refuse(request_reason("unknown_table"), {{"table", *number}});
    return found->second.get();
}

Expected<void> EngineRequest::play() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto by = fields_.actor("by", (*table)->players());
    if (!by) return std::unexpected(by.error());
    const auto action = fields_.text("action");
    if (!action) return std::unexpected(action.error());
    const auto audience = this->audience(**table, by->is_chance() ? Observer::spectator() : Observer::seat(by->seat()));
    if (!audience) return std::unexpected(audience.error());
    const auto story = (*table)->play(*by, *action);
    if (!story) return std::unexpected(story.error());
    write_progress(**table, *audience, *story);
    return {};
}

Expected<void> EngineRequest::retract() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto seat = this->seat(**table);
    if (!seat) return std::unexpected(seat.error());
    const auto audience = this->audience(**table, Observer::seat(*seat));
    if (!audience) return std::unexpected(audience.error());
    const auto story = (*table)->retract(*seat);
    if (!story) return std::unexpected(story.error());
    write_progress(**table, *audience, *story);
    return {};
}

Expected<Seat> EngineRequest::seat(const Table& table) {
    const auto by = fields_.actor("by", table.players());
    if (!by) return std::unexpected(by.error());
    if (by->is_chance()) return Fields::wrong("by", "a seat number here");
    return by->seat();
}

Expected<void> EngineRequest::legal() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto by = fields_.actor("by", (*table)->players());
    if (!by) return std::unexpected(by.error());
    const auto actions = by->is_chance() ? (*table)->chances() : (*table)->legal(by->seat());
    if (actions) {
        json_.key("actions");
        write_texts(json_, *actions);
        const auto leads_to = fields_.flag("leads_to");
        if (!leads_to) return std::unexpected(leads_to.error());
        if (!*leads_to || by->is_chance()) return {};
        if (const auto outlooks = (*table)->outlooks(by->seat())) json_.key("leads_to").raw(*outlooks);
    } else {
        json_.key("form").value((*table)->chance_form());
    }
    return {};
}

Expected<void> EngineRequest::view() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto observers = fields_.observers("for", (*table)->players());
    if (!observers) return std::unexpected(observers.error());
    const auto with_memory = fields_.flag("memory");
    if (!with_memory) return std::unexpected(with_memory.error());
    const Audience audience{.observers = *observers, .is_list = fields_.is_list("for"), .story = false, .legal = false};
    json_.key("view");
    write_for_each(audience, [&](Observer observer) { json_.raw((*table)->view(observer)); });
    const auto with_standing = fields_.flag("standing");
    if (!with_standing) return std::unexpected(with_standing.error());
    if (*with_standing && (*table)->standing(Observer::spectator())) {
        json_.key("standing");
        write_for_each(audience, [&](Observer observer) { json_.raw(*(*table)->standing(observer)); });
    }
    if (!*with_memory || !(*table)->memory(Observer::spectator())) return {};
    json_.key("memory");
    write_for_each(audience, [&](Observer observer) { json_.raw(*(*table)->memory(observer)); });
    return {};
}

Expected<void> EngineRequest::undo() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto audience = this->audience(**table, Observer::spectator());
    if (!audience) return std::unexpected(audience.error());
    if (const auto undone = (*table)->undo(); !undone) return std::unexpected(undone.error());
    write_progress(**table, *audience, {}, &Table::view);
    return {};
}

Expected<void> EngineRequest::record() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    json_.key("record").value((*table)->record());
    return {};
}

Expected<void> EngineRequest::close() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    engine_.tables_.erase(*fields_.number("table"));
    return {};
}

std::string Engine::answer(std::string_view line) {
    const auto request = parse_json(line);
    if (!request) return refused("null", request.error());
    if (!request->is_object())
        return refused("null", error_of(request_reason("not_an_object"), {{"example", R"({"op": "hello"})"}}));
    const auto& object = request->get_object();
    const auto* given_id = object.if_contains("id");
    const std::string id = given_id == nullptr ? "null" : boost::json::serialize(*given_id);
    const auto fields = EngineRequest(*this, object).answer();
    if (!fields) return refused(id, fields.error());
    return "{\"id\":" + id + ",\"ok\":true" + (fields->empty() ? "" : ",") + *fields + "}";
}

std::string Engine::refused(std::string_view id, Error error) const {
    if (protocol_ == 1)
        error = {.code = error.code, .message = error.message, .reason = {}, .clause = {}, .concerns = {}};
    return refusal(id, error);
}

std::string Engine::answer_to_long_line() {
    return refusal("null",
                   error_of(request_reason("line_too_long"), {{"limit", static_cast<std::int64_t>(max_line_length)}}));
}

}  // namespace springtide
