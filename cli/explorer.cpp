#include "cli/explorer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "bots/high_tide_leiman/length_solver.hpp"
#include "cli/ending_words.hpp"
#include "cli/high_tide_leiman_screen.hpp"
#include "cli/position_link.hpp"
#include "cli/search_progress.hpp"
#include "table/games.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

/// A condition on set-ups, by the number in the column `ending` and how many first moves win.
struct Wish {
    std::string_view name;
    std::string_view words;
    bool (*fits)(int ending, int winning_moves);
};
constexpr std::array wishes = {
    Wish{"only_move", "only one first move wins", [](int, int moves) { return moves == 1; }},
    Wish{"lost", "the starter loses", [](int ending, int) { return ending < least_win; }},
    Wish{"lost_by_three", "the starter loses by three or more", [](int ending, int) { return ending <= 4; }},
    Wish{"equal", "both show the same at the end", [](int ending, int) { return ending == 7 || ending == 8; }},
    Wish{"won_by_four", "the starter wins by four", [](int ending, int) { return ending == 12; }},
    Wish{"won_by_five", "the starter wins by five", [](int ending, int) { return ending == 13; }},
    Wish{"many_moves", "16 first moves or more win", [](int, int moves) { return moves >= 16; }},
};
constexpr std::string_view longest_wish = "longest";

std::optional<std::uint32_t> whole_number(std::string_view text) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    return number;
}

Setup moved(const Setup& setup, std::size_t symmetry) {
    Setup made{};
    for (std::size_t cell = 0; cell < cell_count; ++cell) made[symmetries[symmetry][cell]] = setup[cell];
    return made;
}

Setup swapped(Setup setup) {
    for (Tile& tile : setup)
        if (tile != Tile::neutral) tile = tile == Tile::blue ? Tile::pink : Tile::blue;
    return setup;
}

/// "+2": the mover wins by two; "-0": loses on equal tiles.
std::string figure(const State& state, const Ending& ending) {
    return (ending.winner == state.mover ? "+" : "-") + std::to_string(std::abs(ending.margin));
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
    std::ostringstream text;
    text.precision(3);
    text << 100.0 * static_cast<double>(part) / static_cast<double>(whole) << " %";
    return text.str();
}

}  // namespace

std::optional<Setup> Explorer::setup() const {
    const State& first = positions_.front();
    if (first.last_mover >= 0 || first.phase != Phase::moving) return std::nullopt;
    Setup made{};
    for (int cell = 0; cell < cell_count; ++cell) {
        if (height(first, cell) != 1) return std::nullopt;
        made[static_cast<std::size_t>(cell)] = top(first, cell);
    }
    return is_setup(made) ? std::optional(made) : std::nullopt;
}

void Explorer::lay(const Setup& setup, Seat starter) {
    positions_ = {start_of(setup, starter)};
    moves_.clear();
    at_ = 0;
}

void Explorer::open_random() { lay(classes_.setup(random_.below(setup_count)), seat_blue); }

Expected<void> Explorer::open(std::string_view text) {
    if (const auto hash = text.rfind("#/explore/"); hash != std::string_view::npos) text = text.substr(hash + 10);
    if (text.starts_with("class ")) {
        const auto index = whole_number(text.substr(6));
        if (!index || *index >= setup_class_count)
            return std::unexpected(Error{ErrorCode::bad_request, "classes have the numbers 0 to 124919"});
        lay(classes_.representative(*index), seat_blue);
        return {};
    }
    if (const auto number = whole_number(text)) {
        if (*number < 1 || *number > setup_count)
            return std::unexpected(Error{ErrorCode::bad_request, "set-ups have the numbers 1 to 1496880"});
        lay(classes_.setup(*number - 1), seat_blue);
        return {};
    }
    if (const auto walk = parse_link(classes_, text)) {
        lay(classes_.setup(walk->setup), walk->starter);
        for (const Action action : walk->moves) {
            moves_.push_back(action);
            positions_.push_back(positions_.back());
            apply(positions_.back(), positions_.back().mover, action);
        }
        at_ = moves_.size();
        return {};
    }
    const auto placed = placed_position(text);
    if (!placed && text.find('/') == std::string_view::npos)
        return std::unexpected(Error{ErrorCode::bad_request,
                                     "this is not a position: give a number from 1 to 1496880, 'class' and a number, a "
                                     "link, or rows as in docs/protocol.md"});
    const auto state = Text::parse_position(placed ? *placed : text, {.stones = 1, .first = First::blue});
    if (!state) return std::unexpected(state.error());
    positions_ = {*state};
    moves_.clear();
    at_ = 0;
    return {};
}

const Analysis* Explorer::analysis() {
    const std::string key = Text::position_text(here());
    if (const auto known = proven_.find(key); known != proven_.end()) return &known->second;
    const SearchProgress progress(solver_);
    const auto found = analyse(solver_, here());
    if (!found) return nullptr;
    return &proven_.emplace(key, *found).first->second;
}

std::optional<Explorer::Moves> Explorer::listed_moves() {
    const auto tiles = setup();
    if (at_ != 0 || !tiles) return std::nullopt;
    if (places_.empty()) {
        margins_ = column(Column::first_move_margins).value_or(std::vector<std::uint8_t>{});
        places_ = column_places(classes_, Column::first_move_margins, setup_class_count);
    }
    if (margins_.size() != places_.back()) return std::nullopt;
    const Seat starter = here().mover;
    // Where pink starts, the set-up with swapped colours says the same.
    const Setup asked = starter == seat_blue ? *tiles : swapped(*tiles);
    const std::uint32_t index = classes_.class_of(asked);
    const Setup lowest = classes_.representative(index);
    std::size_t symmetry = 0;
    while (moved(lowest, symmetry) != asked) ++symmetry;
    Moves moves;
    std::size_t place = places_[index];
    for (const Action action : legal_actions(first_position(lowest), seat_blue)) {
        const int code = margins_[place++];
        const Seat winner = code >= least_win ? starter : opponent(starter);
        const int ahead = code >= least_win ? code - least_win : least_win - 1 - code;
        moves.push_back({.action = {symmetries[symmetry][action.from], symmetries[symmetry][action.to]},
                         .found = {.winner = winner, .margin = winner == seat_blue ? ahead : -ahead}});
    }
    sort_best_first(moves, starter);
    return moves;
}

const Explorer::Moves* Explorer::moves() {
    const std::string key = Text::position_text(here());
    if (const auto known = listed_.find(key); known != listed_.end()) return &known->second;
    if (const auto told = listed_moves()) return &listed_.emplace(key, *told).first->second;
    const Analysis* found = analysis();
    return found == nullptr ? nullptr : &found->moves;
}

std::optional<std::vector<std::uint8_t>> Explorer::column(Column column) const {
    std::ifstream file(solution_ / (std::string(column_names[static_cast<std::size_t>(column)]) + ".bin"),
                       std::ios::binary);
    const std::vector<char> read{std::istreambuf_iterator<char>(file), {}};
    return unpack(column, std::vector<std::uint8_t>(read.begin(), read.end()));
}

bool Explorer::wish(std::string_view name) {
    if (name == longest_wish) {
        std::ifstream file(solution_ / "longest.txt");
        std::vector<std::uint32_t> found;
        for (std::string line; std::getline(file, line) && found.size() < 12;)
            if (const auto index = whole_number(std::string_view(line).substr(0, line.find(' '))))
                if (*index < setup_class_count) found.push_back(*index);
        if (!found.empty()) {
            lay(classes_.representative(found[random_.below(static_cast<std::uint32_t>(found.size()))]), seat_blue);
            return true;
        }
    }
    const auto wanted = std::ranges::find(wishes, name, &Wish::name);
    if (wanted == wishes.end() && name != longest_wish) {
        out_ << "go to a set-up where …\n";
        for (const Wish& one : wishes)
            out_ << "  go " << one.name << std::string(14 - one.name.size(), ' ') << one.words << "\n";
        out_ << "  go longest       the loser can hold out longest\n  go random\n";
        return false;
    }
    const auto endings = column(Column::ending);
    const auto winning = column(Column::winning_moves);
    if (wanted == wishes.end() || !endings || !winning || endings->size() != setup_class_count ||
        winning->size() != setup_class_count) {
        out_ << "the figures of all set-ups cannot be read in " << solution_.string()
             << "; --solution names another folder\n";
        return false;
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t index = 0; index < setup_class_count; ++index)
        if (wanted->fits((*endings)[index], (*winning)[index])) found.push_back(index);
    const std::uint32_t index = found[random_.below(static_cast<std::uint32_t>(found.size()))];
    lay(moved(classes_.representative(index), random_.below(symmetry_count)), seat_blue);
    out_ << found.size() << " of " << setup_class_count << " classes are like this\n";
    return true;
}

bool Explorer::play(const std::string& text) {
    const auto action = Text::parse_action(here(), here().mover, text);
    if (!action || here().phase != Phase::moving) {
        out_ << "'" << text << "' is neither a move nor a command; help lists them\n";
        return false;
    }
    if (!is_legal(here(), here().mover, *action)) {
        out_ << Text::why_not(here(), here().mover, *action).message << "\n";
        return false;
    }
    if (at_ == moves_.size() || moves_[at_] != *action) {
        State next = here();
        apply(next, next.mover, *action);
        moves_.resize(at_);
        positions_.resize(at_ + 1);
        moves_.push_back(*action);
        positions_.push_back(next);
    }
    ++at_;
    return true;
}

void Explorer::show_moves(const Moves& moves) {
    const State& state = here();
    const auto winning =
        std::ranges::count_if(moves, [&](const MoveResult<Ending>& move) { return move.found.winner == state.mover; });
    out_ << style_.bold("With best play " + ending_text(state, moves[0].found)) << ". "
         << Text::seat_name(state, state.mover) << ": " << winning << " of " << moves.size()
         << (winning == 1 ? " moves wins.\n" : " moves win.\n");
    constexpr std::size_t per_line = 8;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto& [action, found] = moves[i];
        const bool wins = found.winner == state.mover;
        const std::string cell = Text::action_text(state, state.mover, action) + " " + figure(state, found);
        // From pale to strong: the more tiles, the stronger.
        static constexpr std::array<std::string_view, 4> good = {"30;48;5;194", "30;48;5;157", "30;48;5;120",
                                                                 "30;48;5;40"};
        static constexpr std::array<std::string_view, 4> bad = {"30;48;5;255", "30;48;5;224", "30;48;5;217",
                                                                "30;48;5;210"};
        const auto strength = static_cast<std::size_t>(std::min(std::abs(found.margin), 3));
        out_ << style_.paint(cell, (wins ? good : bad)[strength])
             << (i % per_line == per_line - 1 || i + 1 == moves.size() ? "\n" : "  ");
    }
}

void Explorer::show_setup() {
    const auto tiles = setup();
    if (!tiles) {
        out_ << style_.dim("link " + placed_text(here())) << "\n";
        return;
    }
    const std::uint32_t number = classes_.number(*tiles);
    const Seat starter = positions_.front().mover;
    // Where pink starts, the set-up with swapped colours says the same.
    const std::uint32_t index = classes_.class_of(starter == seat_blue ? *tiles : swapped(*tiles));
    out_ << style_.dim("set-up " + std::to_string(number + 1) + " of " + std::to_string(setup_count) + ", class " +
                       std::to_string(index) + " with " + std::to_string(classes_.members(index)) + " members, link " +
                       link_text(classes_, {.setup = number,
                                            .starter = starter,
                                            .moves = {moves_.begin(), moves_.begin() + static_cast<long>(at_)}}))
         << "\n";
}

/// Every way the set-up can lie, each once.
void Explorer::show_twins(const Setup& tiles) {
    std::set<std::uint32_t> numbers;
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry)
        numbers.insert(classes_.number(moved(tiles, symmetry)));
    const Seat starter = positions_.front().mover;
    for (const std::uint32_t number : numbers)
        out_ << "  set-up " << number + 1 << ", link "
             << link_text(classes_, {.setup = number, .starter = starter, .moves = {}})
             << (number == classes_.number(tiles) ? "  (this one)\n" : "\n");
}

/// Two tiles of one ring change places: a set-up is drawn so, exchange by exchange.
bool Explorer::exchange(const Setup& tiles, std::string_view cells) {
    const auto space = std::min(cells.find(' '), cells.size());
    const auto one = Text::parse_cell(cells.substr(0, space));
    const auto other = Text::parse_cell(cells.substr(std::min(space + 1, cells.size())));
    Setup drawn = tiles;
    if (one && other) std::swap(drawn[static_cast<std::size_t>(*one)], drawn[static_cast<std::size_t>(*other)]);
    if (!one || !other || !is_setup(drawn)) {
        out_ << "name two cells of one ring, as: exchange a1 c5\n";
        return false;
    }
    lay(drawn, positions_.front().mover);
    return true;
}

void Explorer::show() {
    const auto table = position_table(Text::info().id, Text::position_text(here()), Text::position_options());
    if (style_.clear_screen) out_ << "\x1b[H\x1b[2J";
    if (table) out_ << HighTideLeimanScreen().draw(**table, Observer::all(), style_);
    show_setup();
    if (!moves_.empty()) {
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const std::string text = Text::action_text(positions_[i], positions_[i].mover, moves_[i]);
            out_ << (i < at_ ? text : style_.dim("(" + text + ")")) << (i + 1 == moves_.size() ? "\n" : " ");
        }
    }
    if (here().phase != Phase::moving) {
        const int margin = visible(here(), seat_blue) - visible(here(), seat_pink);
        out_ << style_.bold("The round is over: " +
                            ending_text(here(), {static_cast<Seat>(here().round_winner), margin}))
             << "\n";
        return;
    }
    if (const Moves* found = moves())
        show_moves(*found);
    else
        out_ << "stopped; 'again' asks again\n";
}

void Explorer::show_length() {
    LengthSolver solver(std::size_t{1} << 24U);
    std::optional<LengthSolver::Round> round;
    {
        const SearchProgress progress(solver);
        round = solver.round(here());
    }
    if (!round) {
        out_ << "stopped\n";
        return;
    }
    out_ << Text::seat_name(here(), round->winner) << " wins within " << round->line.size()
         << (round->line.size() == 1 ? " move; " : " moves; ") << Text::seat_name(here(), opponent(round->winner))
         << " can make it last that long:\n";
    for (const Action action : round->line) out_ << " " << Text::action_text(here(), here().mover, action);
    out_ << "\n";
}

void Explorer::show_help() {
    out_ << "a move, as c1-b1   walk on with it\n"
            "best               walk on with the best move\n"
            "back, on, start    step through the moves so far\n"
            "line               best play to the end of the round\n"
            "length             how long it lasts if the winner hurries and the loser delays\n"
            "rarity             how many set-ups end like this one\n"
            "turn, mirror       the same set-up laid differently\n"
            "twins              every way the set-up can lie\n"
            "swap               exchange colours and starter\n"
            "exchange a1 c5     two tiles of one ring change places\n"
            "starter            the other player starts\n"
            "go                 to a set-up where …\n"
            "open TEXT          a set-up's number, 'class 5', a link of the page, or a position\n"
            "again, help, quit\n"
            "+2: the player to move wins by two tiles; -1: loses by one; 0: equal tiles, L10 or L11 decides\n";
}

bool Explorer::answer(const std::string& line) {
    const auto space = std::min(line.find(' '), line.size());
    const std::string_view word = std::string_view(line).substr(0, space);
    const std::string_view rest = std::string_view(line).substr(std::min(space + 1, line.size()));
    const auto tiles = setup();
    const Seat starter = positions_.front().mover;
    if (word.empty() || word == "again") return true;
    if (word == "back" || word == "start") {
        if (at_ == 0) out_ << "this is the start\n";
        const bool moves = at_ > 0;
        at_ = word == "start" || at_ == 0 ? 0 : at_ - 1;
        return moves;
    }
    if (word == "on") {
        if (at_ == moves_.size()) out_ << "no move was made from here; name one\n";
        const bool moves = at_ < moves_.size();
        at_ += moves ? 1 : 0;
        return moves;
    }
    if (word == "help") return show_help(), false;
    if (word == "go" && rest == "random") return open_random(), true;
    if (word == "go") return wish(rest);
    if (word == "open") {
        const auto opened = open(rest);
        if (!opened) out_ << opened.error().message << "\n";
        return opened.has_value();
    }
    for (const std::string_view change : {"turn", "mirror", "swap", "starter", "rarity", "twins", "exchange"}) {
        if (word != change) continue;
        if (!tiles) {
            out_ << "this walk did not begin at a set-up\n";
            return false;
        }
        if (word == "twins") return show_twins(*tiles), false;
        if (word == "exchange") return exchange(*tiles, rest);
        if (word == "turn") lay(moved(*tiles, 1), starter);
        if (word == "mirror") lay(moved(*tiles, 6), starter);
        if (word == "swap") lay(swapped(*tiles), opponent(starter));
        if (word == "starter") lay(*tiles, opponent(starter));
        if (word != "rarity") return true;
        const auto endings = column(Column::ending);
        if (!endings || endings->size() != setup_class_count) {
            out_ << "the figures of all set-ups cannot be read in " << solution_.string() << "\n";
            return false;
        }
        const auto mine = (*endings)[classes_.class_of(starter == seat_blue ? *tiles : swapped(*tiles))];
        std::uint64_t like = 0;
        for (std::uint32_t index = 0; index < setup_class_count; ++index)
            if ((*endings)[index] == mine) like += classes_.members(index);
        out_ << share_text(like, setup_count) << " of all set-ups end like this one with best play\n";
        return false;
    }
    if (word == "best" || word == "line" || word == "length") {
        if (here().phase != Phase::moving) {
            out_ << "the round is over\n";
            return false;
        }
        if (word == "length") return show_length(), false;
        if (word == "best") {
            const Moves* best = moves();
            return best != nullptr && play(Text::action_text(here(), here().mover, (*best)[0].action));
        }
        const Analysis* found = analysis();
        if (found == nullptr) return false;
        for (const Action action : found->line) out_ << " " << Text::action_text(here(), here().mover, action);
        out_ << "\n";
        return false;
    }
    return play(line);
}

void Explorer::run() {
    show();
    std::string line;
    while (out_ << "explore> " << std::flush && std::getline(in_, line) && line != "quit" && line != "q")
        if (answer(line)) show();
    if (!in_) out_ << "\n";
}

}  // namespace springtide::cli
