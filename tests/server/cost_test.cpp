// No request costs more than it is worth: what is long is folded aside, the shortest first, and nothing grows for ever.
#include <boost/json.hpp>
#include <fstream>
#include <limits>
#include <map>

#include "server/base/alarms.hpp"
#include "server/messages/requests.hpp"
#include "server/room/room_bounds.hpp"
#include "server/tables/outages.hpp"
#include "server/tables/room_loader.hpp"
#include "table/games.hpp"
#include "tests/server/forwarding_store.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

/// Three in Turn the Tide choose in secret: choices can be changed.
struct Three {
    Three() {
        auto setup = *setup_from_request({.game = "turn_the_tide", .players = 3});
        setup.secret = std::string(64, '0');
        send(TableCreated{.setup = to_json(setup)});
        for (const Seat seat : SeatSet::first(3)) send(PlayerJoined{.seat = seat});
        for (const Seat seat : SeatSet::first(3)) send(PlayerReady{.seat = seat});
    }
    void send(RoomEventBody what) {
        RoomEvent event{.what = std::move(what), .seq = room.seq() + 1};
        event.guest = event.name = std::string(1, static_cast<char>('a' + seat_of(event).value_or(0)));
        const auto folded = room.fold(event, true);
        EXPECT_TRUE(folded) << kind_of(event).name << ": " << (folded ? "" : folded.error().message);
        log.push_back(to_stored(event));
    }
    Expected<RoomEvent> decide(const TableChange& change, int seat) {
        const std::string name(1, static_cast<char>('a' + seat));
        return room.decide(change, {.guest = name, .name = name, .origin = {}, .session = {}});
    }
    void play(Seat seat) { send(ActionPlayed{.seat = seat, .action = room.table()->legal(seat).front()}); }

    Room room{"t"};
    std::vector<StoredEvent> log;
};

TEST(Cost, AChoiceThatIsChangedAThousandTimesLeavesOneEntry) {
    Three three;
    three.play(1);
    const auto length = three.room.table()->log_size();
    for (int i = 0; i < 1000; ++i) {
        three.play(0);
        three.send(ChoiceWithdrawn{.seat = 0});
    }
    EXPECT_EQ(three.room.table()->log_size(), length);
    three.play(0);
    three.play(2);
    const auto again = Room::load("t", three.log);
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->table()->hash(), three.room.table()->hash());
    EXPECT_EQ((*again)->state(Observer::seat(0)), three.room.state(Observer::seat(0)));
}

TEST(Cost, ASeatChangesItsChoiceAndAsksOnlySoOften) {
    Three three;
    for (int i = 0; i < RoomBounds::retracts; ++i) {
        three.play(0);
        ASSERT_TRUE(three.decide(RetractRequest{}, 0));
        three.send(ChoiceWithdrawn{.seat = 0});
    }
    three.play(0);
    const auto refused = three.decide(RetractRequest{}, 0);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::limit);
    three.play(1);
    EXPECT_TRUE(three.decide(RetractRequest{}, 1)) << "another seat has its own";
    for (int i = 0; i < RoomBounds::questions; ++i) {
        ASSERT_TRUE(three.decide(TakebackRequest{.answer = VoteAnswer::ask}, 1));
        three.send(TakebackVote{.seat = 1, .answer = VoteAnswer::ask});
        three.send(TakebackVote{.seat = 0, .answer = VoteAnswer::refuse});
    }
    EXPECT_EQ(three.decide(TakebackRequest{.answer = VoteAnswer::ask}, 1).error().code, ErrorCode::limit);
}

TEST(Cost, NothingIsToldFromBeforeTheFirstEvent) {
    Three three;
    three.send(ChatSaid{.seat = 0, .text = "hello"});
    const std::string all = three.room.push("a", 0, false, 0, "", {});
    for (const std::int64_t since : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()})
        EXPECT_EQ(three.room.push("a", since, false, 0, "", {}), all);
    for (const std::int64_t before : {std::int64_t{0}, std::int64_t{-5}, std::numeric_limits<std::int64_t>::min()})
        EXPECT_EQ(three.room.history("a", before, {}), R"({"table":"t","events":[],"chat":[]})");
    EXPECT_NE(three.room.history("a", std::numeric_limits<std::int64_t>::max(), {}).find("hello"), std::string::npos);
}

TEST(Cost, ATableOfManyEventsTakesOnlyTheGame) {
    RoomBounds bounds;
    const auto allowed = [&](RoomEventBody what, std::int64_t so_far) {
        return bounds.allow({.what = std::move(what)}, so_far).has_value();
    };
    const ChatSaid line{.seat = 0, .text = "hello"};
    EXPECT_TRUE(allowed(line, RoomBounds::events - 1));
    EXPECT_FALSE(allowed(line, RoomBounds::events));
    EXPECT_TRUE(allowed(PlayerJoined{}, RoomBounds::events));
    EXPECT_FALSE(allowed(PlayerJoined{}, 2 * RoomBounds::events));
    EXPECT_TRUE(allowed(ActionPlayed{}, 100 * RoomBounds::events));
    EXPECT_TRUE(allowed(PlayerResigned{}, 100 * RoomBounds::events));
    const RoomEvent of_spectator{.what = ChatSaid{.text = "hello"}};
    for (int i = 0; i < RoomBounds::spectators_lines; ++i) bounds.count(of_spectator);
    EXPECT_FALSE(bounds.allow(of_spectator, 1)) << "spectators share theirs";
    EXPECT_TRUE(allowed(ChatSaid{.seat = 3, .text = "hello"}, 1)) << "and take none of the players'";
}

/// Taking back in one go is the same as step by step, near the end and far from it.
TEST(Cost, BackToIsManyUndos) {
    for (const char* game : {"turn_the_tide", "high_tide_henn", "high_tide_leiman"}) {
        Random random(7);
        const TableSetup setup{
            .players = std::string_view(game) == "high_tide_leiman" ? 2 : 3, .options = {}, .seed = {}, .position = {}};
        const auto at_once = new_table(game, setup).value();
        const auto in_steps = new_table(game, setup).value();
        for (int turn = 0; turn < 60; ++turn) {
            for (std::uint32_t i = 0; i < 40 && !at_once->over(); ++i) {
                const auto acting = at_once->to_act();
                const Actor by = acting.chance ? Actor::chance() : Actor::seat(*acting.seats.begin());
                const auto legal = acting.chance ? std::vector<std::string>() : at_once->legal(by.seat());
                const auto action = acting.chance ? at_once->draw_chance(Random(random.next()))
                                                  : legal[random.below(static_cast<std::uint32_t>(legal.size()))];
                ASSERT_TRUE(at_once->play(by, action));
                ASSERT_TRUE(in_steps->play(by, action));
            }
            const auto length = at_once->log_size() - random.below(static_cast<std::uint32_t>(std::min<std::size_t>(
                                                          at_once->log_size(), turn % 7 == 0 ? 300 : 30)));
            at_once->back_to(length);
            while (in_steps->log_size() > length) ASSERT_TRUE(in_steps->undo());
            ASSERT_EQ(at_once->hash(), in_steps->hash()) << game;
            ASSERT_EQ(at_once->record(), in_steps->record()) << game;
        }
    }
}

/// Says which table is read, and holds the first reading until the test lets it go.
class WatchedStore final : public ForwardingStore {
  public:
    WatchedStore(std::unique_ptr<Store> store, std::mutex& gate, std::vector<std::string>& order)
        : ForwardingStore(std::move(store)), gate_(gate), order_(order) {}
    Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after, int limit) override {
        const std::scoped_lock held(gate_);
        order_.emplace_back(table);
        return ForwardingStore::events(table, after, limit);
    }

  private:
    std::mutex& gate_;
    std::vector<std::string>& order_;
};

TEST(Cost, ALongTableMakesWayForAShortOne) {
    const Folder folder;
    const auto store = *SqliteStore::open(folder.file());
    Three three;
    std::vector<Write> writes(2);
    writes[0].table = "short";
    writes[0].events = three.log;
    for (int i = 0; i < 2 * RoomLoader::page; ++i) {
        three.play(0);
        three.send(ChoiceWithdrawn{.seat = 0});
    }
    writes[1].table = "long";
    writes[1].events = three.log;
    ASSERT_TRUE(store->write(writes));

    HandLoop loop;
    std::mutex gate;
    std::vector<std::string> order;
    std::map<std::string, std::int64_t> seqs;
    RoomLoader loader(std::make_unique<WatchedStore>(*SqliteStore::open(folder.file()), gate, order));
    const auto ask = [&](const std::string& table) {
        loader.load(table, [&, table](Expected<std::unique_ptr<Room>> room) {
            loop.post([&, table, seq = room ? (*room)->seq() : -1] { seqs[table] = seq; });
        });
    };
    {
        const std::scoped_lock held(gate);
        ask("long");
        ask("short");
        ask("none");
    }
    ASSERT_TRUE(loop.until([&] { return seqs.size() == 3; }));
    EXPECT_EQ(seqs["long"], std::ssize(three.log));
    EXPECT_EQ(seqs["short"], std::ssize(writes[0].events));
    EXPECT_EQ(seqs["none"], -1);
    // At most the page that was being read came before the short ones.
    const auto position = std::ranges::find(order, "short") - order.begin();
    EXPECT_LE(position, 2) << json::serialize(json::value_from(order));
    EXPECT_GE(std::ranges::count(order, "long"), 4);
}

TEST(Cost, AStartOpensNoTable) {
    const Folder folder;
    constexpr std::size_t many = 500;
    std::vector<Write> writes(many);
    for (std::size_t i = 0; i < many; ++i) {
        writes[i].table = "table " + std::to_string(i);
        writes[i].events = {{.seq = 1, .at = 1, .body = "{}"}};  // whoever opened it would fail
        writes[i].room = RoomRow{.table = writes[i].table,
                                 .game = "g",
                                 .phase = "running",
                                 .listed = false,
                                 .at = 1,
                                 .summary = "{}",
                                 .duty = true,
                                 .seat = -1,
                                 .due = 4'000'000'000'000,
                                 .last = {}};
    }
    ASSERT_TRUE((*SqliteStore::open(folder.file()))->write(writes));
    HandLoop loop;
    Shard shard(loop, sqlite_stores(folder), ShardSettings());
    ASSERT_TRUE(shard.open());
    const std::string told = metrics_of(shard);
    EXPECT_NE(told.find("\nspringtide_tables_known 500\n"), std::string::npos);
    EXPECT_NE(told.find("\nspringtide_tables_loaded 0\n"), std::string::npos);
    EXPECT_NE(told.find("\nspringtide_tables_loading 0\n"), std::string::npos);
}

/// Tables at which nobody ever sat go; finished games go once their record is kept elsewhere; all others stay, and so
/// does a finished game that cannot be read: somebody may mend it.
TEST(Tidying, ForgetsWhatNobodyNeeds) {
    const Folder folder;
    const auto store = *SqliteStore::open(folder.file());
    Three game;
    game.send(EndVote{.seat = 0, .answer = VoteAnswer::ask});
    game.send(EndVote{.seat = 1, .answer = VoteAnswer::agree});
    game.send(EndVote{.seat = 2, .answer = VoteAnswer::agree});
    ASSERT_EQ(game.room.phase(), Phase::over);
    const std::string watched(32, 'a');
    const std::array<std::string, 6> names = {"empty", "waiting", "damaged", "finished", "fresh", watched};
    std::vector<Write> writes(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        writes[i].table = names[i];
        writes[i].events = game.log;
        writes[i].room = game.room.row();
        writes[i].room->table = names[i];
        writes[i].room->phase = i < 2 || names[i] == watched ? "open" : "over";
        writes[i].room->at = names[i] == "fresh" ? now_ms() : 1;
    }
    writes[1].seats = {{.table = "waiting", .guest = "a", .seat = 0}};
    writes[2].events = {{.seq = 1, .at = 1, .body = "{}"}};  // the shortest, and so looked at before the other
    ASSERT_TRUE(store->write(writes));
    HandLoop loop;
    ShardSettings settings;
    settings.data = folder.file().substr(0, folder.file().rfind('/'));
    settings.keep_empty_hours = settings.keep_finished_days = 1;
    Shard shard(loop, sqlite_stores(folder), settings);
    ASSERT_TRUE(shard.open());
    const auto spectator = std::make_shared<HandClient>();
    shard.came(spectator);
    shard.receive(spectator, R"({"id": 1, "op": "watch", "table": ")" + watched + R"("})");
    ASSERT_TRUE(loop.until([&] { return !spectator->messages.empty(); }));
    ASSERT_NE(spectator->messages.front().find("true"), std::string::npos) << spectator->messages.front();
    for (int beat = 0; beat < 31; ++beat) {
        ASSERT_TRUE(loop.until([&] { return loop.waiting() > 0; }));
        loop.let_time_pass();
    }
    const auto is_gone = [&](const std::string& table) { return store->events(table, 0)->empty(); };
    ASSERT_TRUE(loop.until([&] { return is_gone("empty") && is_gone("finished"); }));
    EXPECT_FALSE(store->room("finished")->has_value());
    EXPECT_FALSE(is_gone("waiting")) << "somebody sits there";
    EXPECT_FALSE(is_gone("fresh"));
    EXPECT_FALSE(is_gone("damaged"));
    EXPECT_FALSE(is_gone(watched)) << "somebody looks at it";
    std::ifstream kept(settings.data + "/finished.jsonl");
    std::string line;
    ASSERT_TRUE(std::getline(kept, line));
    const auto archived = json::parse(line);
    EXPECT_EQ(archived.at("table"), "finished");
    EXPECT_NE(std::string(archived.at("record").as_string()).find("Secret"), std::string::npos);
    EXPECT_FALSE(std::getline(kept, line));
}

TEST(Alarm, RingsOnceAtItsLastTime) {
    Alarms alarms;
    alarms.set("a", 30);
    alarms.set("b", 20);
    alarms.set("a", 10);
    alarms.set("c", 5);
    alarms.set("c", 0);
    EXPECT_EQ(alarms.next(), 10);
    EXPECT_TRUE(alarms.take(9, 10).empty());
    EXPECT_EQ(alarms.take(40, 1), std::vector<std::string>{"a"});
    EXPECT_EQ(alarms.take(40, 10), std::vector<std::string>{"b"});
    EXPECT_EQ(alarms.size(), 0U);
    EXPECT_FALSE(alarms.next());
}

TEST(Outage, IsToldToWhoHasNotHeardOfIt) {
    Outages outages;
    outages.add(100, 200);
    outages.add(500, 600);
    EXPECT_EQ(outages.after(99).size(), 2U);
    EXPECT_EQ(outages.after(150).size(), 2U) << "an event between the last sign of life and the end";
    EXPECT_EQ(outages.after(200), (std::vector<Outages::Span>{{500, 600}}));
    EXPECT_EQ(outages.time_after(0), 200);
    EXPECT_EQ(Outages(outages.text()).after(0), outages.after(0));
    EXPECT_TRUE(Outages("nonsense 5-3 -7 9").after(0).empty());
    for (int i = 0; i < 1000; ++i) outages.add(1000 + 10 * i, 1001 + 10 * i);
    EXPECT_EQ(outages.after(0).size(), Outages::most);
    EXPECT_EQ(outages.after(0).front().from, 100) << "long ones are kept";
    outages.add(Outages::longest_memory_ms * 2, Outages::longest_memory_ms * 2 + 1);
    EXPECT_EQ(outages.after(0).size(), 1U);
}

}  // namespace
}  // namespace springtide::server
