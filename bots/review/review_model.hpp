#pragma once

#include <array>
#include <cstdint>

#include "core/rules.hpp"

namespace springtide {

/// The expectations of all seats at one moment of a game.
struct Forecast {
    std::array<double, max_seats> share{};   ///< of a win; a tie is shared
    std::array<double, max_seats> points{};  ///< at the end

    Forecast& operator+=(const Forecast& other) {
        for (std::size_t i = 0; i < share.size(); ++i) {
            share[i] += other.share[i];
            points[i] += other.points[i];
        }
        return *this;
    }
    friend bool operator==(const Forecast&, const Forecast&) = default;
};

inline constexpr Seat nobody_judged = 255;

/// The parts of a game that a review needs; each game specialises this in bots/<game>/review_model.hpp with
///   static Forecast play_on(State, Seat judged, std::uint64_t playout);
///       One imagined continuation of many, from a fully known state; `judged` plays as
///       well as the best bot can quickly, the others like people. The same number meets the same luck.
///   class Guesses { explicit Guesses(const Seen<State>&); State sample(Random&) const; };
///       States that the observer could not tell from the real one, before any other seat has chosen.
/// and, if its bot mixes,
///   static bool plays_too(const Seen<State>&, const NotesOf<State>&, Action, const BotRequest&, Random&);
///       Does the bot play so now and then, given its notes on the others?
template <class State>
struct ReviewModel;

/// Of a game that is over.
template <Rules State>
Forecast final_forecast(const State& state) {
    const Result end = result(state);
    Forecast forecast;
    for (const Seat seat : SeatSet::first(player_count(state))) {
        forecast.points[seat] = end.points[seat];
        forecast.share[seat] = win_share(end, seat);
    }
    return forecast;
}

}  // namespace springtide
