#include "arena/match.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "arena/runner.hpp"

namespace springtide::arena {

namespace {

constexpr std::size_t most_complaints = 5;
constexpr auto between_reports = std::chrono::milliseconds(500);

/// One deal of one pairing, played from every seat.
struct DealEnd {
    double share = 0;
    double points = 0;
    double lead = 0;
    int forfeits_one = 0;
    int forfeits_rest = 0;
    std::vector<std::string> complaints;
};

std::optional<DealEnd> play_deal(Runner& runner, const Plan& plan, std::uint64_t deal, const Pairing& pairing,
                                 const std::atomic<bool>& stop) {
    DealEnd sum;
    for (const Seat one : SeatSet::first(plan.players)) {
        const auto end = runner.play(Seating::of(deal, pairing, one), stop);
        if (!end) return std::nullopt;
        double all = 0;
        for (const Seat seat : SeatSet::first(plan.players)) all += end->points[seat];
        const double own = end->points[one];
        sum.share += end->share[one] / plan.players;
        sum.points += own / plan.players;
        sum.lead += (own - (all - own) / (plan.players - 1)) / plan.players;
        if (end->forfeited_by) {
            ++(*end->forfeited_by == one ? sum.forfeits_one : sum.forfeits_rest);
            sum.complaints.push_back(end->complaint);
        }
    }
    return sum;
}

/// Accepts deals in the order in which the threads finish them and counts them in their own order, so that neither the
/// sums nor the moment of stopping depend on the threads.
class Score {
  public:
    explicit Score(const Plan& plan) : plan_(plan), waiting_(plan.pairings.size()), next_(plan.pairings.size()) {
        outcome_.standings.resize(plan.pairings.size());
    }

    void add(std::size_t pairing, std::uint64_t deal, DealEnd end) {
        const std::scoped_lock lock(mutex_);
        ++done_;
        auto& waiting = waiting_[pairing];
        waiting.emplace(deal, std::move(end));
        while (!waiting.empty() && waiting.begin()->first == next_[pairing]) {
            if (!outcome_.standings[pairing].decided) count(outcome_.standings[pairing], waiting.begin()->second);
            waiting.erase(waiting.begin());
            ++next_[pairing];
        }
    }

    bool is_decided(std::size_t pairing) {
        const std::scoped_lock lock(mutex_);
        return outcome_.standings[pairing].decided;
    }

    std::pair<Outcome, std::uint64_t> look() {
        const std::scoped_lock lock(mutex_);
        return {outcome_, done_};
    }

  private:
    void count(Standing& standing, const DealEnd& end) {
        standing.share.add(end.share);
        standing.points.add(end.points);
        standing.lead.add(end.lead);
        standing.games += static_cast<std::uint64_t>(plan_.players);
        standing.forfeits_one += static_cast<std::uint64_t>(end.forfeits_one);
        standing.forfeits_rest += static_cast<std::uint64_t>(end.forfeits_rest);
        for (const auto& complaint : end.complaints)
            if (outcome_.complaints.size() < most_complaints) outcome_.complaints.push_back(complaint);
        if (plan_.sprt) standing.decided = plan_.sprt->verdict(standing.share) != Sprt::Verdict::open;
        if (plan_.until_clear)
            standing.decided =
                std::abs(standing.share.mean() - plan_.equal_share()) > margin_at_any_time(standing.share);
    }

    const Plan& plan_;
    std::mutex mutex_;  // guards all below
    Outcome outcome_;
    std::uint64_t done_ = 0;
    std::vector<std::map<std::uint64_t, DealEnd>> waiting_;
    std::vector<std::uint64_t> next_;
};

/// Threads take the deals in order, all pairings of one deal before the next.
class Workers {
  public:
    Workers(const Plan& plan, Score& score, const std::atomic<bool>& stop) : plan_(plan), score_(score), stop_(stop) {}

    void start(std::vector<std::unique_ptr<Runner>> runners) {
        running_ = runners.size();
        for (auto& runner : runners) threads_.emplace_back([this, own = std::move(runner)] { work(*own); });
    }

    /// False when all threads have ended.
    bool wait(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        return !changed_.wait_for(lock, time, [this] { return running_ == 0; });
    }

  private:
    void work(Runner& runner) {
        const std::uint64_t pairings = plan_.pairings.size();
        for (;;) {
            const std::uint64_t job = next_.fetch_add(1);
            if (job >= plan_.deals * pairings || stop_.load(std::memory_order_relaxed)) break;
            const std::size_t pairing = job % pairings;
            if (score_.is_decided(pairing)) continue;
            auto end = play_deal(runner, plan_, job / pairings, plan_.pairings[pairing], stop_);
            if (end) score_.add(pairing, job / pairings, std::move(*end));
        }
        const std::scoped_lock lock(mutex_);
        --running_;
        changed_.notify_all();
    }

    const Plan& plan_;
    Score& score_;
    const std::atomic<bool>& stop_;
    std::atomic<std::uint64_t> next_ = 0;
    std::mutex mutex_;  // guards running_
    std::condition_variable changed_;
    std::size_t running_ = 0;
    std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

}  // namespace

Expected<Outcome> run(const Plan& plan, const std::atomic<bool>& stop, const Progress& progress) {
    std::vector<std::unique_ptr<Runner>> runners;
    for (unsigned i = 0; i < std::max(plan.threads, 1U); ++i) {
        auto runner = make_runner(plan);
        if (!runner) return std::unexpected(runner.error());
        runners.push_back(std::move(*runner));
    }
    const auto begin = std::chrono::steady_clock::now();
    Score score(plan);
    {
        Workers workers(plan, score, stop);
        workers.start(std::move(runners));
        while (workers.wait(between_reports)) {
            const auto [so_far, done] = score.look();
            if (progress) progress(so_far, done, plan.deals * plan.pairings.size());
        }
    }
    Outcome outcome = score.look().first;
    outcome.interrupted = stop;
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return outcome;
}

}  // namespace springtide::arena
