#include "rules/high_tide_henn/rules.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "rules/high_tide_henn/moments.hpp"
#include "rules/high_tide_henn/turn.hpp"

namespace springtide::high_tide_henn {

using Kind = Action::Kind;

State::ActionList legal_actions(const State& state, Seat seat) {
    State::ActionList actions;
    if (seat != state.acting) return actions;
    switch (state.phase) {
        case Phase::choosing:
            add_choices(state, actions);
            moments::choosing(state, actions);
            break;
        case Phase::answering:
            for (std::uint32_t rank = 0; rank < answer_count(state); ++rank) actions.push_back(answer(rank));
            moments::answering(state, actions);
            break;
        case Phase::choosing_reroll:
            for (std::uint32_t dice = 0; dice < reroll_choices(state); ++dice) actions.push_back(Action::reroll(dice));
            break;
        case Phase::before_turn:
            actions.push_back(Action(Kind::pass));
            baywatch::add_uses_before_turn(state, actions);
            break;
        case Phase::using_tiles:
            actions.push_back(Action(Kind::move));
            baywatch::add_changes(state, actions);
            break;
        case Phase::ordering: add_orders(state, actions); break;
        case Phase::landing:
            actions.push_back(Action(Kind::take_coin));
            actions.push_back(Action(Kind::leave_coin));
            break;
        default: break;
    }
    return actions;
}

Action random_action(const State& state, Seat seat, Random& random) {
    const bool has_tiles = state.baywatch.tiles[state.active] != 0;  // they may add to what the base game offers
    switch (state.phase) {
        case Phase::choosing:
            if (has_tiles) break;
            return choice(state, random.below(choice_count(state)));
        case Phase::answering:
            if (has_tiles) break;
            return answer(random.below(answer_count(state)));
        case Phase::choosing_reroll: return Action::reroll(random.below(reroll_choices(state)));
        default: break;
    }
    const auto actions = legal_actions(state, seat);
    return actions[random.below(static_cast<std::uint32_t>(actions.size()))];
}

bool is_legal(const State& state, Seat seat, Action action) {
    if (seat != state.acting || action.kind() > Kind::use_pool_die) return false;
    return std::ranges::binary_search(legal_actions(state, seat), action);
}

namespace {

void do_action(State& state, Action action, EventList* events) {
    switch (action.kind()) {
        case Kind::roll: state.phase = Phase::rolling; return;
        case Kind::take: return take(state, action.space(), events);
        case Kind::accept: return accept(state, events);
        case Kind::decline: return decline(state, events);
        case Kind::reroll: return choose_reroll(state, action.dice(), events);
        case Kind::take_coin: return coins::decide(state, true, events);
        case Kind::leave_coin: return coins::decide(state, false, events);
        case Kind::first: return move_first(state, action.die(), events);
        case Kind::move:
            return state.phase == Phase::ordering ? move_together(state, events) : make_moves(state, events);
        case Kind::pass: return baywatch::pass(state, events);
        default: return baywatch::use(state, action, events);
    }
}

}  // namespace

void apply(State& state, [[maybe_unused]] Seat seat, Action action, EventList* events) {
    assert(is_legal(state, seat, action));
    if (events == nullptr) return do_action(state, action, nullptr);
    const Pending before(state);
    do_action(state, action, events);
    before.tell_change(state, events);
}

void hide(State& state, Observer observer) {
    // Coins lay open when they were taken (HC2), so they are known; only surfers stay secret, to the end (HU1).
    if (state.options.surfers_hidden && state.phase != Phase::over) surfers::hide(state, observer);
}

State resample(const Seen<State>& seen, Random& random) {
    State state = seen.state();
    surfers::guess(state, random);
    return state;
}

std::uint64_t hash(const State& state) {
    std::uint64_t code = 0;
    for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, sizeof(State) / 8>>(state))
        code = fold(code, word);
    return code;
}

std::uint64_t hash_from_scratch(const State& state) { return hash(state); }

}  // namespace springtide::high_tide_henn
