#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "server/messages/room_enums.hpp"

namespace springtide::server {

/// A table at which somebody may still sit down.
struct WaitingTable {
    std::string table;
    std::string game;
    ClockKind speed = ClockKind::none;
    int free_seats = 0;      ///< 0: it does not wait any more
    std::int64_t since = 0;  ///< when it was made
    std::int64_t at = 0;     ///< when something last happened there
};

/// Finds a table for a player: those that need fewest people first, then the oldest. It knows no room,
/// no clock and no store.
class Matchmaker {
  public:
    /// Remembers a table as it is now, or forgets it where it has no free seat.
    void note(const WaitingTable& table);
    void forget(const std::string& table);
    /// The best table that suits, if there is one among the first few.
    [[nodiscard]] std::optional<WaitingTable> find(const std::string& game, ClockKind speed,
                                                   const std::function<bool(const WaitingTable&)>& suits) const;
    [[nodiscard]] bool knows(const std::string& table) const { return known_.contains(table); }
    [[nodiscard]] std::size_t size() const { return known_.size(); }

    static constexpr int most_looked_at = 256;

  private:
    struct Rank {
        int free_seats;
        std::int64_t since;
        std::string table;
        friend auto operator<=>(const Rank&, const Rank&) = default;
    };
    using Kind = std::pair<std::string, ClockKind>;  ///< game and speed

    std::unordered_map<std::string, WaitingTable> known_;
    std::map<Kind, std::set<Rank>> ranked_;
};

}  // namespace springtide::server
