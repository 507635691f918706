#include "server/limits/thinking_budget.hpp"

#include <algorithm>

namespace springtide::server {

namespace {

constexpr double hour_ms = 3'600'000;
constexpr std::size_t most_accounts = 100'000;  // before those that owe nothing are swept out

double forgiven(double used, double hourly, std::int64_t since, std::int64_t now) {
    return std::max(0.0, used - static_cast<double>(std::max<std::int64_t>(0, now - since)) * hourly / hour_ms);
}

}  // namespace

double ThinkingBudget::used(const Accounts& accounts, const std::string& whose, double hourly, std::int64_t now) const {
    const auto found = accounts.find(whose);
    return found == accounts.end() ? 0 : forgiven(found->second.used, hourly, found->second.at, now);
}

void ThinkingBudget::add(Accounts& accounts, const std::string& whose, double hourly, std::int64_t milliseconds,
                         std::int64_t now) {
    if (accounts.size() >= most_accounts && !accounts.contains(whose))
        std::erase_if(accounts,
                      [&](const auto& one) { return forgiven(one.second.used, hourly, one.second.at, now) <= 0; });
    Account& account = accounts[whose];
    account.used = forgiven(account.used, hourly, account.at, now) + static_cast<double>(milliseconds);
    account.at = now;
}

bool ThinkingBudget::is_spent(const Payer& payer, std::int64_t now) const {
    const auto hourly = static_cast<double>(hourly_);
    return used(people_, payer.person, hourly, now) >= hourly ||
           used(addresses_, payer.address, people_per_address * hourly, now) >= people_per_address * hourly;
}

void ThinkingBudget::spend(const Payer& payer, std::int64_t milliseconds, std::int64_t now) {
    const auto hourly = static_cast<double>(hourly_);
    add(people_, payer.person, hourly, milliseconds, now);
    add(addresses_, payer.address, people_per_address * hourly, milliseconds, now);
}

}  // namespace springtide::server
