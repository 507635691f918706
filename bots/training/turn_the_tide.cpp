// Learns the table of Turn the Tide (bots/turn_the_tide/evaluation_table.hpp) from games in which every seat plays by
// it, and prints bots/turn_the_tide/evaluation_numbers.hpp. Every generation of games is played with the numbers
// learned from the one before; the first with a guess.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include "bots/turn_the_tide/quick_choice.hpp"

namespace springtide::turn_the_tide {
namespace {

constexpr int generations = 6;
constexpr int games_per_generation = 20'000;
constexpr float carelessness = 0.12F;
constexpr float first_step = 0.02F;
constexpr float last_step = 0.0005F;

EvaluationTable first_guess() {
    EvaluationTable table;
    constexpr std::array<float, max_players> depth = {0.9F, 0.35F, 0.15F, 0.15F, 0.15F};
    for (std::size_t left = 0; left <= hand_size; ++left) {
        for (std::size_t level = 0; level <= highest_tide; ++level)
            for (std::size_t above = 0; above < max_players; ++above)
                table.tide[left][level][above] =
                    -depth[above] * static_cast<float>(level * std::min<std::size_t>(left, 4)) / (2 * highest_tide);
        for (std::size_t strength = 0; strength < EvaluationTable::strengths; ++strength) {
            const float from_middle = static_cast<float>(strength) - 3.5F;
            table.card[left][strength] = 0.03F * from_middle * from_middle;
        }
        for (auto& by_held : table.chooses_below)
            for (std::size_t below = 0; below <= left; ++below)
                by_held[left][below] = left == 0 ? 1 : static_cast<float>(below) / static_cast<float>(left);
    }
    return table;
}

/// One seat before one trick; its points are known when the round is over.
struct Sample {
    Seat seat = 0;
    std::size_t left = 0;
    std::size_t tide = 0;
    std::size_t above = 0;
    std::size_t preservers = 0;
    std::array<int, EvaluationTable::strengths> cards{};
    int face_up = 0;
};

Sample sample_of(const State& state, Seat seat) {
    const Others others(state, seat);
    Sample sample;
    sample.seat = seat;
    sample.left = at(hand_size + 1 - state.trick);
    sample.tide = state.tide[seat];
    sample.above = at(others.above(state.tide[seat]));
    sample.preservers = few_preservers(state.preservers[seat]);
    sample.face_up = state.preservers[seat];
    for (Cards rest = state.hand[seat]; rest != 0; rest &= rest - 1) {
        const Cards below = (rest & (~rest + 1)) - 1;
        int beaten = 0;
        for (int j = 0; j < others.count; ++j) beaten += count(others.hand[at(j)] & below);
        ++sample.cards[strength(beaten, static_cast<int>(sample.left) * others.count)];
    }
    return sample;
}

class Generation {
  public:
    Generation(int players, const EvaluationTable& played_with, Random& random)
        : players_(players), played_with_(played_with), learned_(played_with), random_(random) {}

    EvaluationTable run() {
        for (int game = 0; game < games_per_generation; ++game) {
            const float progress = static_cast<float>(game) / games_per_generation;
            step_ = first_step * (1 - progress) + last_step;
            State state = start({}, players_);
            apply_chance(state, draw(state, random_));
            while (state.phase != Phase::over) play_round(state);
        }
        learn_habits();
        return learned_;
    }
    [[nodiscard]] double error() const { return std::sqrt(squares_ / static_cast<double>(samples_)); }

  private:
    void play_round(State& state) {
        const auto round = state.round;
        const auto scores = state.scores;
        std::vector<Sample> samples;
        while (state.phase != Phase::over && state.round == round) {
            for (const Seat seat : state.still_in) samples.push_back(sample_of(state, seat));
            apply_chance(state, draw(state, random_));
            const State before = state;
            for (const Seat seat : before.still_in) apply(state, seat, choose(before, seat));
        }
        for (const Sample& sample : samples)
            learn(sample, state.scores[sample.seat] - scores[sample.seat] - sample.face_up);
    }

    Action choose(const State& state, Seat seat) {
        const Action action = quick_choice(state, seat, played_with_, random_, carelessness);
        const auto [lower, higher] = std::minmax(state.upturned[0], state.upturned[1]);
        int highest = 0;
        for (const Seat other : state.still_in)
            if (other != seat) highest = std::max<int>(highest, state.tide[other]);
        const Cards hand = state.hand[seat];
        const auto rank = at(count(hand & (card_bit(action.card) - 1)));
        ++habits_[need(state.tide[seat], highest, lower, higher)][at(count(hand))][rank];
        return action;
    }

    void learn(const Sample& sample, int points) {
        float& tide = learned_.tide[sample.left][sample.tide][sample.above];
        float& preservers = learned_.preservers[sample.left][sample.preservers];
        auto& cards = learned_.card[sample.left];
        float expected = tide + preservers;
        for (std::size_t i = 0; i < cards.size(); ++i) expected += cards[i] * static_cast<float>(sample.cards[i]);
        const float error = static_cast<float>(points) - expected;
        tide += step_ * error;
        preservers += step_ * error;
        for (std::size_t i = 0; i < cards.size(); ++i)
            cards[i] += 0.3F * step_ * error * static_cast<float>(sample.cards[i]);
        squares_ += error * error;
        ++samples_;
    }

    void learn_habits() {
        for (std::size_t need = 0; need < EvaluationTable::needs; ++need)
            for (std::size_t held = 1; held <= hand_size; ++held) {
                const auto& chosen = habits_[need][held];
                double all = 0;
                for (std::size_t rank = 0; rank < held; ++rank) all += chosen[rank] + 1;
                double below = 0;
                for (std::size_t rank = 0; rank <= held; ++rank) {
                    learned_.chooses_below[need][held][rank] = static_cast<float>(below / all);
                    if (rank < held) below += chosen[rank] + 1;
                }
            }
    }

    int players_;
    const EvaluationTable& played_with_;
    EvaluationTable learned_;
    Random& random_;
    float step_ = first_step;
    double squares_ = 0;
    std::int64_t samples_ = 0;
    std::array<std::array<std::array<double, hand_size>, hand_size + 1>, EvaluationTable::needs> habits_{};
};

EvaluationTable learn(int players) {
    Random random(static_cast<std::uint64_t>(players));
    EvaluationTable table = first_guess();
    for (int i = 0; i < generations; ++i) {
        Generation generation(players, table, random);
        const EvaluationTable learned = generation.run();
        std::cerr << players << " players, generation " << i + 1 << ": errs by " << generation.error() << " points\n";
        table = learned;
    }
    return table;
}

void print(const std::vector<int>& numbers) {
    std::cout
        << "#pragma once\n\n#include <array>\n#include <cstddef>\n#include <cstdint>\n\n"
           "// Made by bots/training/turn_the_tide.cpp: the numbers of EvaluationTable in thousandths, for 3, 4 and 5 "
           "players.\n"
           "namespace springtide::turn_the_tide {\n\n"
           "inline constexpr std::size_t evaluated_player_counts = 3;\n"
           "// clang-format off\ninline constexpr std::array<std::int16_t, "
        << numbers.size() << "> evaluation_numbers = {";
    for (std::size_t i = 0; i < numbers.size(); ++i) std::cout << (i % 24 == 0 ? "\n    " : " ") << numbers[i] << ",";
    std::cout << "\n};\n// clang-format on\n\n}  // namespace springtide::turn_the_tide\n";
}

}  // namespace
}  // namespace springtide::turn_the_tide

int main() {
    using namespace springtide::turn_the_tide;
    std::vector<int> numbers;
    for (int players = min_players; players <= max_players; ++players) {
        const EvaluationTable table = learn(players);
        for_each_number(table, [&](float number) { numbers.push_back(static_cast<int>(std::lround(number * 1000))); });
    }
    print(numbers);
    return 0;
}
