// Clocks of a club night: the server sets the seats, so a clock waits until its player has come, for two minutes at
// most.
#include <boost/json.hpp>

#include "tests/server/club_table.hpp"

namespace springtide::server {
namespace {

constexpr std::int64_t second = 1000;
constexpr std::int64_t grace = 120 * second;
constexpr std::int64_t whole = 310 * second;

Seat first(const HandRoom& table) { return table.room.acting().front(); }

/// When the bot takes the seat of the player to move.
std::int64_t deadline(const HandRoom& table) { return table.room.deadline()->second; }

boost::json::object clock_of(const HandRoom& table, std::int64_t now) {
    const auto push = boost::json::parse(table.room.push("Anna", 0, true, now, "{}", {})).as_object();
    return push.at("clocks").as_array().at(0).as_object();
}

TEST(ClubClock, WaitsTwoMinutesForAPlayerWhoDoesNotCome) {
    ClubTableRoom table(false);
    const auto made = table.room.made_at();
    EXPECT_TRUE(table.room.awaits("Anna"));
    EXPECT_EQ(deadline(table), made + grace + whole);
    const auto clock = clock_of(table, made + 30 * second);
    EXPECT_EQ(clock.at("left_ms"), whole) << "a clock that stands shows the whole time";
    EXPECT_EQ(clock.at("starts_in_ms"), grace - 30 * second);
    EXPECT_EQ(clock_of(table, made + grace + second).at("left_ms"), whole - second);
    EXPECT_FALSE(clock_of(table, made + grace + second).contains("starts_in_ms"));
}

TEST(ClubClock, StartsWhenThePlayerComes) {
    ClubTableRoom table(false);
    const auto made = table.room.made_at();
    const Seat seat = first(table);
    const std::string who = table.room.chairs()[seat].name;
    const std::string other = table.room.chairs()[1 - seat].name;
    table.now = made + 40 * second;
    table.act(other, JoinRequest{});
    EXPECT_EQ(deadline(table), made + grace + whole) << "it is not their turn";
    table.now = made + 50 * second;
    table.act(who, JoinRequest{});
    EXPECT_FALSE(table.room.awaits(who));
    EXPECT_EQ(deadline(table), made + 50 * second + whole);
    table.now = made + 60 * second;
    table.play();
    EXPECT_EQ(deadline(table), made + 60 * second + whole) << "the other has come, too: the clock runs from now";
    EXPECT_EQ(table.room.chairs()[seat].bank, 300 * second) << "ten seconds are free";
}

TEST(ClubClock, AnActionIsComing) {
    ClubTableRoom table(false);
    const auto made = table.room.made_at();
    const Seat seat = first(table);
    table.now = made + 60 * second;
    table.play();
    EXPECT_FALSE(table.room.awaits(table.room.chairs()[seat].name));
    EXPECT_EQ(table.room.chairs()[seat].bank, 300 * second) << "nothing of the wait is charged";
    EXPECT_EQ(deadline(table), made + grace + whole) << "the other one is still awaited";
}

TEST(ClubClock, OtherTablesWaitForNobody) {
    HandRoom table({.game = "high_tide_leiman",
                    .players = 2,
                    .clock = ClockSetup{.kind = ClockKind::live, .move = 10 * second, .bank = 300 * second}});
    table.begin({"Anna", "Ben"});
    EXPECT_FALSE(table.room.awaits("Anna"));
    EXPECT_EQ(deadline(table), table.room.at() + whole);
}

}  // namespace
}  // namespace springtide::server
