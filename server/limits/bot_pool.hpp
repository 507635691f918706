#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "bots/choose.hpp"
#include "server/limits/fair_queue.hpp"
#include "server/limits/thinking_budget.hpp"

namespace springtide::server {

struct BotPoolSettings {
    int milliseconds = 500;     ///< for a choice, if no other waits
    int threads = 0;            ///< 0: as many as there are processors, at least two
    int minutes_per_hour = 20;  ///< of thinking for one person; after that they get quick answers
};

/// Threads for the bots, so that only the players at their table wait for them. Each begins when there is something to
/// think about. A person with many questions at once gets shorter thinking times, not more processors: all waiting
/// people share the time.
class BotPool {
  public:
    using Done = std::function<void(Expected<BotAnswer>)>;

    explicit BotPool(BotPoolSettings settings);
    ~BotPool();
    BotPool(const BotPool&) = delete;
    BotPool& operator=(const BotPool&) = delete;

    /// `table` is a copy of its own; `done` is called from one of the threads.
    /// With lots it answers equally to equal questions, on every machine: it searches so many nodes, not for a time.
    struct SeededSearch {
        std::uint64_t seed;
        std::uint64_t nodes;
    };
    void ask(const Payer& payer, std::unique_ptr<Table> table, Seat seat, std::string level, Done done,
             std::optional<SeededSearch> lots = {});

    struct Load {
        std::int64_t waiting = 0;
        std::int64_t thinking = 0;
        std::int64_t thought_ms = 0;  ///< since the start
        std::int64_t threads = 0;     ///< that have begun
    };
    [[nodiscard]] Load load() const;

  private:
    struct Question {
        std::unique_ptr<Table> table;
        Seat seat;
        std::string level;
        Done done;
        std::optional<SeededSearch> lots;
    };
    void run();
    /// The time for this payer's next choice, given the others that wait.
    [[nodiscard]] int allowance(const Payer& payer, std::int64_t now) const;

    BotPoolSettings settings_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    FairQueue<Question> questions_;
    ThinkingBudget budget_;
    std::int64_t thinking_ = 0;
    std::int64_t thought_ms_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

/// `milliseconds` shared: an address with many questions gets as much for all of them as one with a single question.
[[nodiscard]] int shared_thinking_time(int milliseconds, int threads, std::size_t addresses, std::size_t own_questions);

}  // namespace springtide::server
