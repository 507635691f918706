// What happens at tables by itself: bots, clocks, time given back, rest, and old tables that go.
#include "server/caretaker.hpp"

#include <atomic>

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
    struct House {
        explicit House(const Folder& folder) : House(folder, off_loop(folder)) {}
        House(const Folder& folder, std::unique_ptr<Store> keeper)
            : reads(loop, off_loop(folder)),
              store(loop, std::move(keeper)),
              writer(off_loop(folder)),
              commits(loop, writer),
              tables(loop, reads, commits, off_loop(folder), teller),
              caretaker(loop, tables, store, commits, {},
                        {.bots = bots, .outages = outages, .is_at_home = [](const std::string&) { return true; }}) {
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
        /// Lets time pass from one sign of life to the next, until this holds.
        void until(const std::function<bool()>& condition) {
            for (int i = 0; i < 1000 && !condition(); ++i) {
                const auto before = tables.beats();
                loop.let_time_pass();
                EXPECT_TRUE(loop.until([&] { return condition() || tables.beats() > before; }));
            }
            EXPECT_TRUE(condition());
        }

        HandLoop loop;
        AddressLimits limits{AddressRates()};
        Teller teller{limits};
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
            House house(folder_);
            house.begin(with_clock(1'000'000, OnTimeout::seat), {"Anna", "Ben"});
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
    House house(folder_, std::make_unique<SharedStore>(off_loop(folder_), other_died_));
    EXPECT_TRUE(house.tables.all().empty());
    other_died_ = true;
    std::size_t known = 0;
    std::size_t most_taken_up = 0;
    std::size_t most_opened = 0;
    house.until([&] {
        most_taken_up = std::max(most_taken_up, house.tables.all().size() - known);
        known = house.tables.all().size();
        most_opened = std::max(most_opened, house.tables.loading() + house.tables.unstored());
        return house.tables.counts().events > count;  // the one that was copied, too
    });
    EXPECT_LE(most_taken_up, 64) << "in one turn of the loop";
    EXPECT_LE(most_opened, 128) << "opened and written at the same time";
    for (const auto& [table, entry] : house.tables.all()) EXPECT_TRUE(entry.duty.claimed_in) << table;
}

TEST_F(CaretakerTest, BotsActAndThoseAloneWaitForSomebodyToWatch) {
    House house(folder_);
    house.begin({.game = "high_tide_leiman", .players = 2, .seats = std::vector{SeatChoice(), bot()}}, {"Anna"});
    const auto anna = std::make_shared<HandClient>();
    house.inside([&] { house.tables["t"].audience.add(anna, "t"); });
    house.until([&] { return house.room()->acting() == SeatSet::of(0); });
    house.act("Anna", PlayRequest{.action = house.room()->table()->legal(0).front()});
    house.until([&] { return house.caretaker.counts().bot_moves >= 1 && house.room()->acting() == SeatSet::of(0); });
    // Anna goes: a bot plays for her, too, and nobody would see it.
    const auto moves = house.caretaker.counts().bot_moves;
    house.tables["t"].audience.remove(anna);
    house.act("Anna", LeaveRequest{});
    EXPECT_TRUE(house.loop.until([&] { return house.tables.unstored() == 0; }));
    for (int i = 0; i < 3; ++i) house.inside([&] { EXPECT_TRUE(house.room()->bot_to_act()); });
    EXPECT_EQ(house.caretaker.counts().bot_moves, moves);
    EXPECT_EQ(house.caretaker.bot_load().waiting + house.caretaker.bot_load().thinking, 0);
    house.inside([&] { house.tables["t"].audience.add(anna, "t"); });
    house.until([&] { return house.caretaker.counts().bot_moves > moves; });
}

TEST_F(CaretakerTest, WhoseTimeIsUpIsReplacedByABot) {
    House house(folder_);
    house.begin(with_clock(1, OnTimeout::seat), {"Anna", "Ben"});
    const auto is_replaced = [&] {
        return house.room() != nullptr && std::ranges::any_of(house.room()->chairs(), &Chair::bot_substitute);
    };
    house.until(is_replaced);
}

TEST_F(CaretakerTest, OrABotMovesForThem) {
    House house(folder_);
    house.begin(with_clock(1, OnTimeout::move), {"Anna", "Ben"});
    house.until([&] { return house.caretaker.counts().bot_moves >= 2; });
    house.inside([&] { EXPECT_FALSE(std::ranges::any_of(house.room()->chairs(), &Chair::bot_substitute)); });
}

TEST_F(CaretakerTest, TheTimeInWhichNoServerRanIsGivenBack) {
    constexpr std::int64_t minute = 60'000;
    std::int64_t deadline = 0;
    {
        House house(folder_);
        house.begin(with_clock(minute, OnTimeout::seat), {"Anna", "Ben"});
        house.inside([&] { deadline = house.room()->deadline()->second; });
    }
    std::vector<Write> write(1);  // it was last seen alive so long ago
    write[0].facts = {{"alive", std::to_string(now_ms() - 10 * minute)}};
    ASSERT_TRUE((*SqliteStore::open(folder_.file()))->write(write));
    House house(folder_);
    house.inside([&] {
        ASSERT_TRUE(house.room()->deadline());
        EXPECT_GT(house.room()->deadline()->second, deadline) << "since it began, nobody could move";
        EXPECT_FALSE(std::ranges::any_of(house.room()->chairs(), &Chair::bot_substitute));
    });
}

TEST_F(CaretakerTest, ATableRestsWhenNobodyAsksAndKeepsItsAlarm) {
    House house(folder_);
    house.begin(with_clock(100'000, OnTimeout::seat), {"Anna", "Ben"});
    house.until([&] { return house.tables.find("t") != nullptr && house.tables.find("t")->resting; });
    EXPECT_EQ(house.room(), nullptr);
    EXPECT_GE(house.tables.beats(), 60);
    EXPECT_GT(house.tables.find("t")->duty.alarm_for, now_ms());
    house.inside([&] { EXPECT_NE(house.room(), nullptr); });
}

TEST_F(CaretakerTest, ForgetsATableForGoodUnlessSomethingHappenedThereMeanwhile) {
    House house(folder_);
    std::vector<std::string> forgotten;
    house.caretaker.use({.on_forgotten = [&](const std::string& table) { forgotten.push_back(table); }});
    house.tables.make("t");
    house.perform(table_created({.game = "high_tide_leiman", .players = 2}));
    ASSERT_TRUE(house.loop.until([&] { return house.tables.unstored() == 0; }));
    const auto row = [&] { return **(*SqliteStore::open(folder_.file()))->room("t"); };
    RoomRow old = row();
    --old.at;
    house.caretaker.forget_for_good(old);
    bool asked = false;
    house.tables.when_stored("t", [&] { asked = house.tables.entry("t").has_value(); });
    ASSERT_TRUE(house.loop.until([&] { return asked; })) << "it is still there";
    EXPECT_TRUE(forgotten.empty());
    house.caretaker.forget_for_good(row());
    ASSERT_TRUE(house.loop.until([&] { return !forgotten.empty(); }));
    EXPECT_EQ(house.caretaker.counts().forgotten, 1);
    EXPECT_EQ(*(*SqliteStore::open(folder_.file()))->last_seq("t"), 0);
}

TEST_F(CaretakerTest, EverySignOfLifeIsHeardAndTheChoresAreDone) {
    House house(folder_);
    std::int64_t beats = 0;
    int chores = 0;
    house.caretaker.use({.on_beat = [&](std::int64_t now) { beats = now; }, .on_chores = [&] { ++chores; }});
    house.until([&] { return beats >= 5 && chores >= 3 && house.caretaker.counts().chores >= 3; });
    EXPECT_TRUE(house.caretaker.is_healthy());
    EXPECT_FALSE(house.caretaker.disk_is_low());
}

}  // namespace
}  // namespace springtide::server
