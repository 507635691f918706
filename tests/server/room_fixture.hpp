#pragma once

#include <gtest/gtest.h>

#include <map>

#include "server/identity/identity.hpp"
#include "server/messages/requests.hpp"
#include "server/room/room.hpp"

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
    /// What a request of this player would make happen, or why it may not.
    [[nodiscard]] Expected<RoomEvent> decide(const std::string& who, const TableChange& change) const {
        Person person = person_named(who);
        person.has_claimed = have_claimed;
        person.origin = origins.contains(who) ? origins.at(who) : Origin();
        return room.decide(change, person);
    }
    void act(const std::string& who, const TableChange& change) {
        auto event = decide(who, change);
        ASSERT_TRUE(event) << event.error().message;
        fold(*event);
    }
    void fold(RoomEvent& event) {
        event.seq = room.seq() + 1;
        event.at = now == 0 ? event.seq : now;
        ASSERT_TRUE(room.fold(event, true));
    }
    /// The player runs out of time, and a bot takes the seat.
    void time_out(Seat seat) {
        RoomEvent event{.what = BotSubstituted{.seat = seat}};
        fold(event);
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
    std::int64_t now = 0;                   ///< of what happens next; 0: each event at its own number
    bool have_claimed = false;              ///< all players protect their names
    std::map<std::string, Origin> origins;  ///< of players by name; the others come from nowhere

  protected:
    HandRoom() = default;
};

}  // namespace springtide::server
