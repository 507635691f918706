// What happens at tables by itself: bots, clocks, time given back, rest, and old tables that go.
#include "server/tables/caretaker.hpp"

#include <atomic>

#include "server/messages/requests.hpp"
#include "tests/server/loop_fixture.hpp"
#include "tests/server/room_fixture.hpp"

namespace springtide::server {
namespace {

/// A store of several nodes. Its tables are another node's; once that is dead they are nobody's.
class SharedStore final : public ForwardingStore {
  public:
    SharedStore(std::unique_ptr<Store> store, std::atomic<bool>& other_died)
        : ForwardingStore(std::move(store)), other_died_(other_died) {}
    [[nodiscard]] bool is_shared() const override { return true; }
    Expected<std::vector<Due>> take_unclaimed(std::int64_t due_before, int limit) override {
        if (!other_died_.exchange(false)) return std::vector<Due>();
        return ForwardingStore::take_unclaimed(due_before, limit);
    }

  private:
    std::atomic<bool>& other_died_;
};

class CaretakerTest : public testing::Test {
  protected:
    /// A server begins, after another one ended.
    struct Node {
        explicit Node(const Folder& folder) : Node(folder, off_loop(folder)) {}
        Node(const Folder& folder, std::unique_ptr<Store> keeper)
            : reads(loop, off_loop(folder)),
              store(loop, std::move(keeper)),
              writer(off_loop(folder)),
              commits(loop, writer),
              tables(loop, reads, commits, off_loop(folder), pusher),
              caretaker(loop, tables, store, commits, {},
                        {.bots = bots, .outages = outages, .owns = [](const std::string&) { return true; }}) {
            EXPECT_TRUE(caretaker.read_outages() && caretaker.open());
        }
        /// A table of these seats, begun by the people who sit down.
        void begin(const CreateRequest& request, const std::vector<std::string>& people) {
            tables.make("t");
            perform(table_created(request));
            for (const auto& who : people) act(who, JoinRequest{});
            for (const auto& who : people) act(who, ReadyRequest{});
            EXPECT_TRUE(loop.until([&] { return tables.unstored() == 0; }));
        }
        void perform(RoomEvent event) {
            tables.perform("t", std::move(event),
                           [](const Expected<std::int64_t>& done) { EXPECT_TRUE(done) << done.error().message; });
        }
        void act(const std::string& who, const TableChange& change) {
            auto event = tables["t"].room->decide(change, person_named(who));
            ASSERT_TRUE(event) << event.error().message;
            perform(std::move(*event));
        }
        /// The room as it is now; nothing while it rests.
        [[nodiscard]] const Room* room() const {
            const auto* entry = tables.find("t");
            return entry != nullptr ? entry->room.get() : nullptr;
        }
        /// Does this when the room is open, and all of it is stored.
        void inside(const std::function<void()>& work) {
            bool is_done = false;
            tables.when_stored("t", [&] {
                work();
                is_done = true;
            });
            EXPECT_TRUE(loop.until([&] { return is_done; }));
        }
        /// Lets time pass from one sign of life to the next, until this holds. Bots think in threads of their own,
        /// which a busy machine may keep waiting for longer than many beats take here.
        void until(const std::function<bool()>& condition) {
            for (int i = 0; i < 20'000 && !condition(); ++i) {
                if (i >= 500) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                const auto before = tables.beats();
                loop.let_time_pass();
                EXPECT_TRUE(loop.until([&] { return condition() || tables.beats() > before; }));
            }
            EXPECT_TRUE(condition());
        }

        HandLoop loop;
        AddressLimits limits{AddressRates()};
        Pusher pusher{limits};
        StoreThread reads;
        StoreThread store;
        GroupWriter writer;
        Commits commits;
        BotPool bots{{.milliseconds = 1}};
        Locked<Outages> outages;
        Tables tables;
        Caretaker caretaker;
    };
    static SeatChoice bot() { return {.kind = SeatKind::bot, .level = "random"}; }
    static CreateRequest with_clock(std::int64_t move, OnTimeout then) {
        return {.game = "high_tide_leiman",
                .players = 2,
                .clock = ClockSetup{.kind = ClockKind::live, .move = move, .bank = 0},
                .on_timeout = then};
    }

    /// Copies of a running table, as another node would have left them.
    void make_tables(int count) {
        {
            Node node(folder_);
            node.begin(with_clock(1'000'000, OnTimeout::seat), {"Anna", "Ben"});
        }
        const auto store = *SqliteStore::open(folder_.file());
        const auto log = *store->events("t", 0);
        const RoomRow row = **store->room("t");
        std::vector<Write> copies;
        for (int i = 0; i < count; ++i) {
            Write copy;
            copy.table = "t" + std::to_string(i);
            copy.events = log;
            copy.room = row;
            copy.room->table = copy.table;
            copies.push_back(std::move(copy));
        }
        ASSERT_TRUE(store->write(copies));
    }

    Folder folder_;
    std::atomic<bool> other_died_ = false;
};

TEST_F(CaretakerTest, TheTablesOfADeadNodeAreTakenUpAndOpenedAFewAtATime) {
    constexpr std::int64_t count = 300;
    make_tables(count);
    Node node(folder_, std::make_unique<SharedStore>(off_loop(folder_), other_died_));
    EXPECT_TRUE(node.tables.all().empty());
    other_died_ = true;
    std::size_t known = 0;
    std::size_t most_taken_up = 0;
    std::size_t most_opened = 0;
    node.until([&] {
        most_taken_up = std::max(most_taken_up, node.tables.all().size() - known);
        known = node.tables.all().size();
        most_opened = std::max(most_opened, node.tables.loading() + node.tables.unstored());
        return node.tables.counts().events > count;  // the one that was copied, too
    });
    EXPECT_LE(most_taken_up, 64) << "in one turn of the loop";
    EXPECT_LE(most_opened, 128) << "opened and written at the same time";
    for (const auto& [table, entry] : node.tables.all()) EXPECT_TRUE(entry.care.claimed_in) << table;
}

TEST_F(CaretakerTest, BotsActAndThoseAloneWaitForSomebodyToWatch) {
    Node node(folder_);
    node.begin({.game = "high_tide_leiman", .players = 2, .seats = std::vector{SeatChoice(), bot()}}, {"Anna"});
    const auto anna = std::make_shared<HandClient>();
    node.inside([&] { node.tables["t"].audience.add(anna, "t"); });
    node.until([&] { return node.room()->acting() == SeatSet::of(0); });
    node.act("Anna", PlayRequest{.action = node.room()->table()->legal(0).front()});
    node.until([&] { return node.caretaker.counts().bot_moves >= 1 && node.room()->acting() == SeatSet::of(0); });
    // Anna goes: a bot plays for her, too, and nobody would see it.
    const auto moves = node.caretaker.counts().bot_moves;
    node.tables["t"].audience.remove(anna);
    node.act("Anna", LeaveRequest{});
    EXPECT_TRUE(node.loop.until([&] { return node.tables.unstored() == 0; }));
    for (int i = 0; i < 3; ++i) node.inside([&] { EXPECT_TRUE(node.room()->bot_to_act()); });
    EXPECT_EQ(node.caretaker.counts().bot_moves, moves);
    EXPECT_EQ(node.caretaker.bot_load().waiting + node.caretaker.bot_load().thinking, 0);
    node.inside([&] { node.tables["t"].audience.add(anna, "t"); });
    node.until([&] { return node.caretaker.counts().bot_moves > moves; });
}

TEST_F(CaretakerTest, WhoseTimeIsUpIsReplacedByABot) {
    Node node(folder_);
    node.begin(with_clock(1, OnTimeout::seat), {"Anna", "Ben"});
    const auto is_replaced = [&] {
        return node.room() != nullptr && std::ranges::any_of(node.room()->chairs(), &Chair::bot_substitute);
    };
    node.until(is_replaced);
}

TEST_F(CaretakerTest, OrABotMovesForThem) {
    Node node(folder_);
    node.begin(with_clock(1, OnTimeout::move), {"Anna", "Ben"});
    node.until([&] { return node.caretaker.counts().bot_moves >= 2; });
    node.inside([&] { EXPECT_FALSE(std::ranges::any_of(node.room()->chairs(), &Chair::bot_substitute)); });
}

TEST_F(CaretakerTest, TheTimeInWhichNoServerRanIsGivenBack) {
    constexpr std::int64_t minute = 60'000;
    std::int64_t deadline = 0;
    {
        Node node(folder_);
        node.begin(with_clock(minute, OnTimeout::seat), {"Anna", "Ben"});
        node.inside([&] { deadline = node.room()->deadline()->second; });
    }
    std::vector<Write> write(1);  // it was last seen alive so long ago
    write[0].facts = {{"alive", std::to_string(now_ms() - 10 * minute)}};
    ASSERT_TRUE((*SqliteStore::open(folder_.file()))->write(write));
    Node node(folder_);
    node.inside([&] {
        ASSERT_TRUE(node.room()->deadline());
        EXPECT_GT(node.room()->deadline()->second, deadline) << "since it began, nobody could move";
        EXPECT_FALSE(std::ranges::any_of(node.room()->chairs(), &Chair::bot_substitute));
    });
}

TEST_F(CaretakerTest, ATableRestsWhenNobodyAsksAndKeepsItsAlarm) {
    Node node(folder_);
    node.begin(with_clock(100'000, OnTimeout::seat), {"Anna", "Ben"});
    node.until([&] { return node.tables.find("t") != nullptr && node.tables.find("t")->resting; });
    EXPECT_EQ(node.room(), nullptr);
    EXPECT_GE(node.tables.beats(), 60);
    EXPECT_GT(node.tables.find("t")->care.alarm_for, now_ms());
    node.inside([&] { EXPECT_NE(node.room(), nullptr); });
}

TEST_F(CaretakerTest, ForgetsATableForGoodUnlessSomethingHappenedThereMeanwhile) {
    Node node(folder_);
    std::vector<std::string> forgotten;
    node.caretaker.use({.on_forgotten = [&](const std::string& table) { forgotten.push_back(table); }});
    node.tables.make("t");
    node.perform(table_created({.game = "high_tide_leiman", .players = 2}));
    ASSERT_TRUE(node.loop.until([&] { return node.tables.unstored() == 0; }));
    const auto row = [&] { return **(*SqliteStore::open(folder_.file()))->room("t"); };
    RoomRow old = row();
    --old.at;
    node.caretaker.forget_for_good(old);
    bool asked = false;
    node.tables.when_stored("t", [&] { asked = node.tables.entry("t").has_value(); });
    ASSERT_TRUE(node.loop.until([&] { return asked; })) << "it is still there";
    EXPECT_TRUE(forgotten.empty());
    node.caretaker.forget_for_good(row());
    ASSERT_TRUE(node.loop.until([&] { return !forgotten.empty(); }));
    EXPECT_EQ(node.caretaker.counts().forgotten, 1);
    EXPECT_EQ(*(*SqliteStore::open(folder_.file()))->last_seq("t"), 0);
}

TEST_F(CaretakerTest, EverySignOfLifeIsHeardAndTheChoresAreDone) {
    Node node(folder_);
    std::int64_t beats = 0;
    int chores = 0;
    node.caretaker.use({.on_beat = [&](std::int64_t now) { beats = now; }, .on_chores = [&] { ++chores; }});
    node.until([&] { return beats >= 5 && chores >= 3 && node.caretaker.counts().chores >= 3; });
    EXPECT_TRUE(node.caretaker.is_healthy());
    EXPECT_FALSE(node.caretaker.disk_is_low());
}

}  // namespace
}  // namespace springtide::server
