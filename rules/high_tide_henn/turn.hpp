#pragma once

#include <bit>
#include <cstdint>

#include "core/bits.hpp"
#include "rules/high_tide_henn/state.hpp"

/// A player's turn, from the towel on top of the pile to the towel on the track (H7 to H15).
namespace springtide::high_tide_henn {

/// The owner of the top towel is next; expansions may let another seat act first.
void begin_turn(State& state, EventList* events);
/// H7: the rental moves, and the turn begins.
void start_turn(State& state, EventList* events);
/// The rental goes one space down, or off the track from its last usable space.
void move_rental(State& state, EventList* events);
/// H15
void put_into_pool(State& state, Pair dice, EventList* events);

/// H9: between the bag and the track there are so many choices; the one of a rank below that.
inline std::uint32_t choice_count(const State& state) {
    return static_cast<std::uint32_t>(std::popcount(state.track.spaces_with_dice())) +
           (free_spaces(state) > 0 ? 1U : 0U);
}
inline Action choice(const State& state, std::uint32_t rank) {
    const std::uint32_t rolls = free_spaces(state) > 0 ? 1 : 0;
    if (rank < rolls) return Action(Action::Kind::roll);
    return Action::take(nth_bit(state.track.spaces_with_dice(), rank - rolls) + 1);
}
inline void add_choices(const State& state, State::ActionList& actions) {
    actions.push_back_if(free_spaces(state) > 0, Action(Action::Kind::roll));
    for (unsigned spaces = state.track.spaces_with_dice(); spaces != 0; spaces &= spaces - 1)
        actions.push_back(Action::take(std::countr_zero(spaces) + 1));
}

/// H10: the number of answers to a roll.
inline std::uint32_t answer_count(const State& state) { return free_spaces(state) >= 2 ? 2 : 1; }
constexpr Action answer(std::uint32_t rank) { return Action(rank == 0 ? Action::Kind::accept : Action::Kind::decline); }

/// H12: the sets of dice that may be rolled again, by the number of the set: none, left, right, and perhaps both.
inline std::uint32_t reroll_choices(const State& state) { return dice_to_reroll(state.taken_from) == 2 ? 4 : 3; }

void roll(State& state, Pair dice, EventList* events);               ///< H10
void accept(State& state, EventList* events);                        ///< H10
void decline(State& state, EventList* events);                       ///< H11
void take(State& state, int space, EventList* events);               ///< H9
void choose_reroll(State& state, unsigned dice, EventList* events);  ///< H12
/// The dice in question show new numbers.
void reroll(State& state, std::array<std::uint8_t, 2> numbers, EventList* events);

/// H13: moves by the steps that are left, with a pause at each decision.
void make_moves(State& state, EventList* events);
/// The same without asking for the order of two dice of one colour.
void walk_on(State& state, EventList* events);
/// H13, HB10: two dice of one colour are one step, added with their signs.
void move_together(State& state, EventList* events);
/// HC3: which of two dice of one colour may come first, or, if one goes back, whether one does.
void add_orders(const State& state, State::ActionList& actions);
void move_first(State& state, DieIndex die, EventList* events);

/// The pending decision: the game's question, and the steps left to walk. An action may change both in
/// many places, so this reports the outcome once, at the action's end.
class Pending {
  public:
    explicit Pending(const State& state) : phase_(state.phase), steps_(state.steps), step_count_(state.step_count) {}
    void tell_change(const State& now, EventList* events) const;

  private:
    Phase phase_;
    std::array<Step, 2> steps_;
    std::uint8_t step_count_;
};

}  // namespace springtide::high_tide_henn
