#include "server/storing/commits.hpp"

#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/base/measures.hpp"

namespace springtide::server {

Commits::Commits(Loop& loop, GroupWriter& writer, std::chrono::milliseconds apart)
    : loop_(loop), writer_(writer), gathering_(apart) {}

Commits::~Commits() { *alive_ = false; }

/// The group begins at the end of this turn of the loop at the earliest: writes of the same turn join.
Commits::Place Commits::add(Write write, Stored stored) {
    const auto due = gathering_.came(Histogram::Clock::now(), writes_.empty());
    if (writes_.empty()) due_ = due;
    write.under = writer_.lease();
    writes_.push_back(std::move(write));
    parts_.push_back(std::move(stored));
    if (!is_committing_) commit_when_due();
    return {.group = group_, .index = writes_.size() - 1};
}

void Commits::commit_when_due() {
    if (std::exchange(is_timed_, true)) return;
    const auto then = [this, alive = alive_] {
        if (*alive) look();
    };
    if (Histogram::Clock::now() >= due_) return loop_.post(then);
    is_crowded_ ? loop_.Loop::rest(due_, then) : loop_.rest(due_, then);
}

void Commits::look() {
    is_timed_ = false;
    if (is_committing_) return;
    if (parts_.empty())
        gathering_.went(Histogram::Clock::now(), 0);
    else
        commit();
}

void Commits::commit() {
    if (parts_.empty()) return;
    is_committing_ = true;
    ++group_;
    std::size_t moves = 0;
    for (const Write& write : writes_) moves += std::max<std::size_t>(1, write.events.size());
    committing_ = std::exchange(parts_, {});
    const auto began = Histogram::Clock::now();
    writer_.write(std::exchange(writes_, {}),
                  [this, &loop = loop_, began, alive = alive_](Expected<std::vector<WriteOutcome>> outcomes) {
                      measures().commit.add_since(began);
                      loop.post([this, alive, outcomes = std::move(outcomes)] {
                          if (*alive) committed(outcomes);
                      });
                  });
    due_ = gathering_.went(began, moves);
    is_crowded_ = moves > Gathering::many;
    if (due_ > began) commit_when_due();  // nothing is done meanwhile but what the disk answers
}

void Commits::committed(const Expected<std::vector<WriteOutcome>>& outcomes) {
    const auto parts = std::exchange(committing_, {});
    is_committing_ = false;
    if (parts_.empty() || is_timed_) {
        // the next write begins a group, or a look at the group is planned
    } else if (Histogram::Clock::now() >= due_) {
        commit();  // the disk works while the watchers receive their messages
    } else {
        commit_when_due();
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto outcome = outcomes ? Expected<WriteOutcome>((*outcomes)[i]) : std::unexpected(outcomes.error());
        if (outcome && *outcome == WriteOutcome::refused) outcome = refuse(server_reason("cannot_be_stored"));
        parts[i](outcome);
    }
}

}  // namespace springtide::server
