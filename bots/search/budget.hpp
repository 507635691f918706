#pragma once

#include <cstdint>
#include <optional>

#include "bots/bot.hpp"
#include "bots/deadline.hpp"

namespace springtide {

/// How much a search may do: the simulations that the request counts, or else its time, but never more than enough.
class Budget {
  public:
    Budget(const BotRequest& request, int default_milliseconds, std::uint64_t enough)
        : nodes_(request.nodes.value_or(enough)) {
        if (!request.nodes) deadline_.emplace(request, default_milliseconds);
    }

    void count(std::uint64_t nodes) { used_ += nodes; }
    [[nodiscard]] std::uint64_t used() const { return used_; }

    /// Is this share of it used up?
    [[nodiscard]] bool spent(double share) const {
        if (static_cast<double>(used_) >= share * static_cast<double>(nodes_)) return true;
        return deadline_ && deadline_->passed(share);
    }

  private:
    std::uint64_t nodes_;
    std::uint64_t used_ = 0;
    std::optional<Deadline> deadline_;
};

}  // namespace springtide
