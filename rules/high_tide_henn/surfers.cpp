#include "rules/high_tide_henn/surfers.hpp"

#include <algorithm>

#include "rules/high_tide_henn/round.hpp"

namespace springtide::high_tide_henn::surfers {

bool set_up(State& state) {
    if (state.surfers[0] != no_surfer) return false;
    state.phase = Phase::dealing_surfers;
    return true;
}

bool is_possible(const State& state, const Chance& chance) {
    unsigned dealt = 0;
    for (Seat seat = 0; seat < max_players; ++seat) {
        const std::uint8_t beach = chance.seats[seat];
        if (seat >= state.players) {
            if (beach != 0) return false;
            continue;
        }
        if (beach >= colour_count || ((dealt >> beach) & 1U) != 0) return false;
        dealt |= 1U << beach;
    }
    return true;
}

std::uint32_t deal_count(const State& state) {
    std::uint32_t count = 1;
    for (int i = 0; i < state.players; ++i) count *= static_cast<std::uint32_t>(colour_count - i);
    return count;
}

Outcome<Chance> deal(const State& state, std::uint32_t index) {
    FixedList<std::uint8_t, colour_count> left;
    for (const Colour colour : all_colours) left.push_back(colour);
    Outcome<Chance> outcome;
    outcome.chance.kind = Chance::Kind::surfers;
    for (Seat seat = 0; seat < state.players; ++seat) {
        const auto rank = index % left.size();
        index = static_cast<std::uint32_t>(index / left.size());
        outcome.chance.seats[seat] = left[rank];
        std::ranges::rotate(left.begin() + rank, left.begin() + rank + 1, left.end());
        left.resize_down(left.size() - 1);
    }
    return outcome;
}

Chance draw(const State& state, Random& random) { return deal(state, random.below(deal_count(state))).chance; }

void deal_out(State& state, const Chance& chance, EventList* events) {
    for (Seat seat = 0; seat < state.players; ++seat) {
        state.surfers[seat] = chance.seats[seat];
        tell(events, Happening::surfer_dealt, seat, {chance.seats[seat]},
             state.options.surfers_hidden ? int{seat} : for_everybody);
    }
    high_tide_henn::set_up(state, events);
}

void show(const State& state, EventList* events) {
    for (Seat seat = 0; seat < state.players; ++seat)
        tell(events, Happening::surfer_shown, seat, {state.surfers[seat]});
}

void rank(const State& state, Colour beach, Ranking& ranking, BySeat<Earned>& earned) {
    const auto found = std::ranges::find(state.surfers, static_cast<std::uint8_t>(beach));
    if (found == state.surfers.end()) return;
    const auto seat = static_cast<Seat>(found - state.surfers.begin());
    if (state.beaches[beach].is_wet(seat)) {
        earned[seat] = {surfer_in_water_points, Reason::surfer};
        ranking.next_place = 1;
    } else if (ranking.at_bar.contains(seat)) {
        ranking.at_bar.erase(seat);
        earned[seat] = {surfer_at_bar_points, Reason::surfer_at_bar};
    } else {
        const auto rest = std::ranges::remove(ranking.on_sand, seat);
        ranking.on_sand.resize_down(ranking.on_sand.size() - rest.size());
    }
}

void hide(State& state, Observer observer) {
    if (state.surfers[0] == no_surfer) return;
    for (Seat seat = 0; seat < state.players; ++seat)
        if (!observer.sees_private(seat)) state.surfers[seat] = hidden_surfer;
}

void guess(State& state, Random& random) {
    FixedList<std::uint8_t, colour_count> unknown;
    for (const std::uint8_t colour : all_colours)
        unknown.push_back_if(std::ranges::find(state.surfers, colour) == state.surfers.end(), colour);
    random.shuffle(unknown);
    std::size_t next = 0;
    for (std::uint8_t& surfer : state.surfers)
        if (surfer == hidden_surfer) surfer = unknown[next++];
}

}  // namespace springtide::high_tide_henn::surfers
