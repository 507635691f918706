// Clocks of a room, with the time given by hand: taking back gives none.
#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "server/identity.hpp"
#include "server/room.hpp"

namespace springtide::server {
namespace {

constexpr std::int64_t second = 1000;

class ClockTest : public testing::Test {
  protected:
    void begin(const std::string& game, int players) {
        const std::string text = R"({"game":")" + game + R"(","players":)" + std::to_string(players) +
                                 R"(,"clock":{"kind":"live","move":10,"bank":5}})";
        auto setup = setup_from_request(boost::json::parse(text).as_object());
        ASSERT_TRUE(setup);
        setup->host = "guest 0";
        setup->secret = to_hex(sha256("a secret"));
        RoomEvent created{.what = TableCreated{.setup = to_json(*setup)}, .seq = 1, .at = 1};
        ASSERT_TRUE(room_.fold(created, true));
        for (int i = 0; i < players; ++i) ASSERT_TRUE(act(i, "join", {}, 1));
        for (int i = 0; i < players; ++i) ASSERT_TRUE(act(i, "ready", {}, 1));
        ASSERT_EQ(room_.phase(), Phase::running);
    }
    Expected<void> act(int who, std::string_view op, const boost::json::object& request, std::int64_t at) {
        Person person;
        person.guest = "guest " + std::to_string(who);
        person.name = person.guest;
        auto event = room_.decide(op, request, person);
        if (!event) return std::unexpected(event.error());
        event->seq = room_.seq() + 1;
        event->at = at;
        return room_.fold(*event, true);
    }
    Expected<void> play(int who, std::int64_t at) {
        return act(who, "play", {{"action", room_.table()->legal(static_cast<Seat>(who)).front()}}, at);
    }
    [[nodiscard]] int first() const { return room_.table()->to_act().seats.front(); }
    /// When the time of this seat is up.
    [[nodiscard]] std::int64_t end_of(int seat) const {
        const Chair& chair = room_.chairs()[static_cast<std::size_t>(seat)];
        return chair.since + room_.setup().clock.move + chair.bank;
    }

    Room room_{std::string(32, '0')};
};

TEST_F(ClockTest, PlayAndUndoGiveNoTime) {
    begin("high_tide_leiman", 2);
    const int seat = first();
    const auto end = end_of(seat);
    for (int round = 0; round < 5; ++round) {
        ASSERT_TRUE(play(seat, (2 * round + 1) * second));
        ASSERT_TRUE(act(seat, "undo", {}, (2 * round + 2) * second));
        EXPECT_EQ(end_of(seat), end) << round;
    }
    ASSERT_TRUE(play(seat, 13 * second));  // three seconds of the bank
    EXPECT_FALSE(act(seat, "undo", {}, 16 * second)) << "that action had to be made by now";
    EXPECT_EQ(room_.table()->to_act().seats.front(), 1 - seat) << "it stays";
}

TEST_F(ClockTest, PlayAndRetractGiveNoTime) {
    begin("turn_the_tide", 3);
    const auto end = end_of(0);
    ASSERT_TRUE(play(0, 2 * second));
    ASSERT_TRUE(act(0, "retract", {}, 9 * second)) << "the others still choose";
    EXPECT_EQ(end_of(0), end);
    ASSERT_TRUE(play(0, 14 * second));
    EXPECT_FALSE(act(0, "retract", {}, 16 * second));
}

TEST_F(ClockTest, ATakeBackThatAllAgreedToCostsNobodyTheTalk) {
    begin("high_tide_leiman", 2);
    const int seat = first();
    ASSERT_TRUE(play(seat, 4 * second));
    ASSERT_TRUE(act(seat, "takeback", {{"do", "ask"}}, 5 * second));
    ASSERT_TRUE(act(1 - seat, "takeback", {{"do", "agree"}}, 8 * second));
    EXPECT_EQ(end_of(seat), 8 * second + (10 + 5 - 4) * second + 1) << "four seconds were used";
}

}  // namespace
}  // namespace springtide::server
