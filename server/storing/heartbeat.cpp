#include "server/storing/heartbeat.hpp"

#include <utility>

#include "server/base/log.hpp"

namespace springtide::server {

Heartbeat::Heartbeat(Loop& loop, std::unique_ptr<Store> store) : loop_(loop), store_(loop, std::move(store)) {}

Heartbeat::~Heartbeat() {
    *alive_ = false;
    if (!is_held_) return;
    const auto left = store_.ask_and_wait([](Store& store) { return store.leave(); });
    if (!left) log_at(Level::warning, "other nodes take over in a few seconds", {{"why", left.error().message}});
}

Expected<void> Heartbeat::open() {
    if (!store_.is_shared()) return {};
    if (auto joined = store_.ask_and_wait([](Store& store) { return store.join(); }); !joined) return joined;
    is_held_ = true;
    wait(&Heartbeat::renew);
    return {};
}

void Heartbeat::wait(void (Heartbeat::*then)()) {
    loop_.after(pause_ms, [this, then, alive = alive_] {
        if (*alive) (this->*then)();
    });
}

/// While the database is away no node can end a lease.
void Heartbeat::renew() {
    store_.ask([](Store& store) { return store.renew(); },
               [this](const Expected<bool>& is_held) {
                   is_held_ = is_held.has_value() && *is_held;
                   if (!is_held || *is_held) return wait(&Heartbeat::renew);
                   ++losses_;
                   log_at(Level::error,
                          "this node stood still for too long: others took its tables, and its clients connect again");
                   lost_();
                   join_again();
               });
}

void Heartbeat::join_again() {
    store_.ask([](Store& store) { return store.join(); },
               [this](const Expected<void>& joined) {
                   is_held_ = joined.has_value();
                   if (joined) log_at(Level::info, "this node has joined the others again");
                   wait(joined ? &Heartbeat::renew : &Heartbeat::join_again);
               });
}

}  // namespace springtide::server
