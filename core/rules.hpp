#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "core/event.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"

namespace springtide {

template <class State>
class Seen;
/// The only filter of hidden information: the part of a state that `observer` may know.
template <class State>
[[nodiscard]] Seen<State> observe(const State& state, Observer observer);

/// The knowledge of an observer with a perfect memory: the state with all unknown parts blanked out.
/// Only observe() makes one. Bots and views receive this type and never a State, so they cannot peek. Its holder
/// can copy it, read it and forget some of it.
template <class State>
class Seen {
  public:
    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] Observer observer() const { return observer_; }
    /// The same for an observer who remembers less. The game's enumeration says what can be forgotten, and its rules
    /// blank it (`forget`); they are given only what is seen, so they can add nothing.
    template <class Forgettable>
        requires std::same_as<Forgettable, typename State::Forgettable> && std::is_enum_v<Forgettable>
    [[nodiscard]] Seen forgetting(Forgettable what) const {
        Seen less = *this;
        forget(less.state_, observer_, what);
        return less;
    }
    friend bool operator==(const Seen&, const Seen&) = default;

  private:
    Seen(const State& state, Observer observer) : state_(state), observer_(observer) { hide(state_, observer_); }
    friend Seen observe<State>(const State& state, Observer observer);

    State state_;
    Observer observer_;
};

template <class State>
Seen<State> observe(const State& state, Observer observer) {
    return Seen<State>(state, observer);
}

/// One thing chance may do, and how likely it is in relation to the others of the same moment.
template <class Chance>
struct Outcome {
    Chance chance;
    std::uint32_t weight = 1;
};

/// Above this many outcomes a chance event is drawn, never listed.
inline constexpr std::uint32_t max_listed_outcomes = 1000;

/// A game: plain values and free functions found by argument-dependent look-up beside `State`.
/// `State` is trivially copyable and carries its options; the functions neither allocate nor roll dice.
template <class State>
concept Rules =
    std::is_trivially_copyable_v<State> && std::equality_comparable<State> &&
    std::is_trivially_copyable_v<typename State::Options> && std::is_trivially_copyable_v<typename State::Action> &&
    std::totally_ordered<typename State::Action> && std::is_trivially_copyable_v<typename State::Chance> &&
    requires(const State& state, State& changing, const typename State::Options& options, int players, Seat seat,
             typename State::Action action, const typename State::Chance& chance, EventList* events, Random& random,
             Observer observer, const Seen<State>& seen, std::uint32_t index) {
        /// The table before the first chance event; `options` must be valid for `players`.
        { start(options, players) } -> std::same_as<State>;
        { player_count(state) } -> std::same_as<int>;
        /// The seats that must act now; none once the game is over.
        { to_act(state) } -> std::same_as<ToAct>;

        /// Sorted, each once; empty for a seat that may not act.
        { legal_actions(state, seat) } -> std::same_as<typename State::ActionList>;
        { is_legal(state, seat, action) } -> std::same_as<bool>;
        /// Only for a legal action. `events` may be null.
        { apply(changing, seat, action, events) } -> std::same_as<void>;

        /// May chance do this now?
        { is_possible(state, chance) } -> std::same_as<bool>;
        /// Only for a possible chance event. `events` may be null.
        { apply_chance(changing, chance, events) } -> std::same_as<void>;
        /// A chance event with the right probability, when chance is to act.
        { draw(state, random) } -> std::same_as<typename State::Chance>;
        /// How many outcomes there are, when chance is to act; 0 if there are more than max_listed_outcomes.
        { outcome_count(state) } -> std::same_as<std::uint32_t>;
        { outcome(state, index) } -> std::same_as<Outcome<typename State::Chance>>;

        /// Points so far; winners are set only when the game is over.
        { result(state) } -> std::same_as<Result>;

        /// Blanks out what `observer` may not know, however well they remember; observe() is made of it.
        { hide(changing, observer) } -> std::same_as<void>;
        /// Must players who share a screen hide their side from each other under these options?
        { has_secrets(options) } -> std::same_as<bool>;
        /// A random full state that the observer could not tell from the real one.
        { resample(seen, random) } -> std::same_as<State>;

        { hash(state) } -> std::same_as<std::uint64_t>;
        /// The same number without using anything kept up to date on the way.
        { hash_from_scratch(state) } -> std::same_as<std::uint64_t>;
        /// nullptr, or a description of the first invariant that does not hold.
        { broken_invariant(state) } -> std::same_as<const char*>;
    };

/// A game whose seats choose at the same time: a choice may be taken back until the last one is in.
template <class State>
concept SimultaneousRules =
    Rules<State> && requires(const State& state, State& changing, Seat seat, EventList* events) {
        { retractable(state) } -> std::same_as<SeatSet>;
        /// Only for a retractable seat. `events` may be null.
        { retract(changing, seat, events) } -> std::same_as<void>;
    };

template <Rules State>
bool is_over(const State& state) {
    return to_act(state).nobody();
}

}  // namespace springtide
