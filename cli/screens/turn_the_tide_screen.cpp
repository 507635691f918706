#include "cli/screens/turn_the_tide_screen.hpp"

#include <algorithm>
#include <bit>

#include "cli/screens/lines.hpp"
#include "notation/turn_the_tide.hpp"
#include "table/table_of.hpp"

namespace springtide::cli {

using namespace turn_the_tide;

namespace {

constexpr std::string_view water = "34";
constexpr std::string_view ring = "33";

std::string right(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}
std::string left(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, text.size()), ' ');
}
std::string number_or_dash(int number) { return number == 0 ? "-" : std::to_string(number); }

bool is(const Event& event, Happening happening) { return event.kind == static_cast<std::uint8_t>(happening); }

/// The points of every seat in every finished round, as text; a star marks the point for the lowest tide.
struct Points {
    std::vector<std::array<std::string, max_players>> rounds;
    std::string last_end;  ///< how the last of them ended

    explicit Points(const Table& table) {
        for (const Event& event : table.story()) {
            if (is(event, Happening::round_ended)) {
                rounds.emplace_back();
                last_end = sentences(table.events(), event).front();
            }
            if (is(event, Happening::scored))
                rounds.back()[at(event.seat)] = std::to_string(event.values[0]) + (event.values[1] != 0 ? "*" : " ");
        }
    }
};

std::string title(const State& state, const Style& style) {
    const std::string place = "  round " + std::to_string(state.round) + " of " + std::to_string(state.players) +
                              "  trick " + std::to_string(state.trick) + " of " + std::to_string(hand_size);
    std::string line = style.bold("Turn the Tide") + place;
    if (state.phase != Phase::choosing) return line + "\n";
    const auto [lower, higher] = std::minmax(state.upturned[0], state.upturned[1]);
    return line + "   tide cards: " + style.bold(std::to_string(lower) + " and " + std::to_string(higher)) + "   (" +
           std::to_string(tides_left(state.tide_deck)) + " left)\n";
}

std::string heading(const Points& points, const Style& style) {
    std::string line = left(" ", 11) + left("tide", 17) + left("preservers", 14) + "last card  ";
    if (!points.rounds.empty()) line += "rounds";
    const auto sum = 53 + 4 * std::max<std::size_t>(points.rounds.size(), 2);
    return style.dim(left(line, sum) + " sum") + "\n";
}

std::string tide_column(const State& state, Seat seat, const Style& style) {
    if (!state.still_in.contains(seat)) return style.dim(left("out", 17));
    const auto level = static_cast<std::size_t>(state.tide[seat]);
    return right(number_or_dash(state.tide[seat]), 2) + " " + style.paint(std::string(level, '~'), water) +
           std::string(14 - level, ' ');
}

std::string preserver_column(const State& state, Seat seat, const Style& style) {
    const std::size_t kept = state.preservers[seat];
    const std::size_t lost = state.worth[seat] - kept;
    return style.paint(std::string(kept, 'O'), ring) + style.dim(std::string(lost, '.')) +
           std::string(14 - kept - lost, ' ');
}

std::string player_line(const State& state, const Points& points, Seat seat, bool is_own, const Style& style) {
    const std::string name = (is_own ? ">" : " ") + GameText<State>::seat_name(state, seat);
    std::string line = left(name, 11);
    if (is_own) line = style.bold(line);
    line += tide_column(state, seat, style) + preserver_column(state, seat, style);
    line += right(number_or_dash(state.last_trick[seat]), 6) + std::string(5, ' ');
    for (const auto& round : points.rounds) line += right(round[seat], 4);
    if (points.rounds.size() < 2) line += std::string(4 * (2 - points.rounds.size()), ' ');
    return line + style.bold(right(std::to_string(state.scores[seat]), 4)) + "\n";
}

/// "label 1 5 13 …"
std::string with_cards(std::string label, Cards cards) {
    for (; cards != 0; cards &= cards - 1) label += " " + std::to_string(std::countr_zero(cards));
    return label;
}

std::string who_has_chosen(const State& state) {
    std::string names;
    for (const Seat seat : retractable(state))
        names += (names.empty() ? "ready: " : ", ") + GameText<State>::seat_name(state, seat);
    return names.empty() ? "" : names + "\n";
}

/// The cards seen of every other hand, the unseen cards, and the tide cards still to come.
std::string memory_lines(const State& known, Observer observer, const Style& style) {
    const auto width = static_cast<std::size_t>(style.columns);
    std::string text;
    for (const Seat seat : SeatSet::first(known.players)) {
        if (observer == Observer::seat(seat)) continue;
        const int unknown = hand_size - count(known.dealt[seat]);
        const Cards played = known.dealt[seat] & ~known.hand[seat];
        std::string line = GameText<State>::seat_name(known, seat) + " holds";
        if (unknown > 0) line += " " + std::to_string(unknown) + " unknown" + (known.hand[seat] != 0 ? " and" : "");
        line = with_cards(line, known.hand[seat]);
        if (played != 0) line = with_cards(line + "; played", played);
        text += wrapped(line + "\n", width, 9);
    }
    if (const Cards unseen = unseen_cards(known); unseen != 0)
        text += wrapped(with_cards("not seen", unseen) + "\n", width, 9);
    std::string tides = "tide cards to come";
    for (int level = 1; level <= highest_tide; ++level)
        for (int i = 0; i < tides_left(known.tide_deck, level); ++i) tides += " " + std::to_string(level);
    return text + wrapped(tides + "\n", width, 9);
}

}  // namespace

std::string TurnTheTideScreen::goal() const {
    return "All players bid a weather card in secret. The highest takes the lower of two tide cards, the second "
           "highest "
           "takes the other. The player with the highest tide then loses a life preserver. You score the preservers "
           "you keep. There are as many rounds as players, and most points win.";
}

std::string TurnTheTideScreen::draw(const Table& table, Observer observer, const Style& style) const {
    const State state = static_cast<const TableOf<State>&>(table).seen(observer).state();
    const Points points(table);
    std::string text = title(state, style);
    if (state.trick == 1 && !points.rounds.empty() && state.phase != Phase::over)
        text += points.last_end + "; cards go left (* lowest tide)\n";
    text += heading(points, style);
    for (const Seat seat : SeatSet::first(state.players))
        text += player_line(state, points, seat, observer == Observer::seat(seat), style);
    if (state.options.leftovers_open && state.left_out != 0 && state.phase != Phase::over)
        text += wrapped(with_cards("left out of the game:", state.left_out) + "\n",
                        static_cast<std::size_t>(style.columns), 9);
    if (observer.is_seat()) {
        if (memory_aid_) text += style.dim(memory_lines(state, observer, style));
        text += who_has_chosen(state) + with_cards("your hand:", state.hand[observer.seat()]) + "\n";
    }
    return text;
}

/// The table shows cards, tides and points; the sentences report the changes of a trick: cards taken and charges paid.
std::vector<std::string> TurnTheTideScreen::news(EventBook, const Story& story) const {
    std::string takes;
    std::string pays;
    for (const Event& event : story) {
        const auto add = [&event](std::string& line, const std::string& what) {
            line += (line.empty() ? "" : ", ") + std::string("player ") + std::to_string(event.seat + 1) + what;
        };
        const std::string number = std::to_string(event.values[0]);
        if (is(event, Happening::took)) add(takes, " takes " + number);
        if (is(event, Happening::lost)) add(pays, " pays (" + number + " left)");
        if (is(event, Happening::eliminated)) add(pays, " is out");
        if (is(event, Happening::round_ended)) pays += ", the round ends";
    }
    if (takes.empty()) return {};
    return {takes, pays};
}

std::string TurnTheTideScreen::final_table(const Table& table, const Style& style) const {
    const Points points(table);
    const Result result = table.result();
    std::vector<Seat> ranking;
    for (const Seat seat : SeatSet::first(table.players())) ranking.push_back(seat);
    std::ranges::stable_sort(ranking, std::greater<>(), [&](Seat seat) { return result.points[seat]; });
    std::string text = points.last_end + " (* lowest tide)\n\n";
    for (const Seat seat : ranking) {
        std::string line = left(table.seat_name(seat), 11);
        for (const auto& round : points.rounds) line += right(round[seat], 4);
        line += " " + right("= " + std::to_string(result.points[seat]), 6);
        if (result.winners.contains(seat)) line += result.winners.size() > 1 ? "  shares the win" : "  wins";
        text += (result.winners.contains(seat) ? style.bold(line) : line) + "\n";
    }
    return text;
}

std::string TurnTheTideScreen::reasons(const std::vector<Why>& why) const {
    std::string text;
    for (const Why& reason : why) {
        const auto number = [&](std::size_t i) { return std::to_string(reason.numbers[i]); };
        const auto percent = [&](std::size_t i) { return std::to_string((reason.numbers[i] + 5) / 10) + " %"; };
        if (reason.code == "deepest")
            text += "  you are deepest, at " + number(0) + ": that costs a preserver unless it changes\n";
        if (reason.code == "takes_lower") text += "  it probably takes the " + number(0) + " (" + number(1) + " %)\n";
        if (reason.code == "takes_higher")
            text += "  it probably takes the higher tide, the " + number(0) + " (" + number(1) + " %)\n";
        if (reason.code == "stays_out") text += "  it probably takes no tide card (" + number(0) + " %)\n";
        if (reason.code == "keeps") text += "  you keep your " + number(0) + " for later\n";
        if (reason.code == "still_to_come") text += "  a tide of " + number(0) + " can still come\n";
        if (reason.code == "wins")
            text += "  your best card: about " + percent(0) + " wins, " + percent(1) + " with the next best\n";
        if (reason.code == "mixes")
            text += "  several cards are equally good (about " + percent(0) + " wins each), so vary them\n";
    }
    return text;
}

std::string TurnTheTideScreen::own_commands() const {
    return "  aid          switch the memory aid on or off: the cards you have seen\n";
}

std::string TurnTheTideScreen::legend() const {
    return "> is you. Each ~ is one level of a player's tide. O is a preserver, a dot is a lost one. The last card is "
           "the "
           "one played in the trick before. A * marks the point for the lowest tide.";
}

std::string TurnTheTideScreen::place(const Table& table) const {
    const State state = static_cast<const TableOf<State>&>(table).seen(Observer::all()).state();
    return "round " + std::to_string(state.round) + ", trick " + std::to_string(state.trick);
}

bool TurnTheTideScreen::answer(std::string_view command, const Table& table, Observer observer, const Style& style,
                               std::string& text) {
    if (command != "aid") return false;
    memory_aid_ = !memory_aid_;
    const State known = static_cast<const TableOf<State>&>(table).seen(observer).state();
    text = memory_aid_ ? style.dim(memory_lines(known, observer, style)) : "the memory aid is off\n";
    return true;
}

}  // namespace springtide::cli
