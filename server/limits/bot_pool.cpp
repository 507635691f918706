#include "server/limits/bot_pool.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace springtide::server {

namespace {

constexpr int shortest_thought_ms = 5;
constexpr int lower_priority = 5;  // than the loop, which answers all clients
constexpr std::int64_t minute_ms = 60'000;

std::int64_t steady_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int shared_thinking_time(int milliseconds, int threads, std::size_t addresses, std::size_t own_questions) {
    const auto sharers = std::max<std::size_t>(1, (addresses + own_questions) / static_cast<std::size_t>(threads));
    return std::max(std::min(milliseconds, shortest_thought_ms), milliseconds / static_cast<int>(sharers));
}

BotPool::BotPool(BotPoolSettings settings) : settings_(settings), budget_(settings.minutes_per_hour * minute_ms) {
    if (settings_.threads == 0) settings_.threads = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
}

BotPool::~BotPool() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
}

void BotPool::ask(const Payer& payer, std::unique_ptr<Table> table, Seat seat, std::string level, Done done,
                  std::optional<SeededSearch> lots) {
    {
        const std::scoped_lock lock(mutex_);
        questions_.push(payer, {std::move(table), seat, std::move(level), std::move(done), lots});
        const auto resting = std::ssize(threads_) - thinking_;
        if (static_cast<std::int64_t>(questions_.size()) > resting && std::ssize(threads_) < settings_.threads)
            threads_.emplace_back([this] { run(); });
    }
    wake_.notify_one();
}

BotPool::Load BotPool::load() const {
    const std::scoped_lock lock(mutex_);
    return {.waiting = static_cast<std::int64_t>(questions_.size()),
            .thinking = thinking_,
            .thought_ms = thought_ms_,
            .threads = std::ssize(threads_)};
}

int BotPool::allowance(const Payer& payer, std::int64_t now) const {
    if (budget_.is_spent(payer, now)) return std::min(settings_.milliseconds, shortest_thought_ms);
    return shared_thinking_time(settings_.milliseconds, settings_.threads, questions_.addresses(),
                                questions_.waiting_at(payer.address));
}

void BotPool::run() {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), lower_priority);
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return stopping_ || !questions_.empty(); });
        if (stopping_) return;  // their answers are of no use any more
        const auto [payer, question] = questions_.pop();
        const auto began = steady_ms();
        const int milliseconds = allowance(payer, began);
        ++thinking_;
        lock.unlock();
        BotRequest request{.level = question.level, .milliseconds = milliseconds, .seed = {}};
        if (question.lots)
            request = {.level = question.level,
                       .milliseconds = {},
                       .seed = question.lots->seed,
                       .nodes = question.lots->nodes};
        question.done(choose(*question.table, question.seat, request));
        lock.lock();
        --thinking_;
        const auto ended = steady_ms();
        thought_ms_ += ended - began;
        budget_.spend(payer, ended - began, ended);
    }
}

}  // namespace springtide::server
