// Requests are parsed at the door: what they become, and what they are told that cannot be parsed.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <set>

#include "server/messages/ops.hpp"
#include "server/room/room.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

const std::string table(32, 'a');

Expected<Request> parse(const std::string& op, const std::string& more = "") {
    return parse_request(json::parse(R"({"op":")" + op + R"(","table":")" + table + "\"" + more + "}").as_object());
}
template <class What>
What change(const std::string& op, const std::string& more = "") {
    const auto request = parse(op, more);
    EXPECT_TRUE(request) << op << more << ": " << (request ? "" : request.error().message);
    return request ? std::get<What>(std::get<TableChange>(request->what)) : What();
}
std::string why(const Expected<Request>& request) { return request ? "" : request.error().message; }

TEST(Requests, BecomeStructs) {
    EXPECT_EQ(parse("watch", R"(,"since":7)")->table, table);
    EXPECT_EQ(std::get<WatchRequest>(parse("watch", R"(,"since":7)")->what).since, 7);
    EXPECT_EQ(std::get<WatchRequest>(parse("watch")->what).since, std::nullopt);
    EXPECT_EQ(std::get<HistoryRequest>(parse("history", R"(,"before":9)")->what).before, 9);
    const auto play = change<PlayRequest>("play", R"(,"action":"play 14","at":30)");
    EXPECT_EQ(play.action, "play 14");
    EXPECT_EQ(play.at, 30);
    EXPECT_EQ(change<DeviceRequest>("device", R"(,"do":"only")").answer, DeviceAnswer::only);
    EXPECT_EQ(change<EndRequest>("end", R"(,"do":"agree")").answer, VoteAnswer::agree);
    EXPECT_TRUE(change<MuteRequest>("mute", R"(,"seat":1,"on":true)").on);
    const auto seat = change<SeatRequest>("seat", R"(,"seat":1,"kind":{"bot":"easy"})");
    EXPECT_EQ(seat.becomes.kind, SeatKind::bot);
    EXPECT_EQ(seat.becomes.level, "easy");
    change<RetractRequest>("retract");
    EXPECT_EQ(std::get<PlayNowRequest>(parse("play_now", R"(,"game":"turn_the_tide","speed":"days")")->what).speed,
              Speed::days);
}

TEST(Requests, ACreateRequestIsAllThatAHostWants) {
    const auto request = parse_request(
        json::parse(R"({"op":"create","game":"turn_the_tide","players":3,"options":{"cascade":true},"listed":true,
                        "seats":["open","reserved",{"bot":"random"}],"clock":{"kind":"live","move":10,"bank":5},
                        "on_timeout":"seat","bot":"random","memory_aid":false})")
            .as_object());
    ASSERT_TRUE(request) << request.error().message;
    const auto setup = setup_from_request(std::get<CreateRequest>(request->what));
    ASSERT_TRUE(setup) << setup.error().message;
    EXPECT_EQ(setup->seats[0].kind, SeatKind::open);
    EXPECT_EQ(setup->seats[1].kind, SeatKind::reserved);
    EXPECT_FALSE(setup->seats[1].key.empty());
    EXPECT_EQ(setup->seats[2].level, "random");
    EXPECT_EQ(setup->clock.kind, ClockKind::live);
    EXPECT_EQ(setup->clock.move, 10'000);
    EXPECT_EQ(setup->clock.bank, 5'000);
    EXPECT_EQ(setup->on_timeout, OnTimeout::seat);
    EXPECT_EQ(setup->bot, "random");
    EXPECT_TRUE(setup->listed);
    EXPECT_TRUE(setup->spectators) << "by default";
    EXPECT_FALSE(setup->spectators_chat) << "by default";
    EXPECT_FALSE(setup->memory_aid);
}

TEST(Requests, AreToldWhatIsMissingOrWrong) {
    EXPECT_EQ(why(parse("dance")),
              "there is no op 'dance'; they are: hello, create, play_now, follow, friends, watch, history, standing, "
              "unwatch, "
              "presence, away, read, join, device, leave, seat, invite, ready, show, play, retract, undo, takeback, "
              "end, resign, chat, mute, remove, rematch");
    EXPECT_EQ(why(parse_request({})), "the request needs 'op': a text");
    EXPECT_EQ(why(parse_request({{"op", "play"}})), "the request needs 'table': a text");
    EXPECT_EQ(why(parse_request({{"op", "play"}, {"table", "no id"}})), "there is no such table");
    EXPECT_EQ(why(parse("play")), "the request needs 'action': a text");
    EXPECT_EQ(why(parse("play", R"(,"action":7)")), "'action' must be a text");
    EXPECT_EQ(why(parse("play", R"(,"action":"a","at":"b")")), "'at' must be a whole number");
    EXPECT_EQ(why(parse("history")), "the request needs 'before': a whole number");
    EXPECT_EQ(why(parse("end", R"(,"do":"maybe")")), R"('do' must be "ask", "agree" or "refuse")");
    EXPECT_EQ(why(parse("device", R"(,"do":"maybe")")), R"('do' must be "admit", "refuse" or "only")");
    EXPECT_EQ(why(parse("play_now", R"(,"game":"turn_the_tide","speed":"fast")")), "a speed is live or days");
    EXPECT_EQ(why(parse("mute", R"(,"seat":1)")), "the request needs 'on': true or false");
    EXPECT_EQ(why(parse("mute", R"(,"seat":1,"on":1)")), "'on' must be true or false");
    EXPECT_EQ(why(parse("seat", R"(,"seat":1)")), R"(the request needs 'kind': "open", "reserved" or {"bot": level})");
    EXPECT_EQ(why(parse("seat", R"(,"seat":1,"kind":"person")")), R"(a seat is "open", "reserved" or {"bot": level})");
    const auto create = [](const std::string& more) {
        return why(parse_request(
            json::parse(R"({"op":"create","game":"turn_the_tide","players":3,)" + more + "}").as_object()));
    };
    EXPECT_EQ(create(R"("clock":{"kind":"sand"})"), "a clock is of kind none, live or days");
    EXPECT_EQ(create(R"("clock":{"kind":"days","days":99})"), "'days' must be 1 to 60");
    EXPECT_EQ(create(R"("clock":"none")"), R"('clock' must be an object like {"kind": "none"})");
    EXPECT_EQ(create(R"("seats":"open")"), "'seats' is a list with one entry for each player");
    EXPECT_EQ(create(R"("on_timeout":"wait")"), R"('on_timeout' must be "move" or "seat")");
    EXPECT_EQ(create(R"("listed":"yes")"), "'listed' must be true or false");
}

/// The table of ops says who may; a stranger at a table without spectators is told why not, op by op.
TEST(Requests, AreForThoseWhoMay) {
    RoomSetup setup;
    setup.game = "high_tide_leiman";
    setup.players = 2;
    setup.seats.resize(2);
    setup.spectators = false;
    setup.host = "host";
    setup.secret = std::string(64, '0');
    Room room("t");
    const auto fold = [&](RoomEventBody what, const std::string& guest) {
        RoomEvent event{.what = std::move(what), .guest = guest, .name = guest, .seq = room.seq() + 1};
        ASSERT_TRUE(room.fold(event, true));
    };
    fold(TableCreated{.setup = to_json(setup)}, "host");
    fold(PlayerJoined{.seat = 0}, "a");
    fold(PlayerJoined{.seat = 1}, "b");
    const auto told = [&](Who who, const std::string& guest) {
        const auto may = room.may(who, {.guest = guest, .name = guest, .origin = {}, .session = {}});
        return std::string(may ? "" : may.error().reason);
    };
    EXPECT_EQ(told(Who::player, "a"), "not_begun");
    fold(PlayerReady{.seat = 0}, "a");
    fold(PlayerReady{.seat = 1}, "b");
    EXPECT_EQ(told(Who::anyone, "stranger"), "");
    EXPECT_EQ(told(Who::watcher, "stranger"), "no_spectators");
    EXPECT_EQ(told(Who::watcher, "host"), "");
    EXPECT_EQ(told(Who::seated, "stranger"), "no_seat_of_yours");
    EXPECT_EQ(told(Who::player, "host"), "no_seat_of_yours");
    EXPECT_EQ(told(Who::player, "a"), "");
    EXPECT_EQ(told(Who::host, "a"), "only_the_host");
    EXPECT_EQ(told(Who::host, "host"), "");
    fold(PlayerLeft{.seat = 0}, "a");
    EXPECT_EQ(told(Who::player, "a"), "bot_has_seat");
    EXPECT_EQ(told(Who::seated, "a"), "");
    fold(PlayerResigned{.seat = 1}, "b");
    EXPECT_EQ(told(Who::player, "b"), "game_over");
}

TEST(Requests, TheTableOfOpsIsPrintedForTheCheckOfTheDescription) {
    const auto printed = json::parse(ops_json());
    std::set<std::string> names;
    std::string play;
    for (const auto& op : printed.as_array()) {
        names.emplace(op.at("op").as_string());
        if (op.at("op") == "play") play = json::serialize(op);
    }
    EXPECT_EQ(names.size(), std::tuple_size_v<decltype(ops)>) << "a name is used twice";
    EXPECT_EQ(play,
              R"({"op":"play","who":"player","does":"an action of yours","fields":[)"
              R"({"name":"table","type":"text","optional":false},{"name":"action","type":"text","optional":false},)"
              R"({"name":"at","type":"whole number","optional":true}]})");
}

}  // namespace
}  // namespace springtide::server
