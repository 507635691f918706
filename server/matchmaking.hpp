#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace springtide::server {

/// A table at which somebody may still sit down.
struct WaitingTable {
    std::string table;
    std::string game;
    std::string speed;       ///< the kind of its clock
    int free_seats = 0;      ///< 0: it does not wait any more
    std::int64_t since = 0;  ///< when it was made
    std::int64_t at = 0;     ///< when something last happened there
};

/// Who plays with whom: the tables that wait, those that need fewest people first, then the oldest. It knows no room,
/// no clock and no store.
class Matchmaker {
  public:
    /// As it is now; without free seats it is forgotten.
    void note(const WaitingTable& table);
    void forget(const std::string& table);
    /// The best table that suits, if there is one among the first few.
    [[nodiscard]] std::optional<WaitingTable> find(std::string_view game, std::string_view speed,
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
    static std::string kind_of(std::string_view game, std::string_view speed) {
        return std::string(game) + " " + std::string(speed);
    }

    std::unordered_map<std::string, WaitingTable> known_;
    std::map<std::string, std::set<Rank>, std::less<>> ranked_;  ///< by game and speed
};

}  // namespace springtide::server
