// A guest who logs in keeps the seats: all of them, once, also if the server stops in between.
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "server/accounts/without_name.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

class SeatMovesTest : public testing::Test {
  protected:
    SeatMovesTest() { begin(); }
    void begin() { shard_ = unlimited_shard(loop_, folder_); }
    void restart() {
        shard_.reset();
        begin();
    }
    boost::json::object request(const std::string& guest, const boost::json::object& what) {
        const auto client = std::make_shared<HandClient>();
        client->person.guest = client->person.name = guest;
        shard_->came(client);
        shard_->receive(client, boost::json::serialize(what));
        EXPECT_TRUE(loop_.until([&] { return !client->messages.empty(); }));
        shard_->gone(client);
        return boost::json::parse(client->messages.front()).as_object();
    }
    std::string table_of(const std::string& guest) {
        const auto made = request(guest, {{"id", 1}, {"op", "create"}, {"game", "high_tide_leiman"}, {"players", 2}});
        const std::string table(made.at("table").as_string());
        sit(guest, table);
        return table;
    }
    void sit(const std::string& guest, const std::string& table) {
        EXPECT_EQ(request(guest, {{"id", 2}, {"op", "join"}, {"table", table}}).at("ok"), true);
    }
    void move_seats() {
        std::optional<Expected<void>> done;
        shard_->move_seats(move_, [&](const Expected<void>& moved) { done = moved; });
        ASSERT_TRUE(loop_.until([&] { return done.has_value(); }));
        EXPECT_TRUE(*done);
    }
    /// As it is stored.
    std::unique_ptr<Room> room(const std::string& table) { return *Room::load(table, *store()->events(table, 0)); }
    std::unique_ptr<Store> store() { return *SqliteStore::open(folder_.file()); }

    Folder folder_;
    HandLoop loop_;
    std::unique_ptr<Shard> shard_;
    SeatMove move_{.from = random_id(), .to = random_id(), .name = "Anna"};
};

TEST_F(SeatMovesTest, EverySeatBecomesTheAccounts) {
    const auto one = table_of(move_.from);
    const auto two = table_of(move_.from);
    move_seats();
    for (const auto& table : {one, two}) {
        EXPECT_EQ(room(table)->seat_of(move_.to), Seat{0});
        EXPECT_FALSE(room(table)->seat_of(move_.from));
        EXPECT_EQ(room(table)->chairs()[0].name, "Anna");
        EXPECT_EQ(room(table)->setup().host, move_.to) << "the table is theirs, too";
        EXPECT_EQ(*store()->seat_of(table, move_.to), 0);
        EXPECT_EQ(*store()->seat_of(table, move_.from), -1);
    }
    EXPECT_TRUE(unfinished_moves(*store())->empty());
    restart();
    EXPECT_EQ(room(one)->seat_of(move_.to), Seat{0}) << "it is stored";
}

TEST_F(SeatMovesTest, WhatACrashInterruptedIsDoneAtTheNextStart) {
    const auto one = table_of(move_.from);
    const auto two = table_of(move_.from);
    ASSERT_TRUE(store()->write(std::vector<Write>{begin_move(move_, 7)}));
    restart();
    EXPECT_TRUE(loop_.until([&] { return unfinished_moves(*store())->empty(); }));
    for (const auto& table : {one, two}) EXPECT_EQ(room(table)->seat_of(move_.to), Seat{0});
}

TEST_F(SeatMovesTest, ASeatStaysIfTheAccountSitsThereItself) {
    const auto table = table_of(move_.from);
    sit(move_.to, table);
    move_seats();
    EXPECT_EQ(room(table)->seat_of(move_.from), Seat{0});
    EXPECT_EQ(room(table)->seat_of(move_.to), Seat{1});
}

TEST_F(SeatMovesTest, ADeletedAccountTakesTheNamesOfItsGuestsAlong) {
    const auto table = table_of(move_.from);
    move_seats();
    const auto write = table_without_name(*store(), table, move_.to);
    ASSERT_TRUE(write);
    auto log = *store()->events(table, 0);
    for (const RewrittenEvent& event : write->rewritten)
        log[static_cast<std::size_t>(event.seq - 1)].body = event.after;
    for (const StoredEvent& event : log) {
        EXPECT_EQ(event.body.find("Anna"), std::string::npos) << event.body;
        EXPECT_EQ(event.body.find("\"name\":\"" + move_.from), std::string::npos) << event.body;
    }
}

}  // namespace
}  // namespace springtide::server
