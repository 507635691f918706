#include <cmath>
#include <cstdio>

#include "arena/report.hpp"
#include "core/json_writer.hpp"

namespace springtide::arena {

namespace {

/// JSON has no word for what is not finite.
void write_number(JsonWriter& json, std::string_view key, double number) {
    json.key(key);
    if (!std::isfinite(number)) {
        json.null();
        return;
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", number);
    json.raw(text);
}

void write_mean(JsonWriter& json, std::string_view key, const Sample& sample, double margin) {
    json.key(key).begin_object();
    write_number(json, "mean", sample.mean());
    write_number(json, "margin", margin);
    json.end_object();
}

void write_standing(JsonWriter& json, const Plan& plan, std::size_t pairing, const Standing& standing) {
    json.begin_object().key("one").value(plan.contestants[plan.pairings[pairing].one].name);
    json.key("rest").value(plan.contestants[plan.pairings[pairing].rest].name);
    json.key("deals").value(standing.share.count()).key("games").value(standing.games);
    write_mean(json, "share", standing.share, share_margin(standing.share));
    write_mean(json, "points", standing.points, standing.points.margin());
    write_mean(json, "lead", standing.lead, standing.lead.margin());
    if (plan.players == 2) {
        const double share = standing.share.mean();
        const double margin = share_margin(standing.share);
        json.key("elo").begin_object();
        write_number(json, "value", elo(share));
        write_number(json, "low", elo(share - margin));
        write_number(json, "high", elo(share + margin));
        json.end_object();
    }
    if (const auto verdict = verdict_text(plan, standing); !verdict.empty()) json.key("verdict").value(verdict);
    json.key("forfeits").begin_array().value(standing.forfeits_one).value(standing.forfeits_rest).end_array();
    json.end_object();
}

}  // namespace

std::string json_report(const Plan& plan, const Outcome& outcome) {
    JsonWriter json;
    json.begin_object().key("game").value(plan.game).key("players").value(plan.players).key("options").begin_object();
    for (const auto& [name, value] : plan.options) json.key(name).value(value);
    json.end_object().key("seed").value(plan.seed).key("interrupted").value(outcome.interrupted);
    write_number(json, "seconds", outcome.seconds);
    write_number(json, "equal_share", plan.equal_share());
    json.key("pairings").begin_array();
    for (std::size_t i = 0; i < plan.pairings.size(); ++i) write_standing(json, plan, i, outcome.standings[i]);
    json.end_array().key("complaints").begin_array();
    for (const auto& complaint : outcome.complaints) json.value(complaint);
    return json.end_array().end_object().take() + "\n";
}

}  // namespace springtide::arena
