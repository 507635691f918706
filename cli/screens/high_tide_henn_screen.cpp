#include "cli/screens/high_tide_henn_screen.hpp"

#include <algorithm>
#include <array>

#include "cli/screens/high_tide_henn_choices.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/scoring.hpp"
#include "table/table_of.hpp"

namespace springtide::cli {

using namespace high_tide_henn;

namespace {

using Text = GameText<State>;

constexpr std::size_t most_explained = 7;  // longer lists stand side by side, without explanations
constexpr std::string_view water_code = "34";
constexpr std::string_view coin_code = "33";
constexpr std::string_view seat_letters = "RNGEPB";
constexpr BySeat<std::string_view> seat_codes = {"1;31", "38;5;130", "1;32", "38;5;180", "1;35", "1;34"};
constexpr ByColour<std::string_view> colour_codes = {"97;40", "97;45", "97;44", "30;48;5;208", "30;43", "30;47"};

Seen<State> as_henn(const Table& table, Observer observer) {
    return static_cast<const TableOf<State>&>(table).seen(observer);
}

/// Some characters as wide as they are counted, and the same dressed for the terminal.
struct Piece {
    std::string plain;
    std::string dressed;
};

Piece deckchair(Seat seat, const Style& style) {
    const std::string mark(1, seat_letters[seat]);
    return {mark, style.paint(mark, seat_codes[seat])};
}

/// Pieces set one after the other in lines of a column that is `width` wide; the last character of a line stays free
/// unless one piece needs it.
class Column {
  public:
    explicit Column(std::size_t width) : width_(width) {}
    void add(const Piece& piece) {
        if (lines_.empty() || used_ + piece.plain.size() + 1 > width_) {
            lines_.emplace_back();
            used_ = 0;
        }
        lines_.back() += piece.dressed;
        used_ += piece.plain.size();
        fills_.resize(lines_.size());
        fills_.back() = used_;
    }
    [[nodiscard]] std::size_t height() const { return lines_.size(); }
    [[nodiscard]] std::string line(std::size_t row) const {
        if (row >= lines_.size()) return std::string(width_, ' ');
        return lines_[row] + std::string(width_ - std::min(width_, fills_[row]), ' ');
    }

  private:
    std::size_t width_;
    std::size_t used_ = 0;
    std::vector<std::string> lines_;
    std::vector<std::size_t> fills_;
};

std::string left(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, text.size()), ' ');
}
std::string right(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// Without spaces at its end.
std::string trimmed(std::string text) {
    text.resize(text.find_last_not_of(' ') + 1);
    return text;
}

/// The widths of the parts of a lane. The letter of a surfer takes two columns more, which the bar and the water spare.
struct LaneWidths {
    explicit LaneWidths(const State& state)
        : label(state.options.surfers ? 11 : 10),
          bar(state.options.surfers && state.players < 6 ? 6 : 7),
          wet(state.options.surfers && state.players == 6 ? 3 : 4) {}
    std::size_t label;
    std::size_t bar;
    std::size_t wet;
};

std::size_t space_width(const State& state) { return state.options.beach_length <= 20 ? 3 : 2; }

/// The numbers 5, 10, 15, … over their spaces.
std::string ruler(const State& state, const Style& style) {
    const LaneWidths widths(state);
    std::string line = left("", widths.label) + left("bar", widths.bar);
    for (int space = 1; space <= state.options.beach_length; ++space)
        line += left(space % 5 == 0                ? std::to_string(space)
                     : space % 5 == 1 && space > 1 ? ""
                                                   : ".",
                     space_width(state));
    return style.dim(trimmed(line)) + "\n";
}

/// A space: deckchairs from left to right, then its coin; or sand, or water.
Column space_column(const State& state, Colour colour, int space, const Style& style) {
    const Beach& beach = state.beaches[colour];
    Column column(space_width(state));
    if (space >= beach.water) {
        const std::string waves(space_width(state) - 1, '~');
        column.add({waves, style.paint(waves, water_code)});
        return column;
    }
    for (const Seat seat : seats_on(state, colour, space)) column.add(deckchair(seat, style));
    if (space <= coins_per_colour && ((beach.coins >> (space - 1)) & 1U) != 0) {
        const std::string value = std::to_string(state.coins.values[colour][static_cast<std::size_t>(space - 1)]);
        column.add({value, style.paint(value, coin_code)});
    }
    if (column.height() == 0) column.add({".", style.dim(".")});
    return column;
}

/// "k black", which explains the letters of the dice, with a mark for the shark alert and the letter of the seat that
/// surfs there.
std::string label(const State& state, Colour colour, const Style& style) {
    const bool alert = state.options.sharks && state.sharks.alert == colour;
    const std::string name = letter(colour) + (alert ? "!" : " ") + std::string(colour_names[colour]);
    const auto surfer = std::ranges::find(state.surfers, static_cast<std::uint8_t>(colour));
    std::string surfs;
    if (state.options.surfers) surfs = "  ";
    if (state.options.surfers && surfer != state.surfers.end())
        surfs = std::string(" ") + seat_letters[static_cast<std::size_t>(surfer - state.surfers.begin())];
    return style.paint(left(name, 8), colour_codes[colour]) + left(surfs, LaneWidths(state).label - 8);
}

std::string lane(const State& state, Colour colour, const Style& style) {
    std::vector<Column> columns;
    const LaneWidths widths(state);
    Column bar(widths.bar);
    for (const Seat seat : seats_on(state, colour, 0)) bar.add(deckchair(seat, style));
    columns.push_back(bar);
    for (int space = 1; space <= state.options.beach_length; ++space)
        columns.push_back(space_column(state, colour, space, style));
    Column wet(widths.wet);
    for (Seat seat = 0; seat < state.players; ++seat)
        if (state.beaches[colour].is_wet(seat)) wet.add(deckchair(seat, style));
    columns.push_back(wet);

    std::size_t height = 1;
    for (const Column& column : columns) height = std::max(height, column.height());
    std::string text;
    for (std::size_t row = 0; row < height; ++row) {
        text += row == 0 ? label(state, colour, style) : std::string(widths.label, ' ');
        for (std::size_t i = 0; i + 1 < columns.size(); ++i) text += columns[i].line(row);
        if (row < wet.height()) text += columns.back().line(row);
        text = trimmed(std::move(text)) + "\n";
    }
    return text;
}

std::string die_mark(Die die, const Style& style) { return style.paint(die_text(die), colour_codes[die.colour()]); }
std::string pair_marks(Pair pair, const Style& style) {
    return die_mark(pair.left, style) + " " + die_mark(pair.right, style);
}

std::string track_line(const State& state, const Style& style) {
    std::string line = "track  ";
    for (int space = 1; space <= space_count(state.players); ++space) {
        line += style.dim(std::to_string(space) + ":");
        if (state.track.has_towel(space))
            line += "<" + deckchair(state.track.towel(space), style).dressed + ">";
        else if (state.track.has_dice(space))
            line += pair_marks(state.track.dice(space), style);
        else
            line += state.track.rental == space ? "RENTAL" : "-";
        line += "  ";
    }
    return trimmed(line) + "\n";
}

std::string dice_line(const State& state, const Style& style) {
    std::string line = "bag    ";
    for (const Colour colour : all_colours)
        line += style.paint(letter(colour) + ":" + std::to_string(state.bag.count(colour)), colour_codes[colour]) + " ";
    line += "  pool";
    for (const Colour colour : all_colours)
        for (int number = 1; number <= 6; ++number)
            for (int i = 0; i < state.pool.count(Die(colour, number)); ++i)
                line += " " + die_mark(Die(colour, number), style);
    return line + "\n";
}

std::string named(Seat seat, const Style& style) {
    return deckchair(seat, style).dressed + " " + std::string(seat_names[seat]);
}

/// Whose turn it is, who follows, and who has had theirs.
std::string order_line(const State& state, const Style& style) {
    std::string line = "turn   " + named(state.active, style);
    for (int i = 0; i < state.pile.size(); ++i) line += (i == 0 ? ", then " : ", ") + named(state.pile[i], style);
    std::string done;
    for (int space = 1; space <= space_count(state.players); ++space)
        if (state.track.has_towel(space))
            done += (done.empty() ? "; done " : ", ") + named(state.track.towel(space), style);
    return line + done + "\n";
}

/// A line as long as the page allows, and more of them if that is not enough.
class Wrapped {
  public:
    Wrapped(std::string label, const Style& style)
        : label_(std::move(label)), width_(static_cast<std::size_t>(style.columns)) {}
    void add(const std::string& words) {
        if (used_ > 0 && label_.size() + used_ + words.size() + 2 > width_) {
            text_ += "\n";
            used_ = 0;
        }
        text_ += (used_ == 0 ? (text_.empty() ? label_ : std::string(label_.size(), ' ')) : "  ") + words;
        used_ += words.size() + (used_ == 0 ? 0 : 2);
    }
    [[nodiscard]] std::string text() const { return text_.empty() ? "" : text_ + "\n"; }

  private:
    std::string label_;
    std::size_t width_;
    std::string text_;
    std::size_t used_ = 0;
};

/// Coins by player; face down only their colours show.
std::string coin_lines(const State& state, Observer observer, const Style& style) {
    Wrapped lines("coins  ", style);
    for (Seat seat = 0; seat < state.players; ++seat) {
        const bool open = coins::shows_value(state, seat, observer);
        std::string own;
        int total = 0;
        for (const Colour colour : all_colours) {
            const int value = coins::value_of(state, seat, colour);
            if (value == 0) continue;
            own += " " + letter(colour) + (open ? std::to_string(value) : "?");
            total += value;
        }
        if (own.empty()) continue;
        lines.add(std::string(1, seat_letters[seat]) + own + (open ? " =" + std::to_string(total) : ""));
    }
    return lines.text();
}

std::string tile_lines(const State& state, const Style& style) {
    Wrapped lines("tiles  ", style);
    const Baywatch& own = state.baywatch;
    if (own.on_offer != no_tile) lines.add("this round for " + std::string(tile_names[own.on_offer]));
    if (own.open_dice_of != nobody)
        lines.add("open dice " + std::string(1, seat_letters[own.open_dice_of]) + " " + pair_text(own.open_dice));
    for (Seat seat = 0; seat < state.players; ++seat) {
        std::string names;
        for (std::size_t tile = 0; tile < tile_count; ++tile)
            if (((own.tiles[seat] >> tile) & 1U) != 0) names += " " + std::string(tile_names[tile]);
        if (!names.empty()) lines.add(std::string(1, seat_letters[seat]) + names);
    }
    return lines.text();
}

std::string title(const State& state, const Style& style) {
    std::string line =
        style.bold("High Tide") + "  round " + std::to_string(state.round) + " of " + std::to_string(round_count);
    if (state.options.sharks && state.sharks.alert != nobody)
        line += "   ! shark alert on " + std::string(colour_names[state.sharks.alert]);
    if (!(state.hand == Pair{})) line += "   dice in hand: " + pair_marks(state.hand, style);
    return line + "\n";
}

bool is_small_news(const Event& event) {
    switch (static_cast<Happening>(event.kind)) {
        case Happening::rolled:  // told again when the roll is accepted or laid down
        case Happening::rental_moved:
        case Happening::towel_laid:
        case Happening::beach_scored:  // the final table has all points
        case Happening::coins_scored:
        case Happening::last_point:
        case Happening::won: return true;
        default: return false;
    }
}

}  // namespace

std::string HighTideHennScreen::goal() const {
    return "You have a deckchair on each of six beaches and move two of them towards the water with a pair of dice. At "
           "the end of each round two waves eat the sand. The game ends after six rounds, or when a chair gets wet. "
           "The chairs closest to the water score most, wet ones score nothing.";
}

std::string HighTideHennScreen::draw(const Table& table, Observer observer, const Style& style) const {
    const Seen<State> seen = as_henn(table, observer);
    const State& state = seen.state();
    std::string text = title(state, style) + ruler(state, style);
    for (const Colour colour : all_colours) text += lane(state, colour, style);
    if (state.phase == Phase::over) return text;  // the final table says the rest
    text += track_line(state, style) + dice_line(state, style) + order_line(state, style);
    if (state.options.coins) text += coin_lines(state, observer, style);
    if (state.options.baywatch) text += tile_lines(state, style);
    return text;
}

std::string HighTideHennScreen::explain(const Table& table, Seat seat, std::string_view action) const {
    const Seen<State> seen = as_henn(table, Observer::seat(seat));
    const State& state = seen.state();
    if (legal_actions(state, seat).size() > most_explained) return "";
    const auto read = Text::parse_action(state, seat, action);
    return read ? explain_henn(state, seat, *read) : "";
}

std::vector<std::string> HighTideHennScreen::news(EventBook book, const Story& story) const {
    Story large;
    std::ranges::remove_copy_if(story, std::back_inserter(large), is_small_news);
    return lines_for(book, large, Observer::spectator());
}

std::string HighTideHennScreen::legend() const {
    return "k3 is a die: a black 3. Letters on a beach are the deckchairs of the players, in order of arrival from "
           "left "
           "to right. ~~ is water, with the wet chairs behind it. A number on a space is a coin. <R> is red's towel. "
           "! before a beach is a shark alert, a letter after its name is the player who surfs there.";
}

std::string HighTideHennScreen::place(const Table& table) const {
    return "round " + std::to_string(as_henn(table, Observer::all()).state().round);
}

/// Points beach by beach: a row for each player, the best first.
std::string HighTideHennScreen::final_table(const Table& table, const Style& style) const {
    const Seen<State> seen = as_henn(table, Observer::all());
    const State& state = seen.state();
    const Scores scores = score(state);
    const SeatSet winners = result(state).winners;
    std::vector<Seat> ranking;
    for (const Seat seat : SeatSet::first(state.players)) ranking.push_back(seat);
    std::ranges::sort(ranking, std::greater<>(), [&](Seat seat) { return scores.totals[seat] * 8 - seat; });

    std::string head = left("points", 10);
    for (const Colour colour : all_colours) head += right(std::string(colour_names[colour]), 7);
    if (state.options.coins) head += right("coins", 7);
    if (state.options.baywatch) head += right("tile", 6);
    std::string text = style.dim(head + right("sum", 6)) + "\n";
    for (const Seat seat : ranking) {
        std::string line = left(std::string(1, seat_letters[seat]) + " " + std::string(seat_names[seat]), 10);
        for (const Colour colour : all_colours) line += right(std::to_string(scores.beaches[colour][seat].points), 7);
        if (state.options.coins) line += right(std::to_string(scores.coins[seat]), 7);
        if (state.options.baywatch) line += right(std::to_string(scores.baywatch[seat]), 6);
        line += right(std::to_string(scores.totals[seat]), 6);
        if (winners.contains(seat)) line += winners.size() > 1 ? " shares" : "  wins";
        text += (winners.contains(seat) ? style.bold(line) : line) + "\n";
    }
    return text;
}

}  // namespace springtide::cli
