#pragma once

#include <mutex>
#include <utility>

namespace springtide::server {

/// A value that several threads use, one after the other.
template <class Value>
class Locked {
  public:
    Locked() = default;
    explicit Locked(Value value) : value_(std::move(value)) {}

    /// Returns the result of `use(value)`, during which no other thread uses the value.
    template <class Use>
    auto with(Use use) {
        const std::scoped_lock lock(mutex_);
        return use(value_);
    }

  private:
    std::mutex mutex_;
    Value value_{};
};

}  // namespace springtide::server
