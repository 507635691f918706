/// Learns in which order the solver of Leiman's High Tide tries moves, and prints learned_weights.hpp; see README.md.
#include <cmath>
#include <cstdlib>
#include <future>
#include <iostream>

#include "tools/leiman_order/fit.hpp"

namespace leiman_order {

namespace {

constexpr double scale = 80;  // so that killers and answers weigh as they did beside the score before

constexpr const char* beginning = R"(#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// In the form that tools/leiman_order writes (decision 0285 says how these were found); learned_score.hpp says what it means.
namespace springtide::high_tide_leiman {

inline constexpr std::size_t cell_kinds = 4;
inline constexpr std::size_t tops_count = 64;  ///< three tiles of two bits
inline constexpr std::size_t want_kinds = 3;
inline constexpr std::size_t mobile_counts = 144;

/// By kind of cell, topmost tiles, and whether the top one may move.
using CellWeights = std::array<std::array<std::array<std::int16_t, 2>, tops_count>, cell_kinds>;

struct LearnedWeights {
    int level_left;
    int neighbour_of_target;
    int reply;
    int own_mobile;
    int opponents_visible;
    int neutral_moved;
    int from_where_the_opponent_came;
    std::array<std::int16_t, mobile_counts> mobile;  ///< by MobileTiles::number()
    std::array<CellWeights, want_kinds> cells;
    // Near the root, tops as 2 * (own 0, the opponent's 1, neutral 2) + free:
    std::array<std::array<std::int16_t, 6>, 7> top;                  ///< by neighbours as high, and top
    std::array<std::array<std::array<std::int16_t, 3>, 6>, 6> pair;  ///< by both tops, and compared()
};

// clang-format off
inline constexpr LearnedWeights learned_weights{
)";

constexpr const char* end = R"(// clang-format on

}  // namespace springtide::high_tide_leiman
)";

class Printer {
  public:
    Printer(const std::vector<double>& weights, std::ostream& out) : weights_(&weights), out_(&out) {}

    void print() {
        *out_ << beginning << "    ";
        list(0, first_mobile);
        *out_ << ",\n    {";
        list(first_mobile, mobile_counts, 24);
        *out_ << "},\n    {{\n";
        std::size_t next = first_cell;
        for (std::size_t want = 0; want < want_kinds; ++want) {
            *out_ << "        {{\n";
            for (std::size_t kind = 0; kind < cell_kinds; ++kind) {
                *out_ << "            {{\n";
                for (std::size_t tops = 0; tops < tops_count; ++tops, next += 2) {
                    *out_ << (tops % 8 == 0 ? "                {" : " {");
                    list(next, 2);
                    *out_ << (tops % 8 == 7 ? "},\n" : "},");
                }
                *out_ << "            }},\n";
            }
            *out_ << "        }},\n";
        }
        *out_ << "    }},\n    {{\n";
        for (std::size_t first = first_top; first < first_pair; first += top_kinds) {
            *out_ << "        {";
            list(first, top_kinds);
            *out_ << "},\n";
        }
        *out_ << "    }},\n    {{\n";
        for (std::size_t one = 0; one < top_kinds; ++one) {
            *out_ << "        {{";
            for (std::size_t other = 0; other < top_kinds; ++other) {
                *out_ << (other == 0 ? "{" : ", {");
                for (std::size_t comparison = 0; comparison < 3; ++comparison)
                    *out_ << (comparison == 0 ? "" : ", ") << at(pair_number(one, other, comparison));
                *out_ << "}";
            }
            *out_ << "}},\n";
        }
        *out_ << "    }}};\n" << end;
    }

  private:
    [[nodiscard]] long at(std::size_t number) const { return std::lround((*weights_)[number] * scale); }
    void list(std::size_t first, std::size_t count, std::size_t columns = 1000) {
        for (std::size_t i = 0; i < count; ++i)
            *out_ << (i == 0 ? "" : i % columns == 0 ? ",\n     " : ", ") << at(first + i);
    }

    const std::vector<double>* weights_;
    std::ostream* out_;
};

std::vector<Example> examples_of(unsigned seed, int set_ups) {
    std::vector<Example> examples;
    springtide::Random random(seed);
    for (int i = 0; i < set_ups; ++i) add_examples(examples, first_position(draw_setup(random)), random);
    return examples;
}

void learn(int set_ups, int threads) {
    std::vector<std::future<std::vector<Example>>> parts;
    for (int i = 0; i < threads; ++i)
        parts.push_back(
            std::async(std::launch::async, examples_of, 2000U + static_cast<unsigned>(i), set_ups / threads));
    std::vector<Example> examples;
    for (auto& part : parts)
        for (auto& example : part.get()) examples.push_back(std::move(example));
    std::cerr << examples.size() << " positions\n";
    const auto weights = fit(examples);
    Printer(weights, std::cout).print();
}

}  // namespace

}  // namespace leiman_order

int main(int count, char** words) {
    if (count != 3) {
        std::cerr << "usage: learn SET_UPS THREADS\n";
        return 2;
    }
    leiman_order::learn(std::atoi(words[1]), std::atoi(words[2]));
    return 0;
}
