#include "cli/solve_longest.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <set>
#include <sstream>

#include "bots/high_tide_leiman/length_solver.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "cli/exit_status.hpp"
#include "cli/search_progress.hpp"
#include "core/random.hpp"
#include "files/files.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;

namespace {

constexpr std::size_t kept = 30;

struct Known {
    std::uint32_t index;  ///< of the class
    int length;
};
/// The longest first.
bool longer(const Known& one, const Known& other) {
    return one.length != other.length ? one.length > other.length : one.index < other.index;
}

/// Another set-up that differs by one or two exchanges inside a ring (L3).
Setup changed(Setup setup, Random& random) {
    const auto exchange = [&](const auto& ring) {
        const auto size = static_cast<std::uint32_t>(ring.size());
        std::swap(setup[ring[random.below(size)]], setup[ring[random.below(size)]]);
    };
    for (std::uint32_t times = 1 + random.below(2); times > 0; --times) {
        if (random.below(3) == 0)
            exchange(inner_ring);
        else
            exchange(outer_ring);
    }
    return setup;
}

Expected<std::vector<Known>> read_list(const std::string& file) {
    std::vector<Known> found;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return found;  // a new list
    const auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Known one{};
        if (words >> one.index >> one.length && one.index < setup_class_count) found.push_back(one);
    }
    return found;
}

Expected<void> write_list(const std::string& file, const std::vector<Known>& found) {
    std::string text =
        "# class length: the longest forced rounds found; springtide solve --longest 600 --list longest.txt\n";
    for (const Known& one : found) text += std::to_string(one.index) + " " + std::to_string(one.length) + "\n";
    return write_file(file, text);
}

}  // namespace

void add_longest(CLI::App& command, LongestSearch& search, const std::vector<CLI::Option*>& excluded) {
    auto* seconds = command
                        .add_option("--longest", search.seconds,
                                    "for this many seconds, look for set-ups in which the loser can hold out longest")
                        ->check(CLI::PositiveNumber);
    for (auto* other : excluded) seconds->excludes(other);
    command.add_option("--list", search.list, "the file of the longest found, from which it continues")->needs(seconds);
    command.add_option("--luck", search.random_seed, "another seed looks elsewhere")->needs(seconds);
}

int find_longest(const LongestSearch& search, std::ostream& out) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(search.seconds);
    const SetupClasses classes;
    Random random(fold_text(0, search.random_seed));
    LengthSolver solver;
    const SearchProgress progress(solver);
    auto known = search.list.empty() ? std::vector<Known>{} : read_list(search.list);
    if (!known) return say_refused(known.error());
    std::vector<Known> best = std::move(*known);
    std::set<std::uint32_t> seen;
    for (const Known& one : best) seen.insert(one.index);
    std::uint64_t tried = 0;
    while (Clock::now() < end && !Interruption::has_come()) {
        const bool fresh = best.size() < kept || random.below(8) == 0;
        const Setup setup =
            fresh ? classes.setup(random.below(setup_count))
                  : changed(classes.representative(best[random.below(static_cast<std::uint32_t>(best.size()))].index),
                            random);
        const std::uint32_t index = classes.class_of(setup);
        if (!seen.insert(index).second) continue;
        ++tried;
        solver.clear();
        const State state = first_position(classes.representative(index));
        // Rounds no longer than the shortest one kept need no exact length.
        if (best.size() >= kept && !solver.lasts_longer(state, best.back().length).value_or(false)) continue;
        const auto forced = solver.forced_win(state);
        if (!forced) break;
        best.push_back({index, static_cast<int>(forced->length)});
        std::ranges::sort(best, longer);
        if (best.size() > kept) best.pop_back();
    }
    if (!search.list.empty())
        if (const auto written = write_list(search.list, best); !written) return say_refused(written.error());
    out << tried << " set-ups tried; the longest:\n";
    for (const Known& one : best) out << "class " << one.index << ": " << one.length << " moves\n";
    return exit_status::done;
}

}  // namespace springtide::cli
