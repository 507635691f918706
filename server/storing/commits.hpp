#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "server/base/gathering.hpp"
#include "server/base/loop.hpp"
#include "store/group_writer.hpp"

namespace springtide::server {

/// Gathers writes, and commits them in groups: while one is on its way to the disk, the next is gathered. Under heavy
/// load a group also waits a little for others (Gathering).
class Commits {
  public:
    using Stored = std::function<void(const Expected<WriteOutcome>&)>;
    /// The place of a write: its group, and its index there.
    struct Place {
        std::int64_t group = 0;
        std::size_t index = 0;
    };

    Commits(Loop& loop, GroupWriter& writer, std::chrono::milliseconds apart = {});
    ~Commits();
    Commits(const Commits&) = delete;
    Commits& operator=(const Commits&) = delete;

    /// Puts it into the next group; `stored` is called in the loop when that is committed, or cannot be.
    Place add(Write write, Stored stored);
    /// True until the group begins its way to the disk: so long its writes can be added to.
    [[nodiscard]] bool is_gathered(const Place& place) const { return place.group == group_; }
    [[nodiscard]] Write& at(const Place& place) { return writes_[place.index]; }
    /// How many groups went to the disk.
    [[nodiscard]] std::int64_t count() const { return group_; }

  private:
    void commit();
    /// Commits what is gathered as soon as it has waited long enough.
    void commit_when_due();
    void look();
    void committed(const Expected<std::vector<WriteOutcome>>& outcomes);

    Loop& loop_;
    GroupWriter& writer_;     ///< of all shards
    std::int64_t group_ = 0;  ///< the one that is gathered
    std::vector<Write> writes_;
    std::vector<Stored> parts_;       ///< of the group that is gathered
    std::vector<Stored> committing_;  ///< of the group that is written
    Gathering gathering_;
    Gathering::Time due_;  ///< when the group that is gathered has waited long enough
    bool is_committing_ = false;
    bool is_crowded_ = false;  ///< many came together: there is much to do while a group waits
    bool is_timed_ = false;    ///< the loop will look at the group that is gathered
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace springtide::server
