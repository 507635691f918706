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

/// Tells those who watch a table when one of its players comes, looks elsewhere or goes; and other nodes, which tell
/// theirs. Changes within half a second are told together: a page that is loaded again was never gone.
class PresenceTracker {
  public:
    PresenceTracker(Loop& loop, Tables& tables, Pusher& pusher, StoreThread& store);
    ~PresenceTracker() { *alive_ = false; }
    PresenceTracker(const PresenceTracker&) = delete;
    PresenceTracker& operator=(const PresenceTracker&) = delete;

    /// Somebody came to a table, went, or turned away from it.
    void changed(const std::string& table);
    /// Somebody watches it now: other nodes are asked who is there, once.
    void watched(const std::string& table);
    /// What another node says, as its PresenceTracker wrote it.
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
    std::unordered_map<std::string, Presence> said_;  ///< to other nodes, of tables at which somebody is
    std::vector<std::string> to_say_;
    std::unordered_map<std::string, std::int64_t> heard_at_;  ///< the beat, by node
    std::int64_t beats_ = 0;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace springtide::server
