// How much `best` of High Tide could still win (docs/lab): draws one decision from each of many of its
// games, asks a much deeper search what it would rather do, and values that on fresh dice (henn_ceiling.hpp). Writes a
// line for every decision; sums up lines that were written.
#include "bots/training/henn_ceiling.hpp"

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <span>
#include <sstream>
#include <string>

#include "arena/statistics.hpp"
#include "core/text.hpp"

namespace springtide::high_tide_henn::ceiling {
namespace {

constexpr std::string_view help =
    "springtide-henn-ceiling --players N [--expansions] [--against careful|furthest|hard] --games FIRST LAST\n"
    "                        [--best N] [--inner N] [--flat N] [--deep N] [--pairs N] >> LINES\n"
    "  a line for one decision of each game; all efforts are numbers of playouts\n"
    "springtide-henn-ceiling --sum LINES…\n"
    "  what the deeper search gains in a game, by table, kind of decision and round; ± is the 95 % interval\n";

std::string_view question(Phase phase) {
    switch (phase) {
        case Phase::choosing: return "take_or_roll";
        case Phase::answering: return "accept_or_decline";
        case Phase::choosing_reroll: return "roll_again";
        case Phase::using_tiles: return "change_by_tile";
        case Phase::ordering: return "which_die_first";
        case Phase::landing: return "coin";
        default: return "tile_before_turn";
    }
}

void write(const Finding& line) {
    std::cout << line.table << ' ' << line.game << ' ' << line.of << ' ' << line.round << ' ' << line.asked;
    for (std::size_t r = 0; r < rival_names.size(); ++r) std::cout << ' ' << line.differs[r] << ' ' << line.gain[r];
    std::cout << '\n' << std::flush;  // a run may be broken off
}

bool read(const std::string& text, Finding& line) {
    std::istringstream words(text);
    words >> line.table >> line.game >> line.of >> line.round >> line.asked;
    for (std::size_t r = 0; r < rival_names.size(); ++r) words >> line.differs[r] >> line.gain[r];
    return static_cast<bool>(words);
}

void print(const std::string& what, const Gains& gains) {
    std::cout << "| " << what << " | " << gains.decisions;
    for (std::size_t r = 0; r < rival_names.size(); ++r)
        std::cout << " | " << gains.differ[r] << " | " << std::showpos << gains.per_game[r].mean() << std::noshowpos
                  << " ± " << gains.per_game[r].margin();
    std::cout << " |\n";
}

int sum(std::span<char*> files) {
    std::map<std::string, std::vector<Finding>> tables;
    for (const char* file : files) {
        std::ifstream stream(file);
        if (!stream) return std::cerr << file << " cannot be read\n", 1;
        Finding line;
        for (std::string text; std::getline(stream, text);)
            if (read(text, line)) tables[line.table].push_back(line);
    }
    std::cout << std::fixed << std::setprecision(4);
    for (const auto& [table, lines] : tables) {
        arena::Sample count;
        for (const Finding& line : lines) count.add(static_cast<double>(line.of));
        std::cout << "\n"
                  << table << ": " << lines.size() << " games, " << std::setprecision(1) << count.mean()
                  << std::setprecision(4) << " decisions with a choice in each\n\n| | decisions";
        for (const auto name : rival_names) std::cout << " | " << name << " differs | gains in a game";
        std::cout << " |\n|---|---|---|---|---|---|---|---|\n";
        std::map<std::string, Gains> kinds;
        for (const Finding& line : lines) kinds["round " + std::to_string(line.round)], kinds[line.asked];
        Gains all;
        for (const Finding& line : lines) {
            all.add(line);
            for (auto& [kind, gains] : kinds)
                gains.add(line, kind == line.asked || kind == "round " + std::to_string(line.round));
        }
        print("all", all);
        for (const auto& [kind, gains] : kinds) print(kind, gains);
    }
    return 0;
}

struct Wish {
    Company company;
    Effort effort;
    std::string against = "careful";
    std::uint64_t first = 0;
    std::uint64_t last = 0;

    [[nodiscard]] std::string table() const {
        std::ostringstream text;
        text << company.players << (company.options.baywatch ? "+all" : "") << "/" << against << "/best@" << effort.best
             << "/inner@" << effort.inner << "/flat@" << effort.flat << "/deep@" << effort.deep << "/pairs@"
             << effort.pairs;
        return text.str();
    }
};

bool parse(std::span<char*> words, Wish& wish) {
    const std::map<std::string_view, std::uint64_t*> efforts = {{"--best", &wish.effort.best},
                                                                {"--inner", &wish.effort.inner},
                                                                {"--flat", &wish.effort.flat},
                                                                {"--deep", &wish.effort.deep},
                                                                {"--pairs", &wish.effort.pairs}};
    const std::map<std::string_view, const Weights*> kinds = {
        {"careful", &careful_weights}, {"furthest", &bold_weights}, {"hard", &strong_weights}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const auto number = [&](std::size_t ahead) {
            return i + ahead < words.size() ? parse_int(words[i + ahead]) : std::nullopt;
        };
        if (word == "--expansions") {
            wish.company.options = Options::everything();
        } else if (word == "--against" && i + 1 < words.size()) {
            const auto kind = kinds.find(words[++i]);
            if (kind == kinds.end()) return false;
            wish.against = kind->first;
            wish.company.others = kind->second;
        } else if (word == "--games" && number(1) && number(2)) {
            wish.first = static_cast<std::uint64_t>(*number(1));
            wish.last = static_cast<std::uint64_t>(*number(2));
            i += 2;
        } else if (word == "--players" && number(1)) {
            wish.company.players = *number(1);
            ++i;
        } else if (const auto effort = efforts.find(word); effort != efforts.end() && number(1)) {
            *effort->second = static_cast<std::uint64_t>(*number(1));
            ++i;
        } else {
            return false;
        }
    }
    return wish.company.players >= min_players && wish.company.players <= max_players && wish.last >= wish.first &&
           wish.first > 0;
}

int study(const Wish& wish) {
    const Judge judge(wish.company, wish.effort);
    for (std::uint64_t game = wish.first; game <= wish.last; ++game) {
        const Moment moment = draw_moment(wish.company, wish.effort, game);
        const Verdicts verdicts = judge.judge(moment, fold(game, 3));
        Finding line{.table = wish.table(),
                     .game = game,
                     .of = moment.of,
                     .round = moment.seen.state().round,
                     .asked = std::string(question(moment.seen.state().phase))};
        for (std::size_t r = 0; r < verdicts.size(); ++r) {
            line.differs[r] = verdicts[r].action == moment.chosen ? 0 : 1;
            line.gain[r] = verdicts[r].gain;
        }
        write(line);
    }
    return 0;
}

}  // namespace
}  // namespace springtide::high_tide_henn::ceiling

int main(int count, char** words) {
    using namespace springtide::high_tide_henn::ceiling;
    const std::span<char*> given(words + 1, static_cast<std::size_t>(count - 1));
    if (given.size() > 1 && std::string_view(given[0]) == "--sum") return sum(given.subspan(1));
    Wish wish;
    if (parse(given, wish)) return study(wish);
    std::cerr << help;
    return EXIT_FAILURE;
}
