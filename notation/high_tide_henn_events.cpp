#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"

/// What happened, in sentences.
namespace springtide {

using namespace high_tide_henn;

namespace {

using Text = GameText<State>;

std::string colour_of(int colour) { return std::string(colour_names[static_cast<std::size_t>(colour)]); }
std::string beach_of(int colour) { return "the " + colour_of(colour) + " beach"; }
std::string number(int value) { return std::to_string(value); }
std::string counted(int count, const std::string& thing) {
    return number(count) + " " + thing + (count == 1 ? "" : "s");
}
std::string space_name(int space) { return space == 0 ? "the bar" : "space " + number(space); }
std::string tile_name(int tile) { return std::string(tile_names[static_cast<std::size_t>(tile)]); }

/// "yellow 2 and blue 1"
std::string dice_words(int left, int right) {
    const auto words = [](int code) {
        const Die die = Die::from_code(static_cast<std::uint8_t>(code));
        return colour_of(die.colour()) + " " + number(die.number());
    };
    return words(left) + " and " + words(right);
}

std::string towels(const Event& event) {
    std::string list;
    for (std::size_t i = 0; i < static_cast<std::size_t>(event.values[3]); ++i) {
        const int two = event.values[i / 2];
        const auto seat = static_cast<std::size_t>(i % 2 == 0 ? two % 8 : two / 8);
        list += (i == 0 ? "" : ", ") + std::string(seat_names[seat]);
    }
    return "the towels lie, from the top: " + list;
}

std::string coins_on(const State& state, int colour) {
    std::string list;
    for (const auto value : state.coins.values[static_cast<std::size_t>(colour)])
        list += (list.empty() ? "" : " ") + number(value);
    return "coins on " + beach_of(colour) + ", from space 1: " + list;
}

/// What a tile is used for, from the action's own words: "use backward left" becomes "backward left".
std::string tile_words(const State& state, const Event& event) {
    const auto kind = static_cast<int>(Action::Kind::use_rental) + event.values[0];
    const Action action{static_cast<Action::Kind>(kind), static_cast<std::uint8_t>(event.values[1])};
    return Text::action_text(state, static_cast<Seat>(event.seat), action).substr(4);
}

std::string earned(const std::string& who, int colour, int points, Reason reason) {
    constexpr std::array<std::string_view, 6> reasons = {
        "nearest to the water", "second", "third", "at the bar", "a surfer in the water", "a surfer at the bar"};
    return colour_of(colour) + " beach: " + who + " is " + std::string(reasons[static_cast<std::size_t>(reason)]) +
           ", " + counted(points, "point");
}

}  // namespace

std::string Text::event_text(const State& state, const Event& event) {
    const auto& values = event.values;
    const std::string who = event.seat < 0 ? "" : std::string(seat_names[static_cast<std::size_t>(event.seat)]);
    switch (static_cast<Happening>(event.kind)) {
        case Happening::towels_piled: return towels(event);
        case Happening::coins_laid: return coins_on(state, values[0]);
        case Happening::surfer_dealt: return who + " has a surfer on " + beach_of(values[0]);
        case Happening::tile_revealed: return "this round is played for the tile " + tile_name(values[0]);
        case Happening::alert_raised: return "shark alert on " + beach_of(values[0]);
        case Happening::round_started: return "round " + number(values[0]) + " begins";
        case Happening::rental_moved:
            return values[0] == 0 ? "the rental is taken off the track"
                                  : "the rental moves to space " + number(values[0]);
        case Happening::rolled: return who + " rolls " + dice_words(values[0], values[1]);
        case Happening::took:
            return who + " takes " + dice_words(values[0], values[1]) + " from space " + number(values[2]);
        case Happening::accepted: return who + " accepts " + dice_words(values[0], values[1]);
        case Happening::declined:
            return who + " lays " + dice_words(values[0], values[1]) + " on space " + number(values[2]);
        case Happening::rerolled: return who + " rolls again: now " + dice_words(values[0], values[1]);
        case Happening::moved:
            return who + " moves on " + beach_of(values[0]) + " from " + space_name(values[1]) + " to " +
                   space_name(values[2]);
        case Happening::moved_in_water:
            return who + " moves on " + beach_of(values[0]) + " from " + space_name(values[1]) + " into the water";
        case Happening::move_lost:
            return who + " cannot move on " + beach_of(values[0]) + ": the deckchair is in the water";
        case Happening::towel_laid: return who + " puts the towel on space " + number(values[0]);
        case Happening::waves_rolled:
            return who + " rolls for the waves: " + dice_words(values[0], values[1]) + ", laid on space " +
                   number(values[2]);
        case Happening::wave:
            return std::string(values[1] == 3 ? "a large" : "a small") + " wave floods " + beach_of(values[0]) +
                   " from space " + number(values[2]);
        case Happening::flooded: return "the deckchair of " + who + " on " + beach_of(values[0]) + " is in the water";
        case Happening::shark:
            return "a shark " + number(values[1]) + " at " + beach_of(values[0]) +
                   (event.seat < 0 ? ", and nobody is on the sand" : " drives " + who + " back");
        case Happening::coin_taken:
            return who + " takes the coin " + number(values[2]) + " from space " + number(values[1]) + " of " +
                   beach_of(values[0]);
        case Happening::coin_left:
            return who + " leaves the coin " + number(values[2]) + " on space " + number(values[1]) + " of " +
                   beach_of(values[0]);
        case Happening::tile_used: return who + " uses the tile " + tile_words(state, event);
        case Happening::open_dice: return who + " has the open dice: " + dice_words(values[0], values[1]);
        case Happening::tile_won: return who + " wins the tile " + tile_name(values[0]);
        case Happening::last_point: return who + " has the open dice of the last round, 1 point";
        case Happening::game_ended:
            return "the game ends in round " + number(values[0]) +
                   (values[1] != 0 ? ": a deckchair is in the water" : "");
        case Happening::beach_scored: return earned(who, values[0], values[1], static_cast<Reason>(values[2]));
        case Happening::coins_scored:
            return who + " has coins worth " + number(values[0]) + ", " + counted(values[1], "point");
        case Happening::won: return who + " wins with " + counted(values[0], "point");
    }
    return "";
}

}  // namespace springtide
