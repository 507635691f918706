#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "server/address_limits.hpp"
#include "server/bot_pool.hpp"
#include "server/budgets.hpp"
#include "server/locked.hpp"
#include "server/loop.hpp"
#include "server/online.hpp"
#include "server/outages.hpp"
#include "store/group_writer.hpp"

namespace springtide::server {

class Hall;

/// The halls of a process, and what they share. Each hall lives in a thread of its own and owns its tables alone; what
/// is here may be used from all of them.
class House {
  public:
    House(std::unique_ptr<Store> store, const AddressRates& rates, const BotPoolSettings& thinking,
          std::size_t halls = 1)
        : limits(rates), bots(thinking), writer(std::move(store)), count_(halls) {}

    /// Gives the number of the hall. All of them are added before the first loop runs.
    std::size_t add(Hall& hall, Loop& loop);
    [[nodiscard]] std::size_t halls() const { return count_; }
    /// The hall to which the table with this id belongs, as long as the process lives.
    [[nodiscard]] std::size_t home_of(std::string_view id) const { return std::hash<std::string_view>()(id) % count_; }
    /// Does this in another hall, in its thread. What is posted keeps no connection: those are let go where they live.
    void post(std::size_t hall, std::function<void(Hall&)> work) const;

    AddressLimits limits;
    Budgets creators;      ///< of those who make tables
    Budgets bot_accounts;  ///< of what these may do
    Connected connected;
    Locked<Outages> outages;
    BotPool bots;
    GroupWriter writer;

  private:
    struct Member {
        Hall* hall;
        Loop* loop;
    };
    std::size_t count_;
    std::vector<Member> members_;
};

}  // namespace springtide::server
