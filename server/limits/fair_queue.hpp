#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <utility>

namespace springtide::server {

/// For whom something is done: a person, and the address they came from.
struct Payer {
    std::string person;
    std::string address;

    auto operator<=>(const Payer&) const = default;
};

/// A queue in which large requests do not delay those of others: addresses take turns, at each address its people take
/// turns, and each person's items come in their order.
template <class Item>
class FairQueue {
  public:
    void push(const Payer& payer, Item item) {
        Address& address = addresses_[payer.address];
        address.people[payer.person].push_back(std::move(item));
        ++address.waiting;
        ++waiting_;
    }

    /// The next one, and who waited for it. There must be one.
    std::pair<Payer, Item> pop() {
        auto address = after(addresses_, last_address_);
        auto person = after(address->second.people, address->second.last_person);
        Payer payer{.person = person->first, .address = address->first};
        Item item = std::move(person->second.front());
        person->second.pop_front();
        --address->second.waiting;
        --waiting_;
        address->second.last_person = payer.person;
        last_address_ = payer.address;
        if (person->second.empty()) address->second.people.erase(person);
        if (address->second.people.empty()) addresses_.erase(address);
        return {std::move(payer), std::move(item)};
    }

    [[nodiscard]] bool empty() const { return waiting_ == 0; }
    [[nodiscard]] std::size_t size() const { return waiting_; }
    /// Addresses that wait for something.
    [[nodiscard]] std::size_t addresses() const { return addresses_.size(); }
    /// The number of waiting items of an address.
    [[nodiscard]] std::size_t waiting_at(const std::string& address) const {
        const auto found = addresses_.find(address);
        return found == addresses_.end() ? 0 : found->second.waiting;
    }

  private:
    using People = std::map<std::string, std::deque<Item>>;
    struct Address {
        People people;
        std::string last_person;
        std::size_t waiting = 0;
    };

    /// Whose turn it is after `last`.
    template <class Map>
    static typename Map::iterator after(Map& map, const std::string& last) {
        const auto next = map.upper_bound(last);
        return next == map.end() ? map.begin() : next;
    }

    std::map<std::string, Address> addresses_;
    std::string last_address_;
    std::size_t waiting_ = 0;
};

}  // namespace springtide::server
