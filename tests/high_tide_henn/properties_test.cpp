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
#include "core/json_writer.hpp"
#include "notation/high_tide_henn.hpp"
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/outlook.hpp"
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
    Options options = with_expansions({}, *rc::gen::inRange(0U, all_expansions + 1));
    options.edition = flag() ? Edition::de : Edition::en;
    options.ending = flag() ? Ending::after_round : Ending::at_once;
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

/// How a turn that began with an action really ends: every way on with no more tiles and no re-roll.
struct Ended {
    std::set<std::map<int, int>> landings;  ///< by beach, one map for each way
    std::set<std::pair<int, int>> coins;    ///< beach and space of every coin that was asked for or taken
};

void end_turn_every_way(State state, Seat seat, Action action, std::map<int, int> landed, Ended& ended) {
    EventList events;
    apply(state, seat, action, &events);
    for (const Event& event : events) {
        if (happening(event) == Happening::towel_laid) {
            ended.landings.insert(landed);
            return;
        }
        if (event.seat != static_cast<int>(seat)) continue;
        if (happening(event) == Happening::moved) landed[event.values[0]] = event.values[2];
        if (happening(event) == Happening::moved_in_water) landed[event.values[0]] = water_space;
        if (happening(event) == Happening::coin_taken) ended.coins.emplace(event.values[0], event.values[1]);
    }
    if (state.phase == Phase::landing) ended.coins.emplace(state.landed, state.beaches[state.landed].space(seat));
    const bool asked_on = state.phase == Phase::choosing_reroll || state.phase == Phase::using_tiles ||
                          state.phase == Phase::landing || state.phase == Phase::ordering;
    if (!asked_on) {
        ended.landings.insert(landed);
        return;
    }
    for (const Action next : legal_actions(state, seat))
        if (!next.uses_tile() && (next.kind() != Action::Kind::reroll || next.dice() == 0))
            end_turn_every_way(state, seat, next, landed, ended);
}

RC_GTEST_PROP(HighTideHennProperties, WhatAnActionIsSaidToLeadToIsWhatHappens, ()) {
    walk([](const State& before, const EventList&, const State&) {
        if (to_act(before).chance) return;
        const Seat seat = before.acting;
        const auto seen = observe(before, Observer::seat(seat));
        Random random(hash(before));
        const State imagined = resample(seen, random);
        for (const Action action : legal_actions(before, seat)) {
            Ended ended;
            end_turn_every_way(before, seat, action, {}, ended);
            const Outlook said = outlook(seen.state(), seat, action);
            // What the player cannot know changes nothing.
            const Outlook otherwise = outlook(imagined, seat, action);
            RC_ASSERT(said.landings == otherwise.landings);
            RC_ASSERT(said.coins == otherwise.coins);
            RC_ASSERT(said.closes == otherwise.closes);
            std::map<int, int> landings;
            for (const auto& [beach, from, to] : said.landings) {
                RC_ASSERT(from == before.beaches[beach].space(seat));
                landings[beach] = to;
            }
            // A coin on the way never changes where the turn ends, unless the deckchair stays without it (HB10).
            RC_ASSERT(ended.landings.contains(landings));
            for (const auto& way : ended.landings)
                for (const auto& [beach, to] : way)
                    RC_ASSERT((landings.contains(beach)
                                   ? landings[beach]
                                   : before.beaches[static_cast<Colour>(beach)].space(seat)) == to);
            std::set<std::pair<int, int>> coins;
            for (const auto& [beach, space] : said.coins) coins.emplace(beach, space);
            RC_ASSERT(coins == ended.coins);
            RC_ASSERT((said.closes != 0) == (action.kind() == Action::Kind::roll && before.track.has_any_dice()));
        }
    });
}

std::string standing_text(const State& state, Observer observer) {
    JsonWriter json;
    json.begin_array();
    GameText<State>::write_standing(observe(state, observer), json);
    return json.end_array().take();
}

/// H23, HC4, HB3: once the game is over, what the standing gives a seat adds up to its score.
RC_GTEST_PROP(HighTideHennProperties, TheStandingAtTheEndIsTheScore, ()) {
    const State end = walk([](const State&, const EventList&, const State&) {});
    const Scores scores = score(end);
    for (const Observer observer : {Observer::spectator(), Observer::seat(0), Observer::all()}) {
        std::map<int, int> given;
        const std::string text = standing_text(end, observer);
        for (auto at = text.find(R"("seat":)"); at != std::string::npos; at = text.find(R"("seat":)", at + 1))
            given[std::stoi(text.substr(at + 7))] += std::stoi(text.substr(text.find(R"("points":)", at) + 9));
        for (Seat seat = 0; seat < end.players; ++seat) RC_ASSERT(given[seat] == scores.totals[seat]);
    }
}

/// HC2, HU1: two games that look the same to an observer have the same standing for that observer.
RC_GTEST_PROP(HighTideHennProperties, TheStandingTellsNothingSecret, ()) {
    walk([](const State&, const EventList&, const State& state) {
        if (is_over(state)) return;
        for (int watcher = -1; watcher < state.players; ++watcher) {
            const Observer observer = watcher < 0 ? Observer::spectator() : Observer::seat(static_cast<Seat>(watcher));
            Random random(hash(state));
            State other = resample(observe(state, observer), random);
            for (Seat owner = 0; owner < state.players; ++owner) {
                if (coins::shows_value(state, owner, observer)) continue;
                for (const Colour colour : all_colours)
                    if (const std::uint8_t space = state.coins.taken[owner][colour]; space != 0)
                        other.coins.values[colour][space - 1U] = static_cast<std::uint8_t>(90 + owner);
            }
            RC_ASSERT(standing_text(other, observer) == standing_text(state, observer));
        }
    });
}

}  // namespace
}  // namespace springtide::high_tide_henn
