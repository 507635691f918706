#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "server/limits/fair_queue.hpp"

namespace springtide::server {

/// Names the payer of this thread's work until the scope ends. Reads of the store count for that payer
/// (StoreThread), and their continuations run under the same payer: so no function between a request and
/// its reads has to pass the payer on. Without a scope the server works for itself.
class PayerScope {
  public:
    /// Both texts have to outlive the scope.
    PayerScope(std::string_view person, std::string_view address)
        : before_(std::exchange(now_, Now{.person = person, .address = address})) {}
    explicit PayerScope(const Payer& payer) : PayerScope(payer.person, payer.address) {}
    ~PayerScope() { now_ = before_; }
    PayerScope(const PayerScope&) = delete;
    PayerScope& operator=(const PayerScope&) = delete;

    static Payer current() { return {.person = std::string(now_.person), .address = std::string(now_.address)}; }

  private:
    struct Now {
        std::string_view person;
        std::string_view address;
    };
    static thread_local Now now_;
    Now before_;
};

inline thread_local PayerScope::Now PayerScope::now_;

/// The same function for later, which then works for the payer of now: for what waits for something other than a read.
template <class Function>
auto for_this_payer(Function function) {
    return [payer = PayerScope::current(), function = std::move(function)]<class... Given>(Given&&... given) {
        const PayerScope scope(payer);
        return function(std::forward<Given>(given)...);
    };
}

}  // namespace springtide::server
