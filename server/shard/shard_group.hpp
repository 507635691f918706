#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "server/accounts/online.hpp"
#include "server/base/locked.hpp"
#include "server/base/loop.hpp"
#include "server/limits/address_limits.hpp"
#include "server/limits/bot_pool.hpp"
#include "server/limits/budgets.hpp"
#include "server/tables/outages.hpp"
#include "store/group_writer.hpp"

namespace springtide::server {

class Shard;

/// The shards of a process, and what they share. Each shard lives in a thread of its own and owns its tables alone;
/// what is here may be used from all of them.
class ShardGroup {
  public:
    ShardGroup(std::unique_ptr<Store> store, const AddressRates& rates, const BotPoolSettings& thinking,
               std::size_t shards = 1)
        : limits(rates), bots(thinking), writer(std::move(store)), count_(shards) {}

    /// Gives the number of the shard. All of them are added before the first loop runs.
    std::size_t add(Shard& shard, Loop& loop);
    [[nodiscard]] std::size_t shards() const { return count_; }
    /// The shard to which the table with this id belongs, as long as the process lives.
    [[nodiscard]] std::size_t owner_of(std::string_view id) const { return std::hash<std::string_view>()(id) % count_; }
    /// Does this in another shard, in its thread. What is posted keeps no connection: those are let go where they live.
    void post(std::size_t shard, std::function<void(Shard&)> work) const;

    AddressLimits limits;
    Budgets creators;      ///< of those who make tables
    Budgets bot_accounts;  ///< of what these may do
    Connected connected;
    Locked<Outages> outages;
    BotPool bots;
    GroupWriter writer;

  private:
    struct Member {
        Shard* shard;
        Loop* loop;
    };
    std::size_t count_;
    std::vector<Member> members_;
};

}  // namespace springtide::server
