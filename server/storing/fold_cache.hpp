#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// The last folds of logs of one kind (club nights, or duplicate tables), for any thread. To read a log costs little,
/// to fold it much: a log that is still the same is not folded again.
template <class Log>
class FoldCache {
  public:
    static constexpr std::size_t most = 16;

    Expected<Log> load(const std::string& id, ClubLog stored) {
        if (const auto known = find(id, stored)) return *known;
        auto folded = Log::load(id, stored);
        if (folded) keep(id, std::move(stored), *folded);
        return folded;
    }

  private:
    struct Fold {
        std::string id;
        ClubLog stored;
        std::shared_ptr<const Log> log;
    };
    static bool is_same(const ClubLog& a, const ClubLog& b) {
        const auto same_event = [](const StoredEvent& x, const StoredEvent& y) {
            return x.seq == y.seq && x.at == y.at && x.body == y.body;
        };
        const auto same_result = [](const ClubResult& x, const ClubResult& y) {
            return x.table == y.table && x.at == y.at && x.body == y.body;
        };
        return std::ranges::equal(a.events, b.events, same_event) &&
               std::ranges::equal(a.results, b.results, same_result);
    }
    std::shared_ptr<const Log> find(const std::string& id, const ClubLog& stored) {
        const std::scoped_lock lock(mutex_);
        const auto found = std::ranges::find(folds_, id, &Fold::id);
        if (found == folds_.end() || !is_same(found->stored, stored)) return nullptr;
        folds_.splice(folds_.begin(), folds_, found);
        return folds_.front().log;
    }
    void keep(const std::string& id, ClubLog&& stored, const Log& log) {
        const std::scoped_lock lock(mutex_);
        folds_.remove_if([&](const Fold& one) { return one.id == id; });
        folds_.push_front({.id = id, .stored = std::move(stored), .log = std::make_shared<const Log>(log)});
        if (folds_.size() > most) folds_.pop_back();
    }

    std::mutex mutex_;
    std::list<Fold> folds_;  ///< the one used last first
};

}  // namespace springtide::server
