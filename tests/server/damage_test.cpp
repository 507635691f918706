// A database with one damaged row: the server starts, the table is closed with a sentence, all others are played on;
// the check finds it, and the repair sets it aside.
#include <sqlite3.h>

#include <array>

#include "core/random.hpp"
#include "server/store_check.hpp"
#include "store/folder_lock.hpp"
#include "tests/server/hall_fixture.hpp"

namespace springtide::server {
namespace {

/// A hall with a few guests who play.
class Evening {
  public:
    explicit Evening(const Folder& folder)
        : hall_(loop_, sqlite_stores(folder), {.public_url = {}, .bots = {.milliseconds = 1}}) {}

    bool open() { return hall_.open().has_value(); }
    std::string ask(const std::string& guest, const std::string& request) {
        auto client = std::make_shared<HandClient>();
        client->person.guest = guest;
        client->person.name = guest.substr(0, 4);
        hall_.receive(client, request);
        const auto is_answer = [](const std::string& message) { return message.find("\"ok\":") != std::string::npos; };
        if (!loop_.until([&] { return std::ranges::any_of(client->messages, is_answer); })) return "no answer";
        const auto answer = *std::ranges::find_if(client->messages, is_answer);
        hall_.gone(client);
        return answer;
    }
    static std::string about(const std::string& op, const std::string& table, const std::string& more = "") {
        return R"({"op":")" + op + R"(","table":")" + table + "\"" + more + "}";
    }
    HandLoop loop_;
    Hall hall_;
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
                evening.hall_.look(table, [&](const Expected<const Room*>& room) {
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
