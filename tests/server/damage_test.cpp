// A database with one damaged row: the server starts, the table is shown as far as its log can be read and closed to
// play with a sentence, all others are played on; the check finds it, and the repair sets it aside.
#include <sqlite3.h>

#include <array>
#include <boost/json.hpp>

#include "core/random.hpp"
#include "server/tables/store_check.hpp"
#include "store/folder_lock.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

/// A shard with a few guests who play.
class Evening {
  public:
    explicit Evening(const Folder& folder)
        : shard_(loop_, sqlite_stores(folder), {.public_url = {}, .bots = {.milliseconds = 1}}) {}

    bool open() { return shard_.open().has_value(); }
    std::string ask(const std::string& guest, const std::string& request) {
        auto client = std::make_shared<HandClient>();
        client->person.guest = guest;
        client->person.name = guest.substr(0, 4);
        shard_.receive(client, request);
        const auto is_answer = [](const std::string& message) { return message.find("\"ok\":") != std::string::npos; };
        if (!loop_.until([&] { return std::ranges::any_of(client->messages, is_answer); })) return "no answer";
        const auto answer = *std::ranges::find_if(client->messages, is_answer);
        shard_.gone(client);
        return answer;
    }
    static std::string about(const std::string& op, const std::string& table, const std::string& more = "") {
        return R"({"op":")" + op + R"(","table":")" + table + "\"" + more + "}";
    }
    HandLoop loop_;
    Shard shard_;
};

const std::string anna(32, 'a');
const std::string ben(32, 'b');

void run(const std::string& file, const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
}

std::vector<std::string> column(const std::string& file, const std::string& sql) {
    sqlite3* database = nullptr;
    std::vector<std::string> values;
    if (sqlite3_open(file.c_str(), &database) != SQLITE_OK) return values;
    const auto take = [](void* to, int, char** row, char**) {
        static_cast<std::vector<std::string>*>(to)->emplace_back(row[0] == nullptr ? "" : row[0]);
        return 0;
    };
    sqlite3_exec(database, sql.c_str(), take, &values, nullptr);
    sqlite3_close(database);
    return values;
}

/// Three tables, of every game one, with talk, questions, clocks, seats kept and bots.
std::vector<std::string> play_an_evening(const Folder& folder) {
    Evening evening(folder);
    EXPECT_TRUE(evening.open());
    std::vector<std::string> tables;
    for (
        const std::string more :
        {R"("game":"high_tide_leiman","players":2,"clock":{"kind":"live","move":60,"bank":60})",
         R"("game":"turn_the_tide","players":4,"seats":["open","open",{"bot":"random"},{"bot":"random"}])",
         R"("game":"high_tide_henn","players":3,"seats":["open","reserved",{"bot":"random"}],"clock":{"kind":"days","days":2})"}) {
        const auto made = evening.ask(anna, R"({"op":"create",)" + more + "}");
        tables.push_back(made.substr(made.find("\"table\":\"") + 9, 32));
        const auto& table = tables.back();
        evening.ask(anna, Evening::about("join", table));
        evening.ask(anna, Evening::about("seat", table, R"(,"seat":1,"kind":"open")"));
        evening.ask(ben, Evening::about("join", table));
        evening.ask(anna, Evening::about("chat", table, R"(,"text":"hello")"));
        for (const auto& guest : {anna, ben}) evening.ask(guest, Evening::about("ready", table));
        for (int moves = 0; moves < 6; ++moves)
            for (const auto& guest : {anna, ben}) {
                std::optional<std::vector<std::string>> legal;  // a room is only lent: nobody watches it here
                evening.shard_.look(table, [&](const Expected<const Room*>& room) {
                    EXPECT_TRUE(room && (*room)->table() != nullptr);
                    legal = room && (*room)->table() != nullptr ? (*room)->table()->legal(guest == anna ? 0 : 1)
                                                                : std::vector<std::string>();
                });
                EXPECT_TRUE(evening.loop_.until([&] { return legal.has_value(); }));
                if (!legal->empty())
                    evening.ask(guest, Evening::about("play", table, R"(,"action":")" + legal->front() + "\""));
            }
        evening.ask(anna, Evening::about("takeback", table, R"(,"do":"ask")"));
        evening.ask(ben, Evening::about("takeback", table, R"(,"do":"agree")"));
        evening.ask(ben, Evening::about("leave", table));
    }
    return tables;
}

std::string damage(const std::string& text, Random& random) {
    std::string broken = text;
    const auto at = [&] { return random.below(static_cast<std::uint32_t>(std::max<std::size_t>(broken.size(), 1))); };
    switch (random.below(6)) {
        case 0: broken.resize(at()); break;
        case 1: broken = ""; break;
        case 2: broken.insert(at(), std::to_string(random.below(1'000'000'000))); break;
        case 3:
            broken = std::to_string(static_cast<std::int64_t>(random.below(2'000'000'000U)) * 4'000'000'000LL);
            break;
        case 4: broken.erase(at(), 1 + random.below(12)); break;
        default:
            if (!broken.empty()) broken[at()] = static_cast<char>('!' + random.below(90));
    }
    return broken;
}

TEST(Damage, OneRowNeverEndsTheServer) {
    Folder whole;
    const auto tables = play_an_evening(whole);
    run(whole.file(), "PRAGMA wal_checkpoint(TRUNCATE)");
    struct Place {
        const char* table;
        const char* field;
    };
    constexpr auto places = std::to_array<Place>({{"event", "body"},
                                                  {"event", "body"},
                                                  {"event", "body"},
                                                  {"event", "seq"},
                                                  {"event", "at"},
                                                  {"room", "phase"},
                                                  {"room", "summary"},
                                                  {"room", "game"},
                                                  {"seat", "seat"},
                                                  {"fact", "value"},
                                                  {"guest", "name"}});
    Random random(11);
    int closed = 0;
    int found = 0;
    for (int trial = 0; trial < 120; ++trial) {
        Folder folder;
        std::filesystem::copy_file(whole.file(), folder.file());
        const auto& [table, field] = places[random.below(places.size())];
        const std::string key = std::string(table) == "event"   ? "table_id || ' ' || seq"
                                : std::string(table) == "fact"  ? "name"
                                : std::string(table) == "guest" ? "id"
                                : std::string(table) == "seat"  ? "table_id || guest_id"
                                                                : "table_id";
        const auto keys = column(folder.file(), "SELECT " + key + " FROM " + table);
        if (keys.empty()) continue;
        const auto& row = keys[random.below(static_cast<std::uint32_t>(keys.size()))];
        const auto where = " WHERE " + key + " = '" + row + "'";
        const auto before = column(folder.file(), "SELECT " + std::string(field) + " FROM " + table + where);
        std::string after = damage(before.at(0), random);
        std::erase(after, '\'');
        SCOPED_TRACE(std::string(table) + "." + field + " of " + row + ": " + after);
        run(folder.file(), random.below(10) == 0 ? "DELETE FROM " + std::string(table) + where
                                                 : "UPDATE OR IGNORE " + std::string(table) + " SET " + field + " = '" +
                                                       after + "'" + where);
        {
            Evening evening(folder);
            if (!evening.open()) {  // a damaged key: the sentence says what to do
                EXPECT_STREQ(table, "fact");
                continue;
            }
            int open = 0;
            for (const auto& id : tables) {
                const auto seen = evening.ask(anna, Evening::about("watch", id));
                EXPECT_NE(seen, "no answer");
                if (seen.find("damaged and closed") != std::string::npos) ++closed;
                open += seen.find("\"ok\":true") != std::string::npos ? 1 : 0;
                EXPECT_EQ(seen.find("\"why\""), std::string::npos);
                evening.ask(ben, Evening::about("join", id));
                evening.ask(anna, Evening::about("chat", id, R"(,"text":"still here")"));
                evening.ask(anna, Evening::about("undo", id));
                evening.ask(anna, Evening::about("takeback", id, R"(,"do":"ask")"));
            }
            EXPECT_GE(open, 2) << "one row is one table";
            evening.loop_.let_time_pass();
        }
        const auto store = *SqliteStore::open(folder.file());
        StoreCheck check(*store);
        const auto findings = check.run([](std::size_t) {});
        ASSERT_TRUE(findings) << findings.error().message;
        found += findings->empty() ? 0 : 1;
        for (const Finding& finding : *findings) EXPECT_TRUE(check.repair(finding));
        StoreCheck again(*store);
        const auto left = again.run([](std::size_t) {});
        ASSERT_TRUE(left);
        for (const Finding& finding : *left)
            EXPECT_EQ(finding.remedy, Finding::Remedy::none) << finding.where << finding.what;
    }
    std::cout << closed << " times a table was closed; the check found something in " << found << " databases\n";
    EXPECT_GT(closed, 10);
    EXPECT_GT(found, 25);
}

/// What everybody may see of a room, and nothing that depends on what can be done there now.
std::string all_that_is_seen(const Room& room) {
    std::string seen = std::to_string(room.seq()) + room.row().summary;
    for (const std::string& guest : {anna, ben, std::string("nobody")}) {
        seen += room.history(guest, room.seq() + 1, {.rows = true});
        if (room.table() != nullptr) seen += room.table()->view(room.observer_of(guest));
    }
    return seen;
}

/// Whatever is wrong with an event, the room stands as it stood before it: nothing of it happens by half.
TEST(Damage, IsTheEndOfWhatIsToldAndNothingBeforeItIsLost) {
    Folder folder;
    const auto tables = play_an_evening(folder);
    const auto store = *SqliteStore::open(folder.file());
    int halves = 0;
    for (const auto& table : tables) {
        const auto log = *store->events(table, 0);
        ASSERT_GT(log.size(), 5U);
        for (std::size_t at = 1; at < log.size(); ++at) {
            const auto before = *Room::load(table, {log.begin(), log.begin() + static_cast<std::ptrdiff_t>(at)});
            ASSERT_FALSE(before->damage());
            std::vector<std::string> broken{R"({"kind":"dance","seat":0,"text":"otter42"})", "", "[]"};
            auto body = boost::json::parse(log[at].body).as_object();
            if (auto* chance = body.if_contains("chance"); chance != nullptr && !chance->as_array().empty()) {
                ++halves;
                chance->as_array().pop_back();  // the action can be played, what chance did then is not there
                broken.push_back(boost::json::serialize(body));
            }
            for (const auto& text : broken) {
                auto damaged = log;
                damaged[at].body = text;
                const auto room = *Room::load(table, damaged);
                SCOPED_TRACE(std::to_string(at) + text);
                ASSERT_TRUE(room->damage());
                EXPECT_EQ(room->damage()->seq, static_cast<std::int64_t>(at) + 1);
                EXPECT_EQ(all_that_is_seen(*room), all_that_is_seen(*before));
                EXPECT_FALSE(room->needs_care() || room->bot_to_act() || room->deadline());
                const auto pushed =
                    boost::json::parse(room->push(anna, 0, true, 0, room->state(Observer::seat(0)), {}));
                EXPECT_TRUE(pushed.at("legal").as_array().empty() && pushed.at("to_act").as_array().empty());
                EXPECT_FALSE(pushed.at("undo").as_bool() || pushed.at("retract").as_bool());
                EXPECT_FALSE(pushed.as_object().contains("clocks"));
                EXPECT_EQ(pushed.at("damaged").at("reason"), "table_damaged");
                EXPECT_EQ(boost::json::serialize(pushed).find("otter42"), std::string::npos)
                    << "only operators are told";
            }
        }
    }
    EXPECT_GE(halves, 3) << "each game begins with chance";
}

/// Everything that can be asked of a table whose log goes on with something that cannot be read.
TEST(Damage, LeavesATableToBeReadAndNotToBeChanged) {
    Folder folder;
    const auto table = play_an_evening(folder).front();
    const auto last = column(folder.file(), "SELECT max(seq) FROM event WHERE table_id = '" + table + "'").at(0);
    run(folder.file(),
        R"(UPDATE event SET body = '{"kind":"dance","seat":0,"text":"otter42"}' WHERE seq = 9 AND table_id = ')" +
            table + "'");
    Evening evening(folder);
    ASSERT_TRUE(evening.open());
    const auto seen = boost::json::parse(evening.ask(anna, Evening::about("watch", table)));
    ASSERT_TRUE(seen.at("ok").as_bool()) << seen;
    EXPECT_EQ(seen.at("seq"), 8);
    EXPECT_TRUE(seen.at("view").is_object()) << "the whole view";
    EXPECT_FALSE(seen.at("events").as_array().empty());
    EXPECT_EQ(seen.at("room").at("you").at("seat"), 0);
    EXPECT_EQ(seen.at("damaged").at("seq"), 9);
    EXPECT_EQ(seen.at("damaged").at("message"),
              "this table is damaged and closed to play from event 9 on; whoever runs the server can find out why");
    const auto page = evening.ask(ben, Evening::about("history", table, R"(,"before":9)"));
    EXPECT_NE(page.find("\"ok\":true"), std::string::npos) << page;
    for (const std::string change :
         {R"(play","action":"3)", R"(chat","text":"hello)", R"(undo)", R"(takeback","do":"ask)", R"(end","do":"ask)",
          R"(resign)", R"(leave)", R"(join)", R"(retract)", R"(rematch)"}) {
        const auto answer = evening.ask(anna, R"({"table":")" + table + R"(","op":")" + change + "\"}");
        EXPECT_NE(answer.find(R"("reason":"table_damaged")"), std::string::npos) << change << ": " << answer;
        EXPECT_EQ(answer.find("otter42"), std::string::npos);
    }
    evening.loop_.let_time_pass();
    EXPECT_EQ(column(folder.file(), "SELECT max(seq) FROM event WHERE table_id = '" + table + "'").at(0), last);
    const auto store = *SqliteStore::open(folder.file());
    StoreCheck check(*store);
    const auto findings = check.run([](std::size_t) {});
    ASSERT_EQ(findings->size(), 1U);
    EXPECT_EQ(findings->front().what,
              "it is damaged and closed to play from event 9 on: this program does not know events of kind dance");
}

/// Whoever watches when it happens is shown the whole once more, with the sentence: a newer node may write what this
/// one cannot read.
TEST(Damage, IsToldToWhoWatches) {
    Folder folder;
    const auto table = play_an_evening(folder).front();
    Evening evening(folder);
    ASSERT_TRUE(evening.open());
    const auto client = std::make_shared<HandClient>();
    client->person.guest = anna;
    client->takes_events = true;
    evening.shard_.receive(client, Evening::about("watch", table));
    ASSERT_TRUE(evening.loop_.until([&] { return !client->messages.empty(); }));
    const auto known = boost::json::parse(client->messages.front()).at("seq").as_int64();
    client->messages.clear();
    const auto store = *SqliteStore::open(folder.file());
    std::vector<Write> news(1);
    news[0].table = table;
    news[0].events = {{.seq = known + 1, .at = now_ms(), .body = R"({"kind":"dance","seat":0})"}};
    ASSERT_EQ(store->write(news)->front(), WriteOutcome::stored);
    for (int i = 0; i < 3; ++i) evening.shard_.heard(table, known + 1);
    ASSERT_TRUE(evening.loop_.until([&] { return !client->messages.empty(); }));
    const auto told = boost::json::parse(client->messages.front());
    EXPECT_EQ(told.at("damaged").at("reason"), "table_damaged");
    EXPECT_TRUE(told.at("view").is_object());
    EXPECT_TRUE(told.as_object().contains("room"));
    EXPECT_TRUE(told.at("events").as_array().empty()) << "what happened before was told before";
    // Once, and nobody reads the log again and again.
    evening.ask(ben, Evening::about("chat", table, R"(,"text":"hello")"));
    EXPECT_EQ(client->messages.size(), 1U);
    EXPECT_NE(metrics_of(evening.shard_).find("\nspringtide_tables_loading 0\n"), std::string::npos);
}

TEST(Damage, OfTheFirstEventLeavesNothingToShow) {
    Folder folder;
    const auto table = play_an_evening(folder).front();
    run(folder.file(), "UPDATE event SET body = '{}' WHERE seq = 1 AND table_id = '" + table + "'");
    Evening evening(folder);
    ASSERT_TRUE(evening.open());
    for (const char* op : {"watch", "join", "undo", "rematch"}) {
        const auto answer = evening.ask(anna, Evening::about(op, table));
        EXPECT_NE(answer.find("damaged and closed to play from event 1 on"), std::string::npos) << op << answer;
    }
}

TEST(Damage, WhatIsWholeIsLeftAlone) {
    Folder folder;
    play_an_evening(folder);
    const auto store = *SqliteStore::open(folder.file());
    StoreCheck check(*store);
    const auto findings = check.run([](std::size_t) {});
    ASSERT_TRUE(findings);
    for (const Finding& finding : *findings) ADD_FAILURE() << finding.where << ": " << finding.what;
    EXPECT_EQ(check.tables(), 3U);
    EXPECT_TRUE(store->damages()->empty());
}

TEST(Damage, OfARatingIsFoundAndAGoodOneIsNot) {
    Folder folder;
    play_an_evening(folder);
    const auto store = *SqliteStore::open(folder.file());
    std::vector<Write> rated(1);
    rated[0].moved_guest = GuestRow{.id = "rated", .name = "Rated", .claimed = "rated", .password = "secret"};
    rated[0].ratings = {{.guest = "rated", .game = "turn_the_tide", .games = 1, .name = {}}};
    ASSERT_TRUE(store->write(rated));
    ASSERT_EQ(store->best_ratings("turn_the_tide", 9)->size(), 1U);
    StoreCheck check(*store);
    EXPECT_TRUE(check.run([](std::size_t) {})->empty()) << "a first rating is fine";
    for (const char* wrong : {"volatility = 0", "deviation = 0", "rating = 9e999"}) {
        run(folder.file(), "UPDATE rating SET rating = 1500, deviation = 350, volatility = 0.06");
        run(folder.file(), std::string("UPDATE rating SET ") + wrong);
        const auto findings = *StoreCheck(*store).run([](std::size_t) {});
        ASSERT_EQ(findings.size(), 1U) << wrong;
        EXPECT_EQ(findings.front().where, "the rating of Rated") << wrong;
    }
}

TEST(FolderLock, TheSecondIsToldWhoHasIt) {
    Folder folder;
    const auto path = std::filesystem::path(folder.file()).parent_path().string();
    auto first = FolderLock::take(path, "the server at http://localhost:1 (process 7)");
    ASSERT_TRUE(first);
    const auto second = FolderLock::take(path, "another");
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("http://localhost:1 (process 7)"), std::string::npos);
    first->reset();
    EXPECT_TRUE(FolderLock::take(path, "another"));
}

}  // namespace
}  // namespace springtide::server
