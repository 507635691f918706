#include "cli/screens/high_tide_leiman_screen.hpp"

#include <array>

#include "notation/high_tide_leiman.hpp"
#include "rules/high_tide_leiman/moves.hpp"
#include "rules/high_tide_leiman/pie.hpp"
#include "table/table_of.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

constexpr std::array<int, 5> row_length = {3, 4, 5, 4, 3};
constexpr int cell_width = 10;  // from one border to the next
constexpr int inside = cell_width - 1;
constexpr int margin = 12;
/// One period of the line between two rows, from a peak to the next.
constexpr std::string_view edge = "'-._____.-";

constexpr std::array<std::string_view, 3> tile_code = {"97;44", "30;48;5;211", "30;48;5;223"};
constexpr std::array<char, 3> tile_letter = {'B', 'P', 'N'};

int row_start(int row) { return margin + (5 - row_length[static_cast<std::size_t>(row)]) * cell_width / 2; }

std::string centred(std::string_view text, int width) {
    const int left = (width - static_cast<int>(text.size())) / 2;
    const int right = width - static_cast<int>(text.size()) - left;
    return std::string(static_cast<std::size_t>(left), ' ') + std::string(text) +
           std::string(static_cast<std::size_t>(right), ' ');
}

/// The upper or the lower edges of a row of hexagons that begins at column `start`. An upper edge of one row is a lower
/// edge of the row above it: peaks over the middle of the lower cells, valleys under the middle of the upper.
std::string zigzag(int start, int cells, bool upper_edges) {
    std::string line(static_cast<std::size_t>(start), ' ');
    for (int i = 0; i <= cells * cell_width; ++i)
        line += edge[static_cast<std::size_t>((i + (upper_edges ? cell_width / 2 : 0)) % cell_width)];
    return line + "\n";
}

/// Upper line of a cell: its name, then colour, height and marks ("*" may move, "<" moved last); while tiles are being
/// laid, the cell of the next one.
std::string upper(const State& state, int cell, Bits movers, int last_to, const Style& style) {
    const std::string name = " " + Text::cell_name(cell);
    const int high = height(state, cell);
    if (high == 0) {
        const std::string next = state.phase == Phase::laying && cell == next_cell(state) ? " next" : "";
        return style.dim(name) + style.bold(next) +
               std::string(static_cast<std::size_t>(inside) - name.size() - next.size(), ' ');
    }
    const auto tile = static_cast<std::size_t>(top(state, cell));
    const std::string piece = std::string(" ") + tile_letter[tile] + std::to_string(high) + " ";
    std::string marks = (movers & bit(cell)) != 0 ? "*" : "";
    if (cell == last_to) marks += "<";
    const auto used = name.size() + piece.size() + marks.size();
    return style.dim(name) + style.paint(piece, tile_code[tile]) + marks +
           std::string(static_cast<std::size_t>(inside) - used, ' ');
}

/// Lower line: the stack from bottom to top, cut at the bottom if it is very high.
std::string lower(const State& state, int cell, const Style& style) {
    std::string stack = Text::stack_text(state, cell);
    if (stack.size() > 8) stack = ".." + stack.substr(stack.size() - 6);
    return style.dim(centred(stack, inside));
}

/// The target of the last move in this round, -1 if there was none.
int last_target(const Table& table) {
    const Story story = table.story();
    for (auto event = story.rbegin(); event != story.rend(); ++event) {
        if (event->kind == static_cast<std::uint8_t>(Happening::laid_out)) return -1;
        if (event->kind == static_cast<std::uint8_t>(Happening::moved)) return event->values[1];
    }
    return -1;
}

std::string stones(const State& state, Seat seat) {
    std::string line;
    for (int i = 0; i < state.options.stones; ++i) line += i < state.stones[seat] ? "o" : ".";
    return line;
}

}  // namespace

std::string HighTideLeimanScreen::goal() const {
    return "Blue and pink take turns to lift a tile onto a stack at least as high as its own. A tile can move if two "
           "sides in a row touch nothing. The round ends when the player to move has no move. The colour with more "
           "tiles on top wins it and takes a stone. The first to enough stones wins the match.";
}

std::string HighTideLeimanScreen::draw(const Table& table, Observer observer, const Style& style) const {
    const State state = static_cast<const TableOf<State>&>(table).seen(observer).state();
    const Bits movers = state.phase == Phase::moving ? moves_of(state, state.mover).movers() : 0;
    const int last_to = last_target(table);
    std::string text = style.bold("High Tide") + "  round " + std::to_string(state.round) + "   stones: blue " +
                       stones(state, seat_blue) + "  pink " + stones(state, seat_pink) + "   visible: blue " +
                       std::to_string(visible(state, seat_blue)) + "  pink " +
                       std::to_string(visible(state, seat_pink)) + "\n";
    int cell = 0;
    for (int row = 0; row < 5; ++row) {
        const int length = row_length[static_cast<std::size_t>(row)];
        // The zigzag spans the longer of the two rows it lies between.
        const int above = row > 0 ? row_length[static_cast<std::size_t>(row - 1)] : 0;
        text += above > length ? zigzag(row_start(row - 1), above, false) : zigzag(row_start(row), length, true);
        const std::string indent(static_cast<std::size_t>(row_start(row)), ' ');
        std::string first_line = indent + "|";
        std::string second_line = indent + "|";
        for (int i = 0; i < length; ++i, ++cell) {
            first_line += upper(state, cell, movers, last_to, style) + "|";
            second_line += lower(state, cell, style) + "|";
        }
        text += first_line + "\n" + second_line + "\n";
    }
    return text + zigzag(row_start(4), row_length[4], false);
}

std::string HighTideLeimanScreen::legend() const {
    return "each cell shows its name, its top tile (B blue, P pink, N neutral) and its height, and below them the "
           "whole "
           "stack, lowest tile first. * can move now, < moved last. Stones: o is won, a dot is still to be won.";
}

std::string HighTideLeimanScreen::final_table(const Table& table, const Style& style) const {
    const Result result = table.result();
    const Seat winner = result.winners.front();
    return style.bold(table.seat_name(winner) + " wins the match, " + std::to_string(result.points[winner]) +
                      " stones to " + std::to_string(result.points[opponent(winner)])) +
           "\n";
}

}  // namespace springtide::cli
