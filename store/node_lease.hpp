#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace springtide {

/// A node's right to act in a store that several nodes share. All connections of the node's process use the same one.
///
/// The node draws a token when it joins; its claims and its commits name that token. The node must renew the lease
/// again and again. Once it has not done so for `length`, another node may end it: no commit that names the token
/// succeeds from then on, and the node has to join again with a new one.
class NodeLease {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds length{5000};
    /// So long after a renewal was sent no other node can have ended the lease.
    static constexpr std::chrono::milliseconds safe{4500};
    static constexpr std::int64_t unjoined = 0;  ///< a command beside the servers: nothing that it writes is fenced
    static constexpr std::int64_t lost = -1;

    explicit NodeLease(std::string name) : name_(std::move(name)) {}

    /// The sender that notifications name.
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::int64_t token() const { return token_; }
    [[nodiscard]] bool is_fresh(Clock::time_point now = Clock::now()) const {
        return now.time_since_epoch() - Clock::duration(renewed_) < safe;
    }
    /// `sent` is the time of the request, not of the answer.
    void joined(std::int64_t token, Clock::time_point sent) {
        renewed_ = sent.time_since_epoch().count();
        token_ = token;
    }
    void renewed(Clock::time_point sent) { renewed_ = sent.time_since_epoch().count(); }
    /// The database says that this token is worth nothing any more. A later token stays.
    void lose(std::int64_t token) { token_.compare_exchange_strong(token, lost); }

  private:
    std::string name_;
    std::atomic<std::int64_t> token_ = unjoined;
    std::atomic<Clock::rep> renewed_ = 0;
};

}  // namespace springtide
