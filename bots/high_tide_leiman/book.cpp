#include "bots/high_tide_leiman/book.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "bots/high_tide_leiman/packed.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "core/random.hpp"
#include "rules/high_tide_leiman/balanced.hpp"
#include "rules/high_tide_leiman/symmetry.hpp"
#ifdef SPRINGTIDE_LEIMAN_BOOK
#include "bots/high_tide_leiman/shipped_book.hpp"
#endif

namespace springtide::high_tide_leiman {

namespace {

constexpr std::uint8_t openings_kind = 'O';
constexpr std::uint8_t replies_kind = 'R';
constexpr std::size_t length_size = 4;  ///< of the first part, in front of it, the lowest byte first
constexpr std::size_t reply_size = 6;
constexpr unsigned move_bits = 10;

struct Book {
    std::vector<std::uint8_t> openings;
    std::vector<std::uint8_t> replies;  ///< numbers of six bytes, the highest byte first
    bool missed = false;
};

Book& book() {
    static Book shelf;
    return shelf;
}

const Book& book_to_read() {
#ifdef SPRINGTIDE_LEIMAN_BOOK
    static const bool shipped = provide_book(shipped_book());
    static_cast<void>(shipped);
#else
    if (book().openings.empty()) book().missed = true;
#endif
    return book();
}

bool is_first_move(const State& state) { return state.levels.tiles[1] == 0; }

/// As the mover sees it: 1 its own tile, 2 the opponent's, 3 a neutral one.
std::uint64_t tile_code(const State& state, Tile tile) {
    if (tile == Tile::neutral) return 3;
    return (tile == Tile::blue) == (state.mover == seat_blue) ? 1 : 2;
}

struct Place {
    std::uint64_t key;
    std::size_t symmetry;
};

/// The lowest key of the twelve ways to lay a position.
Place place_of(const State& state) {
    std::array<std::uint64_t, cell_count> stacks{};
    for (int cell = 0; cell < cell_count; ++cell) {
        const int tiles = height(state, cell);
        for (int level = 0; level < tiles; ++level) {
            auto& stack = stacks[static_cast<std::size_t>(cell)];
            stack = stack * 4 + tile_code(state, tile_at(state, cell, level));
        }
    }
    Place lowest{std::numeric_limits<std::uint64_t>::max(), 0};
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        std::array<std::uint64_t, cell_count> laid{};
        for (std::size_t cell = 0; cell < cell_count; ++cell) laid[symmetries[symmetry][cell]] = stacks[cell];
        std::uint64_t key = 0;
        for (const std::uint64_t stack : laid) key = fold(key, stack);
        if (key < lowest.key) lowest = {key, symmetry};
    }
    return lowest;
}

std::uint64_t number_from(const Place& place, Action action) {
    constexpr unsigned key_bits = 8 * reply_size - move_bits;
    const CellMap& map = symmetries[place.symmetry];
    return (place.key >> (64U - key_bits)) << move_bits | std::uint64_t{map[action.from]} << 5U | map[action.to];
}

std::uint64_t reply_at(const std::vector<std::uint8_t>& replies, std::size_t index) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < reply_size; ++i) number = number << 8U | replies[index * reply_size + i];
    return number;
}

std::optional<Action> find_reply(const State& state, const std::vector<std::uint8_t>& replies) {
    const Place place = place_of(state);
    const std::uint64_t wanted = number_from(place, {}) >> move_bits;
    std::size_t low = 0;
    std::size_t high = replies.size() / reply_size;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (reply_at(replies, middle) >> move_bits < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    if (low * reply_size == replies.size()) return std::nullopt;
    const std::uint64_t number = reply_at(replies, low);
    if (number >> move_bits != wanted) return std::nullopt;
    const CellMap& map = symmetries[place.symmetry];
    const auto cell = [&](std::uint64_t laid) {
        return static_cast<std::uint8_t>(std::ranges::find(map, static_cast<std::uint8_t>(laid & 31U)) - map.begin());
    };
    return Action{cell(number >> 5U), cell(number)};
}

/// The set-up as if blue started.
Setup setup_of(const State& state) {
    Setup setup{};
    for (int cell = 0; cell < cell_count; ++cell) {
        const Tile tile = top(state, cell);
        const bool swapped = state.mover == seat_pink && tile != Tile::neutral;
        setup[static_cast<std::size_t>(cell)] = !swapped ? tile : tile == Tile::blue ? Tile::pink : Tile::blue;
    }
    return setup;
}

State::ActionList openings_of(const Setup& setup) {
    return legal_actions(first_position(as_in_balanced_table(setup)), seat_blue);
}

std::optional<BookMove> find_opening(const State& state, const std::vector<std::uint8_t>& openings) {
    const Setup setup = setup_of(state);
    if (!is_setup(setup)) return std::nullopt;  // a position of the study board
    const std::uint8_t number = openings[balanced_table_index(setup)];
    if (number == 0) return BookMove{.winner = opponent(state.mover), .action = {}};
    const auto actions = openings_of(setup);
    if (number > actions.size()) return std::nullopt;
    const CellMap& map = balanced_table_map(setup);
    const Action laid = actions[number - 1U];
    return BookMove{.winner = state.mover, .action = {map[laid.from], map[laid.to]}};
}

}  // namespace

std::optional<BookMove> look_up(const State& state) {
    if (state.phase != Phase::moving) return std::nullopt;
    const Book& shelf = book_to_read();
    if (shelf.openings.empty()) return std::nullopt;
    if (is_first_move(state)) return find_opening(state, shelf.openings);
    const auto action = find_reply(state, shelf.replies);
    if (!action || !is_legal(state, state.mover, *action)) return std::nullopt;
    return BookMove{.winner = state.mover, .action = *action};
}

bool provide_book(std::span<const unsigned char> bytes) {
    if (bytes.size() < length_size) return false;
    std::size_t length = 0;
    for (std::size_t i = length_size; i-- > 0;) length = length << 8U | bytes[i];
    const auto parts = bytes.subspan(length_size);
    if (length > parts.size()) return false;
    auto openings = unpack_numbers(openings_kind, parts.first(length));
    auto replies = unpack_numbers(replies_kind, parts.subspan(length));
    if (!openings || openings->size() != balanced_table_size || !replies || replies->size() % reply_size != 0)
        return false;
    book().openings = std::move(*openings);
    book().replies = std::move(*replies);
    return true;
}

bool book_was_missed() { return book().missed && book().openings.empty(); }

std::uint8_t opening_number(const Setup& setup, Action action) {
    const CellMap& map = balanced_table_map(setup);
    const auto laid = [&](std::uint8_t cell) {
        return static_cast<std::uint8_t>(std::ranges::find(map, cell) - map.begin());
    };
    const auto actions = openings_of(setup);
    const Action wanted{laid(action.from), laid(action.to)};
    return static_cast<std::uint8_t>(std::ranges::find(actions, wanted) - actions.begin() + 1);
}

std::uint64_t reply_number(const State& state, Action action) { return number_from(place_of(state), action); }

std::vector<std::uint8_t> pack_book(std::span<const std::uint8_t> openings, std::span<const std::uint64_t> replies) {
    const auto first = pack_numbers(openings_kind, openings);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(length_size + first.size());
    for (std::size_t i = 0; i < length_size; ++i) bytes.push_back(static_cast<std::uint8_t>(first.size() >> (8 * i)));
    bytes.insert(bytes.end(), first.begin(), first.end());
    std::vector<std::uint8_t> numbers;
    numbers.reserve(replies.size() * reply_size);
    for (const std::uint64_t reply : replies)
        for (std::size_t i = reply_size; i-- > 0;) numbers.push_back(static_cast<std::uint8_t>(reply >> (8 * i)));
    const auto second = pack_numbers(replies_kind, numbers);
    bytes.insert(bytes.end(), second.begin(), second.end());
    return bytes;
}

}  // namespace springtide::high_tide_leiman
