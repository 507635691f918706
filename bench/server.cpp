// What a table costs the server's loop, the one thread in which all tables live, however long its log is. The time is
// that of the loop's own thread: what is done aside does not count.
#include <benchmark/benchmark.h>
#include <time.h>

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>

#include "server/messages/requests.hpp"
#include "server/shard/shard.hpp"
#include "store/sqlite_store.hpp"

namespace springtide::server {
namespace {

double thread_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

class BenchLoop final : public Loop {
  public:
    void post(std::function<void()> work) override {
        {
            const std::scoped_lock lock(mutex_);
            queue_.push_back(std::move(work));
        }
        wake_.notify_one();
    }
    void after(std::int64_t, std::function<void()>) override {}
    void aside(std::function<void()> work) override { work(); }
    template <class Condition>
    void until(Condition condition) {
        while (!condition()) {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return !queue_.empty(); });
            const auto work = std::move(queue_.front());
            queue_.pop_front();
            lock.unlock();
            work();
        }
    }

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> queue_;
};

class BenchClient final : public Client {
  public:
    void send(std::string message) override { answered |= message.find("\"ok\":") != std::string::npos; }
    bool answered = false;
};

/// Three people at a table of Turn the Tide, of whom the first has changed their mind until the log was so long.
class LongTable {
  public:
    explicit LongTable(std::int64_t events) {
        std::string pattern = (std::filesystem::temp_directory_path() / "springtide-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        Room room(table);
        Write write;
        write.table = table;
        const auto fold = [&](RoomEventBody what) {
            RoomEvent event{.what = std::move(what), .seq = room.seq() + 1};
            event.guest = event.name = guest(seat_of(event).value_or(0));
            [[maybe_unused]] const auto folded = room.fold(event, true);
            write.events.push_back(to_stored(event));
        };
        auto setup = *setup_from_request({.game = "turn_the_tide", .players = 3});
        setup.secret = std::string(64, '0');
        setup.host = guest(0);
        fold(TableCreated{.setup = to_json(setup)});
        for (const Seat seat : SeatSet::first(3)) fold(PlayerJoined{.seat = seat});
        for (const Seat seat : SeatSet::first(3)) fold(PlayerReady{.seat = seat});
        card = room.table()->legal(1).front();
        fold(ActionPlayed{.seat = 1, .action = card});
        while (room.seq() + 1 < events) {
            fold(ActionPlayed{.seat = 0, .action = room.table()->legal(0).front()});
            fold(ChoiceWithdrawn{.seat = 0});
        }
        write.room = room.row();
        auto store = *SqliteStore::open(file());
        [[maybe_unused]] const auto written = store->write(std::vector{write});
        ShardSettings settings;
        settings.rates.opened = {.at_once = 1e18, .per_second = 1e18};
        shard_ = std::make_unique<Shard>(loop_,
                                         ShardStores{*SqliteStore::open(file()), *SqliteStore::open(file()),
                                                     *SqliteStore::open(file()), *SqliteStore::open(file())},
                                         settings);
        [[maybe_unused]] const auto opened = shard_->open();
        for (int seat = 0; seat < 3; ++seat) {
            clients_.push_back(std::make_shared<BenchClient>());
            clients_.back()->person.guest = guest(seat);
        }
    }
    ~LongTable() {
        shard_.reset();
        std::filesystem::remove_all(folder_);
    }
    LongTable(const LongTable&) = delete;
    LongTable& operator=(const LongTable&) = delete;

    /// What the loop works for this request.
    double ask(std::size_t client, const std::string& op, const std::string& more = "") {
        const double begun = thread_seconds();
        clients_[client]->answered = false;
        shard_->receive(clients_[client], R"({"op":")" + op + R"(","table":")" + table + "\"" + more + "}");
        loop_.until([&] { return clients_[client]->answered; });
        return thread_seconds() - begun;
    }

    std::string card;  ///< that the second has chosen

  private:
    static std::string guest(int seat) { return std::string(32, static_cast<char>('a' + std::max(seat, 0))); }
    [[nodiscard]] std::string file() const { return folder_ + "/springtide.sqlite"; }
    const std::string table = std::string(32, '1');
    std::string folder_;
    BenchLoop loop_;
    std::unique_ptr<Shard> shard_;
    std::vector<std::shared_ptr<BenchClient>> clients_;
};

/// From `watch` to its answer, at a table that nobody has open, and closing it again.
void open_table(benchmark::State& state) {
    LongTable table(state.range(0));
    for (auto _ : state) state.SetIterationTime(table.ask(0, "watch") + table.ask(0, "unwatch"));
}
BENCHMARK(open_table)->Arg(100)->Arg(10'000)->Arg(100'000)->UseManualTime()->Unit(benchmark::kMicrosecond);

/// A choice at an open table, taken back by consent of all.
void take_back(benchmark::State& state) {
    LongTable table(state.range(0));
    for (std::size_t i = 0; i < 3; ++i) table.ask(i, "watch");
    for (auto _ : state) {
        double worked = table.ask(1, "takeback", R"(,"do":"ask")");
        worked += table.ask(0, "takeback", R"(,"do":"agree")");
        worked += table.ask(2, "takeback", R"(,"do":"agree")");
        state.SetIterationTime(worked);
        table.ask(1, "play", R"(,"action":")" + table.card + "\"");
    }
}
BENCHMARK(take_back)
    ->Arg(100)
    ->Arg(10'000)
    ->Arg(100'000)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(20);

}  // namespace
}  // namespace springtide::server
