#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace springtide::server {

/// When something is due at which table; one alarm for each. A hundred thousand of them need one timer.
class Alarms {
  public:
    /// Instead of the one there was; 0 for none.
    void set(const std::string& table, std::int64_t at) {
        const auto [found, is_new] = times_.try_emplace(table, at);
        if (!is_new) order_.erase({found->second, &found->first});
        if (at == 0) {
            times_.erase(found);
            return;
        }
        found->second = at;
        order_.emplace(at, &found->first);
    }
    [[nodiscard]] std::optional<std::int64_t> next() const {
        if (order_.empty()) return std::nullopt;
        return order_.begin()->first;
    }
    /// Up to so many tables whose time has come, the earliest first. Their alarms are gone.
    std::vector<std::string> take(std::int64_t now, std::size_t most) {
        std::vector<std::string> due;
        while (due.size() < most && !order_.empty() && order_.begin()->first <= now) {
            due.push_back(*order_.begin()->second);
            order_.erase(order_.begin());
            times_.erase(due.back());
        }
        return due;
    }
    [[nodiscard]] std::size_t size() const { return order_.size(); }

  private:
    std::unordered_map<std::string, std::int64_t> times_;
    std::set<std::pair<std::int64_t, const std::string*>>
        order_;  ///< the tables are the keys above, which stay in place
};

}  // namespace springtide::server
