#include "server/competitions/daily.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <chrono>
#include <cstdio>

#include "bots/choose.hpp"
#include "core/text.hpp"
#include "protocol/json_fields.hpp"
#include "table/committed_chance.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

/// Cuts the next line off.
std::string_view next_line(std::string_view& rest) {
    const auto end = rest.find('\n');
    const auto line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return line;
}

}  // namespace

std::int64_t day_of(std::int64_t milliseconds) { return milliseconds / day_ms; }
std::int64_t end_of_day(std::int64_t day) { return (day + 1) * day_ms; }

std::string date_text(std::int64_t day) {
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<std::int64_t> day_from_text(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto year = parse_int64(text.substr(0, 4));
    const auto month = parse_int64(text.substr(5, 2));
    const auto of_month = parse_int64(text.substr(8, 2));
    if (!year || !month || !of_month || *year < 2000 || *month < 1 || *of_month < 1) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*of_month))};
    if (!date.ok()) return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch().count();
}

SharedDeal shared_deal(std::string_view summary) {
    boost::system::error_code error;
    const auto value = boost::json::parse({summary.data(), summary.size()}, error);
    if (error || !value.is_object()) return {};
    const Fields fields(value.get_object());
    return {.day = day_from_text(fields.text("daily").value_or("")),
            .duplicate = fields.text("duplicate").value_or("")};
}

Digest DailySecrets::secret(std::string_view game, std::int64_t day) const {
    return hmac_sha256(key_, "springtide daily 1\n" + std::string(game) + "\n" + date_text(day) + "\n");
}

std::string DailySecrets::commitment(std::string_view game, std::int64_t day) const {
    return CommittedChance::commitment(secret(game, day));
}

std::uint64_t daily_seed(const Digest& secret, std::uint64_t position, Seat seat) {
    const Digest lots =
        hmac_sha256(secret, "springtide lots 1\n" + std::to_string(position) + "\n" + std::to_string(seat) + "\n");
    std::uint64_t seed = 0;
    for (std::size_t i = 0; i < 8; ++i) seed = seed << 8U | lots[i];
    return seed;
}

std::unique_ptr<Table> settled(const Table& table) {
    auto copy = table.clone();
    for (const Seat seat : copy->may_retract()) [[maybe_unused]]
        const auto gone = copy->withdraw(seat, nullptr);
    return copy;
}

std::string daily_level(std::string_view game) {
    const auto levels = bot_levels(game);
    return std::ranges::find(levels, "hard") != levels.end() ? "hard" : levels.back();
}

int daily_score(const Result& result, int players, Seat seat, bool gave_up) {
    if (gave_up) return gave_up_score;
    int best = -32768;
    for (const Seat other : SeatSet::first(players))
        if (other != seat) best = std::max(best, int{result.points[other]});
    return int{result.points[seat]} - best;
}

std::string way_of(const Table& table, Seat seat) {
    std::string way;
    const Record record = table.as_record();
    for (const Record::Line& line : record.events)
        if (!line.by.is_chance() && line.by.seat() == seat && !line.retracts())
            way += (way.empty() ? "" : "\n") + std::string(line.action);
    return way;
}

Ways::Ways(std::string_view own) {
    while (!own.empty()) own_.emplace_back(next_line(own));
    seen_.resize(own_.size());
}

void Ways::add(std::string_view way, int score) {
    for (std::size_t step = 0; step < own_.size() && !way.empty(); ++step) {
        const auto action = next_line(way);
        auto& seen = seen_[step];
        auto found = std::ranges::find(seen, action, &Choices::One::action);
        if (found == seen.end()) found = seen.insert(seen.end(), {.action = std::string(action)});
        ++found->attempts;
        found->score += score;
        if (action != own_[step]) return;  // from here on the positions differ
    }
}

std::vector<Choices> Ways::choices() const {
    std::vector<Choices> all;
    for (std::size_t step = 0; step < own_.size(); ++step) {
        Choices choices{.own = own_[step], .all = seen_[step]};
        for (auto& one : choices.all) one.score /= static_cast<double>(one.attempts);
        std::ranges::stable_sort(choices.all, std::greater(), &Choices::One::attempts);
        all.push_back(std::move(choices));
    }
    return all;
}

}  // namespace springtide::server
