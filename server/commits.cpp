#include "server/commits.hpp"

#include "protocol/server_reasons.hpp"
#include "server/measures.hpp"

namespace springtide::server {

Commits::Commits(Loop& loop, std::unique_ptr<Store> store) : loop_(loop), writer_(std::move(store)) {}

Commits::~Commits() { *alive_ = false; }

/// The group begins at the end of this turn of the loop: what else came in with it joins.
Commits::Place Commits::add(Write write, Stored stored) {
    writes_.push_back(std::move(write));
    parts_.push_back(std::move(stored));
    if (!is_committing_ && !std::exchange(is_due_, true))
        loop_.post([this, alive = alive_] {
            if (*alive) commit();
        });
    return {.group = group_, .index = writes_.size() - 1};
}

void Commits::commit() {
    is_due_ = false;
    if (is_committing_ || parts_.empty()) return;
    is_committing_ = true;
    ++group_;
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
    commit();  // the disk works while everybody is told
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto outcome = outcomes ? Expected<WriteOutcome>((*outcomes)[i]) : std::unexpected(outcomes.error());
        if (outcome && *outcome == WriteOutcome::refused) outcome = refuse(server_reason("cannot_be_stored"));
        parts[i](outcome);
    }
}

}  // namespace springtide::server
