// Teaches the network of bots/high_tide_henn/round_value.hpp who wins: plays games of the quick players at all kinds of
// tables, looks at every start of a round, and follows the gradient of the cross entropy with how the game ended.
// Writes the network's bytes. The rate of learning follows the clock: another run finds other numbers.
//
// Usage: springtide-train-henn-value FILE [SECONDS [THREADS [SEED]]]
#include "bots/training/henn_value.hpp"

#include <barrier>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

namespace springtide::high_tide_henn {
namespace {

class Trainer {
  public:
    Trainer(double seconds, std::size_t threads, std::uint64_t seed)
        : seconds_(seconds), seed_(seed), gradients_(threads), entropies_(threads), lessons_(threads) {
        Random random(seed);
        const auto bell = [&](float width) {
            double sum = -6;
            for (int i = 0; i < 12; ++i) sum += random.unit();
            return width * static_cast<float>(sum);
        };
        RoundNetwork& net = numbers_.network();
        for (auto& row : net.beach)
            for (float& number : row) number = bell(0.1F);
        for (auto& row : net.seat)
            for (float& number : row) number = bell(0.05F);
        for (auto* matrix : {&net.own, &net.others})
            for (auto& row : *matrix)
                for (float& number : row) number = bell(0.08F);
        for (float& number : net.score) number = bell(0.2F);
    }

    void run() {
        const auto begin = std::chrono::steady_clock::now();
        const std::size_t threads = gradients_.size();
        std::barrier barrier(static_cast<std::ptrdiff_t>(threads));
        bool done = false;
        std::uint64_t step = 0;
        double entropy = 0;
        double count = 0;
        float rate = 0;
        const auto work = [&](std::size_t self) {
            while (true) {
                teach(self, step);
                barrier.arrive_and_wait();
                if (self == 0) {
                    const double past = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
                    rate = rate_at(past / seconds_);
                    for (std::size_t t = 0; t < threads; ++t) {
                        entropy += entropies_[t];
                        count += static_cast<double>(lessons_[t].size());
                    }
                    ++step;
                    done = past > seconds_;
                    if (step % 200 == 0 || done) {
                        std::cerr << past << " s, step " << step << ": cross entropy " << entropy / count << "\n";
                        entropy = count = 0;
                    }
                }
                barrier.arrive_and_wait();
                follow(self, step, rate);
                if (done) return;
                barrier.arrive_and_wait();
            }
        };
        std::vector<std::jthread> others;
        for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work, t);
        work(0);
    }

    [[nodiscard]] const RoundNetwork& network() const { return numbers_.network(); }

  private:
    static constexpr std::size_t batch = 4096;  ///< positions, of all threads together

    static float rate_at(double past) {
        return static_cast<float>(2e-3 * 0.5 * (1 + std::cos(3.14159265 * std::min(past, 1.0))) + 2e-5);
    }

    void teach(std::size_t self, std::uint64_t step) {
        const std::size_t threads = gradients_.size();
        auto& lessons = lessons_[self];
        lessons.clear();
        for (std::uint64_t game = 0; lessons.size() < batch / threads; ++game)
            LessonGame(fold(fold(fold(seed_, step), self), game)).play(lessons);
        std::ranges::fill(gradients_[self].all(), 0.0F);
        entropies_[self] = 0;
        for (const Lesson& lesson : lessons)
            entropies_[self] += learn(numbers_.network(), lesson, gradients_[self].network());
    }

    /// Adam, every thread for its part of the numbers.
    void follow(std::size_t self, std::uint64_t step, float rate) {
        const std::size_t threads = gradients_.size();
        const std::size_t from = number_count * self / threads;
        const std::size_t to = number_count * (self + 1) / threads;
        std::size_t count = 0;
        for (const auto& lessons : lessons_) count += lessons.size();
        const float each = 1.0F / static_cast<float>(count);
        const auto past = static_cast<float>(std::min<std::uint64_t>(step, 100'000));
        const float drift_scale = 1 / (1 - std::pow(0.9F, past));
        const float square_scale = 1 / (1 - std::pow(0.999F, past));
        for (std::size_t i = from; i < to; ++i) {
            float g = 0;
            for (const auto& gradient : gradients_) g += gradient.all()[i];
            g *= each;
            float& drift = drift_.all()[i];
            float& square = square_.all()[i];
            drift = 0.9F * drift + 0.1F * g;
            square = 0.999F * square + 0.001F * g * g;
            numbers_.all()[i] -= rate * drift * drift_scale / (std::sqrt(square * square_scale) + 1e-8F);
        }
    }

    double seconds_;
    std::uint64_t seed_;
    Numbers numbers_, square_, drift_;
    std::vector<Numbers> gradients_;
    std::vector<double> entropies_;
    std::vector<std::vector<Lesson>> lessons_;
};

}  // namespace
}  // namespace springtide::high_tide_henn

namespace {

constexpr std::string_view help =
    "springtide-train-henn-value FILE [SECONDS [THREADS [SEED]]]\n"
    "Learns who wins a game of Henn's High Tide, for so long (300) on so many threads (1), and writes the network.\n"
    "Example: springtide-train-henn-value data/high_tide_henn/round_value.bin 150 8\n";

/// The word in this place as a whole number, or the default; nothing if it is no number.
std::optional<int> number_at(std::span<char*> given, std::size_t place, int usual, int least) {
    if (place >= given.size()) return usual;
    const std::string_view word = given[place];
    int number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    if (read.ec == std::errc() && read.ptr == word.data() + word.size() && number >= least) return number;
    std::cerr << "'" << word << "' is not a whole number from " << least << "\n";
    return std::nullopt;
}

}  // namespace

int main(int count, char** words) {
    using namespace springtide::high_tide_henn;
    const std::span<char*> given(words + 1, static_cast<std::size_t>(count - 1));
    if (given.empty() || given.size() > 4 || std::string_view(given[0]).starts_with("-")) {
        std::cerr << help;
        return 2;
    }
    const auto seconds = number_at(given, 1, 300, 1);
    const auto threads = number_at(given, 2, 1, 1);
    const auto seed = number_at(given, 3, 1, 0);
    if (!seconds || !threads || !seed) return 2;
    std::ofstream file(given[0], std::ios::binary | std::ios::app);  // before the work, keeping its contents
    if (!file) {
        std::cerr << "cannot write " << given[0] << "\n";
        return 2;
    }
    file.close();
    Trainer trainer(*seconds, static_cast<std::size_t>(*threads), static_cast<std::uint64_t>(*seed));
    trainer.run();
    file.open(given[0], std::ios::binary | std::ios::trunc);
    const auto bytes = bytes_of(trainer.network());
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (file) return EXIT_SUCCESS;
    std::cerr << "cannot write all of " << given[0] << "\n";
    return EXIT_FAILURE;
}
