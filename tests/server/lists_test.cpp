// What people look for: tables that wait, their own, and the best players.
#include "server/tables/lists.hpp"

#include <gmock/gmock.h>

#include "server/room/room_event.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class ListsTest : public testing::Test {
  protected:
    void add(const std::string& table, const std::string& phase, bool listed, std::int64_t at,
             const std::string& guest = "") {
        std::vector<Write> write(1);
        write[0].table = table;
        write[0].events = {{.seq = 1, .at = at, .body = "{}"}};
        write[0].room = RoomRow{.table = table,
                                .game = "high_tide_leiman",
                                .phase = phase,
                                .listed = listed,
                                .at = at,
                                .summary = "{}",
                                .last = {}};
        if (!guest.empty()) write[0].seats = {{.table = table, .guest = guest, .seat = 0}};
        ASSERT_EQ((*SqliteStore::open(folder_.file()))->write(write)->front(), WriteOutcome::stored);
    }
    static std::vector<std::string> ids(const std::vector<RoomRow>& rows) {
        std::vector<std::string> ids;
        for (const RoomRow& row : rows) ids.push_back(row.table);
        return ids;
    }
    template <class T, class Ask>
    T answer(Ask ask) {
        std::optional<T> answer;
        ask([&](const Expected<T>& found) { answer = found.value_or(T()); });
        EXPECT_TRUE(loop_.until([&] { return answer.has_value(); }));
        return *answer;
    }
    using Rows = std::vector<RoomRow>;

    Folder folder_;
    HandLoop loop_;
    StoreThread reads_{loop_, off_loop(folder_)};
    Lists lists_{reads_};
};

TEST_F(ListsTest, TheLobbyShowsListedTablesThoseThatWaitFirst) {
    add("runs", "running", true, 9);
    add("waits", "open", true, 1);
    add("hidden", "open", false, 5);
    add("over", "over", true, 7);
    const auto lobby = answer<std::string>([&](auto done) { lists_.lobby(done); });
    EXPECT_THAT(lobby, MatchesRegex(R"(\{"tables":\[\{"table":"waits",.*\{"table":"runs",.*\]\})"));
    EXPECT_THAT(lobby, Not(AnyOf(HasSubstr("hidden"), HasSubstr("over"))));
}

TEST_F(ListsTest, EverybodyFindsTheirOwnTablesAndNoOthers) {
    add("mine", "running", false, 1, "anna");
    add("yours", "running", false, 2, "ben");
    EXPECT_EQ(ids(answer<Rows>([&](auto done) { lists_.tables_of("anna", done); })), std::vector<std::string>{"mine"});
    EXPECT_TRUE(answer<Rows>([&](auto done) { lists_.tables_of("eve", done); }).empty());
}

TEST_F(ListsTest, OneSeesWhoseTurnItIsAndSinceWhen) {
    RoomEvent talk{.what = ChatSaid{.seat = {}, .text = "hello", .origin = {}}};
    talk.turn = 0b110;
    talk.waited = {700, 300};
    const auto shown = [&](int seat, const std::string& phase = "running") {
        JsonWriter json;
        write_own_table(json, {.table = "t",
                               .game = "turn_the_tide",
                               .phase = phase,
                               .at = 1000,
                               .summary = "{}",
                               .seat = seat,
                               .last = phase == "running" ? to_stored(talk).body : ""});
        return json.take();
    };
    EXPECT_THAT(shown(2), HasSubstr(R"("your_turn":true,"to_act":[1,2],"at":1000,"since":700,)"));
    EXPECT_THAT(shown(0), HasSubstr(R"("your_turn":false,"to_act":[1,2],"at":1000,"since":300,)"));
    EXPECT_THAT(shown(0, "open"), HasSubstr(R"("to_act":[],"at":1000,"summary")"));
    talk.waited.clear();
    EXPECT_THAT(shown(1), HasSubstr(R"("since":1000,)"));
}

TEST_F(ListsTest, TheBestPlayersComeFirstAndOnlyThoseWhoAreListed) {
    struct Player {
        const char* name;
        double rating;
        std::int64_t listed_until;
    };
    const auto later = now_ms() + 1'000'000;
    std::vector<Write> write;
    for (const auto& [name, rating, until] :
         {Player{"anna", 1500, later}, Player{"ben", 1900, later}, Player{"cleo", 2100, 0}, Player{"dan", 2100, 5}}) {
        write.emplace_back().moved_guest = GuestRow{.id = name, .name = name, .claimed = name, .password = "a hash"};
        write.back().ratings.push_back({.guest = name,
                                        .game = "high_tide_leiman",
                                        .rating = rating,
                                        .deviation = 50,
                                        .games = 30,
                                        .listed_until = until});
    }
    ASSERT_TRUE((*SqliteStore::open(folder_.file()))->write(write));
    const auto best = [&](const std::string& game) {
        return answer<std::string>([&](auto done) { lists_.best_players(game, done); });
    };
    EXPECT_EQ(best("high_tide_leiman"), R"({"players":[{"name":"ben","rating":1900,"deviation":50,"games":30},)"
                                        R"({"name":"anna","rating":1500,"deviation":50,"games":30}]})");
    EXPECT_EQ(best("turn_the_tide"), R"({"players":[]})");
}

}  // namespace
}  // namespace springtide::server
