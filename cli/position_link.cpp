#include "cli/position_link.hpp"

#include <algorithm>
#include <charconv>

#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

/// A move is its place among the legal ones; a second alphabet begins with a tilde.
constexpr std::string_view signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int base = 36;

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

}  // namespace springtide::cli
