// Absence is not consent: what a player may do to a game while the others are away, and what nobody may take back.
#include <boost/json.hpp>

#include "server/competitions/results.hpp"
#include "tests/server/club_table.hpp"

namespace springtide::server {
namespace {

constexpr VoteAnswer ask = VoteAnswer::ask;
constexpr VoteAnswer agree = VoteAnswer::agree;
constexpr VoteAnswer decline = VoteAnswer::refuse;

CreateRequest leiman() { return {.game = "high_tide_leiman", .players = 2}; }

/// Why the request is refused; empty if it is not.
std::string why(const HandRoom& table, const std::string& who, const TableChange& change) {
    const auto event = table.decide(who, change);
    return event ? "" : std::string(event.error().reason);
}

/// A running game of Leiman's rules in which each player has acted twice. The rules draw nothing while it runs.
struct Running : HandRoom {
    explicit Running(bool claimed, const CreateRequest& request = leiman()) : HandRoom(request) {
        have_claimed = claimed;
        begin({"Anna", "Ben"});
        for (int i = 0; i < 4; ++i) play();
        last = room.chairs()[1 - room.acting().front()].name;
        other = last == "Anna" ? "Ben" : "Anna";
    }
    [[nodiscard]] Seat seat(const std::string& who) const { return *room.seat_of(who); }

    std::string last;  ///< the player who acted last
    std::string other;
};

TEST(Consent, APlayerWhoseSeatABotHasAgreesToNothing) {
    for (const bool has_left : {false, true}) {
        Running table(false);
        if (has_left)
            table.act(table.other, LeaveRequest{});
        else
            table.time_out(table.seat(table.other));
        EXPECT_EQ(why(table, table.last, TakebackRequest{.answer = ask}), "absent_agrees_to_nothing");
        EXPECT_EQ(why(table, table.last, EndRequest{.answer = ask}), "absent_agrees_to_nothing");
        table.act(table.other, JoinRequest{});
        table.act(table.last, EndRequest{.answer = ask});
        table.act(table.other, EndRequest{.answer = agree});
        EXPECT_EQ(table.room.ending(), Ending::agreed) << "back again, they can agree";
    }
}

TEST(Consent, AQuestionStaysOpenWhileAPlayerIsAwayAndOnlyTheyAnswerIt) {
    HandRoom table({.game = "turn_the_tide", .players = 3});
    table.begin({"Anna", "Ben", "Cleo"});
    table.act("Anna", EndRequest{.answer = ask});
    table.time_out(2);
    EXPECT_EQ(why(table, "Ben", EndRequest{.answer = agree}), "absent_agrees_to_nothing");
    table.act("Ben", EndRequest{.answer = decline});
    EXPECT_EQ(table.room.phase(), Phase::running);
}

TEST(Consent, APlayerWhoResignedHasNoSay) {
    HandRoom table({.game = "turn_the_tide", .players = 3});
    table.begin({"Anna", "Ben", "Cleo"});
    table.act("Cleo", ResignRequest{});
    table.act("Anna", EndRequest{.answer = ask});
    table.act("Ben", EndRequest{.answer = agree});
    EXPECT_EQ(table.room.ending(), Ending::agreed);
}

TEST(Consent, NothingIsTakenBackInARatedGame) {
    Running table(true);
    ASSERT_TRUE(table.room.is_rated());
    EXPECT_EQ(why(table, table.last, UndoRequest{}), "rated_no_way_back");
    EXPECT_EQ(why(table, table.last, TakebackRequest{.answer = ask}), "rated_no_way_back");
    const auto seen = boost::json::parse(table.room.state(table.room.observer_of(table.last)));
    EXPECT_EQ(seen.at("undo"), false) << "nor is it offered";
    EXPECT_EQ(why(table, table.last, EndRequest{.answer = ask}), "") << "to end it together is their own affair";
}

TEST(Consent, AGameIsRatedOnlyIfEveryNameWasProtectedWhenItBegan) {
    for (const bool claimed : {false, true}) {
        Running table(claimed);
        table.have_claimed = true;  // too late
        const auto room = boost::json::parse(table.room.push("Anna", 0, true, 0, "{}", {})).at("room");
        EXPECT_EQ(room.at("rated"), claimed);
        table.act("Anna", ResignRequest{});
        EXPECT_EQ(rating_change(table.room, 0).has_value(), claimed) << "else what was taken back would count";
    }
}

TEST(Consent, InACasualGameTheLastActionIsTakenBackAndTheOthersAreTold) {
    Running table(false);
    table.act(table.last, UndoRequest{});
    const auto told = table.room.push(table.other, table.room.seq() - 1, false, 0, "{}", {});
    EXPECT_NE(told.find(table.last + " takes the last action back without asking"), std::string::npos) << told;
    const auto rows = table.room.push(table.other, table.room.seq() - 1, false, 0, "{}", {.rows = true});
    EXPECT_NE(rows.find("room.took_back"), std::string::npos) << rows;
}

TEST(Consent, AtAClubNightNobodyTakesBackAndABotAgreesToNoHalfPoint) {
    ClubTableRoom with_bot(true);
    ASSERT_EQ(with_bot.room.phase(), Phase::running);
    EXPECT_EQ(why(with_bot, "Anna", UndoRequest{}), "club_no_way_back");
    EXPECT_EQ(why(with_bot, "Anna", TakebackRequest{.answer = ask}), "club_no_way_back");
    EXPECT_EQ(why(with_bot, "Anna", EndRequest{.answer = ask}), "club_plays_on");
    with_bot.act("Anna", ResignRequest{});
    EXPECT_EQ(with_bot.room.places(), (std::vector<int>{1, 0})) << "to resign is to lose";

    ClubTableRoom with_ben(false);
    EXPECT_EQ(why(with_ben, "Anna", TakebackRequest{.answer = ask}), "club_no_way_back");
    with_ben.act("Anna", EndRequest{.answer = ask});
    with_ben.act("Ben", EndRequest{.answer = agree});
    EXPECT_EQ(with_ben.room.ending(), Ending::agreed) << "two players may share the point";
}

}  // namespace
}  // namespace springtide::server
