// Requests that ask what a bot would play, how good a game was and whether its dice were honest.
#include <boost/json/serialize.hpp>

#include "core/text.hpp"
#include "protocol/analysis.hpp"
#include "protocol/engine_request.hpp"
#include "table/verify.hpp"

namespace springtide {

Expected<void> EngineRequest::verify() {
    const auto record = fields_.text("record");
    if (!record) return std::unexpected(record.error());
    const auto verified = verify_record(*record);
    if (!verified) return std::unexpected(verified.error());
    json_.key("chance_events").value(verified->chance_events).key("commitment").value(verified->commitment);
    json_.key("result").value(verified->result);
    return {};
}

Expected<void> EngineRequest::best() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto seat = this->seat(**table);
    if (!seat) return std::unexpected(seat.error());
    BotRequest request;
    if (fields_.has("level")) {
        const auto level = fields_.text("level");
        if (!level) return std::unexpected(level.error());
        request.level = *level;
    }
    if (fields_.has("ms")) {
        const auto limit = fields_.number("ms");
        if (!limit) return std::unexpected(limit.error());
        if (*limit < 1 || *limit > 600'000) return Fields::wrong("ms", "1 to 600000");
        request.milliseconds = static_cast<int>(*limit);
    }
    if (fields_.has("nodes")) {
        const auto nodes = fields_.number("nodes");
        if (!nodes) return std::unexpected(nodes.error());
        if (*nodes < 1 || *nodes > 100'000'000) return Fields::wrong("nodes", "1 to 100000000");
        request.nodes = static_cast<std::uint64_t>(*nodes);
    }
    if (fields_.has("seed")) {
        const auto seed = fields_.text("seed");
        if (!seed) return std::unexpected(seed.error());
        request.seed = fold_text(0, *seed);
    }
    const auto answer = choose(**table, *seat, request);
    if (!answer) return std::unexpected(answer.error());
    json_.key("action").value(answer->action).key("exact").value(answer->exact);
    if (answer->winner) json_.key("winner").value(*answer->winner);
    if (answer->value) json_.key("value").raw(boost::json::serialize(boost::json::value(*answer->value)));
    if (!answer->line.empty()) {
        json_.key("line");
        write_texts(json_, answer->line);
    }
    if (!answer->why.empty()) write_why(answer->why);
    return {};
}

void EngineRequest::write_why(const std::vector<Why>& reasons) {
    json_.key("why").begin_array();
    for (const Why& reason : reasons) {
        json_.begin_object().key("code").value(reason.code).key("numbers").begin_array();
        for (const int number : reason.numbers) json_.value(number);
        json_.end_array().end_object();
    }
    json_.end_array();
}

Expected<void> EngineRequest::analyse() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto limits = read_analysis_limits(fields_, engine_.limits_.study_nodes);
    if (!limits) return std::unexpected(limits.error());
    const auto quick = fields_.flag("quick");
    if (!quick) return std::unexpected(quick.error());
    return *quick ? write_winners(json_, **table, *limits) : write_analysis(json_, **table, *limits);
}

Expected<void> EngineRequest::length() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto limits = read_analysis_limits(fields_, engine_.limits_.study_nodes);
    if (!limits) return std::unexpected(limits.error());
    return write_length(json_, **table, *limits);
}

Expected<void> EngineRequest::review() {
    const auto limits = read_analysis_limits(fields_, engine_.limits_.study_nodes);
    if (!limits) return std::unexpected(limits.error());
    const auto request = read_review_request(fields_);
    if (!request) return std::unexpected(request.error());
    if (fields_.has("record")) {
        const auto record = fields_.text("record");
        if (!record) return std::unexpected(record.error());
        return write_review(json_, *record, *limits, *request);
    }
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    return write_review(json_, (*table)->record(), *limits, *request);
}

Expected<void> EngineRequest::puzzle() {
    const auto wish = read_puzzle_wish(fields_);
    if (!wish) return std::unexpected(wish.error());
    return write_puzzle(json_, *wish);
}

Expected<void> EngineRequest::perft() {
    const auto table = this->table();
    if (!table) return std::unexpected(table.error());
    const auto depth = fields_.number("depth");
    if (!depth) return std::unexpected(depth.error());
    if (*depth < 0 || *depth > 100) return Fields::wrong("depth", "0 to 100");
    const auto nodes = (*table)->perft(static_cast<int>(*depth), engine_.limits_.perft_nodes);
    if (!nodes) return std::unexpected(nodes.error());
    json_.key("nodes").value(*nodes);
    return {};
}

}  // namespace springtide
