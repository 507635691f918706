#include "server/competitions/matchmaking.hpp"

namespace springtide::server {

void Matchmaker::forget(const std::string& table) {
    const auto found = known_.find(table);
    if (found == known_.end()) return;
    const WaitingTable& known = found->second;
    const auto ranks = ranked_.find({known.game, known.speed});
    ranks->second.erase({.free_seats = known.free_seats, .since = known.since, .table = table});
    if (ranks->second.empty()) ranked_.erase(ranks);
    known_.erase(found);
}

void Matchmaker::note(const WaitingTable& table) {
    forget(table.table);
    if (table.free_seats <= 0) return;
    ranked_[{table.game, table.speed}].insert(
        {.free_seats = table.free_seats, .since = table.since, .table = table.table});
    known_.emplace(table.table, table);
}

std::optional<WaitingTable> Matchmaker::find(const std::string& game, ClockKind speed,
                                             const std::function<bool(const WaitingTable&)>& suits) const {
    const auto ranks = ranked_.find({game, speed});
    if (ranks == ranked_.end()) return std::nullopt;
    int looked_at = 0;
    for (const Rank& rank : ranks->second) {
        if (++looked_at > most_looked_at) break;
        const WaitingTable& table = known_.at(rank.table);
        if (suits(table)) return table;
    }
    return std::nullopt;
}

}  // namespace springtide::server
