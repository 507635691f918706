#include "server/competitions/old_clubs.hpp"

#include <algorithm>
#include <optional>

#include "server/competitions/club.hpp"
#include "server/competitions/duplicate.hpp"

namespace springtide::server {

namespace {

constexpr int most_looked_at = 50;
constexpr std::int64_t day_ms = 24LL * 3'600'000;

enum class Played { never, now, over };

/// Nothing where the log cannot be read.
std::optional<Played> played(const std::string& id, const ClubLog& log) {
    if (is_duplicate_set(log)) {
        const auto set = DuplicateSet::load(id, log);
        if (!set) return std::nullopt;
        const auto runs = [](const DuplicateTable& table) { return table.has_begun && !table.is_over; };
        if (std::ranges::any_of(set->tables(), runs)) return Played::now;
        return std::ranges::any_of(set->tables(), &DuplicateTable::has_begun) ? Played::over : Played::never;
    }
    const auto club = Club::load(id, log);
    if (!club) return std::nullopt;
    if (club->rounds().empty()) return Played::never;
    return club->is_round_over() ? Played::over : Played::now;
}

std::int64_t last_change(const ClubLog& log) {
    std::int64_t last = 0;
    for (const StoredEvent& event : log.events) last = std::max(last, event.at);
    for (const ClubResult& result : log.results) last = std::max(last, result.at);
    return last;
}

bool is_old(const std::string& id, const ClubLog& log, std::int64_t now, const KeepClubs& keep) {
    const auto how = played(id, log);
    if (!how || *how == Played::now) return false;
    const int days = *how == Played::never ? keep.unplayed_days : keep.played_days;
    return days > 0 && last_change(log) < now - days * day_ms;
}

}  // namespace

Expected<OldClubs> look_for_old_clubs(Store& store, std::int64_t from, std::int64_t now, const KeepClubs& keep) {
    OldClubs old;
    if (keep.unplayed_days == 0 && keep.played_days == 0) return old;
    const int days = keep.unplayed_days == 0 || keep.played_days == 0 ? std::max(keep.unplayed_days, keep.played_days)
                                                                      : std::min(keep.unplayed_days, keep.played_days);
    const auto rows = store.clubs(from, now - days * day_ms, most_looked_at);
    if (!rows) return std::unexpected(rows.error());
    for (const ClubRow& row : *rows) {
        const auto log = store.club(row.club);
        if (!log) return std::unexpected(log.error());
        if (!log->events.empty() && is_old(row.club, *log, now, keep))
            old.gone.push_back({.club = row.club, .seq = log->events.back().seq});
    }
    if (std::ssize(*rows) == most_looked_at) old.looked_until = rows->back().at + 1;
    return old;
}

}  // namespace springtide::server
