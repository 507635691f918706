#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/limits/fair_queue.hpp"

namespace springtide::server {

/// How much of the server's thinking one person, and one address, may use in an hour. Used time comes back at an even
/// rate. The time is given in milliseconds, so that nothing here reads a clock.
class ThinkingBudget {
  public:
    /// One address may use as much as `people_per_address` people.
    explicit ThinkingBudget(std::int64_t milliseconds_hourly) : hourly_(milliseconds_hourly) {}

    [[nodiscard]] bool is_spent(const Payer& payer, std::int64_t now) const;
    void spend(const Payer& payer, std::int64_t milliseconds, std::int64_t now);
    [[nodiscard]] std::size_t size() const { return people_.size() + addresses_.size(); }

    static constexpr int people_per_address = 3;

  private:
    struct Account {
        double used = 0;
        std::int64_t at = 0;
    };
    using Accounts = std::unordered_map<std::string, Account>;

    [[nodiscard]] double used(const Accounts& accounts, const std::string& whose, double hourly,
                              std::int64_t now) const;
    void add(Accounts& accounts, const std::string& whose, double hourly, std::int64_t milliseconds, std::int64_t now);

    std::int64_t hourly_;
    Accounts people_;
    Accounts addresses_;
};

}  // namespace springtide::server
