// Clocks that run in a slot of the day only: compared with a clock that looks at every minute.
#include "server/messages/playing_hours.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "core/random.hpp"
#include "server/messages/requests.hpp"
#include "tests/server/room_fixture.hpp"

namespace springtide::server {
namespace {

constexpr std::int64_t minute = 60'000;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;
constexpr std::int64_t monday = 20'773 * day;  // 2026-11-16, midnight UTC

/// Does the clock run in the minute that begins then?
bool runs(const PlayingHours& hours, std::int64_t at) {
    const auto local = static_cast<int>((at / minute + hours.offset + 14 * minutes_of_day) % minutes_of_day);
    if (hours.from == hours.to) return true;
    return hours.from < hours.to ? local >= hours.from && local < hours.to : local >= hours.from || local < hours.to;
}

TEST(PlayingHours, AreWhatAClockThatLooksEveryMinuteCounts) {
    Random random(1);
    const auto below = [&](int most) { return static_cast<int>(random.below(static_cast<std::uint32_t>(most))); };
    for (int round = 0; round < 3000; ++round) {
        PlayingHours hours{.from = below(minutes_of_day), .to = below(minutes_of_day), .offset = below(1681) - 840};
        if (round % 10 == 0) hours.to = 0;  // until midnight
        if (round % 10 == 1) hours.from = 0;
        if (round % 10 == 2) hours.to = hours.from;
        const std::int64_t begin = monday + below(3 * minutes_of_day) * minute;
        const std::int64_t end = begin + below(3 * minutes_of_day) * minute;
        std::int64_t counted = 0;
        for (std::int64_t at = begin; at < end; at += minute) counted += runs(hours, at) ? minute : 0;
        ASSERT_EQ(hours.between(begin, end), counted)
            << hours.from << " to " << hours.to << ", " << hours.offset << " ahead of UTC";
        // The time is up at the end of the minute in which it ran out, and never outside the slot.
        const std::int64_t time = (1 + below(2 * minutes_of_day)) * minute;
        std::int64_t at = begin;
        for (std::int64_t left = time; left > 0; at += minute) left -= runs(hours, at) ? minute : 0;
        ASSERT_EQ(hours.after(begin, time), at);
        ASSERT_TRUE(runs(hours, hours.after(begin, time) - minute));
        ASSERT_EQ(hours.between(begin, hours.after(begin, time)), time);
        at = end;
        for (std::int64_t left = time; left > 0; at -= minute) left -= runs(hours, at - minute) ? minute : 0;
        ASSERT_EQ(hours.between(hours.before(end, time), end), time);
        ASSERT_GE(hours.before(end, time), at);
        ASSERT_TRUE(runs(hours, hours.before(end, time)));
    }
}

TEST(PlayingHours, MustBeWithinADayAndLongEnoughToPlay) {
    EXPECT_TRUE(are_possible({}));
    EXPECT_TRUE(are_possible({.from = 23 * 60, .to = 0, .offset = -840}));
    EXPECT_TRUE(are_possible({.from = 23 * 60 + 30, .to = 30, .offset = 840}));
    EXPECT_FALSE(are_possible({.from = 600, .to = 659}));
    EXPECT_FALSE(are_possible({.from = -1, .to = 600}));
    EXPECT_FALSE(are_possible({.from = 0, .to = minutes_of_day}));
    EXPECT_FALSE(are_possible({.from = 0, .to = 600, .offset = 841}));
}

/// A table of two with a day for each move, in which the time runs from 20:00 to 02:00, an hour ahead of UTC.
class PlayingHoursTest : public testing::Test {
  protected:
    PlayingHoursTest() {
        auto setup = setup_from_request(
            {.game = "high_tide_leiman",
             .players = 2,
             .clock = ClockSetup{.kind = ClockKind::days, .move = hours.length(), .bank = 0, .hours = hours}});
        EXPECT_TRUE(setup);
        setup->host = "Anna";
        setup->secret = to_hex(sha256("a secret"));
        fold({.what = TableCreated{.setup = to_json(*setup)}, .guest = "Anna"}, evening);
        for (const char* who : {"Anna", "Ben"}) act(who, JoinRequest{}, evening);
        for (const char* who : {"Anna", "Ben"}) act(who, ReadyRequest{}, evening);
    }
    void fold(RoomEvent event, std::int64_t at) {
        event.seq = room_.seq() + 1;
        event.at = at;
        const auto done = room_.fold(event, true);
        ASSERT_TRUE(done) << done.error().message;
    }
    void act(const std::string& who, const TableChange& change, std::int64_t at) {
        auto event = room_.decide(change, person_named(who));
        ASSERT_TRUE(event) << event.error().message;
        fold(std::move(*event), at);
    }
    void play(std::int64_t at) {
        const Seat seat = room_.acting().front();
        act(room_.chairs()[seat].name, PlayRequest{.action = room_.table()->legal(seat).front()}, at);
    }
    [[nodiscard]] std::int64_t deadline() const { return room_.deadline() ? room_.deadline()->second : 0; }

    static constexpr PlayingHours hours{.from = 20 * 60, .to = 2 * 60, .offset = 60};
    static constexpr std::int64_t evening = monday + 18 * hour;  // 19:00 there: the clock stands still
    Room room_{std::string(32, '0')};
};

TEST_F(PlayingHoursTest, TheTimeOfAMoveEndsInTheSlot) {
    EXPECT_EQ(deadline(), monday + 25 * hour) << "it begins at 20:00 and is up at 02:00";
    play(monday + 20 * hour);
    EXPECT_EQ(deadline(), monday + 44 * hour) << "the other has from 21:00 until 21:00 of the next day";
    EXPECT_EQ(room_.due(), deadline()) << "and that is when a server looks";
}

TEST_F(PlayingHoursTest, TimeInWhichNobodyCouldMoveCountsAsFarAsItWasInTheSlot) {
    fold({.what = ClocksResumed{.from = monday + 24 * hour, .to = monday + 40 * hour}}, monday + 40 * hour);
    EXPECT_EQ(deadline(), monday + 44 * hour) << "the hour before 02:00 is given back from 20:00 to 21:00";
}

TEST_F(PlayingHoursTest, WhatIsTakenBackByAllCostsOnlyTheTimeItTook) {
    const Seat seat = room_.acting().front();
    const std::string who = room_.chairs()[seat].name;
    const std::string other = room_.chairs()[1 - seat].name;
    play(monday + 20 * hour);  // after one hour of the slot
    act(who, TakebackRequest{.answer = VoteAnswer::ask}, monday + 30 * hour);
    act(other, TakebackRequest{.answer = VoteAnswer::agree}, monday + 31 * hour);
    EXPECT_EQ(deadline(), monday + 48 * hour) << "five hours are left, and they run from 20:00 on";
}

TEST_F(PlayingHoursTest, SpectatorsTalkAtTablesThatNeverSaidOtherwise) {
    auto object = boost::json::parse(to_json(room_.setup())).as_object();
    object.erase("spectators_chat");
    EXPECT_TRUE(setup_from_log(boost::json::serialize(object))->spectators_chat);
    object["spectators_chat"] = false;
    EXPECT_FALSE(setup_from_log(boost::json::serialize(object))->spectators_chat);
}

TEST_F(PlayingHoursTest, TheyAreToldAndKept) {
    EXPECT_EQ(setup_from_log(to_json(room_.setup()))->clock.hours, hours);
    const auto view = room_.push("Anna", 0, true, evening, room_.state(Observer::spectator()), {});
    EXPECT_NE(view.find(R"("hours":{"from":1200,"to":120,"offset":60})"), std::string::npos) << view;
    EXPECT_NE(view.find(R"("left_ms":25200000)"), std::string::npos) << "seven hours until 02:00";
}

}  // namespace
}  // namespace springtide::server
