#include "server/limits/guess_limits.hpp"

#include <algorithm>

#include "server/base/origin.hpp"

namespace springtide::server {

namespace {

constexpr double at_once = 10;
constexpr double per_second = 0.5;
constexpr double part_of_wide = 1.0 / 16;  // of the budget of a /48: it has sixteen of a /64
constexpr int free_guesses = 10;           // at an account, before it pauses
constexpr int most_doublings = 7;
constexpr int first_pause_s = 4;
constexpr auto longest_pause = std::chrono::seconds(300);
constexpr auto memory = std::chrono::hours(1);  // then the wrong guesses at an account are forgotten

}  // namespace

Bucket& GuessLimits::bucket(const std::string& network, Time now) {
    if (addresses_.size() >= most && !addresses_.contains(network)) {
        std::erase_if(addresses_, [&](const auto& one) { return one.second.is_full(now); });
        if (addresses_.size() >= most) addresses_.clear();
    }
    return addresses_.try_emplace(network, at_once, per_second).first->second;
}

std::int64_t GuessLimits::try_address(const std::string& address, Time now) {
    if (const auto wide = wide_network_of(address); !wide.empty())
        if (Bucket& all = bucket(wide, now); !all.take(now, part_of_wide)) return all.seconds_until(now, part_of_wide);
    Bucket& own = bucket(network_of(address), now);
    return own.take(now) ? 0 : own.seconds_until(now);
}

void GuessLimits::forgive_address(const std::string& address, Time now) {
    if (const auto wide = addresses_.find(wide_network_of(address)); wide != addresses_.end())
        wide->second.spend(now, -part_of_wide);
    if (const auto own = addresses_.find(network_of(address)); own != addresses_.end()) own->second.spend(now, -1);
}

double GuessLimits::recent(const std::string& address, Time now) const {
    const auto found = addresses_.find(network_of(address));
    return found == addresses_.end() ? 0 : at_once - found->second.level_at(now);
}

std::int64_t GuessLimits::try_account(const std::string& account, Time now) {
    if (accounts_.size() >= most && !accounts_.contains(account)) forget_old_accounts(now);
    Account& known = accounts_[account];
    if (now - known.last > memory) known.wrong = 0;
    if (known.wrong >= free_guesses && now < known.next)
        return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(known.next - now).count());
    known.last = now;
    if (++known.wrong >= free_guesses) {
        const int doublings = std::min(known.wrong - free_guesses, most_doublings);
        known.next =
            now + std::min<std::chrono::seconds>(longest_pause, std::chrono::seconds(first_pause_s << doublings));
    }
    return 0;
}

void GuessLimits::forgive_account(const std::string& account) {
    const auto found = accounts_.find(account);
    if (found == accounts_.end()) return;
    if (--found->second.wrong <= 0) accounts_.erase(found);
}

/// Accounts that pause stay if that makes room: a flood of new names frees none of them.
void GuessLimits::forget_old_accounts(Time now) {
    std::erase_if(accounts_, [&](const auto& one) { return now - one.second.last > memory; });
    if (accounts_.size() >= most)
        std::erase_if(accounts_, [](const auto& one) { return one.second.wrong < free_guesses; });
    if (accounts_.size() >= most) accounts_.clear();
}

}  // namespace springtide::server
