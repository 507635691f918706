#include <algorithm>
#include <array>
#include <iostream>
#include <set>
#include <sstream>

#include "bots/high_tide_leiman/length_solver.hpp"
#include "cli/explorer.hpp"
#include "cli/position_link.hpp"
#include "cli/search_progress.hpp"
#include "notation/high_tide_leiman.hpp"

/// The commands of the explorer.
namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

using Text = GameText<State>;

struct Wish {
    std::string_view name;
    std::string_view words;
    SolvedSetups::Condition fits;
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

std::string share_text(std::uint64_t part, std::uint64_t whole) {
    std::ostringstream text;
    text.precision(3);
    text << 100.0 * static_cast<double>(part) / static_cast<double>(whole) << " %";
    return text.str();
}

}  // namespace

/// A command: its action, and whether it needs a walk that began at a set-up or a position with a move.
struct Explorer::Command {
    enum Where : std::uint8_t { anywhere, after_a_setup, before_the_end };
    std::string_view name;
    bool (Explorer::*act)(std::string_view rest);
    Where where = anywhere;
};

const std::array<Explorer::Command, 17> Explorer::commands = {
    Command{"best", &Explorer::best, Command::before_the_end},
    Command{"back", &Explorer::back},
    Command{"on", &Explorer::on},
    Command{"start", &Explorer::to_start},
    Command{"line", &Explorer::line, Command::before_the_end},
    Command{"length", &Explorer::length, Command::before_the_end},
    Command{"rarity", &Explorer::rarity, Command::after_a_setup},
    Command{"turn", &Explorer::turn, Command::after_a_setup},
    Command{"mirror", &Explorer::mirror, Command::after_a_setup},
    Command{"twins", &Explorer::twins, Command::after_a_setup},
    Command{"swap", &Explorer::swap, Command::after_a_setup},
    Command{"exchange", &Explorer::exchange, Command::after_a_setup},
    Command{"starter", &Explorer::starter, Command::after_a_setup},
    Command{"go", &Explorer::go},
    Command{"open", &Explorer::open_anew},
    Command{"again", &Explorer::again},
    Command{"help", &Explorer::help},
};

bool Explorer::answer(const std::string& line) {
    const auto space = std::min(line.find(' '), line.size());
    const std::string_view word = std::string_view(line).substr(0, space);
    const std::string_view rest = std::string_view(line).substr(std::min(space + 1, line.size()));
    if (word.empty()) return true;
    const auto* const command = std::ranges::find(commands, word, &Command::name);
    if (command == commands.end()) return play(line);
    if (command->where == Command::after_a_setup && !setup()) {
        out_ << "this walk did not begin at a set-up\n";
        return false;
    }
    if (command->where == Command::before_the_end && here().phase != Phase::moving) {
        out_ << "the round is over\n";
        return false;
    }
    return (this->*command->act)(rest);
}

bool Explorer::best(std::string_view /*rest*/) {
    const Moves* found = moves();
    return found != nullptr && play(Text::action_text(here(), here().mover, (*found)[0].action));
}

bool Explorer::back(std::string_view /*rest*/) {
    if (at_ == 0) {
        out_ << "this is the start\n";
        return false;
    }
    --at_;
    return true;
}

bool Explorer::on(std::string_view /*rest*/) {
    if (at_ == moves_.size()) {
        out_ << "no move was made from here; name one\n";
        return false;
    }
    ++at_;
    return true;
}

bool Explorer::to_start(std::string_view rest) {
    at_ = std::min<std::size_t>(at_, 1);
    return back(rest);
}

bool Explorer::line(std::string_view /*rest*/) {
    if (const Analysis* found = analysis()) show_line(found->line);
    return false;
}

bool Explorer::length(std::string_view /*rest*/) {
    LengthSolver solver(std::size_t{1} << 24U);
    std::optional<LengthSolver::Round> round;
    {
        const SearchProgress progress(solver);
        round = solver.round(here());
    }
    if (!round) {
        out_ << "stopped\n";
        return false;
    }
    out_ << Text::seat_name(here(), round->winner) << " wins within " << round->line.size()
         << (round->line.size() == 1 ? " move; " : " moves; ") << Text::seat_name(here(), opponent(round->winner))
         << " can make it last that long:\n";
    show_line(round->line);
    return false;
}

bool Explorer::rarity(std::string_view /*rest*/) {
    const auto count = solved_.count_ending_like(*setup(), positions_.front().mover);
    if (!count) return say_unreadable();
    out_ << share_text(*count, setup_count) << " of all set-ups end like this one with best play\n";
    return false;
}

bool Explorer::turn(std::string_view /*rest*/) { return lay(moved(*setup(), 1), positions_.front().mover), true; }
bool Explorer::mirror(std::string_view /*rest*/) { return lay(moved(*setup(), 6), positions_.front().mover), true; }
bool Explorer::swap(std::string_view /*rest*/) {
    return lay(swapped(*setup()), opponent(positions_.front().mover)), true;
}
bool Explorer::starter(std::string_view /*rest*/) { return lay(*setup(), opponent(positions_.front().mover)), true; }

/// Every way the set-up can lie, each once.
bool Explorer::twins(std::string_view /*rest*/) {
    const Setup tiles = *setup();
    std::set<std::uint32_t> numbers;
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry)
        numbers.insert(solved_.classes().number(moved(tiles, symmetry)));
    for (const std::uint32_t number : numbers)
        out_ << "  set-up " << number + 1 << ", link "
             << link_text(solved_.classes(), {.setup = number, .starter = positions_.front().mover, .moves = {}})
             << (number == solved_.classes().number(tiles) ? "  (this one)\n" : "\n");
    return false;
}

/// Two tiles of one ring change places: a set-up is drawn so, exchange by exchange.
bool Explorer::exchange(std::string_view cells) {
    const auto space = std::min(cells.find(' '), cells.size());
    const auto one = Text::parse_cell(cells.substr(0, space));
    const auto other = Text::parse_cell(cells.substr(std::min(space + 1, cells.size())));
    Setup drawn = *setup();
    if (one && other) std::swap(drawn[static_cast<std::size_t>(*one)], drawn[static_cast<std::size_t>(*other)]);
    if (!one || !other || !is_setup(drawn)) {
        out_ << "name two cells of one ring, as: exchange a1 c5\n";
        return false;
    }
    lay(drawn, positions_.front().mover);
    return true;
}

void Explorer::lay_one_of(const std::vector<std::uint32_t>& classes) {
    const std::uint32_t index = classes[random_.below(static_cast<std::uint32_t>(classes.size()))];
    lay(moved(solved_.classes().representative(index), random_.below(symmetry_count)), seat_blue);
}

bool Explorer::say_unreadable() {
    out_ << "the figures of all set-ups cannot be read in " << solved_.folder().string()
         << "; --solution names another folder\n";
    return false;
}

bool Explorer::go(std::string_view name) {
    if (name == "random") return open_random(), true;
    if (name == "longest") {
        const auto longest = solved_.longest_classes();
        if (longest.empty()) return say_unreadable();
        return lay_one_of(longest), true;
    }
    const auto wanted = std::ranges::find(wishes, name, &Wish::name);
    if (wanted == wishes.end()) {
        out_ << "go to a set-up where …\n";
        for (const Wish& one : wishes)
            out_ << "  go " << one.name << std::string(14 - one.name.size(), ' ') << one.words << "\n";
        out_ << "  go longest       the loser can hold out longest\n  go random\n";
        return false;
    }
    const auto found = solved_.classes_where(wanted->fits);
    if (!found) return say_unreadable();
    lay_one_of(*found);
    out_ << found->size() << " of " << setup_class_count << " classes are like this\n";
    return true;
}

bool Explorer::open_anew(std::string_view text) {
    const auto opened = open(text);
    if (!opened) out_ << opened.error().message << "\n";
    return opened.has_value();
}

bool Explorer::help(std::string_view /*rest*/) {
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
    return false;
}

}  // namespace springtide::cli
