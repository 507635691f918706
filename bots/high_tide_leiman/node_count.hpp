#pragma once

#include <cstdint>

namespace springtide::high_tide_leiman {

/// Is called at the first position and then every so many with the number so far; false breaks the search off.
using Watch = bool (*)(void* context, std::uint64_t nodes);
inline constexpr std::uint64_t default_watch_interval = 16384;

/// Counts the positions a search visits, and checks now and then whether it may continue.
class NodeCount {
  public:
    void set_watch(Watch watch, void* context, std::uint64_t interval) {
        watch_ = watch;
        context_ = context;
        interval_ = interval;
        next_ = nodes_;
    }
    void clear() { nodes_ = next_ = 0; }
    void begin_question() { broken_off_ = false; }

    /// One more position; false if the question is broken off.
    bool visit() {
        if (++nodes_ >= next_) {
            next_ = nodes_ + interval_;
            if (watch_ != nullptr && !watch_(context_, nodes_)) broken_off_ = true;
        }
        return !broken_off_;
    }
    /// Positions that were visited elsewhere for the same question.
    void add(std::uint64_t nodes) { nodes_ += nodes; }
    [[nodiscard]] bool broken_off() const { return broken_off_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    std::uint64_t nodes_ = 0;
    std::uint64_t next_ = 0;
    bool broken_off_ = false;
    Watch watch_ = nullptr;
    void* context_ = nullptr;
    std::uint64_t interval_ = default_watch_interval;
};

}  // namespace springtide::high_tide_leiman
