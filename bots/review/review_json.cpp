#include <cstdint>
#include <string>

#include "bots/review/review.hpp"

namespace springtide {

namespace {

/// Up to four digits after the point, the same text on every system.
std::string decimal(double number) {
    constexpr std::int64_t parts = 10'000;
    const auto all = static_cast<std::int64_t>(number * parts + (number < 0 ? -0.5 : 0.5));
    const std::int64_t size = all < 0 ? -all : all;
    std::string written = (all < 0 ? "-" : "") + std::to_string(size / parts);
    if (size % parts == 0) return written;
    const std::string digits = std::to_string(parts + size % parts).substr(1);
    return written + "." + digits.substr(0, digits.find_last_not_of('0') + 1);
}

void write_numbers(JsonWriter& json, const std::array<double, max_seats>& numbers, int players) {
    json.begin_array();
    for (const Seat seat : SeatSet::first(players)) json.raw(decimal(numbers[seat]));
    json.end_array();
}

void write_prospect(JsonWriter& json, const Forecast& forecast, int players) {
    write_numbers(json.key("shares"), forecast.share, players);
    write_numbers(json.key("points"), forecast.points, players);
}

void write_part(JsonWriter& json, std::string_view name, const Balance::Part& part) {
    json.key(name)
        .begin_object()
        .key("share")
        .raw(decimal(part.share))
        .key("points")
        .raw(decimal(part.points))
        .end_object();
}

}  // namespace

void write_luck_review(JsonWriter& json, const LuckReview& review) {
    json.key("of").value(static_cast<std::int64_t>(review.of)).key("before").begin_object();
    write_prospect(json, review.before, review.players);
    json.end_object().key("events").begin_array();
    for (const auto& [event, by, action, after, judgement] : review.events) {
        json.begin_object().key("event").value(static_cast<std::int64_t>(event)).key("by");
        if (by.is_chance())
            json.value("chance");
        else
            json.value(int{by.seat()});
        json.key("action").value(action);
        write_prospect(json, after, review.players);
        if (judgement) {
            json.key("legal").value(judgement->legal).key("mistake").value(judgement->mistake());
            json.key("advice").value(judgement->advice).key("cost").raw(decimal(judgement->cost));
            json.key("cost_points").raw(decimal(judgement->cost_points)).key("error").raw(decimal(judgement->error));
        }
        json.end_object();
    }
    json.end_array().key("balance").begin_array();
    for (const Seat seat : SeatSet::first(review.players)) {
        const Balance& balance = review.balance[seat];
        json.begin_object();
        write_part(json, "luck", balance.luck);
        write_part(json, "mistakes", balance.mistakes);
        write_part(json, "rest", balance.rest);
        json.key("luck_by_group").begin_array();
        for (const double found : balance.luck_by_group) json.raw(decimal(found));
        json.end_array().end_object();
    }
    json.end_array();
}

}  // namespace springtide
