#include <algorithm>

#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/outlook.hpp"
#include "rules/high_tide_henn/scoring.hpp"
#include "rules/high_tide_henn/sharks.hpp"

/// The view of an observer, as JSON.
namespace springtide {

using namespace high_tide_henn;

namespace {

using Text = GameText<State>;

void write_pair(JsonWriter& json, Pair pair) {
    json.begin_array().value(die_text(pair.left)).value(die_text(pair.right)).end_array();
}

void write_pair_or_null(JsonWriter& json, Pair pair) {
    if (pair == Pair{})
        json.null();
    else
        write_pair(json, pair);
}

void write_positive_or_null(JsonWriter& json, int number) {
    if (number == 0)
        json.null();
    else
        json.value(number);
}

/// A round is under way and a seat has its turn.
bool has_active(const State& state) { return state.phase >= Phase::rolling && state.phase != Phase::over; }

void write_track(const State& state, JsonWriter& json) {
    json.key("track").begin_array();
    for (int space = 1; space <= space_count(state.players); ++space) {
        if (state.track.has_towel(space))
            json.begin_object().key("towel").value(state.track.towel(space)).end_object();
        else if (state.track.has_dice(space)) {
            json.begin_object().key("dice");
            write_pair(json, state.track.dice(space));
            json.end_object();
        } else
            json.null();
    }
    json.end_array();
}

void write_dice(const State& state, JsonWriter& json) {
    json.key("bag").begin_object();
    for (const Colour colour : all_colours) json.key(letter(colour)).value(state.bag.count(colour));
    json.end_object();
    json.key("pool").begin_array();
    for (const Colour colour : all_colours)
        for (int number = 1; number <= 6; ++number)
            for (int i = 0; i < state.pool.count(Die(colour, number)); ++i) json.value(die_text(Die(colour, number)));
    json.end_array();
    json.key("rolled");
    write_pair_or_null(json, state.hand);
    json.key("taken_from");
    write_positive_or_null(json, state.taken_from);
    json.key("steps").begin_array();
    for (std::size_t i = 0; i < state.step_count; ++i)
        json.begin_object()
            .key("beach")
            .value(letter(state.steps[i].beach))
            .key("spaces")
            .value(state.steps[i].spaces)
            .end_object();
    json.end_array();
}

void write_beach(const State& state, Colour colour, JsonWriter& json) {
    const Beach& beach = state.beaches[colour];
    json.key(letter(colour)).begin_object();
    json.key("water").value(beach.water);
    json.key("spaces").begin_object();
    for (int space = 0; space < beach.water; ++space) {
        const auto there = seats_on(state, colour, space);
        if (there.empty()) continue;
        json.key(std::to_string(space)).begin_array();
        for (const Seat seat : there) json.value(seat);
        json.end_array();
    }
    json.end_object();
    json.key("wet").begin_array();
    for (Seat seat = 0; seat < state.players; ++seat)
        if (beach.is_wet(seat)) json.value(seat);
    json.end_array();
    if (state.options.coins) {
        json.key("coins").begin_object();
        for (int space = 1; space <= coins_per_colour && space < beach.water; ++space)
            if (((beach.coins >> (space - 1)) & 1U) != 0)
                json.key(std::to_string(space)).value(state.coins.values[colour][static_cast<std::size_t>(space - 1)]);
        json.end_object();
    }
    json.end_object();
}

/// By seat, the coin of each colour; null for one that is `closed`.
template <class Closed>
void write_coins(const State& state, JsonWriter& json, Closed&& closed) {
    json.key("coins").begin_array();
    for (Seat seat = 0; seat < state.players; ++seat) {
        json.begin_object();
        for (const Colour colour : all_colours) {
            const int value = coins::value_of(state, seat, colour);
            if (value == 0) continue;
            json.key(letter(colour));
            write_positive_or_null(json, closed(seat) ? 0 : value);
        }
        json.end_object();
    }
    json.end_array();
}

void write_sharks(const State& state, JsonWriter& json) {
    json.key("alert");
    if (state.sharks.alert == nobody)
        json.null();
    else
        json.value(letter(state.sharks.alert));
    auto values = state.options.shark_values;
    std::ranges::sort(values);
    json.key("sharks").begin_array();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto of_value = std::ranges::equal_range(values, values[i]);
        const auto rank = &values[i] - &*of_value.begin();
        if (rank < sharks::tiles_left(state, values[i])) json.value(values[i]);
    }
    json.end_array();
}

void write_surfers(const State& state, JsonWriter& json) {
    json.key("surfers").begin_array();
    for (Seat seat = 0; seat < state.players; ++seat) {
        if (state.surfers[seat] < colour_count)
            json.value(letter(state.surfers[seat]));
        else
            json.null();
    }
    json.end_array();
}

void write_baywatch(const State& state, JsonWriter& json) {
    const Baywatch& own = state.baywatch;
    json.key("baywatch").begin_object().key("on_offer");
    if (own.on_offer == no_tile)
        json.null();
    else
        json.value(tile_names[own.on_offer]);
    json.key("stack").value(tile_count - std::popcount(own.turned_up));
    json.key("tiles").begin_array();
    for (Seat seat = 0; seat < state.players; ++seat) {
        json.begin_array();
        for (std::size_t tile = 0; tile < tile_count; ++tile)
            if (((own.tiles[seat] >> tile) & 1U) != 0) json.value(tile_names[tile]);
        json.end_array();
    }
    json.end_array().key("open_dice");
    write_pair_or_null(json, own.open_dice);
    json.key("open_dice_of");
    if (own.open_dice_of == nobody)
        json.null();
    else
        json.value(own.open_dice_of);
    json.end_object();
}

template <class Points>
void write_points(const State& state, JsonWriter& json, std::string_view name, Points&& points) {
    json.key(name).begin_array();
    for (Seat seat = 0; seat < state.players; ++seat) json.value(static_cast<int>(points(seat)));
    json.end_array();
}

/// Points beach by beach, then by expansion; null before the end.
void write_scores(const State& state, JsonWriter& json) {
    if (state.phase != Phase::over) {
        json.key("scores").null().key("scoring").null().key("winners").null();
        return;
    }
    const Scores scores = score(state);
    write_points(state, json, "scores", [&](Seat seat) { return scores.totals[seat]; });
    json.key("scoring").begin_object();
    for (const Colour colour : all_colours)
        write_points(state, json, letter(colour), [&](Seat seat) { return scores.beaches[colour][seat].points; });
    if (state.options.coins) write_points(state, json, "coins", [&](Seat seat) { return scores.coins[seat]; });
    if (state.options.baywatch) write_points(state, json, "baywatch", [&](Seat seat) { return scores.baywatch[seat]; });
    json.end_object();
    json.key("winners").begin_array();
    for (const Seat seat : result(state).winners) json.value(seat);
    json.end_array();
}

}  // namespace

void Text::write_view(const Seen<State>& seen, JsonWriter& json) {
    const State& state = seen.state();
    json.key("round").value(state.round);
    json.key("phase").value(phase_names[static_cast<std::size_t>(state.phase)]);
    json.key("pile").begin_array();
    for (int i = 0; i < state.pile.size(); ++i) json.value(state.pile[i]);
    json.end_array();
    json.key("active");
    if (has_active(state))
        json.value(state.active);
    else
        json.null();
    json.key("rental");
    write_positive_or_null(json, state.track.rental);
    write_track(state, json);
    write_dice(state, json);
    json.key("beaches").begin_object();
    for (const Colour colour : all_colours) write_beach(state, colour, json);
    json.end_object();
    if (state.options.coins)  // HC2: face down, a coin shows its colour but not its value
        write_coins(state, json, [&](Seat seat) { return !coins::shows_value(state, seat, seen.observer()); });
    if (state.options.sharks) write_sharks(state, json);
    if (state.options.surfers) write_surfers(state, json);
    if (state.options.baywatch) write_baywatch(state, json);
    write_scores(state, json);
}

void Text::write_outlook(const Seen<State>& seen, Seat seat, Action action, JsonWriter& json) {
    const State& state = seen.state();
    const Outlook outlook = high_tide_henn::outlook(state, seat, action);
    if (!outlook.landings.empty()) {
        json.key("landings").begin_array();
        for (const auto& [beach, from, to] : outlook.landings) {
            json.begin_object().key("beach").value(letter(beach)).key("from").value(from).key("to");
            if (to == water_space)
                json.null();
            else
                json.value(to);
            json.end_object();
        }
        json.end_array();
    }
    if (!outlook.coins.empty()) {
        json.key("coins").begin_array();
        for (const auto& [beach, space] : outlook.coins)
            json.begin_object().key("beach").value(letter(beach)).key("space").value(space).end_object();
        json.end_array();
    }
    if (outlook.closes == 0) return;
    json.key("closes").begin_array();
    for (int space = 1; space <= most_spaces; ++space)
        if (((outlook.closes >> (space - 1)) & 1U) != 0) json.value(space);
    json.end_array();
}

void Text::write_standing(const Seen<State>& seen, JsonWriter& json) {
    const State& state = seen.state();
    const Scores scores = score(state);
    const auto write = [&](Seat seat, int points, std::string_view reason) -> JsonWriter& {
        return json.begin_object().key("seat").value(seat).key("points").value(points).key("reason").value(reason);
    };
    for (const Colour colour : all_colours)
        for (Seat seat = 0; seat < state.players; ++seat)
            if (const Earned earned = scores.beaches[colour][seat]; earned.points > 0)
                write(seat, earned.points, reason_words[static_cast<std::size_t>(earned.reason)])
                    .key("beach")
                    .value(letter(colour))
                    .end_object();
    bool coins_known = true;  // a total tells what lies face down
    for (Seat seat = 0; seat < state.players; ++seat)
        coins_known =
            coins_known && (scores.coin_totals[seat] == 0 || coins::shows_value(state, seat, seen.observer()));
    for (Seat seat = 0; seat < state.players; ++seat) {
        if (coins_known && scores.coins[seat] > 0) write(seat, scores.coins[seat], "coins").end_object();
        if (scores.baywatch[seat] > 0) write(seat, scores.baywatch[seat], "baywatch").end_object();
    }
}

void Text::write_memory(const Seen<State>& seen, JsonWriter& json) {
    if (seen.state().options.coins) write_coins(seen.state(), json, [](Seat) { return false; });
}

}  // namespace springtide
