#include "server/commits.hpp"

#include "protocol/server_reasons.hpp"
#include "server/measures.hpp"

namespace springtide::server {

Commits::Commits(Loop& loop, std::unique_ptr<Store> store, std::chrono::milliseconds longest_wait)
    : loop_(loop), gathering_(longest_wait), writer_(std::move(store)) {}

Commits::~Commits() { *alive_ = false; }

/// The group begins at the end of this turn of the loop at the earliest: what else came in with it joins.
Commits::Place Commits::add(Write write, Stored stored) {
    const auto now = Histogram::Clock::now();
    const auto wait = gathering_.came(now, writes_.empty());
    if (writes_.empty()) due_ = now + wait;
    writes_.push_back(std::move(write));
    parts_.push_back(std::move(stored));
    if (!is_committing_) commit_when_due();
    return {.group = group_, .index = writes_.size() - 1};
}

void Commits::commit_when_due() {
    if (std::exchange(is_timed_, true)) return;
    const auto look = [this, alive = alive_] {
        if (!*alive) return;
        is_timed_ = false;
        if (!is_committing_) commit();
    };
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due_ - Histogram::Clock::now());
    left.count() > 0 ? loop_.after(left.count(), look) : loop_.post(look);
}

void Commits::commit() {
    if (parts_.empty()) return;
    is_committing_ = true;
    ++group_;
    gathering_.went(writes_.size());
    committing_ = std::exchange(parts_, {});
    const auto began = Histogram::Clock::now();
    writer_.write(std::exchange(writes_, {}),
                  [this, began, alive = alive_](Expected<std::vector<WriteOutcome>> outcomes) {
                      measures().commit.add_since(began);
                      loop_.post([this, alive, outcomes = std::move(outcomes)] {
                          if (*alive) committed(outcomes);
                      });
                  });
}

void Commits::committed(const Expected<std::vector<WriteOutcome>>& outcomes) {
    const auto parts = std::exchange(committing_, {});
    is_committing_ = false;
    if (Histogram::Clock::now() >= due_)
        commit();  // the disk works while everybody is told
    else if (!parts_.empty())
        commit_when_due();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto outcome = outcomes ? Expected<WriteOutcome>((*outcomes)[i]) : std::unexpected(outcomes.error());
        if (outcome && *outcome == WriteOutcome::refused) outcome = refuse(server_reason("cannot_be_stored"));
        parts[i](outcome);
    }
}

}  // namespace springtide::server
