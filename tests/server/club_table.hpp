#pragma once

#include "tests/server/room_fixture.hpp"

namespace springtide::server {

/// A table of a club night: Anna and Ben, or Anna and a bot.
class ClubTableRoom : public HandRoom {
  public:
    explicit ClubTableRoom(bool with_bot) {
        auto made = created(with_bot);
        fold(made);
        for (std::size_t seat = 0; seat < room.chairs().size(); ++seat)
            if (const Chair& chair = room.chairs()[seat]; chair.kind == SeatKind::person) {
                RoomEvent ready{.what = PlayerReady{.seat = static_cast<Seat>(seat)}, .guest = chair.name};
                fold(ready);
            }
    }

  private:
    static RoomEvent created(bool with_bot) {
        RoomEvent event = table_created({.game = "high_tide_leiman", .players = 2});
        auto& made = std::get<TableCreated>(event.what);
        RoomSetup setup = *setup_from_log(made.setup);
        setup.club = "a club night";
        setup.clock = {.kind = ClockKind::live, .move = 10'000, .bank = 300'000};
        setup.on_timeout = OnTimeout::seat;
        setup.seats = {{.kind = SeatKind::person, .level = {}, .key = "a", .guests = {"Anna"}, .name = "Anna"}};
        if (with_bot)
            setup.seats.push_back({.kind = SeatKind::bot, .level = "easy", .key = {}, .guests = {}, .name = {}});
        else
            setup.seats.push_back(
                {.kind = SeatKind::person, .level = {}, .key = "b", .guests = {"Ben"}, .name = "Ben"});
        made.setup = to_json(setup);
        return event;
    }
};

}  // namespace springtide::server
