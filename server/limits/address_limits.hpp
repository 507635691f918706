#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/limits/limits.hpp"

namespace springtide::server {

/// The budgets of an address. A new connection or a new guest brings no new budget.
enum class Cost { guest, table, event, chat, bytes, opened };

/// How much of each there is for one address: so many at once, and then so many a second.
struct AddressRates {
    struct Rate {
        double at_once;
        double per_second;
    };
    Rate guests{.at_once = 100, .per_second = 300.0 / 3600};
    Rate tables{.at_once = 100, .per_second = 300.0 / 3600};
    Rate events{.at_once = 400, .per_second = 100};
    Rate chat{.at_once = 20, .per_second = 1};
    Rate bytes{.at_once = 4.0 * 1024 * 1024, .per_second = 256.0 * 1024};
    Rate opened{.at_once = 100'000, .per_second = 5'000};  ///< events of tables that are opened, folded one by one

    [[nodiscard]] const Rate& of(Cost cost) const {
        return *std::array{&guests, &tables, &events, &chat, &bytes, &opened}[static_cast<std::size_t>(cost)];
    }
};

/// The budgets of all addresses, asked for from any thread. An IPv6 address counts by its first 64 bits: the caller
/// cuts it (origin.hpp). All networks of one /48 together have sixteen such budgets.
class AddressLimits {
  public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::size_t most = 100'000;  ///< addresses that are remembered
    static constexpr double networks_of_wide = 16;

    explicit AddressLimits(const AddressRates& rates) : rates_(rates) {}

    /// This address is part of a wide network (wide_network_of), whose budget counts, too; empty: of none.
    void belongs(const std::string& address, const std::string& wide, Time now) {
        if (address.empty() || wide.empty()) return;
        const std::scoped_lock lock(mutex_);
        entry(address, now).wide = wide;
    }
    /// Spends so much, if it is there. Clients without an address are not counted.
    bool take(const std::string& address, Cost cost, Time now, double amount = 1) {
        if (address.empty()) return true;
        const std::scoped_lock lock(mutex_);
        const auto which = static_cast<std::size_t>(cost);
        const std::string wide = entry(address, now).wide;
        if (!wide.empty() && !entry(wide, now).buckets[which].take(now, amount / networks_of_wide)) return false;
        return entry(address, now).buckets[which].take(now, amount);
    }
    /// Spends for work that is already done, even below 0: then the address waits until it is made up.
    void spend(const std::string& address, Cost cost, Time now, double amount) {
        if (address.empty()) return;
        const std::scoped_lock lock(mutex_);
        const auto which = static_cast<std::size_t>(cost);
        const std::string wide = entry(address, now).wide;
        if (!wide.empty()) entry(wide, now).buckets[which].spend(now, amount / networks_of_wide);
        entry(address, now).buckets[which].spend(now, amount);
    }
    [[nodiscard]] std::size_t size() const {
        const std::scoped_lock lock(mutex_);
        return known_.size();
    }

  private:
    using Buckets = std::array<Bucket, 6>;
    struct Entry {
        Buckets buckets;
        std::string wide{};  ///< the network whose budget counts, too
    };
    Entry& entry(const std::string& address, Time now) {
        const auto found = known_.find(address);
        if (found != known_.end()) return found->second;
        if (known_.size() >= most) forget_unused(now);
        return known_.emplace(address, Entry{.buckets = full()}).first->second;
    }
    [[nodiscard]] Buckets full() const {
        const auto bucket = [&](Cost cost) { return Bucket(rates_.of(cost).at_once, rates_.of(cost).per_second); };
        return {bucket(Cost::guest), bucket(Cost::table), bucket(Cost::event),
                bucket(Cost::chat),  bucket(Cost::bytes), bucket(Cost::opened)};
    }
    /// Forgets addresses without recent use, which lose nothing by it. If all of them spend, all restart.
    void forget_unused(Time now) {
        std::erase_if(known_, [&](const auto& one) {
            return std::ranges::all_of(one.second.buckets, [&](const Bucket& bucket) { return bucket.is_full(now); });
        });
        if (known_.size() >= most) known_.clear();
    }

    AddressRates rates_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Entry> known_;
};

}  // namespace springtide::server
