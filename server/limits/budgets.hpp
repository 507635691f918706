#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/limits/limits.hpp"

namespace springtide::server {

/// Budgets by name: each person and each kind of request has one. From any thread.
class Budgets {
  public:
    static constexpr std::size_t most = 100'000;  ///< the number remembered; then all restart

    /// Takes one, if it is there: so many at once, and then so many a second.
    bool take(const std::string& key, double at_once, double per_second) {
        const std::scoped_lock lock(mutex_);
        if (buckets_.size() > most) buckets_.clear();
        return buckets_.try_emplace(key, at_once, per_second).first->second.take(std::chrono::steady_clock::now());
    }

  private:
    std::mutex mutex_;
    std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace springtide::server
