#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "server/limits/fair_queue.hpp"

namespace springtide::server {

/// A queue in which all addresses get the same share of the time that the work takes. The next item is that of the
/// address that used least time; an address that asks for the first time is level with the address whose turn it is, so
/// it comes before all that used more. At each address its people take turns. Of each address one item is in work at
/// a time: so no address holds all workers, and the items of a person are done in their order.
template <class Item>
class CostQueue {
  public:
    void push(const Payer& payer, Item item) {
        if (addresses_.size() >= most_known)
            std::erase_if(addresses_, [](const auto& one) { return is_idle(one.second); });
        Address& address = addresses_.try_emplace(payer.address, Address{.used = used_by_last_}).first->second;
        if (is_idle(address)) {
            address.used = std::max(address.used, used_by_last_);
            make_ready(payer.address, address);
        }
        address.items.push(payer, std::move(item));
    }

    /// The next item, with its address; nothing if all that waits belongs to addresses with an item in work.
    std::optional<std::pair<std::string, Item>> take() {
        if (ready_.empty()) return std::nullopt;
        auto next = ready_.extract(ready_.begin());
        Address& address = addresses_.at(next.mapped());
        used_by_last_ = address.used;
        address.is_in_work = true;
        return std::pair(std::move(next.mapped()), address.items.pop().second);
    }

    /// The item of this address is done and took so much time.
    void done(const std::string& name, double time) {
        const auto found = addresses_.find(name);
        Address& address = found->second;
        address.is_in_work = false;
        address.used += std::max(time, least_time);
        if (!address.items.empty())
            make_ready(name, address);
        else if (address.used <= used_by_last_)
            addresses_.erase(found);
    }

    /// Some item could be taken.
    [[nodiscard]] bool has_next() const { return !ready_.empty(); }

  private:
    static constexpr double least_time = 1e-5;
    static constexpr std::size_t most_known = 10'000;
    struct Address {
        FairQueue<Item> items{};
        double used = 0;  ///< time, since the server began; an address that pauses is not credited for its pause
        bool is_in_work = false;
    };
    static bool is_idle(const Address& address) { return !address.is_in_work && address.items.empty(); }

    void make_ready(const std::string& name, const Address& address) {
        ready_.emplace(std::pair(address.used, ++number_), name);
    }

    std::map<std::string, Address> addresses_;
    /// Addresses with items that wait, and none in work: by the time they used, and of equals the first one first.
    std::map<std::pair<double, std::uint64_t>, std::string> ready_;
    std::uint64_t number_ = 0;
    double used_by_last_ = 0;  ///< by the address whose item was taken last
};

}  // namespace springtide::server
