// Makes data/high_tide_leiman/book.bin (bots/high_tide_leiman/book.hpp) from the column first_moves.bin beside it. For
// every class of set-ups that can be won it takes the winning first move that is proven soonest, and follows the
// replies whose proof takes long. Every reply is tried by itself: its proof can take longer than that of the first
// move, which also uses its results from the other replies. About ten minutes of a core with the book that the program
// contains, longer without.
//
// Usage: springtide-leiman-book FOLDER [THREADS [CLASSES]]
//
// FOLDER has first_moves.bin. The progress is kept in FOLDER/book.part, from which another run continues. The answers
// of the book that the program contains are kept, too. CLASSES: only the first so many, to try it out.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include "bots/high_tide_leiman/after.hpp"
#include "bots/high_tide_leiman/book.hpp"
#include "bots/high_tide_leiman/solution.hpp"
#include "files/files.hpp"
#include "rules/high_tide_leiman/balanced.hpp"

namespace springtide::high_tide_leiman {
namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 19U;

/// Winning first moves that are tried.
constexpr std::size_t most_openings = 3;

struct Chapter {
    std::size_t opening = 0;             ///< a place in legal_actions
    std::vector<std::uint64_t> replies;  ///< reply_number of each
};

class Author {
  public:
    Chapter write(const State& start, std::span<const std::uint8_t> codes) {
        chapter_ = {};
        const auto actions = legal_actions(start, start.mover);
        if (const auto known = look_up(start); known && known->winner == start.mover) {
            chapter_.opening = static_cast<std::size_t>(std::ranges::find(actions, known->action) - actions.begin());
            follow(after(start, known->action));
            return std::move(chapter_);
        }
        std::vector<std::size_t> winning;
        for (std::size_t i = 0; i < actions.size(); ++i)
            if (codes[i] > 0) winning.push_back(i);
        // Those that win by more are mostly proven sooner.
        std::ranges::stable_sort(winning, std::greater(), [&](std::size_t i) { return codes[i]; });
        if (winning.size() > most_openings) winning.resize(most_openings);
        const auto quick = std::ranges::find_if(
            winning, [&](std::size_t i) { return wins_within(after(start, actions[i]), book_nodes).has_value(); });
        chapter_.opening = quick != winning.end() ? *quick : winning.front();
        follow(after(start, actions[chapter_.opening]));
        return std::move(chapter_);
    }

  private:
    std::optional<Proof> wins_within(const State& state, std::uint64_t nodes) {
        solver_.clear();
        solver_.set_watch([](void*, std::uint64_t so_far) { return so_far <= 1; }, nullptr, nodes);
        return solver_.prove(state);
    }

    /// The winner has moved. Every reply that it could not answer in time gets its answer.
    void follow(const State& state) {
        for (const Action reply : legal_actions(state, state.mover)) {
            const State next = after(state, reply);
            if (legal_actions(next, next.mover).empty()) continue;
            const auto known = look_up(next);
            if (!known && wins_within(next, book_nodes)) continue;
            solver_.set_watch(nullptr, nullptr);
            Action answer{};
            if (known) {
                answer = known->action;
            } else {
                const auto proof = solver_.prove(next);
                if (proof->winner != next.mover) return;  // a position taken for one of the book led here
                answer = proof->action;
            }
            chapter_.replies.push_back(reply_number(next, answer));
            follow(after(next, answer));
        }
    }

    Solver solver_{table_bytes};
    Chapter chapter_;
};

class Book {
  public:
    Book(std::filesystem::path folder, std::vector<std::uint8_t> codes, std::uint32_t count)
        : folder_(std::move(folder)),
          codes_(std::move(codes)),
          places_(column_places(classes_, Column::first_moves, classes_.size())),
          chapters_(count) {}

    bool fits() const { return codes_.size() == places_.back(); }

    void read_part() {
        std::ifstream part(folder_ / "book.part");
        for (std::string line; std::getline(part, line);) {
            std::istringstream words(line);
            std::uint32_t index = 0;
            Chapter chapter;
            std::size_t replies = 0;
            if (!(words >> index >> chapter.opening >> replies) || index >= chapters_.size()) continue;
            for (std::uint64_t reply = 0; words >> reply;) chapter.replies.push_back(reply);
            if (chapter.replies.size() == replies) chapters_[index] = std::move(chapter);
        }
    }

    void write_chapters(unsigned threads) {
        std::ofstream part(folder_ / "book.part", std::ios::app);
        std::atomic<std::uint32_t> next = 0;
        std::mutex writing;
        const auto order = hardest_first();
        const auto work = [&] {
            Author author;
            for (std::uint32_t n = next++; n < order.size(); n = next++) {
                const std::uint32_t i = order[n];
                const auto codes = codes_of(i);
                if (chapters_[i]) continue;
                Chapter chapter = author.write(first_position(classes_.representative(i)), codes);
                const std::scoped_lock lock(writing);
                part << i << " " << chapter.opening << " " << chapter.replies.size();
                for (const auto reply : chapter.replies) part << " " << reply;
                part << "\n";
                if (n % 1000 == 0) std::cerr << n << " of " << order.size() << "\n" << std::flush;
                chapters_[i] = std::move(chapter);
            }
        };
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
        work();
    }

    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> openings(balanced_table_size);
        std::vector<std::uint64_t> replies;
        for (const std::uint32_t i : hardest_first()) {
            if (!chapters_[i]) {  // a run that was broken off: the first move at least
                const auto codes = codes_of(i);
                Chapter only;
                only.opening = static_cast<std::size_t>(std::ranges::max_element(codes) - codes.begin());
                place(i, only, openings);
                continue;
            }
            place(i, *chapters_[i], openings);
            replies.insert(replies.end(), chapters_[i]->replies.begin(), chapters_[i]->replies.end());
        }
        std::ranges::sort(replies);
        const auto same_position = std::ranges::unique(replies, {}, [](std::uint64_t reply) { return reply >> 10U; });
        replies.erase(same_position.begin(), same_position.end());
        std::cerr << replies.size() << " replies\n";
        return pack_book(openings, replies);
    }

  private:
    void place(std::uint32_t index, const Chapter& chapter, std::vector<std::uint8_t>& openings) const {
        const Setup setup = classes_.representative(index);
        const Action action = legal_actions(first_position(setup), seat_blue)[chapter.opening];
        for (const CellMap& map : symmetries) {
            Setup twin{};
            for (std::size_t cell = 0; cell < cell_count; ++cell) twin[map[cell]] = setup[cell];
            openings[balanced_table_index(twin)] = opening_number(twin, {map[action.from], map[action.to]});
        }
    }

    std::span<const std::uint8_t> codes_of(std::uint32_t index) const {
        return std::span(codes_).subspan(places_[index], places_[index + 1] - places_[index]);
    }

    /// The classes that can be won; those first in which little can be won by and few moves win, where proofs take
    /// longest. A run that is broken off has thus done what counts most.
    std::vector<std::uint32_t> hardest_first() const {
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < chapters_.size(); ++i)
            if (std::ranges::max(codes_of(i)) > 0) order.push_back(i);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
            const auto codes = codes_of(i);
            return std::pair(std::ranges::max(codes),
                             codes.size() - static_cast<std::size_t>(std::ranges::count(codes, 0)));
        });
        return order;
    }

    std::filesystem::path folder_;
    SetupClasses classes_;
    std::vector<std::uint8_t> codes_;
    std::vector<std::uint32_t> places_;
    std::vector<std::optional<Chapter>> chapters_;
};

std::optional<std::uint32_t> number_at(std::span<char*> given, std::size_t place, std::uint32_t usual) {
    if (place >= given.size()) return usual;
    const std::string_view word(given[place]);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number == 0) return std::nullopt;
    return number;
}

}  // namespace
}  // namespace springtide::high_tide_leiman

int main(int count, char** words) {
    using namespace springtide::high_tide_leiman;
    const std::span<char*> given(words + 1, static_cast<std::size_t>(count - 1));
    const auto threads = number_at(given, 1, 1);
    const auto classes = number_at(given, 2, setup_class_count);
    if (given.empty() || given.size() > 3 || !threads || !classes || *classes > setup_class_count) {
        std::cerr << "usage: springtide-leiman-book FOLDER [THREADS [CLASSES]], where FOLDER has first_moves.bin\n";
        return 2;
    }
    const std::filesystem::path folder(given[0]);
    std::ifstream stream(folder / "first_moves.bin", std::ios::binary);
    const std::vector<std::uint8_t> read{std::istreambuf_iterator<char>(stream), {}};
    Book book(folder, unpack(Column::first_moves, read).value_or(std::vector<std::uint8_t>{}), *classes);
    if (!book.fits()) {
        std::cerr << folder.string() << " has no whole column first_moves.bin\n";
        return 2;
    }
    book.read_part();
    book.write_chapters(*threads);
    const auto bytes = book.bytes();
    const auto written =
        springtide::write_file(folder / "book.bin", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (written) return EXIT_SUCCESS;
    std::cerr << written.error().message << "\n";
    return EXIT_FAILURE;
}
