// The stored form of events: rows of older programs are read and written back byte for byte, whatever their kind.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "server/messages/requests.hpp"
#include "server/room/room.hpp"
#include "tests/source_dir.hpp"

namespace springtide::server {
namespace {

std::vector<std::string> rows() {
    std::ifstream file(SPRINGTIDE_SOURCE_DIR "/tests/server/events.jsonl");
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);) all.push_back(line);
    return all;
}

TEST(StoredEvents, OfEveryKindAreWrittenBackByteForByte) {
    std::set<std::size_t> kinds;
    for (const auto& row : rows()) {
        const auto event = from_stored({.seq = 7, .at = 8, .body = row});
        ASSERT_TRUE(event) << row << ": " << event.error().message;
        const auto again = to_stored(*event);
        EXPECT_EQ(again.body, row);
        EXPECT_EQ(again.seq, 7);
        EXPECT_EQ(again.at, 8);
        kinds.insert(event->what.index());
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<RoomEventKinds>) << "tests/server/events.jsonl has no row of some kind";
}

TEST(StoredEvents, AFieldMeansWhatItsKindSays) {
    const auto read = [](const std::string& row) { return from_stored({.seq = 1, .at = 1, .body = row}); };
    const auto bot = read(R"({"kind":"seat","seat":1,"guest":"a","name":"easy","text":"bot"})");
    ASSERT_TRUE(bot);
    EXPECT_EQ(std::get<SeatChanged>(bot->what).becomes, SeatKind::bot);
    EXPECT_EQ(std::get<SeatChanged>(bot->what).level, "easy");
    EXPECT_EQ(bot->name, "") << "the member is the bot's level, not a name";
    const auto outage = read(R"({"kind":"resumed","text":"90","number":30})");
    ASSERT_TRUE(outage);
    EXPECT_EQ(std::get<ClocksResumed>(outage->what).from, 30);
    EXPECT_EQ(std::get<ClocksResumed>(outage->what).to, 90);
    const auto muted = read(R"({"kind":"muted","guest":"a","key":"b","number":1})");
    ASSERT_TRUE(muted);
    EXPECT_EQ(std::get<SpectatorMuted>(muted->what).spectator, "b");
    EXPECT_FALSE(seat_of(*muted));
}

TEST(StoredEvents, WhatCannotBeReadIsRefusedWithASentence) {
    const auto why = [](const std::string& row) {
        const auto event = from_stored({.seq = 4, .at = 1, .body = row});
        return event ? "" : event.error().message;
    };
    EXPECT_EQ(why(R"({"kind":"dance","seat":0})"), "this program does not know events of kind dance");
    EXPECT_EQ(why(R"({"kind":"dance"})"), "this program does not know events of kind dance");
    EXPECT_EQ(why(R"({"seat":0})"), "event 4 of the log cannot be read");
    EXPECT_EQ(why("[]"), "event 4 of the log cannot be read");
    EXPECT_EQ(why(R"({"kind":"undo"})"), "there is no seat -1");
    EXPECT_EQ(why(R"({"kind":"undo","seat":4294967296})"), "there is no seat 4294967296");
    const std::string beyond = std::to_string(max_seats);
    EXPECT_EQ(why(R"({"kind":"undo","seat":)" + beyond + "}"), "there is no seat " + beyond);
    EXPECT_EQ(why(R"({"kind":"undo","seat":)" + std::to_string(max_seats - 1) + "}"), "");
    EXPECT_EQ(why(R"({"kind":"chat","seat":-3,"text":"hello"})"), "there is no seat -3");
    EXPECT_EQ(why(R"({"kind":"seat","seat":0,"text":"throne"})"), "a seat cannot become that");
    EXPECT_EQ(why(R"({"kind":"end","seat":0,"text":"maybe"})"), "that is no answer");
}

/// A table with an event that a newer program wrote is closed to play and can be read up to there.
TEST(StoredEvents, AnUnknownKindClosesItsTable) {
    RoomSetup setup;
    setup.game = "high_tide_leiman";
    setup.players = 2;
    setup.seats.resize(2);
    setup.secret = std::string(64, '0');
    const RoomEvent created{.what = TableCreated{.setup = to_json(setup)}, .seq = 1};
    ASSERT_TRUE(Room::load("t", {to_stored(created)}));
    const auto room =
        Room::load("t", {to_stored(created), {.seq = 2, .at = 0, .body = R"({"kind":"dance","seat":0})"}});
    ASSERT_TRUE(room);
    EXPECT_EQ((*room)->seq(), 1);
    ASSERT_TRUE((*room)->damage());
    EXPECT_EQ((*room)->damage()->seq, 2);
    EXPECT_EQ((*room)->damage()->why, "this program does not know events of kind dance");
    const auto whole = (*room)->check_whole();
    ASSERT_FALSE(whole);
    EXPECT_EQ(whole.error().reason, "table_damaged");
    EXPECT_EQ(whole.error().message,
              "this table is damaged and closed to play from event 2 on; whoever runs the server can find out why");
    const Person anna{.guest = "a", .name = "Anna", .origin = {}, .session = {}};
    EXPECT_EQ((*room)->decide(JoinRequest{}, anna).error().reason, "table_damaged");
    RoomEvent joined{.what = PlayerJoined{.seat = 0}, .guest = "a", .name = "Anna", .seq = 2};
    EXPECT_EQ((*room)->fold(joined, true).error().reason, "table_damaged");
    EXPECT_FALSE(Room::load("t", {})) << "a log without events makes no room";
}

TEST(RoomEnums, HaveOneNameForEachValue) {
    EXPECT_EQ(enum_name(Phase::running), "running");
    EXPECT_EQ(enum_name(SeatKind::person), "person");
    EXPECT_EQ(enum_name(Ending::agreed), "agreed");
    EXPECT_EQ(enum_from_name<SeatKind>("bot"), SeatKind::bot);
    EXPECT_EQ(enum_from_name<Phase>("closed"), std::nullopt);
    EXPECT_EQ(quoted_names<OnTimeout>(), R"("move" or "seat")");
    EXPECT_EQ(quoted_names<VoteAnswer>(), R"("ask", "agree" or "refuse")");
}

}  // namespace
}  // namespace springtide::server
