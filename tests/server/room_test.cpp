// A room by itself: what a push tells of seats, clocks and contributions, and what counts as having played.
#include <boost/json.hpp>

#include "server/messages/requests.hpp"
#include "tests/server/room_fixture.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

json::object pushed(const Room& room, std::int64_t now) {
    return json::parse(room.push("Anna", 0, true, now, room.state(room.observer_of("Anna")), {})).as_object();
}

TEST(Room, TellsEverySeatWhatItIs) {
    HandRoom table({.game = "turn_the_tide",
                    .players = 3,
                    .seats = {{{}, {}, {.kind = SeatKind::bot, .level = "easy"}}},
                    .clock = ClockSetup{.kind = ClockKind::live, .move = 10'000, .bank = 60'000}});
    table.act("Anna", JoinRequest{});
    table.act("Ben", JoinRequest{});
    table.act("Ben", ReadyRequest{});
    const auto before = pushed(table.room, 100).at("room").as_object();
    const auto& seats = before.at("seats").as_array();
    ASSERT_EQ(seats.size(), 3U);
    EXPECT_EQ(seats[0].at("ready"), false);
    EXPECT_EQ(seats[1].at("ready"), true);
    EXPECT_FALSE(seats[2].as_object().contains("ready")) << "a bot is never asked";
    EXPECT_EQ(seats[2].at("level"), "easy");
    EXPECT_EQ(before.at("showing"), false);
    EXPECT_TRUE(before.at("contributions").as_array().empty()) << "there is no game yet to which they could belong";

    table.act("Anna", ReadyRequest{});
    ASSERT_EQ(table.room.phase(), Phase::running);
    const auto running = pushed(table.room, 100);
    EXPECT_EQ(running.at("room").at("showing"), false) << "told in every whole push, not only before the start";
    EXPECT_EQ(running.at("room").at("contributions").as_array().size(), 3U);
    std::vector<std::int64_t> clocks;
    for (const auto& clock : running.at("clocks").as_array()) {
        clocks.push_back(clock.at("seat").as_int64());
        EXPECT_GT(clock.at("left_ms").as_int64(), 60'000);
        EXPECT_EQ(clock.at("bank_ms"), 60'000);
    }
    EXPECT_EQ(clocks, (std::vector<std::int64_t>{0, 1, 2})) << "everybody chooses at once";
}

/// Plays until everybody has acted so often.
void play(HandRoom& table, int actions_each) {
    for (int i = 0; i < 2 * actions_each; ++i) {
        ASSERT_EQ(table.room.phase(), Phase::running);
        table.play();
    }
}

TEST(Room, IsHardlyPlayedUntilEverybodyDidSixThings) {
    for (const int actions : {0, 5, 6}) {
        HandRoom table({.game = "high_tide_leiman", .players = 2});
        table.begin({"Anna", "Ben"});
        play(table, actions);
        EXPECT_FALSE(table.room.is_hardly_played()) << "nobody gave up";
        table.act("Ben", ResignRequest{});
        EXPECT_EQ(table.room.is_hardly_played(), actions < 6) << actions;
    }
}

TEST(Room, UsualOptionsAreToldAndWrittenThoughARoomDoesNotKeepThem) {
    for (const bool usual : {true, false}) {
        CreateRequest request{.game = "high_tide_leiman", .players = 2};
        if (!usual) request.options = OptionTexts{{"first", "blue"}};
        HandRoom table(request);
        table.begin({"Anna", "Ben"});
        EXPECT_EQ(table.room.setup().options.empty(), usual);
        EXPECT_EQ(is_usual(table.room.setup()), usual);
        const auto told = pushed(table.room, 100).at("room").at("options").as_object();
        EXPECT_EQ(told.size(), usual_options("high_tide_leiman", 2).size());
        const auto again = table.room.rematch_created({.guest = "Anna", .name = "Anna", .origin = {}, .session = {}});
        const auto setup = setup_from_log(std::get<TableCreated>(again.what).setup);
        ASSERT_TRUE(setup);
        EXPECT_EQ(setup->options.size(), told.size()) << "a log names them all: what is usual may change";
        EXPECT_EQ(is_usual(*setup), usual);
        EXPECT_EQ(setup->seats.size(), 2U);
    }
}

TEST(Room, WhoLeavesIsAbsentUntilTheyReturn) {
    HandRoom table({.game = "high_tide_leiman", .players = 2});
    table.begin({"Anna", "Ben"});
    const Seat ben = *table.room.seat_of("Ben");
    EXPECT_FALSE(table.room.is_absent(ben));
    table.act("Ben", LeaveRequest{});
    EXPECT_TRUE(table.room.is_absent(ben));
    table.act("Ben", JoinRequest{});
    EXPECT_FALSE(table.room.is_absent(ben));
}

}  // namespace
}  // namespace springtide::server
