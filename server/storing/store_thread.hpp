#pragma once

#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "server/base/loop.hpp"
#include "server/limits/cost_queue.hpp"
#include "server/limits/payer_scope.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// Stores with a thread each. The loop sends queries and continues its work; the results come back to it when the disk,
/// or the other machine, has answered. So nothing that happens in the loop waits for a store. Several connections to
/// one database share the queries.
class StoreThread {
  public:
    /// One connection: queries are answered in their order.
    StoreThread(Loop& loop, std::unique_ptr<Store> store);
    /// Several connections: those of each payer in their order, and fairly by address (CostQueue, PayerScope).
    StoreThread(Loop& loop, std::unique_ptr<Store> first, std::vector<std::unique_ptr<Store>> more);
    /// Drops the answer of a running query and all waiting ones.
    ~StoreThread();
    StoreThread(const StoreThread&) = delete;
    StoreThread& operator=(const StoreThread&) = delete;

    /// `read(store)` in a thread, then `then(its result)` in the loop; in the order of the calls, or of this payer's
    /// calls.
    template <class Read, class Then>
    void ask(Read read, Then then) {
        // The continuation belongs to the loop, which also frees it: the thread keeps no copy of it.
        Payer payer = PayerScope::current();
        add(payer, [this, payer, read = std::move(read), then = std::move(then)](Store& store) mutable {
            const auto found = std::make_shared<decltype(read(store))>(read(store));
            loop_.post([alive = alive_, found, payer = std::move(payer), then = std::move(then)] {
                if (!*alive) return;
                const PayerScope scope(payer);
                then(std::move(*found));
            });
        });
    }
    /// The same for what gives nothing back.
    void tell(std::function<void(Store&)> change) { add(PayerScope::current(), std::move(change)); }
    /// Blocks until the answer is there: only for the start, when there are no clients yet.
    template <class Read>
    auto ask_and_wait(Read read) {
        const auto found = std::make_shared<std::promise<decltype(read(std::declval<Store&>()))>>();
        add({}, [found, read = std::move(read)](Store& store) { found->set_value(read(store)); });
        return found->get_future().get();
    }

    /// True if other nodes use the same store.
    [[nodiscard]] bool is_shared() const { return is_shared_; }
    /// The lease under which what is claimed now is ours.
    [[nodiscard]] std::int64_t lease() const { return stores_.front()->claims_valid_in(); }

  private:
    using Job = std::function<void(Store&)>;
    void add(const Payer& payer, Job job);
    void run(Store& store);

    Loop& loop_;
    std::vector<std::unique_ptr<Store>> stores_;
    bool is_fair_;
    bool is_shared_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< only looked at in the loop
    std::mutex mutex_;
    std::condition_variable wake_;
    CostQueue<Job> jobs_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;  ///< one for each store
};

}  // namespace springtide::server
