// Clocks of a room, with the time given by hand: taking back gives none.
#include <gtest/gtest.h>

#include "server/identity/identity.hpp"
#include "server/messages/requests.hpp"
#include "server/room/room.hpp"

namespace springtide::server {
namespace {

constexpr std::int64_t second = 1000;

class ClockTest : public testing::Test {
  protected:
    void begin(const std::string& game, int players) {
        auto setup =
            setup_from_request({.game = game,
                                .players = players,
                                .clock = ClockSetup{.kind = ClockKind::live, .move = 10 * second, .bank = 5 * second}});
        ASSERT_TRUE(setup);
        setup->host = "guest 0";
        setup->secret = to_hex(sha256("a secret"));
        RoomEvent created{.what = TableCreated{.setup = to_json(*setup)}, .seq = 1, .at = 1};
        ASSERT_TRUE(room_.fold(created, true));
        for (int i = 0; i < players; ++i) ASSERT_TRUE(act(i, JoinRequest{}, 1));
        for (int i = 0; i < players; ++i) ASSERT_TRUE(act(i, ReadyRequest{}, 1));
        ASSERT_EQ(room_.phase(), Phase::running);
    }
    Expected<void> act(int who, const TableChange& change, std::int64_t at) {
        Person person;
        person.guest = "guest " + std::to_string(who);
        person.name = person.guest;
        auto event = room_.decide(change, person);
        if (!event) return std::unexpected(event.error());
        event->seq = room_.seq() + 1;
        event->at = at;
        auto done = room_.fold(*event, true);
        last_ = *event;
        return done;
    }
    Expected<void> play(int who, std::int64_t at) {
        return act(who, PlayRequest{.action = room_.table()->legal(static_cast<Seat>(who)).front()}, at);
    }
    [[nodiscard]] int first() const { return room_.table()->to_act().seats.front(); }
    /// When the time of this seat is up.
    [[nodiscard]] std::int64_t end_of(int seat) const {
        const Chair& chair = room_.chairs()[static_cast<std::size_t>(seat)];
        return chair.since + room_.setup().clock.move + chair.bank;
    }

    Room room_{std::string(32, '0')};
    RoomEvent last_;
};

TEST_F(ClockTest, PlayAndUndoGiveNoTime) {
    begin("high_tide_leiman", 2);
    const int seat = first();
    const auto end = end_of(seat);
    for (int round = 0; round < 5; ++round) {
        ASSERT_TRUE(play(seat, (2 * round + 1) * second));
        ASSERT_TRUE(act(seat, UndoRequest{}, (2 * round + 2) * second));
        EXPECT_EQ(end_of(seat), end) << round;
    }
    ASSERT_TRUE(play(seat, 13 * second));  // three seconds of the bank
    EXPECT_FALSE(act(seat, UndoRequest{}, 16 * second)) << "that action had to be made by now";
    EXPECT_EQ(room_.table()->to_act().seats.front(), 1 - seat) << "it stays";
}

TEST_F(ClockTest, ABankIsUsedUpToTheEnd) {
    begin("high_tide_leiman", 2);
    const int seat = first();
    const auto bank = [&] { return room_.chairs()[static_cast<std::size_t>(seat)].bank; };
    ASSERT_TRUE(play(seat, 14 * second + 1));
    EXPECT_EQ(bank(), 1 * second);
    ASSERT_TRUE(play(1 - seat, 15 * second));
    ASSERT_TRUE(play(seat, 60 * second));
    EXPECT_EQ(bank(), 0);
}

TEST_F(ClockTest, PlayAndRetractGiveNoTime) {
    begin("turn_the_tide", 3);
    const auto end = end_of(0);
    ASSERT_TRUE(play(0, 2 * second));
    ASSERT_TRUE(act(0, RetractRequest{}, 9 * second)) << "the others still choose";
    EXPECT_EQ(end_of(0), end);
    ASSERT_TRUE(play(0, 14 * second));
    EXPECT_FALSE(act(0, RetractRequest{}, 16 * second));
}

TEST_F(ClockTest, ATakeBackThatAllAgreedToCostsNobodyTheTalk) {
    begin("high_tide_leiman", 2);
    const int seat = first();
    ASSERT_TRUE(play(seat, 4 * second));
    ASSERT_TRUE(act(seat, TakebackRequest{.answer = VoteAnswer::ask}, 5 * second));
    ASSERT_TRUE(act(1 - seat, TakebackRequest{.answer = VoteAnswer::agree}, 8 * second));
    EXPECT_EQ(end_of(seat), 8 * second + (10 + 5 - 4) * second + 1) << "four seconds were used";
}

/// Lists know of a running game what its last event says.
TEST_F(ClockTest, EveryEventSaysForHowLongItHasBeenWhoseTurn) {
    using Waited = std::vector<std::int64_t>;
    begin("turn_the_tide", 3);
    EXPECT_EQ(last_.turn, 0b111U);
    EXPECT_EQ(last_.waited, Waited()) << "the game begins for all of them";
    ASSERT_TRUE(play(1, 2 * second + 1));
    EXPECT_EQ(last_.turn, 0b101U);
    EXPECT_EQ(last_.waited, (Waited{2 * second, 2 * second}));
    ASSERT_TRUE(act(1, ChatRequest{.text = "well?"}, 9 * second + 1));
    EXPECT_EQ(last_.waited, (Waited{9 * second, 9 * second})) << "talk changes nothing";
    ASSERT_TRUE(play(0, 10 * second));
    ASSERT_TRUE(play(2, 11 * second));
    EXPECT_EQ(last_.waited, Waited()) << "the next trick begins for all of them";
    EXPECT_EQ(from_stored(to_stored(last_))->waited, Waited());
}

}  // namespace
}  // namespace springtide::server
