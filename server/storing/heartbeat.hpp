#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "server/base/loop.hpp"
#include "server/storing/store_thread.hpp"

namespace springtide::server {

/// Renews the lease of this node once a second, if its store is shared. The loop asks for each renewal, so a node whose
/// loop stands still loses its lease like one whose process does; a connection of its own answers, so no slow query
/// is in the way.
class Heartbeat {
  public:
    static constexpr std::int64_t pause_ms = 1000;

    Heartbeat(Loop& loop, std::unique_ptr<Store> store);
    /// Leaves, so that other nodes take the tables at once.
    ~Heartbeat();
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;

    /// Called in the loop when other nodes have ended the lease, before this node joins again.
    void on_lost(std::function<void()> lost) { lost_ = std::move(lost); }
    /// Joins; blocks until that is done.
    Expected<void> open();
    /// How often the lease was lost.
    [[nodiscard]] std::int64_t losses() const { return losses_; }

  private:
    void wait(void (Heartbeat::*then)());
    void renew();
    void join_again();

    Loop& loop_;
    StoreThread store_;
    std::function<void()> lost_ = [] {};
    std::int64_t losses_ = 0;
    bool is_held_ = false;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< for posted work: false once this object is gone
};

}  // namespace springtide::server
