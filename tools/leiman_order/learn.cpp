/// Learns in which order the solver of Leiman's High Tide tries moves, and prints learned_numbers.inc; see README.md.
#include <cmath>
#include <cstdlib>
#include <future>
#include <iostream>

#include "tools/leiman_order/fit.hpp"

namespace leiman_order {

namespace {

constexpr double scale = 80;  // so that killers and answers weigh as they did beside the score before

/// Prints a LearnedWeights, without the outer braces.
class Printer {
  public:
    Printer(const std::vector<double>& weights, std::ostream& out) : weights_(&weights), out_(&out) {}

    void print() {
        *out_ << "    ";
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
        *out_ << "    }}\n";
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
