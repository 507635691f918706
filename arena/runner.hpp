#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "arena/plan.hpp"
#include "core/error.hpp"
#include "core/seat.hpp"

namespace springtide::arena {

/// One game to play: the contestants by seat, and the deal.
struct Seating {
    std::uint64_t deal = 0;
    std::array<std::size_t, max_seats> contestants{};  ///< numbers in Plan::contestants, by seat
    Seat turn = 0;  ///< which of the games of this deal it is; each has its own lots for bots that draw some

    /// One among the rest.
    static Seating of(std::uint64_t deal, const Pairing& pairing, Seat seat_of_one) {
        Seating seating{.deal = deal, .turn = seat_of_one};
        seating.contestants.fill(pairing.rest);
        seating.contestants[seat_of_one] = pairing.one;
        return seating;
    }
};

struct GameEnd {
    std::array<double, max_seats> share{};
    std::array<double, max_seats> points{};
    std::optional<Seat> forfeited_by;
    std::string complaint;  ///< why it was forfeited
};

/// Plays single games of a plan, one after the other; every thread has one of its own.
class Runner {
  public:
    Runner() = default;
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;
    virtual ~Runner() = default;

    /// Nothing if it was stopped on the way.
    virtual std::optional<GameEnd> play(const Seating& seating, const std::atomic<bool>& stop) = 0;
};

/// Refuses a game, number of players, option or program that cannot be had. `plan` must outlive the runner.
Expected<std::unique_ptr<Runner>> make_runner(const Plan& plan);

}  // namespace springtide::arena
