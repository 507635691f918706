#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace springtide::server {

/// Something in a store that is not as it must be.
struct Finding {
    enum class Remedy { set_aside, write_room, write_fact, none };
    std::string where;  ///< a table's id, or the other thing concerned
    std::string what;
    Remedy remedy = Remedy::none;
};

/// Examines a store: every log folds through the rules, lists agree with the logs, facts can be read. One damaged table
/// never hides another.
class StoreCheck {
  public:
    explicit StoreCheck(Store& store) : store_(store) {}

    using Progress = std::function<void(std::size_t tables)>;
    Expected<std::vector<Finding>> run(const Progress& progress);
    [[nodiscard]] std::size_t tables() const { return tables_; }
    [[nodiscard]] std::size_t events() const { return events_; }

    /// Sets damaged tables aside and rebuilds lists and facts. False for damage that it cannot repair.
    Expected<bool> repair(const Finding& finding);

  private:
    Expected<void> check_table(const std::string& table, std::map<std::string, RoomRow>& rows,
                               std::vector<Finding>& findings);
    Expected<void> check_facts(std::vector<Finding>& findings);
    Expected<void> check_ratings(std::vector<Finding>& findings);

    Store& store_;
    std::size_t tables_ = 0;
    std::size_t events_ = 0;
};

}  // namespace springtide::server
