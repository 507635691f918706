#include <algorithm>

#include "core/text.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"
#include "rules/high_tide_henn/baywatch.hpp"

/// Decisions in text: how they are written, read and refused.
namespace springtide {

using namespace high_tide_henn;

namespace {

using Kind = Action::Kind;
using Text = GameText<State>;

constexpr std::array<std::string_view, 4> reroll_words = {"none", "left", "right", "both"};
constexpr std::array<std::string_view, 2> side_words = {"left", "right"};
constexpr std::array<std::string_view, 3> adjust_words = {"-1", "0", "+1"};

struct Plain {
    std::string_view text;
    Kind kind;
};
/// The actions that say everything by their name.
constexpr std::array plain_actions = {
    Plain{"roll", Kind::roll},
    Plain{"accept", Kind::accept},
    Plain{"decline", Kind::decline},
    Plain{"coin take", Kind::take_coin},
    Plain{"coin leave", Kind::leave_coin},
    Plain{"move", Kind::move},
    Plain{"pass", Kind::pass},
    Plain{"use rental", Kind::use_rental},
    Plain{"use queue_jump", Kind::use_queue_jump},
};

template <std::size_t Count>
std::optional<unsigned> index_of(const std::array<std::string_view, Count>& words, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) return std::nullopt;
    return static_cast<unsigned>(found - words.begin());
}

std::optional<int> parse_space(std::string_view text) {
    const auto space = parse_int(text);
    if (!space || *space < 1 || *space > most_spaces) return std::nullopt;
    return static_cast<int>(*space);
}

/// The action that `make` makes of what was read, if it could be read.
template <class Read, class Make>
std::optional<Action> made_of(const std::optional<Read>& read, Make make) {
    if (!read) return std::nullopt;
    return make(*read);
}

/// `use <tile> <targets>` for the tiles that need a target.
std::optional<Action> parse_use(std::string_view tile, std::string_view first, std::string_view second) {
    if (second.empty()) {
        if (tile == "swap") return made_of(parse_space(first), Action::use_swap);
        if (tile == "reroll") return made_of(index_of(side_words, first), Action::use_reroll);
        if (tile == "backward") return made_of(index_of(side_words, first), Action::use_backward);
        return made_of(tile == "pool_die" ? parse_die(first) : std::nullopt, Action::use_pool_die);
    }
    if (tile == "adjust") {
        const auto left = index_of(adjust_words, first);
        const auto right = index_of(adjust_words, second);
        if (!left || !right) return std::nullopt;
        return Action::use_adjust(static_cast<int>(*left) - 1, static_cast<int>(*right) - 1);
    }
    if (tile == "recolour") {
        const auto die = index_of(side_words, first);
        const auto colour = parse_colour(second);
        if (!die || !colour) return std::nullopt;
        return Action::use_recolour(*die, *colour);
    }
    const auto beach = tile == "head_start" ? parse_colour(first) : std::nullopt;
    const auto spaces = parse_int(second);
    if (!beach || !spaces || *spaces < 1 || *spaces > 2) return std::nullopt;
    return Action::use_head_start(*beach, static_cast<int>(*spaces));
}

/// The current question, in the words of the notation.
std::string question(const State& state) {
    switch (state.phase) {
        case Phase::choosing: return "'roll' or 'take <space>' (a pair on the track)";
        case Phase::answering: return "'accept' or 'decline' (the roll)";
        case Phase::choosing_reroll:
            return "'reroll none', 'reroll left', 'reroll right' or from space 1 'reroll both'";
        case Phase::before_turn: return "'pass', or a tile: 'use queue_jump', 'use head_start k 2', 'use pool_die k5'";
        case Phase::using_tiles:
            return "'move', or a tile: 'use adjust +1 0', 'use reroll left', 'use recolour right k', 'use backward "
                   "left'";
        case Phase::ordering:
            return "'first left' or 'first right' (which die moves first), or with a die that goes back 'move' (both "
                   "together)";
        case Phase::landing: return "'coin take' or 'coin leave'";
        default: return "nothing: it is not a player's moment";
    }
}

bool is_own_turn(const State& state) { return state.phase == Phase::choosing || state.phase == Phase::answering; }

/// Why the holder of a tile may not use it now.
const RefusalReason& why_not_use(const State& state, Seat seat, Tile tile) {
    const bool on_pair = state.phase == Phase::using_tiles;
    const bool before_turn = state.phase == Phase::before_turn;
    switch (tile) {
        case Tile::rental: return is_own_turn(state) ? reason_of("rental_off") : reason_of("rental_not_now");
        case Tile::swap: return state.phase == Phase::answering ? reason_of("swap_no_dice") : reason_of("swap_not_now");
        case Tile::adjust: return on_pair ? reason_of("adjust_impossible") : reason_of("adjust_not_now");
        case Tile::reroll: return on_pair ? reason_of("reroll_adjusted") : reason_of("reroll_not_now");
        case Tile::recolour: return on_pair ? reason_of("recolour_same") : reason_of("recolour_not_now");
        case Tile::backward: return on_pair ? reason_of("backward_wet") : reason_of("backward_not_now");
        case Tile::queue_jump: return before_turn ? reason_of("jump_own_turn") : reason_of("jump_not_now");
        case Tile::head_start:
            return before_turn && is_first_turn(state) ? reason_of("head_start_wet") : reason_of("head_start_not_now");
        case Tile::pool_die: break;
    }
    return before_turn && seat == state.active ? reason_of("pool_die_missing") : reason_of("pool_die_not_now");
}

std::string side_of(Action action) { return std::string(side_words[action.die() & 1U]); }

/// The things that an action with a tile concerns.
std::vector<Concern> concerns_of(Action action) {
    const Tile tile = action.tile();
    std::vector<Concern> concerns = {{"tile", std::string(tile_names[static_cast<std::size_t>(tile)])}};
    if (tile == Tile::swap) concerns.push_back({"space", action.space()});
    if (tile == Tile::reroll || tile == Tile::backward || tile == Tile::recolour)
        concerns.push_back({"side", side_of(action)});
    if (tile == Tile::recolour || tile == Tile::head_start) concerns.push_back({"beach", letter(action.beach())});
    if (tile == Tile::pool_die) concerns.push_back({"die", die_text(action.pool_die())});
    return concerns;
}

Error why_no_tile(const State& state, Seat seat, Action action) {
    const Tile tile = action.tile();
    if (state.options.baywatch && baywatch::has(state, seat, tile))
        return error_of(why_not_use(state, seat, tile), concerns_of(action));
    const std::vector<Concern> concerns = {{"tile", std::string(tile_names[static_cast<std::size_t>(tile)])}};
    if (!state.options.baywatch) return error_of(reason_of("no_tiles"), concerns);
    const bool on_offer = state.baywatch.on_offer == static_cast<std::uint8_t>(tile);
    return error_of(on_offer ? reason_of("tile_on_offer") : reason_of("tile_not_owned"), concerns);
}

}  // namespace

std::string Text::action_text(const State&, Seat, Action action) {
    const auto plain = std::ranges::find(plain_actions, action.kind(), &Plain::kind);
    if (plain != plain_actions.end()) return std::string(plain->text);
    const auto by = [action](DieIndex die) {
        return std::string(adjust_words[static_cast<std::size_t>(action.by(die) + 1)]);
    };
    switch (action.kind()) {
        case Kind::take: return "take " + std::to_string(action.space());
        case Kind::reroll: return "reroll " + std::string(reroll_words[action.dice() & 3U]);
        case Kind::first: return "first " + side_of(action);
        case Kind::use_swap: return "use swap " + std::to_string(action.space());
        case Kind::use_reroll: return "use reroll " + side_of(action);
        case Kind::use_backward: return "use backward " + side_of(action);
        case Kind::use_adjust: return "use adjust " + by(left_die) + " " + by(right_die);
        case Kind::use_recolour: return "use recolour " + side_of(action) + " " + letter(action.beach());
        case Kind::use_head_start:
            return "use head_start " + letter(action.beach()) + " " + std::to_string(action.spaces());
        default: return "use pool_die " + die_text(action.pool_die());
    }
}

std::optional<State::Action> Text::parse_action(const State&, Seat, std::string_view text) {
    const auto plain = std::ranges::find(plain_actions, text, &Plain::text);
    if (plain != plain_actions.end()) return Action(plain->kind);
    const auto words = split(text, ' ');
    if (words.size() == 2) {
        if (words[0] == "take") return made_of(parse_space(words[1]), Action::take);
        if (words[0] == "reroll") return made_of(index_of(reroll_words, words[1]), Action::reroll);
        if (words[0] == "first") return made_of(index_of(side_words, words[1]), Action::first);
    }
    if (words.size() == 3 && words[0] == "use") return parse_use(words[1], words[2], "");
    if (words.size() == 4 && words[0] == "use" && !words[3].empty()) return parse_use(words[1], words[2], words[3]);
    return std::nullopt;
}

std::string Text::action_form(const State& state) { return question(state); }

Error Text::why_not(const State& state, Seat seat, Action action) {
    if (action.uses_tile()) return why_no_tile(state, seat, action);
    const Kind kind = action.kind();
    const Concern space{"space", action.space()};
    if (kind == Kind::roll && state.phase == Phase::choosing) return error_of(reason_of("no_free_space"));
    if (kind == Kind::take && state.phase == Phase::choosing) return error_of(reason_of("no_dice_there"), {space});
    if (kind == Kind::take && state.phase == Phase::answering) return error_of(reason_of("rolled_already"), {space});
    if (kind == Kind::decline && state.phase == Phase::answering) return error_of(reason_of("must_accept"));
    if (kind == Kind::reroll && state.phase == Phase::choosing_reroll) return error_of(reason_of("one_die_only"));
    return error_of(
        reason_of("asked_otherwise"),
        {{"form", question(state)}, {"phase", std::string(phase_names[static_cast<std::size_t>(state.phase)])}});
}

}  // namespace springtide
