#include "rules/high_tide_henn/baywatch.hpp"

#include <cassert>
#include <cstdlib>

#include "rules/high_tide_henn/round.hpp"
#include "rules/high_tide_henn/turn.hpp"

namespace springtide::high_tide_henn::baywatch {

using Kind = Action::Kind;

namespace {

constexpr unsigned bit(Tile tile) { return 1U << static_cast<unsigned>(tile); }
constexpr unsigned used_before_turn = bit(Tile::queue_jump) | bit(Tile::head_start) | bit(Tile::pool_die);
constexpr unsigned used_on_pair = bit(Tile::adjust) | bit(Tile::reroll) | bit(Tile::recolour) | bit(Tile::backward);

bool is_dry(const State& state, Colour beach) { return !state.beaches[beach].is_wet(state.acting); }

/// HB14: the seat at this position of the order of play, 0 for the one whose turn is about to come.
Seat seat_at(const State& state, int position) { return position == 0 ? state.active : state.pile[position - 1]; }

/// Opens the window of the first seat, from this position on, that can use a tile before this turn.
bool open_window(State& state, int position) {
    for (; position <= state.pile.size(); ++position) {
        state.acting = seat_at(state, position);
        if ((state.baywatch.tiles[state.acting] & used_before_turn) == 0) continue;
        State::ActionList uses;
        add_uses_before_turn(state, uses);
        if (uses.empty()) continue;
        state.phase = Phase::before_turn;
        return true;
    }
    state.acting = state.active;
    return false;
}

int position_of_acting(const State& state) {
    int position = 0;
    while (seat_at(state, position) != state.acting) ++position;
    return position;
}

void move_before_turn(State& state, Colour beach, int spaces, EventList* events) {
    state.steps[0] = {beach, static_cast<std::int8_t>(spaces)};
    state.step_count = 1;
    state.moves_before_turn = true;
    make_moves(state, events);
}

/// HB6: by how much a die of the pair may count more or less; a die whose deckchair is in the water moves nothing.
bool may_adjust(const State& state, std::size_t die, int by) {
    if (by == 0) return true;
    const int spaces = std::abs(state.steps[die].spaces) + by;
    return is_dry(state, state.steps[die].beach) && spaces >= 1 && spaces <= 6;
}

/// HB4: an adjusted die is the only one that counts another number than it shows.
bool is_adjusted(const State& state, DieIndex die) {
    const Die shown = die == left_die ? state.hand.left : state.hand.right;
    return std::abs(state.steps[die].spaces) != shown.number();
}

/// HB11: the own towel goes on top of the pile and comes off again at once.
void jump_queue(State& state, EventList* events) {
    state.pile.put_on_top(state.active);
    tell(events, Happening::put_back, state.active);
    state.pile.pull_out(state.acting);
    state.active = state.acting;
    tell(events, Happening::turn_comes, state.active);
    if (!open_window(state, 0)) start_turn(state, events);
}

}  // namespace

bool round_start(State& state) {
    state.baywatch.rental_stays = false;
    state.baywatch.open_dice = {};
    state.baywatch.open_dice_of = nobody;
    if (state.baywatch.on_offer != no_tile) return false;
    state.phase = Phase::revealing_tile;
    return true;
}

bool is_possible(const State& state, const Chance& chance) {
    return chance.value < tile_count && ((state.baywatch.turned_up >> chance.value) & 1U) == 0;
}

std::uint32_t tile_outcomes(const State& state) {
    return static_cast<std::uint32_t>(tile_count - std::popcount(state.baywatch.turned_up));
}

Outcome<Chance> tile_outcome(const State& state, std::uint32_t index) {
    Outcome<Chance> outcome;
    outcome.chance.kind = Chance::Kind::baywatch;
    while (!baywatch::is_possible(state, outcome.chance) || index-- != 0) ++outcome.chance.value;
    return outcome;
}

Chance draw(const State& state, Random& random) {
    return tile_outcome(state, random.below(tile_outcomes(state))).chance;
}

void turn_up(State& state, const Chance& chance, EventList* events) {
    state.baywatch.turned_up = static_cast<std::uint16_t>(state.baywatch.turned_up | (1U << chance.value));
    state.baywatch.on_offer = chance.value;
    tell(events, Happening::tile_revealed, -1, {chance.value});
    open_round(state, events);
}

bool before_turn(State& state) { return open_window(state, 0); }

void add_uses_before_turn(const State& state, State::ActionList& actions) {
    const Seat seat = state.acting;
    if (has(state, seat, Tile::queue_jump) && seat != state.active)
        actions.push_back(Action(Kind::use_queue_jump));             // HB11
    if (has(state, seat, Tile::head_start) && is_first_turn(state))  // HB12
        for (const Colour beach : all_colours)
            if (is_dry(state, beach))
                for (const int spaces : {1, 2}) actions.push_back(Action::use_head_start(beach, spaces));
    if (has(state, seat, Tile::pool_die) && seat == state.active)  // HB13
        for (const Colour beach : all_colours)
            if (is_dry(state, beach))
                for (int number = 1; number <= 6; ++number)
                    if (const Die die(beach, number); state.pool.count(die) > 0)
                        actions.push_back(Action::use_pool_die(die));
}

void pass(State& state, EventList* events) {
    if (!open_window(state, position_of_acting(state) + 1)) start_turn(state, events);
}

void moved_before_turn(State& state, EventList* events) {
    state.moves_before_turn = false;
    if (state.options.ending == Ending::at_once && anyone_wet(state)) return end_game(state, events);  // H19
    if (!open_window(state, position_of_acting(state))) start_turn(state, events);
}

bool rental_stays(State& state) {
    const bool stays = state.baywatch.rental_stays;
    state.baywatch.rental_stays = false;
    return stays;
}

void add_choices(const State& state, State::ActionList& actions) {
    if (has(state, state.active, Tile::rental) && state.track.rental != 0)
        actions.push_back(Action(Kind::use_rental));  // HB5
}

void add_answers(const State& state, State::ActionList& actions) {
    baywatch::add_choices(state, actions);
    if (!has(state, state.active, Tile::swap)) return;
    for (int space = 1; space <= space_count(state.players); ++space)  // HB7
        if (state.track.has_dice(space)) actions.push_back(Action::use_swap(space));
}

bool after_choosing(State& state) {
    if ((state.baywatch.tiles[state.active] & used_on_pair) == 0) return false;
    State::ActionList changes;
    add_changes(state, changes);
    if (changes.empty()) return false;
    state.phase = Phase::using_tiles;
    return true;
}

void add_changes(const State& state, State::ActionList& actions) {
    const Seat seat = state.active;
    if (has(state, seat, Tile::adjust))  // HB6
        for (int left = -1; left <= 1; ++left)
            for (int right = -1; right <= 1; ++right)
                if ((left != 0 || right != 0) && may_adjust(state, 0, left) && may_adjust(state, 1, right))
                    actions.push_back(Action::use_adjust(left, right));
    if (has(state, seat, Tile::reroll))  // HB8
        for (const DieIndex die : {left_die, right_die})
            if (!is_adjusted(state, die)) actions.push_back(Action::use_reroll(die));
    if (has(state, seat, Tile::recolour))  // HB9
        for (const DieIndex die : {left_die, right_die})
            for (const Colour colour : all_colours)
                if (colour != state.steps[die].beach) actions.push_back(Action::use_recolour(die, colour));
    if (has(state, seat, Tile::backward))  // HB10
        for (const DieIndex die : {left_die, right_die})
            if (is_dry(state, state.steps[die].beach)) actions.push_back(Action::use_backward(die));
}

std::array<Step, 2> changed(std::array<Step, 2> steps, Action action) {
    switch (action.tile()) {
        case Tile::adjust: return {steps[0].longer(action.by(left_die)), steps[1].longer(action.by(right_die))};
        case Tile::recolour: steps[action.die()].beach = action.beach(); return steps;
        case Tile::backward: steps[action.die()] = steps[action.die()].backward(); return steps;
        default: return steps;
    }
}

void use(State& state, Action action, EventList* events) {
    const Tile tile = action.tile();
    std::uint16_t& tiles = state.baywatch.tiles[state.acting];
    tiles = static_cast<std::uint16_t>(tiles & ~bit(tile));  // HB4
    tell(events, Happening::tile_used, state.acting, {static_cast<std::int16_t>(tile), action.packed()});
    switch (tile) {
        case Tile::rental:
            move_rental(state, events);
            state.baywatch.rental_stays = state.track.rental != 0;
            return;
        case Tile::swap: decline(state, events); return take(state, action.space(), events);
        case Tile::reroll: return choose_reroll(state, 1U << action.die(), events);
        case Tile::queue_jump: return jump_queue(state, events);
        case Tile::head_start: return move_before_turn(state, action.beach(), action.spaces(), events);
        case Tile::pool_die:
            return move_before_turn(state, action.pool_die().colour(), action.pool_die().number(), events);
        case Tile::adjust:
        case Tile::recolour:
        case Tile::backward: state.steps = changed(state.steps, action); break;
    }
    if (!after_choosing(state)) make_moves(state, events);
}

bool keeps_dice(State& state, EventList* events) {
    Baywatch& own = state.baywatch;
    if (own.open_dice_of != nobody) {
        if (state.hand.total() > own.open_dice.total()) return false;  // HB2
        put_into_pool(state, own.open_dice, events);
    }
    own.open_dice_of = state.active;
    own.open_dice = laid(state.hand.left, state.hand.right);
    tell(events, Happening::open_dice, state.active, {own.open_dice.left.code(), own.open_dice.right.code()});
    return true;
}

void round_end(State& state, EventList* events) {
    Baywatch& own = state.baywatch;
    std::uint16_t& tiles = own.tiles[own.open_dice_of];  // HB3
    tiles = static_cast<std::uint16_t>(tiles | (1U << own.on_offer));
    tell(events, Happening::tile_won, own.open_dice_of, {own.on_offer});
    own.on_offer = no_tile;
}

void score(const State& state, Scores& scores) {
    if (state.baywatch.open_dice_of != nobody) scores.baywatch[state.baywatch.open_dice_of] = open_dice_points;  // HB3
}

}  // namespace springtide::high_tide_henn::baywatch
