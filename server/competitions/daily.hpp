#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/sha256.hpp"
#include "table/table.hpp"

namespace springtide::server {

/// Days since 1970, in UTC, and as people write them: 2026-11-16.
std::int64_t day_of(std::int64_t milliseconds);
std::int64_t end_of_day(std::int64_t day);
std::string date_text(std::int64_t day);
std::optional<std::int64_t> day_from_text(std::string_view text);

/// What a table with this summary in lists shares its deal with: the attempts of a day, or other duplicate tables.
struct SharedDeal {
    std::optional<std::int64_t> day{};
    std::string duplicate{};  ///< empty if none
};
SharedDeal shared_deal(std::string_view summary);

/// The deal of every day: it follows from one key, and nobody can foretell it without.
class DailySecrets {
  public:
    explicit DailySecrets(const Digest& key) : key_(key) {}
    [[nodiscard]] Digest secret(std::string_view game, std::int64_t day) const;
    /// What is told the day before.
    [[nodiscard]] std::string commitment(std::string_view game, std::int64_t day) const;

  private:
    Digest key_;
};

/// The seed of a bot at this position: equal play meets equal answers.
std::uint64_t daily_seed(const Digest& secret, std::uint64_t position, Seat seat);
/// The position before the secret choices of this moment: the order in which they are made makes no difference.
std::unique_ptr<Table> settled(const Table& table);

/// The level of the bots in a daily game: strong, but not perfect.
std::string daily_level(std::string_view game);
/// How much they search, counted: the same on every machine.
inline constexpr std::uint64_t daily_nodes = 400;

/// How far a seat is ahead of the best of the others; below all others who gave up.
inline constexpr int gave_up_score = -10'000;
int daily_score(const Result& result, int players, Seat seat, bool gave_up);
/// The actions of a seat, one a line.
std::string way_of(const Table& table, Seat seat);

/// One step of a deal: of all who had played the same until then, how many chose what, and how it ended for them.
struct Choices {
    struct One {
        std::string action;
        std::int64_t attempts = 0;
        double score = 0;  ///< on average
    };
    std::string own;
    std::vector<One> all;  ///< most chosen first
};
class Ways {
  public:
    explicit Ways(std::string_view own);
    /// Another attempt, or this one.
    void add(std::string_view way, int score);
    /// One entry for each own action.
    [[nodiscard]] std::vector<Choices> choices() const;

  private:
    std::vector<std::string> own_;
    std::vector<std::vector<Choices::One>> seen_;  ///< `score` is the sum
};

}  // namespace springtide::server
