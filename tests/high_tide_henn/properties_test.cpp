// GoogleTest first: rapidcheck builds on its names.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bots/playout.hpp"
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/rules.hpp"
#include "rules/high_tide_henn/scoring.hpp"
#include "tests/kit/settings.hpp"

/// What holds in any game whatsoever, with any options.
namespace springtide::high_tide_henn {
namespace {

/// The same games in every run, unless somebody asks for others: RC_PARAMS="seed=2 max_success=100000".
const int configured = [] {
    const std::string games = "seed=1 max_success=" + std::to_string(1000 / kit::slowdown);
    return setenv("RC_PARAMS", games.c_str(), 0);
}();

Options any_options() {
    const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
    Options options;
    options.edition = flag() ? Edition::de : Edition::en;
    options.ending = flag() ? Ending::after_round : Ending::at_once;
    options.coins = flag();
    options.sharks = flag();
    options.surfers = flag();
    options.baywatch = flag();
    options.surfers_hidden = flag();
    options.beach_length = *rc::gen::inRange<std::uint8_t>(12, 31);
    options.rental_start = *rc::gen::inRange<std::uint8_t>(2, 8);
    for (auto& value : options.coin_values) value = *rc::gen::inRange<std::uint8_t>(1, 9);
    for (auto& value : options.shark_values) value = *rc::gen::inRange<std::uint8_t>(1, 31);
    return options;
}

/// Plays a random game and shows visit(state before, events, state after) every step.
template <class Visit>
State walk(Visit&& visit) {
    const int players = *rc::gen::inRange(min_players, max_players + 1);
    const Options options = any_options();
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    State state = start(options, players);
    while (!is_over(state)) {
        const State before = state;
        EventList events;
        if (to_act(state).chance) {
            apply_chance(state, draw(state, random), &events);
        } else {
            const Seat seat = to_act(state).seats.front();
            apply(state, seat, pick_random_action(state, seat, random), &events);
        }
        visit(before, events, state);
    }
    return state;
}

Happening happening(const Event& event) { return static_cast<Happening>(event.kind); }

RC_GTEST_PROP(HighTideHennProperties, OccupiedTrackSpacesFormABlockFromTheTop, ()) {
    walk([](const State&, const EventList&, const State& state) {
        bool gap = false;
        for (int space = 1; space <= space_count(state.players); ++space) {
            const bool occupied = state.track.has_dice(space) || state.track.has_towel(space);
            if (space == state.taken_from) {
                RC_ASSERT(!occupied);  // its pair is in hand, its towel comes
                continue;
            }
            RC_ASSERT(!(gap && occupied));
            gap = gap || !occupied;
        }
    });
}

RC_GTEST_PROP(HighTideHennProperties, ExactlyOneSpaceIsWithoutTowelAtTheEndOfARound, ()) {
    std::set<int> towels;
    walk([&](const State& before, const EventList& events, const State& after) {
        bool waves = false;
        for (const Event& event : events) {
            if (happening(event) == Happening::towel_laid) RC_ASSERT(towels.insert(event.values[0]).second);
            waves = waves || happening(event) == Happening::wave;
        }
        if (!waves) return;
        RC_ASSERT(std::ssize(towels) == before.players);
        RC_ASSERT(*towels.rbegin() <= before.players + 1);
        RC_ASSERT(after.round == before.round + 1 || is_over(after));
        towels.clear();
    });
}

RC_GTEST_PROP(HighTideHennProperties, TheBagNeverRunsOut, ()) {
    walk([](const State&, const EventList&, const State& state) {
        if (state.phase == Phase::rolling || state.phase == Phase::rolling_waves) RC_ASSERT(state.bag.size() >= 2);
    });
}

RC_GTEST_PROP(HighTideHennProperties, DeckchairsAreConserved, ()) {
    walk([](const State&, const EventList&, const State& state) {
        for (const Colour colour : all_colours) {
            std::multiset<int> found;
            for (int space = 0; space < state.beaches[colour].water; ++space)
                for (const Seat seat : seats_on(state, colour, space)) found.insert(seat);
            for (Seat seat = 0; seat < state.players; ++seat)
                if (state.beaches[colour].is_wet(seat)) found.insert(seat);
            std::multiset<int> everybody;
            for (int seat = 0; seat < state.players; ++seat) everybody.insert(seat);
            RC_ASSERT(found == everybody);
        }
    });
}

RC_GTEST_PROP(HighTideHennProperties, LeftToRightOnASpaceIsTheOrderOfArrival, ()) {
    std::map<std::pair<int, int>, int> arrival;  // colour and seat
    int clock = 0;
    walk([&](const State&, const EventList& events, const State& state) {
        for (const Event& event : events)
            if (happening(event) == Happening::moved) arrival[{event.values[0], event.seat}] = ++clock;
        for (const Colour colour : all_colours)
            for (int space = 1; space < state.beaches[colour].water; ++space) {
                const auto seats = seats_on(state, colour, space);
                RC_ASSERT(std::ranges::is_sorted(seats, {}, [&](Seat seat) { return arrival[{colour, seat}]; }));
            }
    });
}

RC_GTEST_PROP(HighTideHennProperties, WaterOnlyRisesAndWetStaysWet, ()) {
    walk([](const State& before, const EventList&, const State& after) {
        for (const Colour colour : all_colours) {
            RC_ASSERT(after.beaches[colour].water <= before.beaches[colour].water);
            for (Seat seat = 0; seat < before.players; ++seat)
                RC_ASSERT(!before.beaches[colour].is_wet(seat) || after.beaches[colour].is_wet(seat));
        }
    });
}

RC_GTEST_PROP(HighTideHennProperties, EveryTileIsWonOnceAndUsedAtMostOnceByItsWinner, ()) {
    std::map<int, int> winner;
    std::set<int> used;
    walk([&](const State& before, const EventList& events, const State&) {
        for (const Event& event : events) {
            if (happening(event) == Happening::tile_won) RC_ASSERT(winner.emplace(event.values[0], event.seat).second);
            if (happening(event) != Happening::tile_used) continue;
            RC_ASSERT(winner.contains(event.values[0]));
            RC_ASSERT(winner[event.values[0]] == event.seat);
            RC_ASSERT(used.insert(event.values[0]).second);
            RC_ASSERT(before.acting == event.seat);
        }
    });
}

/// A place is worth what is paid for as many as are better.
int paid(int players, int better) { return better == 0 ? 4 : better == 1 ? 2 : better == 2 && players >= 5 ? 1 : 0; }

/// The points of a seat once more, by counting who is better instead of sorting.
int points_again(const State& state, Seat seat) {
    int points = 0;
    for (const Colour colour : all_colours) {
        const Beach& beach = state.beaches[colour];
        const auto surfs = [&](Seat who) { return state.options.surfers && state.surfers[who] == colour; };
        if (beach.is_wet(seat)) {
            points += surfs(seat) ? 6 : 0;
        } else if (beach.space(seat) == 0) {
            points += surfs(seat) ? 2 : 1;
        } else if (!surfs(seat)) {
            int better = 0;
            const auto here = seats_on(state, colour, beach.space(seat));
            for (Seat other = 0; other < state.players; ++other) {
                if (surfs(other)) {
                    better += beach.is_wet(other) ? 1 : 0;
                } else if (!beach.is_wet(other) && beach.space(other) >= beach.space(seat)) {
                    const bool right = std::ranges::find(here, other) > std::ranges::find(here, seat);
                    better += beach.space(other) > beach.space(seat) || (other != seat && right) ? 1 : 0;
                }
            }
            points += paid(state.players, better);
        }
    }
    const auto coins = [&](Seat who) {
        std::vector<int> worth = {0};
        for (const Colour colour : all_colours) {
            worth.push_back(coins::value_of(state, who, colour));
            worth[0] += worth.back();
        }
        return worth;
    };
    if (state.options.coins && coins(seat)[0] > 0) {
        int better = 0;
        for (Seat other = 0; other < state.players; ++other) better += coins(other) > coins(seat) ? 1 : 0;
        points += paid(state.players, better);
    }
    return points + (state.options.baywatch && state.baywatch.open_dice_of == seat ? 1 : 0);
}

RC_GTEST_PROP(HighTideHennProperties, ARandomActionIsPickedFromTheList, ()) {
    walk([](const State& before, const EventList&, const State&) {
        if (to_act(before).chance) return;
        Random one(hash(before));
        Random other = one;
        const auto actions = legal_actions(before, before.acting);
        RC_ASSERT(random_action(before, before.acting, one) ==
                  actions[other.below(static_cast<std::uint32_t>(actions.size()))]);
        RC_ASSERT(one.next() == other.next());
    });
}

RC_GTEST_PROP(HighTideHennProperties, ScoresRecomputedByASecondMethodAgree, ()) {
    const State state = walk([](const State&, const EventList&, const State&) {});
    const Result points = result(state);
    int most = 0;
    for (Seat seat = 0; seat < state.players; ++seat) {
        RC_ASSERT(points.points[seat] == points_again(state, seat));
        most = std::max<int>(most, points.points[seat]);
    }
    for (Seat seat = 0; seat < state.players; ++seat)
        RC_ASSERT(points.winners.contains(seat) == (points.points[seat] == most));
}

}  // namespace
}  // namespace springtide::high_tide_henn
