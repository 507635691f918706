#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/base/loop.hpp"
#include "server/storing/store_thread.hpp"
#include "server/tables/audience.hpp"
#include "server/tables/tables.hpp"

namespace springtide::server {

/// Informs a table's watchers when one of its players arrives, hides the page or leaves; and other nodes, which inform
/// theirs. Changes within half a second are one message: a page that is reloaded was never gone.
class PresenceTracker {
  public:
    PresenceTracker(Loop& loop, Tables& tables, Pusher& pusher, StoreThread& store);
    ~PresenceTracker() { *alive_ = false; }
    PresenceTracker(const PresenceTracker&) = delete;
    PresenceTracker& operator=(const PresenceTracker&) = delete;

    /// A player came to a table, left, or hid its page.
    void changed(const std::string& table);
    /// The table has its first watcher: asks other nodes for presence, once.
    void watched(const std::string& table);
    /// Reads the message of another node's PresenceTracker.
    void heard(const std::string& node, std::string_view words);
    /// For after a lost connection: asks other nodes who is there on each, and tells them who is here.
    void ask_again();
    /// Called once a second: tells other nodes that this one lives. A node that falls silent counts as gone.
    void beat(std::int64_t beats);

    static constexpr std::int64_t pause_ms = 500;
    static constexpr std::int64_t answer_ms = 1500;       ///< for other nodes
    static constexpr std::int64_t beats_of_silence = 12;  ///< of a node, after which its players are gone

  private:
    void tell_some();
    void say_presence(const std::string& table, bool again);
    /// Keeps the words for other nodes until the pause ends, and sends them together.
    void say(std::string words);
    void send_said();
    void wait();

    Loop& loop_;
    Tables& tables_;
    Pusher& pusher_;
    StoreThread& store_;
    std::unordered_set<std::string> changed_;
    bool waits_ = false;
    std::unordered_map<std::string, Presence> said_;  ///< sent to other nodes, for tables with connected players
    std::vector<std::string> to_say_;
    std::unordered_map<std::string, std::int64_t> heard_at_;  ///< the beat, by node
    std::int64_t beats_ = 0;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace springtide::server
