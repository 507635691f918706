#include <algorithm>
#include <cassert>

#include "rules/high_tide_henn/baywatch.hpp"
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/round.hpp"
#include "rules/high_tide_henn/rules.hpp"
#include "rules/high_tide_henn/sharks.hpp"
#include "rules/high_tide_henn/surfers.hpp"
#include "rules/high_tide_henn/turn.hpp"

/// Legal chance events: the towels (H6) and the dice (H10, H12, H16) here, the rest in the files of the expansions.
namespace springtide::high_tide_henn {

namespace {

using Kind = Chance::Kind;

/// The kind of event that comes now, when chance is to act.
Kind kind_due(const State& state) {
    switch (state.phase) {
        case Phase::piling_towels: return Kind::towels;
        case Phase::laying_coins: return Kind::coins;
        case Phase::dealing_surfers: return Kind::surfers;
        case Phase::revealing_tile: return Kind::baywatch;
        case Phase::raising_alert: return Kind::alert;
        case Phase::revealing_shark: return Kind::shark;
        case Phase::rerolling: return Kind::reroll;
        case Phase::rolling:
        case Phase::rolling_waves: return Kind::roll;
        case Phase::before_turn:
        case Phase::choosing:
        case Phase::answering:
        case Phase::choosing_reroll:
        case Phase::using_tiles:
        case Phase::ordering:
        case Phase::landing:
        case Phase::over: break;  // chance has nothing to do
    }
    return Kind::roll;
}

bool is_pile(const State& state, const Chance& chance) {
    unsigned seen = 0;
    for (std::size_t i = 0; i < max_players; ++i) {
        if (i >= state.players) {
            if (chance.seats[i] != 0) return false;
        } else if (chance.seats[i] >= state.players) {
            return false;
        } else {
            seen |= 1U << chance.seats[i];
        }
    }
    return seen == (1U << state.players) - 1U;
}

std::uint32_t pile_count(const State& state) {
    std::uint32_t count = 1;
    for (std::uint32_t i = 2; i <= state.players; ++i) count *= i;
    return count;
}

Outcome<Chance> pile(const State& state, std::uint32_t index) {
    FixedList<Seat, max_players> left;
    for (Seat seat = 0; seat < state.players; ++seat) left.push_back(seat);
    Outcome<Chance> outcome;
    outcome.chance.kind = Kind::towels;
    for (std::size_t i = 0; i < state.players; ++i) {
        const auto rank = index % left.size();
        index = static_cast<std::uint32_t>(index / left.size());
        outcome.chance.seats[i] = left[rank];
        std::ranges::rotate(left.begin() + rank, left.begin() + rank + 1, left.end());
        left.resize_down(left.size() - 1);
    }
    return outcome;
}

bool is_roll(const State& state, Pair dice) {
    return dice.left.is_real() && dice.right.is_real() && is_laid_order(dice.left, dice.right) && state.bag.has(dice);
}

/// Ways to roll two dice of these colours that are different to look at.
constexpr std::uint32_t looks(Colour one, Colour other) { return one == other ? 21 : 36; }

/// Calls visit(one, other) for every two colours that may come together, until it returns true.
template <class Visit>
void for_each_colours(const State& state, Visit&& visit) {
    for (const Colour one : all_colours)
        for (int second = one; second < colour_count; ++second) {
            const auto other = static_cast<Colour>(second);
            if (state.bag.has({Die(one, 1), Die(other, 1)}) && visit(one, other)) return;
        }
}

std::uint32_t roll_count(const State& state) {
    std::uint32_t count = 0;
    for_each_colours(state, [&](Colour one, Colour other) {
        count += looks(one, other);
        return false;
    });
    return count;
}

/// The weight counts the pairs of dice in the bag, times the 36 ways they may fall.
Outcome<Chance> roll_outcome(const State& state, std::uint32_t index) {
    Outcome<Chance> outcome;
    outcome.chance.kind = Kind::roll;
    for_each_colours(state, [&](Colour one, Colour other) {
        if (index >= looks(one, other)) {
            index -= looks(one, other);
            return false;
        }
        const int count = state.bag.count(one);
        int high = static_cast<int>(index / 6) + 1;
        int low = static_cast<int>(index % 6) + 1;
        outcome.weight = static_cast<std::uint32_t>(count * state.bag.count(other));
        if (one == other) {
            high = 1;
            while (static_cast<int>(index) >= high) index -= static_cast<std::uint32_t>(high++);
            low = static_cast<int>(index) + 1;
            outcome.weight = static_cast<std::uint32_t>(count * (count - 1) / (high == low ? 2 : 1));
        }
        outcome.chance.dice = laid(Die(one, high), Die(other, low));
        return true;
    });
    return outcome;
}

Chance draw_roll(const State& state, Random& random) {
    Bag bag = state.bag;
    const auto size = static_cast<std::uint32_t>(bag.size());
    const Colour one = bag.at(random.below(size));
    bag.take(one);
    const Colour other = bag.at(random.below(size - 1));
    const auto numbers = static_cast<int>(random.below(36));
    Chance chance;
    chance.dice = laid(Die(one, numbers / 6 + 1), Die(other, numbers % 6 + 1));
    return chance;
}

bool rerolls_both(const State& state) { return state.rerolling == 3; }

bool is_reroll(const State& state, std::array<std::uint8_t, 2> numbers) {
    const auto is_number = [](std::uint8_t number) { return number >= 1 && number <= 6; };
    return is_number(numbers[0]) && (rerolls_both(state) ? is_number(numbers[1]) : numbers[1] == 0);
}

std::uint32_t reroll_count(const State& state) { return rerolls_both(state) ? 36 : 6; }

Outcome<Chance> reroll_outcome(const State& state, std::uint32_t index) {
    Outcome<Chance> outcome;
    outcome.chance.kind = Kind::reroll;
    outcome.chance.numbers[0] = static_cast<std::uint8_t>(index % 6 + 1);
    if (rerolls_both(state)) outcome.chance.numbers[1] = static_cast<std::uint8_t>(index / 6 + 1);
    return outcome;
}

/// The same event with nothing in the fields that its kind does not use.
bool is_tidy(const Chance& chance) {
    Chance tidy;
    tidy.kind = chance.kind;
    switch (chance.kind) {
        case Kind::towels:
        case Kind::surfers: tidy.seats = chance.seats; break;
        case Kind::coins: tidy.coins = chance.coins; break;
        case Kind::roll: tidy.dice = chance.dice; break;
        case Kind::reroll: tidy.numbers = chance.numbers; break;
        case Kind::baywatch:
        case Kind::alert:
        case Kind::shark: tidy.value = chance.value; break;
    }
    return tidy == chance;
}

}  // namespace

bool is_possible(const State& state, const Chance& chance) {
    if (!to_act(state).chance || chance.kind != kind_due(state) || !is_tidy(chance)) return false;
    switch (chance.kind) {
        case Kind::towels: return is_pile(state, chance);
        case Kind::coins: return coins::is_possible(state, chance);
        case Kind::surfers: return surfers::is_possible(state, chance);
        case Kind::baywatch: return baywatch::is_possible(state, chance);
        case Kind::alert: return sharks::is_possible_alert(state, chance);
        case Kind::shark: return sharks::is_possible_shark(state, chance);
        case Kind::roll: return is_roll(state, chance.dice);
        case Kind::reroll: return is_reroll(state, chance.numbers);
    }
    return false;
}

namespace {

void do_chance(State& state, const Chance& chance, EventList* events) {
    switch (chance.kind) {
        case Kind::towels: return pile_towels(state, chance, events);
        case Kind::coins: return coins::lay(state, chance, events);
        case Kind::surfers: return surfers::deal_out(state, chance, events);
        case Kind::baywatch: return baywatch::turn_up(state, chance, events);
        case Kind::alert: return sharks::raise_alert(state, chance, events);
        case Kind::shark: return sharks::come(state, chance, events);
        case Kind::reroll: return reroll(state, chance.numbers, events);
        case Kind::roll:
            return state.phase == Phase::rolling ? roll(state, chance.dice, events)
                                                 : roll_waves(state, chance.dice, events);
    }
}

}  // namespace

void apply_chance(State& state, const Chance& chance, EventList* events) {
    assert(is_possible(state, chance));
    if (events == nullptr) return do_chance(state, chance, nullptr);
    const Pending before(state);
    do_chance(state, chance, events);
    before.tell_change(state, events);
}

Chance draw(const State& state, Random& random) {
    switch (kind_due(state)) {
        case Kind::roll: return draw_roll(state, random);
        case Kind::reroll: return reroll_outcome(state, random.below(reroll_count(state))).chance;
        case Kind::towels: return pile(state, random.below(pile_count(state))).chance;
        case Kind::coins: return coins::draw(state, random);
        case Kind::surfers: return surfers::draw(state, random);
        case Kind::baywatch: return baywatch::draw(state, random);
        case Kind::alert: return sharks::draw_alert(state, random);
        case Kind::shark: return sharks::draw_shark(state, random);
    }
    return {};
}

std::uint32_t outcome_count(const State& state) {
    switch (kind_due(state)) {
        case Kind::towels: return pile_count(state);
        case Kind::coins: return 0;  // 8! to the power of 6 ways
        case Kind::surfers: return surfers::deal_count(state);
        case Kind::baywatch: return baywatch::tile_outcomes(state);
        case Kind::alert: return sharks::alert_count(state);
        case Kind::shark: return sharks::shark_count(state);
        case Kind::roll: return roll_count(state);
        case Kind::reroll: return reroll_count(state);
    }
    return 0;
}

Outcome<Chance> outcome(const State& state, std::uint32_t index) {
    assert(index < outcome_count(state));
    switch (kind_due(state)) {
        case Kind::towels: return pile(state, index);
        case Kind::surfers: return surfers::deal(state, index);
        case Kind::baywatch: return baywatch::tile_outcome(state, index);
        case Kind::alert: return sharks::alert(state, index);
        case Kind::shark: return sharks::shark(state, index);
        case Kind::roll: return roll_outcome(state, index);
        case Kind::reroll: return reroll_outcome(state, index);
        case Kind::coins: break;
    }
    return {};
}

}  // namespace springtide::high_tide_henn
