#include "cli/solve_all.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <thread>

#include "cli/interruption.hpp"
#include "files/files.hpp"

namespace springtide::cli {

using namespace high_tide_leiman;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto between_saves = std::chrono::seconds(5);
constexpr auto between_lines = std::chrono::seconds(1);

Expected<void> write_bytes(const std::filesystem::path& file, std::span<const std::uint8_t> bytes) {
    return write_file(file, std::string(bytes.begin(), bytes.end()));
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<long>(seconds);
    char text[32];
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
}

void show_progress(std::size_t done, std::size_t all, std::size_t done_now, double seconds) {
    constexpr std::size_t width = 30;
    const std::size_t filled = all == 0 ? width : done * width / all;
    const double rate = seconds > 0 ? static_cast<double>(done_now) / seconds : 0;
    const std::string left = rate > 0 ? duration_text(static_cast<double>(all - done) / rate) : "?";
    char numbers[96];
    std::snprintf(numbers, sizeof numbers, "%zu of %zu, %.1f a second, %s left", done, all, rate, left.c_str());
    std::cerr << "\r[" << std::string(filled, '#') << std::string(width - filled, '.') << "] " << numbers << "   "
              << std::flush;
}

/// Threads take the open classes in order and notify the waiting thread when each ends.
class Workers {
  public:
    Workers(const SolveAll& job, const SetupClasses& classes, std::span<const std::uint32_t> places,
            std::vector<std::uint32_t> open, SolveAll::Found& found)
        : job_(job), classes_(classes), places_(places), open_(std::move(open)), found_(found) {}

    void start(unsigned count) {
        running_ = count;
        for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
    }

    /// False when all threads have ended.
    bool wait(Clock::duration time) {
        std::unique_lock lock(mutex_);
        return !changed_.wait_for(lock, time, [this] { return running_ == 0; });
    }

    /// A copy of what is found, and how many of them now.
    std::pair<SolveAll::Found, std::size_t> look() {
        const std::scoped_lock lock(mutex_);
        return {found_, solved_};
    }

  private:
    void work() {
        ClassSolver solver(job_.column, job_.table_bytes);
        solver.set_watch([](void*, std::uint64_t) { return !Interruption::has_come(); }, nullptr);
        for (;;) {
            const std::size_t next = next_.fetch_add(1);
            if (next >= open_.size() || Interruption::has_come()) break;
            const auto own =
                std::span(found_).subspan(places_[open_[next]], places_[open_[next] + 1] - places_[open_[next]]);
            const auto numbers = solver.solve_all_numbers(classes_.representative(open_[next]), own);
            if (!numbers) break;
            const std::scoped_lock lock(mutex_);
            for (std::size_t i = 0; i < numbers->size(); ++i) own[i] = static_cast<std::uint8_t>((*numbers)[i] + 1);
            ++solved_;
        }
        const std::scoped_lock lock(mutex_);
        --running_;
        changed_.notify_all();
    }

    const SolveAll& job_;
    const SetupClasses& classes_;
    std::span<const std::uint32_t> places_;  // of a class's numbers
    std::vector<std::uint32_t> open_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;  // guards all below
    std::condition_variable changed_;
    SolveAll::Found& found_;
    std::size_t solved_ = 0;
    unsigned running_ = 0;
    std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

}  // namespace

std::filesystem::path SolveAll::part_file() const {
    std::string name(column_names[static_cast<std::size_t>(column)]);
    if (shares > 1) name += "." + std::to_string(share) + "of" + std::to_string(shares);
    return folder / (name + ".part");
}

Expected<void> SolveAll::save(const Found& found) const { return write_bytes(part_file(), found); }

Expected<SolveAll::Found> SolveAll::run() const {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return fail(ErrorCode::unavailable, "cannot make the folder " + folder.string() + ": " + error.message());
    const SetupClasses set_ups;
    const auto places = column_places(set_ups, column, classes);
    Found found(places.back());
    if (std::filesystem::exists(part_file(), error)) {
        const auto part = read_file(part_file());
        if (!part) return std::unexpected(part.error());
        found.assign(part->begin(), part->end());
        if (found.size() != places.back())
            return fail(ErrorCode::unavailable,
                        part_file().string() + " is not a part of this solution; delete it to start anew");
    }
    if (is_zero_where_lost(column)) mark_lost(found);
    if (column != Column::first_moves) take_from_first_moves(set_ups, found);
    std::vector<std::uint32_t> open;
    std::size_t mine = 0;
    const auto all = wanted();
    for (std::size_t i = share; i < all.size(); i += shares, ++mine)
        if (std::find(found.begin() + places[all[i]], found.begin() + places[all[i] + 1], 0) !=
            found.begin() + places[all[i] + 1])
            open.push_back(all[i]);
    const std::size_t done_before = mine - open.size();

    const Interruption interruption;
    const auto start = Clock::now();
    auto saved = start;
    Workers workers(*this, set_ups, places, std::move(open), found);
    workers.start(std::max(threads, 1U));
    bool going = true;
    while (going) {
        going = workers.wait(between_lines);
        const auto [so_far, solved] = workers.look();
        if (!quiet)
            show_progress(done_before + solved, mine, solved,
                          std::chrono::duration<double>(Clock::now() - start).count());
        if (!going || Clock::now() - saved >= between_saves) {
            if (const auto written = save(so_far); !written) Interruption::stop();
            saved = Clock::now();
        }
    }
    if (!quiet) std::cerr << "\n";
    if (const auto written = save(found); !written) return std::unexpected(written.error());
    return found;
}

std::vector<std::uint32_t> SolveAll::wanted() const {
    std::vector<std::uint32_t> all(classes);
    std::iota(all.begin(), all.end(), 0U);
    if (sample == 0) return all;
    Random random(fold_text(0, seed));
    random.shuffle(all);
    all.resize(std::min<std::size_t>(all.size(), sample));
    return all;
}

std::optional<std::vector<std::uint8_t>> SolveAll::packed(Column wanted) const {
    const auto file = read_file(folder / (std::string(column_names[static_cast<std::size_t>(wanted)]) + ".bin"));
    if (!file) return std::nullopt;
    return unpack(wanted, std::vector<std::uint8_t>(file->begin(), file->end()));
}

void SolveAll::take_from_first_moves(const SetupClasses& set_ups, Found& found) const {
    const auto first_moves = packed(Column::first_moves);
    if (!first_moves) return;
    const auto places = column_places(set_ups, Column::first_moves, classes);
    if (places.back() > first_moves->size()) return;
    if (column == Column::first_move_margins) {
        for (std::size_t i = 0; i < found.size(); ++i)
            if (const auto margin = margin_from_first_move((*first_moves)[i]))
                found[i] = static_cast<std::uint8_t>(*margin + 1);
        return;
    }
    for (std::uint32_t index = 0; index < classes; ++index) {
        const auto codes = std::span(*first_moves).subspan(places[index], places[index + 1] - places[index]);
        if (const auto number = number_from_first_moves(column, codes); number && found[index] == 0)
            found[index] = static_cast<std::uint8_t>(*number + 1);
    }
}

void SolveAll::mark_lost(Found& found) const {
    const auto winners = packed(Column::winner);
    if (!winners || winners->size() < found.size()) return;
    for (std::size_t index = 0; index < found.size(); ++index)
        if ((*winners)[index] == 0) found[index] = 1;
}

Expected<std::filesystem::path> SolveAll::write_sample(const Found& found) const {
    const auto places = column_places(SetupClasses(), column, classes);
    std::string text = "# springtide solve --all --column " +
                       std::string(column_names[static_cast<std::size_t>(column)]) + " --sample " +
                       std::to_string(sample) + " --seed " + seed + "\n";
    auto drawn = wanted();
    std::ranges::sort(drawn);
    for (const auto index : drawn) {
        text += std::to_string(index);
        for (std::uint32_t place = places[index]; place < places[index + 1]; ++place) {
            if (found[place] == 0)
                return fail(ErrorCode::unavailable,
                            "some classes are not solved yet; run the same command again to go on");
            text += " " + std::to_string(found[place] - 1);
        }
        text += "\n";
    }
    auto file = folder / (std::string(column_names[static_cast<std::size_t>(column)]) + ".sample.txt");
    if (auto written = write_file(file, text); !written) return std::unexpected(written.error());
    return file;
}

Expected<std::filesystem::path> SolveAll::write(const Found& found) const {
    if (sample != 0) return write_sample(found);
    if (std::ranges::find(found, 0) != found.end())
        return fail(ErrorCode::unavailable, "some classes are not solved yet; run the same command again to go on");
    Found numbers = found;
    for (auto& number : numbers) --number;
    if (column == Column::only_move) {
        const auto table = balanced_table_bytes(SetupClasses(), numbers);
        if (auto written = write_bytes(folder / "balanced.bin", table); !written)
            return std::unexpected(written.error());
    }
    auto file = folder / (std::string(column_names[static_cast<std::size_t>(column)]) + ".bin");
    if (auto written = write_bytes(file, pack(column, numbers)); !written) return std::unexpected(written.error());
    return file;
}

void add_memory_option(CLI::App& command, std::size_t& bytes) {
    constexpr std::size_t least = std::size_t{16} << 10U;
    constexpr std::size_t most = std::size_t{64} << 30U;
    command.add_option("--memory", bytes, "size of the table of proven positions, for example 4MB; of each thread")
        ->transform(CLI::AsSizeValue(false) & CLI::Range(least, most, "16kB to 64GB"))
        ->default_str("512kB");
}

SolveAllFlags::SolveAllFlags() : threads(std::max(1U, std::thread::hardware_concurrency())) {}

std::vector<CLI::Option*> SolveAllFlags::add_to(CLI::App& command) {
    return {
        command
            .add_option("--column", column,
                        "what to find of each class: winner, winning_moves, ending, only_move, length, first_moves or "
                        "first_move_margins")
            ->check(CLI::IsMember(std::vector<std::string>(column_names.begin(), column_names.end())).description(""))
            ->capture_default_str(),
        command.add_option("--out", folder, "the folder of the results, also of unfinished ones")
            ->capture_default_str(),
        command.add_option("--threads", threads, "how many classes at a time")
            ->check(CLI::Range(1, 1024))
            ->capture_default_str(),
        command.add_option("--classes", classes, "only this many classes, the first ones, for a trial")
            ->check(CLI::Range(1U, setup_class_count))
            ->capture_default_str(),
        command.add_option("--sample", sample, "only this many classes, drawn at random")
            ->check(CLI::Range(1U, setup_class_count)),
        command.add_option("--seed", seed, "draws the same sample again")->capture_default_str(),
    };
}

SolveAll SolveAllFlags::job(std::size_t table_bytes) const {
    return {.column = static_cast<Column>(std::ranges::find(column_names, column) - column_names.begin()),
            .folder = folder,
            .threads = threads,
            .classes = classes,
            .sample = sample,
            .seed = seed,
            .table_bytes = table_bytes,
            .share = 0,
            .shares = 1,
            .quiet = false};
}

}  // namespace springtide::cli
