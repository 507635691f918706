#pragma once

#include <array>
#include <cstdint>

#include "core/error.hpp"
#include "core/seat.hpp"
#include "server/room/room_event.hpp"

namespace springtide::server {

/// The use of a table's limits, by seat. A game is finite; this counts everything beside it that could be repeated
/// endlessly, so that no table grows without end. It is a fold of events like the room it belongs to.
class RoomBounds {
  public:
    static constexpr int retracts = 300;           ///< of one seat
    static constexpr int undos = 100;              ///< of one seat
    static constexpr int questions = 30;           ///< of one seat: take-backs and ends asked for
    static constexpr int lines = 1000;             ///< of chat, of one seat
    static constexpr int spectators_lines = 500;   ///< of chat, of all who have no seat
    static constexpr std::int64_t events = 8'000;  ///< of the table; after twice as many, only those of the game

    static constexpr std::size_t counted = 5;  ///< kinds of things (Counted)

    void count(const RoomEvent& event);
    /// Whether this may still happen, after so many events.
    [[nodiscard]] Expected<void> allow(const RoomEvent& event, std::int64_t so_far) const;

  private:
    std::array<std::array<std::uint16_t, counted>, max_seats> seats_{};
    std::uint16_t spectators_lines_ = 0;
};

}  // namespace springtide::server
