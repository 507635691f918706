#pragma once

#include <gtest/gtest.h>

#include "server/identity.hpp"
#include "server/room.hpp"

namespace springtide::server {

inline Person person_named(const std::string& name) {
    Person person;
    person.guest = person.name = name;
    return person;
}

/// A table of the host Anna, as a request would set it up.
inline RoomEvent table_created(const CreateRequest& request) {
    auto setup = setup_from_request(request);
    EXPECT_TRUE(setup);
    setup->host = "Anna";
    setup->secret = to_hex(sha256("a secret"));
    return {.what = TableCreated{.setup = to_json(*setup)}, .guest = "Anna"};
}

/// A room that is played by hand.
class HandRoom {
  public:
    explicit HandRoom(const CreateRequest& request) {
        auto created = table_created(request);
        fold(created);
    }
    void act(const std::string& who, const TableChange& change) {
        auto event = room.decide(change, person_named(who));
        ASSERT_TRUE(event) << event.error().message;
        fold(*event);
    }
    void begin(const std::vector<std::string>& people) {
        for (const auto& who : people) act(who, JoinRequest{});
        for (const auto& who : people) act(who, ReadyRequest{});
        ASSERT_EQ(room.phase(), Phase::running);
    }
    [[nodiscard]] std::string to_act() const { return room.chairs()[room.acting().front()].name; }
    /// Whoever is to act first.
    void play() { act(to_act(), PlayRequest{.action = room.table()->legal(room.acting().front()).front()}); }

    Room room{"table"};

  private:
    void fold(RoomEvent& event) {
        event.seq = room.seq() + 1;
        event.at = event.seq;
        ASSERT_TRUE(room.fold(event, true));
    }
};

}  // namespace springtide::server
