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

std::optional<unsigned> parse_space(std::string_view text) {
    const auto space = parse_int(text);
    if (!space || *space < 1 || *space > most_spaces) return std::nullopt;
    return static_cast<unsigned>(*space);
}

std::optional<Action> action_of(Kind kind, std::optional<unsigned> detail) {
    if (!detail) return std::nullopt;
    return Action{kind, static_cast<std::uint8_t>(*detail)};
}

/// `use <tile> <targets>` for the tiles that need a target.
std::optional<Action> parse_use(std::string_view tile, std::string_view first, std::string_view second) {
    if (second.empty()) {
        if (tile == "swap") return action_of(Kind::use_swap, parse_space(first));
        if (tile == "reroll") return action_of(Kind::use_reroll, index_of(side_words, first));
        if (tile == "backward") return action_of(Kind::use_backward, index_of(side_words, first));
        const auto die = tile == "pool_die" ? parse_die(first) : std::nullopt;
        if (!die) return std::nullopt;
        return Action{Kind::use_pool_die, die->code()};
    }
    if (tile == "adjust") {
        const auto left = index_of(adjust_words, first);
        const auto right = index_of(adjust_words, second);
        if (!left || !right) return std::nullopt;
        return action_of(Kind::use_adjust, 3 * *left + *right);
    }
    if (tile == "recolour") {
        const auto die = index_of(side_words, first);
        const auto colour = parse_colour(second);
        if (!die || !colour) return std::nullopt;
        return action_of(Kind::use_recolour, 8 * *die + *colour);
    }
    const auto beach = tile == "head_start" ? parse_colour(first) : std::nullopt;
    const auto spaces = parse_int(second);
    if (!beach || !spaces || *spaces < 1 || *spaces > 2) return std::nullopt;
    return action_of(Kind::use_head_start, 8U * *beach + static_cast<unsigned>(*spaces));
}

/// What is asked now, in the words of the notation.
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
        case Phase::ordering: return "'first left' or 'first right' (which die moves first)";
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

/// What an action with a tile is about.
std::vector<Concern> concerns_of(Tile tile, unsigned detail) {
    std::vector<Concern> concerns = {{"tile", std::string(tile_names[static_cast<std::size_t>(tile)])}};
    const auto side = [](unsigned die) { return std::string(side_words[die & 1U]); };
    if (tile == Tile::swap) concerns.push_back({"space", detail});
    if (tile == Tile::reroll || tile == Tile::backward) concerns.push_back({"side", side(detail)});
    if (tile == Tile::recolour) concerns.push_back({"side", side(detail / 8)});
    if (tile == Tile::recolour) concerns.push_back({"beach", letter(static_cast<int>(detail % 8))});
    if (tile == Tile::head_start) concerns.push_back({"beach", letter(static_cast<int>(detail / 8))});
    if (tile == Tile::pool_die)
        concerns.push_back({"die", die_text(Die::from_code(static_cast<std::uint8_t>(detail)))});
    return concerns;
}

Error why_no_tile(const State& state, Seat seat, Tile tile, unsigned detail) {
    if (state.options.baywatch && baywatch::has(state, seat, tile))
        return error_of(why_not_use(state, seat, tile), concerns_of(tile, detail));
    const std::vector<Concern> concerns = {{"tile", std::string(tile_names[static_cast<std::size_t>(tile)])}};
    if (!state.options.baywatch) return error_of(reason_of("no_tiles"), concerns);
    const bool on_offer = state.baywatch.on_offer == static_cast<std::uint8_t>(tile);
    return error_of(on_offer ? reason_of("tile_on_offer") : reason_of("tile_not_owned"), concerns);
}

}  // namespace

std::string Text::action_text(const State&, Seat, Action action) {
    const auto plain = std::ranges::find(plain_actions, action.kind, &Plain::kind);
    if (plain != plain_actions.end()) return std::string(plain->text);
    const unsigned detail = action.detail;
    const auto side = [](unsigned die) { return std::string(side_words[die & 1U]); };
    switch (action.kind) {
        case Kind::take: return "take " + std::to_string(detail);
        case Kind::reroll: return "reroll " + std::string(reroll_words[detail & 3U]);
        case Kind::first: return "first " + side(detail);
        case Kind::use_swap: return "use swap " + std::to_string(detail);
        case Kind::use_reroll: return "use reroll " + side(detail);
        case Kind::use_backward: return "use backward " + side(detail);
        case Kind::use_adjust:
            return "use adjust " + std::string(adjust_words[detail / 3]) + " " + std::string(adjust_words[detail % 3]);
        case Kind::use_recolour: return "use recolour " + side(detail / 8) + " " + letter(static_cast<int>(detail % 8));
        case Kind::use_head_start:
            return "use head_start " + letter(static_cast<int>(detail / 8)) + " " + std::to_string(detail % 8);
        default: return "use pool_die " + die_text(Die::from_code(action.detail));
    }
}

std::optional<State::Action> Text::parse_action(const State&, Seat, std::string_view text) {
    const auto plain = std::ranges::find(plain_actions, text, &Plain::text);
    if (plain != plain_actions.end()) return Action{plain->kind, 0};
    const auto words = split(text, ' ');
    if (words.size() == 2) {
        if (words[0] == "take") return action_of(Kind::take, parse_space(words[1]));
        if (words[0] == "reroll") return action_of(Kind::reroll, index_of(reroll_words, words[1]));
        if (words[0] == "first") return action_of(Kind::first, index_of(side_words, words[1]));
    }
    if (words.size() == 3 && words[0] == "use") return parse_use(words[1], words[2], "");
    if (words.size() == 4 && words[0] == "use" && !words[3].empty()) return parse_use(words[1], words[2], words[3]);
    return std::nullopt;
}

std::string Text::action_form(const State& state) { return question(state); }

Error Text::why_not(const State& state, Seat seat, Action action) {
    if (action.kind >= Kind::use_rental)
        return why_no_tile(state, seat,
                           static_cast<Tile>(static_cast<int>(action.kind) - static_cast<int>(Kind::use_rental)),
                           action.detail);
    const Concern space{"space", action.detail};
    if (action.kind == Kind::roll && state.phase == Phase::choosing) return error_of(reason_of("no_free_space"));
    if (action.kind == Kind::take && state.phase == Phase::choosing)
        return error_of(reason_of("no_dice_there"), {space});
    if (action.kind == Kind::take && state.phase == Phase::answering)
        return error_of(reason_of("rolled_already"), {space});
    if (action.kind == Kind::decline && state.phase == Phase::answering) return error_of(reason_of("must_accept"));
    if (action.kind == Kind::reroll && state.phase == Phase::choosing_reroll)
        return error_of(reason_of("one_die_only"));
    return error_of(
        reason_of("asked_otherwise"),
        {{"form", question(state)}, {"phase", std::string(phase_names[static_cast<std::size_t>(state.phase)])}});
}

}  // namespace springtide
