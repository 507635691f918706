#include "cli/solve_all.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <thread>

namespace springtide::cli {

using namespace high_tide_leiman;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto between_saves = std::chrono::seconds(5);
constexpr auto between_lines = std::chrono::seconds(1);

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // it is set by a signal

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

/// Threads take the open classes in order; whoever waits is told about every end.
class Workers {
  public:
    Workers(Column column, const SetupClasses& classes, std::vector<std::uint32_t> open, SolveAll::Found& found)
        : column_(column), classes_(classes), open_(std::move(open)), found_(found) {}

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
        Solver solver;
        solver.set_watch([](void*, std::uint64_t) { return !interrupted.load(std::memory_order_relaxed); }, nullptr);
        for (;;) {
            const std::size_t next = next_.fetch_add(1);
            if (next >= open_.size() || interrupted) break;
            const auto number = solve_class(solver, classes_.representative(open_[next]), column_);
            if (!number) break;
            const std::scoped_lock lock(mutex_);
            found_[open_[next]] = static_cast<std::uint8_t>(*number + 1);
            ++solved_;
        }
        const std::scoped_lock lock(mutex_);
        --running_;
        changed_.notify_all();
    }

    Column column_;
    const SetupClasses& classes_;
    std::vector<std::uint32_t> open_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;  // guards all below
    std::condition_variable changed_;
    SolveAll::Found& found_;
    std::size_t solved_ = 0;
    unsigned running_ = 0;
    std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

Expected<void> write_file(const std::filesystem::path& file, std::span<const std::uint8_t> bytes) {
    const auto beside = std::filesystem::path(file) += ".new";  // a run that dies while writing harms nothing
    std::ofstream stream(beside, std::ios::binary);
    std::ranges::copy(bytes, std::ostreambuf_iterator<char>(stream));
    stream.close();
    std::error_code error;
    if (stream) std::filesystem::rename(beside, file, error);
    if (!stream || error) return fail(ErrorCode::bad_request, "cannot write " + file.string());
    return {};
}

}  // namespace

std::filesystem::path SolveAll::part_file() const {
    std::string name(column_names[static_cast<std::size_t>(column)]);
    if (shares > 1) name += "." + std::to_string(share) + "of" + std::to_string(shares);
    return folder / (name + ".part");
}

Expected<void> SolveAll::save(const Found& found) const { return write_file(part_file(), found); }

Expected<SolveAll::Found> SolveAll::run() const {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return fail(ErrorCode::bad_request, "cannot make the folder " + folder.string());
    const SetupClasses set_ups;
    Found found(classes);
    if (std::ifstream part(part_file(), std::ios::binary); part) {
        found.assign(std::istreambuf_iterator<char>(part), {});
        if (found.size() != classes)
            return fail(ErrorCode::bad_request,
                        part_file().string() + " is not a part of this solution; delete it to start anew");
    }
    std::vector<std::uint32_t> open;
    std::size_t mine = 0;
    for (std::uint32_t index = share; index < classes; index += shares, ++mine)
        if (found[index] == 0) open.push_back(index);
    const std::size_t done_before = mine - open.size();

    interrupted = false;
    const auto old_handler = std::signal(SIGINT, [](int) { interrupted = true; });
    const auto start = Clock::now();
    auto saved = start;
    Workers workers(column, set_ups, std::move(open), found);
    workers.start(std::max(threads, 1U));
    bool going = true;
    while (going) {
        going = workers.wait(between_lines);
        const auto [so_far, solved] = workers.look();
        if (!quiet)
            show_progress(done_before + solved, mine, solved,
                          std::chrono::duration<double>(Clock::now() - start).count());
        if (!going || Clock::now() - saved >= between_saves) {
            if (const auto written = save(so_far); !written) interrupted = true;
            saved = Clock::now();
        }
    }
    std::signal(SIGINT, old_handler);
    if (!quiet) std::cerr << "\n";
    if (const auto written = save(found); !written) return std::unexpected(written.error());
    return found;
}

Expected<std::filesystem::path> SolveAll::write(const Found& found) const {
    if (std::ranges::find(found, 0) != found.end())
        return fail(ErrorCode::bad_request, "some classes are not solved yet; run the same command again to go on");
    Found numbers = found;
    for (auto& number : numbers) --number;
    auto file = folder / (std::string(column_names[static_cast<std::size_t>(column)]) + ".bin");
    if (auto written = write_file(file, pack(column, numbers)); !written) return std::unexpected(written.error());
    return file;
}

SolveAllFlags::SolveAllFlags() : threads(std::max(1U, std::thread::hardware_concurrency())) {}

std::vector<CLI::Option*> SolveAllFlags::add_to(CLI::App& command) {
    return {
        command.add_option("--column", column, "what to find of each class")
            ->check(CLI::IsMember(std::vector<std::string>(column_names.begin(), column_names.end())))
            ->capture_default_str(),
        command.add_option("--out", folder, "the folder of the results, and of what is found so far")
            ->capture_default_str(),
        command.add_option("--threads", threads, "how many classes at a time")
            ->check(CLI::Range(1, 1024))
            ->capture_default_str(),
        command.add_option("--classes", classes, "only the first so many classes, to try it out")
            ->check(CLI::Range(1U, setup_class_count))
            ->capture_default_str(),
    };
}

SolveAll SolveAllFlags::job() const {
    return {.column = static_cast<Column>(std::ranges::find(column_names, column) - column_names.begin()),
            .folder = folder,
            .threads = threads,
            .classes = classes,
            .share = 0,
            .shares = 1,
            .quiet = false};
}

}  // namespace springtide::cli
