#include "cli/position_link.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

/// A move is its place among the legal ones; a second alphabet begins with a tilde.
constexpr std::string_view signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int base = 36;

// A placed position: `x`, a sign for the player to move and the last mover, then three digits to a sign. A digit is a
// tile, from the table upwards, or 0 at the end of a stack.
constexpr std::size_t placed_size = 15;
constexpr std::size_t digits_per_sign = 3;
constexpr std::string_view tile_letters = "bpn";
constexpr std::array<std::size_t, 5> rows = {3, 4, 5, 4, 3};

}  // namespace

State start_of(const Setup& setup, Seat starter) {
    State state = start({.stones = 1, .first = starter == seat_blue ? First::blue : First::pink}, 2);
    apply_chance(state, {.kind = Chance::Kind::setup, .first = starter, .setup = setup});
    return state;
}

std::string link_text(const SetupClasses& classes, const Walk& walk) {
    std::string text(1, walk.starter == seat_blue ? 'b' : 'p');
    std::array<char, 8> digits{};
    text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), walk.setup, base).ptr);
    if (!walk.moves.empty()) text += '.';
    State now = start_of(classes.setup(walk.setup), walk.starter);
    for (const Action action : walk.moves) {
        const auto legal = legal_actions(now, now.mover);
        const auto place = static_cast<std::size_t>(std::ranges::find(legal, action) - legal.begin());
        if (place >= signs.size()) text += '~';
        text += signs[place % signs.size()];
        apply(now, now.mover, action);
    }
    return text;
}

std::optional<Walk> parse_link(const SetupClasses& classes, std::string_view text) {
    if (text.size() < 2 || (text[0] != 'b' && text[0] != 'p')) return std::nullopt;
    Walk walk{.setup = 0, .starter = text[0] == 'b' ? seat_blue : seat_pink, .moves = {}};
    const auto dot = std::min(text.find('.'), text.size());
    const auto read = std::from_chars(text.data() + 1, text.data() + dot, walk.setup, base);
    if (read.ec != std::errc() || read.ptr != text.data() + dot || walk.setup >= setup_count) return std::nullopt;
    if (dot + 1 == text.size()) return std::nullopt;
    State now = start_of(classes.setup(walk.setup), walk.starter);
    for (std::size_t at = dot + 1; at < text.size(); ++at) {
        const bool second = text[at] == '~';
        if (second && ++at == text.size()) return std::nullopt;
        const auto sign = signs.find(text[at]);
        if (sign == std::string_view::npos || now.phase != Phase::moving) return std::nullopt;
        const auto legal = legal_actions(now, now.mover);
        const std::size_t place = sign + (second ? signs.size() : 0);
        if (place >= legal.size()) return std::nullopt;
        walk.moves.push_back(legal[place]);
        apply(now, now.mover, legal[place]);
    }
    return walk;
}

std::string placed_text(const State& state) {
    std::vector<std::size_t> digits;
    for (int cell = 0; cell < cell_count; ++cell) {
        for (int level = 0; level < height(state, cell); ++level)
            digits.push_back(static_cast<std::size_t>(tile_at(state, cell, level)) + 1);
        digits.push_back(0);
    }
    while (digits.size() % digits_per_sign != 0) digits.push_back(0);
    std::string text = "x";
    text += signs[state.mover * 3U + static_cast<std::size_t>(state.last_mover + 1)];
    for (std::size_t at = 0; at < digits.size(); at += digits_per_sign)
        text += signs[digits[at] * 16 + digits[at + 1] * 4 + digits[at + 2]];
    return text;
}

std::optional<std::string> placed_position(std::string_view text) {
    if (text.size() != placed_size || text[0] != 'x') return std::nullopt;
    const auto who = signs.find(text[1]);
    if (who >= 6) return std::nullopt;
    std::vector<std::string> stacks(1);
    for (const char sign : text.substr(2)) {
        const auto digits = signs.find(sign);
        if (digits == std::string_view::npos) return std::nullopt;
        for (const std::size_t digit : {digits / 16, digits / 4 % 4, digits % 4}) {
            if (digit == 0)
                stacks.emplace_back();
            else
                stacks.back() += tile_letters[digit - 1];
        }
    }
    const auto is_empty = [](const std::string& stack) { return stack.empty(); };
    if (stacks.size() < cell_count || !std::ranges::all_of(stacks | std::views::drop(cell_count), is_empty))
        return std::nullopt;
    std::string position;
    std::size_t cell = 0;
    for (const std::size_t length : rows) {
        if (cell > 0) position += '/';
        for (std::size_t i = 0; i < length; ++i, ++cell)
            position += (i == 0 ? "" : ",") + (stacks[cell].empty() ? "." : stacks[cell]);
    }
    return position + " " + "bp"[who / 3] + " " + "-bp"[who % 3];
}

}  // namespace springtide::cli
