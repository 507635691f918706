#include "rules/high_tide_henn/outlook.hpp"

#include <algorithm>

#include "rules/high_tide_henn/rules.hpp"

namespace springtide::high_tide_henn {

namespace {

using Kind = Action::Kind;

void add_landing(Outlook& outlook, const Event& event, bool wet) {
    const auto beach = static_cast<Colour>(event.values[0]);
    const auto from = static_cast<std::uint8_t>(event.values[1]);
    const auto to = static_cast<std::uint8_t>(wet ? water_space : event.values[2]);
    for (Outlook::Landing& landing : outlook.landings) {
        if (landing.beach != beach) continue;
        landing.to = to;  // a second step of the same deckchair
        return;
    }
    outlook.landings.push_back({beach, from, to});
}

void add_coin(Outlook& outlook, Colour beach, int space) {
    const Outlook::Coin coin{beach, static_cast<std::uint8_t>(space)};
    if (std::ranges::find(outlook.coins, coin) == outlook.coins.end()) outlook.coins.push_back(coin);
}

/// Plays to the end of the seat's turn. If two orders are possible both show coins, and the last one lands.
void follow(State state, Seat seat, Action action, Outlook& outlook, bool lands) {
    EventList events;
    apply(state, seat, action, &events);
    for (const Event& event : events) {
        const auto happening = static_cast<Happening>(event.kind);
        if (happening == Happening::towel_laid) return;  // the rest is the next turn, or the end of the round
        if (event.seat != static_cast<int>(seat)) continue;
        if (happening == Happening::coin_taken)
            add_coin(outlook, static_cast<Colour>(event.values[0]), event.values[1]);
        if (!lands) continue;
        if (happening == Happening::moved || happening == Happening::moved_in_water)
            add_landing(outlook, event, happening == Happening::moved_in_water);
    }
    switch (state.phase) {
        case Phase::choosing_reroll: return follow(state, seat, Action::reroll(0), outlook, lands);
        case Phase::using_tiles: return follow(state, seat, Action(Kind::move), outlook, lands);
        case Phase::landing: {
            const auto beach = static_cast<Colour>(state.landed);
            add_coin(outlook, beach, state.beaches[beach].space(seat));
            return follow(state, seat, Action(Kind::leave_coin), outlook, lands);
        }
        case Phase::ordering: {
            const auto orders = legal_actions(state, seat);
            for (const Action order : orders)
                follow(state, seat, order, outlook, lands && order == *(orders.end() - 1));
            return;
        }
        default: return;
    }
}

}  // namespace

Outlook outlook(const State& state, Seat seat, Action action) {
    Outlook outlook;
    if (action.kind() == Kind::roll) outlook.closes = static_cast<std::uint8_t>(state.track.spaces_with_dice());
    follow(state, seat, action, outlook, true);
    return outlook;
}

}  // namespace springtide::high_tide_henn
