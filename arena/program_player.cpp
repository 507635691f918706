#include "arena/program_player.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "core/text.hpp"

namespace springtide::arena {

namespace {

constexpr std::chrono::seconds time_to_start{60};  // interpreters and networks of weights take their time

void write_texts(JsonWriter& json, const std::vector<std::string>& texts) {
    json.begin_array();
    for (const auto& text : texts) json.value(text);
    json.end_array();
}

std::unexpected<Error> against_protocol(const std::string& what) { return fail(ErrorCode::bad_request, what); }

}  // namespace

JsonWriter ProgramPlayer::request(std::string_view op) {
    JsonWriter json;
    json.begin_object().key("id").value(++id_).key("op").value(op);
    return json;
}

Expected<boost::json::object> ProgramPlayer::ask(JsonWriter& json, std::chrono::milliseconds limit) {
    if (!program_) return fail(ErrorCode::unavailable, "it has ended");
    const auto line = program_->ask(json.end_object().text(), limit);
    auto answer = line ? read(*line, id_) : std::unexpected(line.error());
    if (!answer) program_.reset();
    return answer;
}

Expected<boost::json::object> ProgramPlayer::read(std::string_view answer, std::uint64_t id) {
    boost::system::error_code error;
    auto value = boost::json::parse({answer.data(), answer.size()}, error);
    if (error || !value.is_object())
        return against_protocol("its answer is no JSON object on one line: " + in_quotes(answer));
    auto& fields = value.get_object();
    const auto* own_id = fields.if_contains("id");
    if (own_id == nullptr || !own_id->is_int64() || own_id->get_int64() != static_cast<std::int64_t>(id))
        return against_protocol("its answer does not carry the id " + std::to_string(id) +
                                " of the question: " + in_quotes(answer));
    const auto* ok = fields.if_contains("ok");
    if (ok == nullptr || !ok->is_bool() || !ok->get_bool()) return against_protocol("it gave up: " + in_quotes(answer));
    return std::move(fields);
}

Expected<void> ProgramPlayer::wake() {
    if (program_) return {};
    auto started = Program::start(contestant_.command);
    if (!started) return std::unexpected(started.error());
    program_ = std::move(*started);
    auto json = request("hello");
    json.key("protocol").value(1).key("protocols").begin_array().value(1).value(2).end_array();
    const auto answer = ask(json, time_to_start);
    if (!answer) return std::unexpected(answer.error());
    const auto* spoken = answer->if_contains("protocol");
    hears_records_ = spoken != nullptr && *spoken == 2;
    return {};
}

Expected<void> ProgramPlayer::sit_down(const TableTold& table, Seat seat, std::uint64_t seed) {
    if (auto awake = wake(); !awake) return awake;
    auto json = request("start");
    json.key("table").value(table.number).key("game").value(table.game).key("players").value(table.players);
    json.key("options").begin_object();
    for (const auto& [name, value] : table.options) json.key(name).value(value);
    json.end_object().key("seat").value(static_cast<int>(seat)).key("seed").value(seed >> 12U);  // exact as a double
    if (const auto answer = ask(json, answer_limit_); !answer) return std::unexpected(answer.error());
    return {};
}

Expected<std::string> ProgramPlayer::choose(std::uint64_t table, Seat seat, const Question& question) {
    auto json = request("choose");
    json.key("table").value(table).key("seat").value(static_cast<int>(seat)).key("view").raw(question.view);
    if (question.memory) json.key("memory").raw(*question.memory);
    json.key("legal");
    write_texts(json, question.legal);
    json.key("events");
    if (hears_records_) {
        json.begin_array();
        for (const auto& record : question.events) json.raw(record);
        json.end_array();
    } else {
        write_texts(json, question.events);
    }
    if (contestant_.request.milliseconds) json.key("ms").value(*contestant_.request.milliseconds);
    const auto answer = ask(json, answer_limit_);
    if (!answer) return std::unexpected(answer.error());
    const auto* action = answer->if_contains("action");
    if (action != nullptr && action->is_string()) return std::string(action->get_string());
    dismiss();
    return against_protocol("its answer has no text 'action': " + in_quotes(boost::json::serialize(*answer)));
}

void ProgramPlayer::leave(std::uint64_t table, Seat seat, const Result& result, int players) {
    if (!program_) return;
    auto json = request("end");
    json.key("table").value(table).key("seat").value(static_cast<int>(seat)).key("points").begin_array();
    for (const Seat other : SeatSet::first(players)) json.value(static_cast<int>(result.points[other]));
    json.end_array().key("winners").begin_array();
    for (const Seat winner : result.winners) json.value(static_cast<int>(winner));
    json.end_array();
    if (!ask(json, answer_limit_)) dismiss();
}

}  // namespace springtide::arena
