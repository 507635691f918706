#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/limits/limits.hpp"

namespace springtide::server {

/// How many passwords an address may try, and how many may be tried for one account. The time is given, so that nothing
/// here reads a clock. It is used in the loop.
class GuessLimits {
  public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::size_t most = 100'000;  ///< addresses, and accounts, that are remembered

    /// Counts a guess from this address; of IPv6 for its /64, and a sixteenth for its /48. Returns the seconds to wait,
    /// or 0 if none.
    std::int64_t try_address(const std::string& address, Time now);
    /// Gives the guess back: it was right.
    void forgive_address(const std::string& address, Time now);
    /// How many guesses of this address still count.
    [[nodiscard]] double recent(const std::string& address, Time now) const;

    /// Counts a guess at this account as wrong until forgive_account() revokes that. After some wrong guesses each
    /// further one has to wait, twice as long each time. Returns the seconds to wait, or 0 if none.
    std::int64_t try_account(const std::string& account, Time now);
    void forgive_account(const std::string& account);

  private:
    struct Account {
        int wrong = 0;
        Time last;  ///< guess that was allowed
        Time next;  ///< before which there is none
    };
    Bucket& bucket(const std::string& network, Time now);
    void forget_old_accounts(Time now);

    std::unordered_map<std::string, Bucket> addresses_;
    std::unordered_map<std::string, Account> accounts_;
};

}  // namespace springtide::server
