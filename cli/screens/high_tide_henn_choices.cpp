#include "cli/screens/high_tide_henn_choices.hpp"

#include <algorithm>
#include <cstdlib>

#include "notation/high_tide_henn_words.hpp"
#include "rules/high_tide_henn/outlook.hpp"

namespace springtide::cli {

using namespace high_tide_henn;

namespace {

using Kind = Action::Kind;

std::string name_of(int colour) { return std::string(colour_names[static_cast<std::size_t>(colour)]); }
std::string number(int value) { return std::to_string(value); }
std::string die_words(Die die) { return name_of(die.colour()) + " " + number(die.number()); }
std::string pair_words(Pair pair) { return die_words(pair.left) + ", " + die_words(pair.right); }

std::string place(int space) {
    return space == water_space ? "into the water" : space == 0 ? "to the bar" : "to space " + number(space);
}

/// "yellow to space 7, blue into the water": the new places of the deckchairs on these beaches.
std::string outcome_of(const State& state, Seat seat, Action action, Colour one, Colour other) {
    const Outlook announced = outlook(state, seat, action);
    const auto lead = [&](Colour colour) {
        const Beach& beach = state.beaches[colour];
        if (beach.is_wet(seat)) return name_of(colour) + " is in the water already";
        const auto landing = std::ranges::find(announced.landings, colour, &Outlook::Landing::beach);
        return name_of(colour) + " " + place(landing == announced.landings.end() ? beach.space(seat) : landing->to);
    };
    return one == other ? lead(one) : lead(one) + ", " + lead(other);
}

std::string of_hand(const State& state, Seat seat, Action action) {
    return outcome_of(state, seat, action, state.hand.left.colour(), state.hand.right.colour());
}

std::string of_steps(const State& state, Seat seat, Action action) {
    return outcome_of(state, seat, action, state.steps[0].beach, state.steps[1].beach);
}

std::string reroll_right(int space) {
    const int dice = dice_to_reroll(space);
    return dice == 2 ? ", you may reroll both" : dice == 1 ? ", you may reroll one" : "";
}

std::string from_track(const State& state, int space) {
    return pair_words(state.track.dice(space)) + " from space " + number(space) + reroll_right(space);
}

/// "yellow 4", as the die counts after the tiles `recolour` and `adjust`.
std::string step_words(const State& state, DieIndex which) {
    const Step step = state.steps[which];
    return name_of(step.beach) + " " + number(std::abs(step.spaces));
}

Die die_in_hand(const State& state, DieIndex which) { return which == left_die ? state.hand.left : state.hand.right; }

std::string coin_words(const State& state, Seat seat) {
    const auto colour = static_cast<Colour>(state.landed);
    const int space = state.beaches[colour].space(seat);
    return "the coin " + number(state.coins.values[colour][static_cast<std::size_t>(space - 1)]) + " on " +
           name_of(colour);
}

std::string explain_tile(const State& state, Seat seat, Action action) {
    switch (action.kind()) {
        case Kind::use_rental:
            return state.track.rental == space_count(state.players)
                       ? "take the rental off the track"
                       : "move the rental to space " + number(state.track.rental + 1);
        case Kind::use_swap: return "instead " + from_track(state, action.space());
        case Kind::use_reroll: return "reroll " + die_words(die_in_hand(state, action.die()));
        case Kind::use_backward: return step_words(state, action.die()) + " moves away from the water";
        case Kind::use_queue_jump: return "take your turn now, before " + std::string(seat_names[state.active]);
        case Kind::use_pool_die: {
            const Colour beach = action.pool_die().colour();
            return "move " + outcome_of(state, seat, action, beach, beach) + " before your turn";
        }
        case Kind::use_head_start: return outcome_of(state, seat, action, action.beach(), action.beach());
        case Kind::use_recolour: return step_words(state, action.die()) + " counts as " + name_of(action.beach());
        default: return "";
    }
}

}  // namespace

std::string explain_henn(const State& state, Seat seat, Action action) {
    switch (action.kind()) {
        case Kind::roll: return "draw two dice from the bag and roll them";
        case Kind::take: return "take " + from_track(state, action.space());
        case Kind::accept: return of_hand(state, seat, action);
        case Kind::decline: return "lay them on space " + number(state.track.first_free()) + " and roll two more";
        case Kind::reroll:
            if (action.dice() == 0) return "keep them: " + of_hand(state, seat, action);
            if (action.dice() == 3) return "reroll both";
            return "reroll " + die_words(die_in_hand(state, action.dice() - 1U));
        case Kind::first:
            return "move " + step_words(state, action.die()) +
                   (state.steps[action.die()].spaces < 0 ? " back first" : " first");
        case Kind::take_coin: return "take " + coin_words(state, seat);
        case Kind::leave_coin: return "leave " + coin_words(state, seat);
        case Kind::move:
            return (state.phase == Phase::ordering ? "both dice together: " : "use no more tiles: ") +
                   of_steps(state, seat, action);
        case Kind::pass: return "use no tile now";
        default: return explain_tile(state, seat, action);
    }
}

}  // namespace springtide::cli
