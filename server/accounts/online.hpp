#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/base/loop.hpp"
#include "server/identity/client.hpp"
#include "server/storing/store_thread.hpp"

namespace springtide::server {

/// How many connections each guest has in this process; asked from any thread.
class Connected {
  public:
    /// True for the first.
    bool came(const std::string& guest);
    /// True for the last.
    bool gone(const std::string& guest);
    [[nodiscard]] bool contains(const std::string& guest) const;

  private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, int> connections_;
};

/// Who is connected, to whichever node; told to those who follow them, once for each change. Changes within half a
/// second are told together: a page that is loaded again was never gone.
class Online {
  public:
    /// How a follower is told of somebody: (guest of the follower, guest of whom) -> a mark.
    using Mark = std::function<std::string(const std::string&, const std::string&)>;

    /// `tell_shards(guest)` when somebody came or went: then changed() is called in every shard.
    Online(Loop& loop, StoreThread& store, Connected& connected, Mark mark,
           std::function<void(const std::string&)> tell_shards = {})
        : loop_(loop),
          store_(store),
          connected_(connected),
          mark_(std::move(mark)),
          tell_shards_(tell_shards ? std::move(tell_shards) : [this](const std::string& guest) { changed(guest); }) {}
    ~Online() { *alive_ = false; }
    Online(const Online&) = delete;
    Online& operator=(const Online&) = delete;

    void came(const std::string& guest);
    void gone(const std::string& guest);
    void changed(const std::string& guest);
    [[nodiscard]] bool is_here(const std::string& guest) const;

    /// This client is told when one of these comes or goes; whom it followed before is forgotten.
    void follow(const ClientPtr& client, const std::set<std::string>& guests);
    /// Nothing where it follows nobody.
    [[nodiscard]] ClientPtr follower(const Client& client) const {
        const auto known = followers_.find(&client);
        return known != followers_.end() ? known->second.client : nullptr;
    }
    void forget(const Client& client);

    /// What another node says, as its Online wrote it; false where these are other words.
    bool heard(const std::string& node, std::string_view words);
    /// Words of other nodes may have been missed: says who is here, and asks.
    void ask_again();
    /// A sign of life, once a second: a node that has gone cannot say so.
    void beat(std::int64_t beats);
    [[nodiscard]] std::int64_t frames() const { return frames_; }

    static constexpr std::int64_t pause_ms = 500;
    static constexpr std::int64_t beats_of_silence = 12;

  private:
    struct Follower {
        ClientPtr client;
        std::unordered_map<std::string, bool> told;  ///< of each: were they said to be here
    };
    struct Node {
        std::unordered_set<std::string> guests;
        std::int64_t heard_at = 0;
    };
    void tell();
    void say(std::string_view word, const std::vector<std::string>& guests);
    void say_all();

    Loop& loop_;
    StoreThread& store_;
    Connected& connected_;
    Mark mark_;
    std::function<void(const std::string&)> tell_shards_;
    std::unordered_map<std::string, Node> nodes_;
    std::unordered_set<std::string> said_;     ///< to other nodes: is here
    std::unordered_set<std::string> changed_;  ///< since the last pause
    bool waits_ = false;
    std::unordered_map<const Client*, Follower> followers_;
    std::unordered_map<std::string, std::unordered_set<const Client*>> followed_by_;
    std::int64_t beats_ = 0;
    std::int64_t frames_ = 0;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace springtide::server
