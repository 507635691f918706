// Finds the numbers of the strong quick player of High Tide (bots/high_tide_henn/shipped_weights.hpp) by playing: an
// evolution strategy on the share of wins against `careful`, `furthest` and itself, with three to six players in turn.
// Every generation tries its weights on the same dice. Prints what it found, to be put in place of `strong_weights`.
//
// Usage: springtide-train-high-tide-henn [GENERATIONS [DEALS]]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "bots/high_tide_henn/players.hpp"
#include "bots/search/playout_search.hpp"

namespace springtide::high_tide_henn {
namespace {

/// A number of Weights that is searched for, and how far off its first value may be.
struct Dial {
    float* value;
    float width;
};

/// All of the base game. Those of the expansions are set by hand: search corrects them.
std::vector<Dial> dials(Weights& weights) {
    std::vector<Dial> dials;
    for (auto& place : weights.place) {
        dials.push_back({&place.now, 0.3F});
        dials.push_back({&place.more, 0.3F});
    }
    for (Weights::Worth* worth : {&weights.space, &weights.lead, &weights.chase}) {
        dials.push_back({&worth->now, 0.05F});
        dials.push_back({&worth->more, 0.05F});
    }
    for (Weights::Worth* worth : {&weights.bar, &weights.wet}) {
        dials.push_back({&worth->now, 0.3F});
        dials.push_back({&worth->more, 0.3F});
    }
    for (float& danger : weights.danger) dials.push_back({&danger, 0.3F});
    dials.push_back({&weights.danger_later, 0.1F});
    for (float& stays : weights.pair_stays) dials.push_back({&stays, 0.1F});
    for (float& line : weights.accept) dials.push_back({&line, 0.2F});
    for (float& line : weights.take) dials.push_back({&line, 0.2F});
    dials.push_back({&weights.patience, 0.05F});
    return dials;
}

/// One seat by the weights in question, the others by another.
class Seats {
  public:
    Seats(Seat hero, const Weights& weights, const Weights& others)
        : hero_(hero),
          policies_{Policy(others), Policy(others), Policy(others), Policy(others), Policy(others), Policy(others)} {
        policies_[hero_] = Policy(weights);
    }
    Action choose(const State& state, Seat seat) { return policies_[seat].choose(state, seat); }

  private:
    Seat hero_;
    BySeat<Policy> policies_;
};

/// The share of wins over all seats and numbers of players, 1 for equal strength, and against all the opponents.
double strength(const Weights& weights, const Weights& before, std::uint64_t first_deal, int deals) {
    double sum = 0;
    for (const Weights* others : {&careful_weights, &bold_weights, &before})
        for (int deal = 0; deal < deals; ++deal)
            for (int players = min_players; players <= max_players; ++players)
                for (Seat hero = 0; hero < players; ++hero) {
                    State state = start({}, players);
                    Seats seats(hero, weights, *others);
                    play_on(state, seats, mix(first_deal + static_cast<std::uint64_t>(deal)));
                    sum += win_share(result(state), hero);
                }
    return sum / (3.0 * (max_players - min_players + 1) * deals);
}

double bell(Random& random) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.unit();
    return sum;
}

/// A step of the evolution strategy: the better half of some variations, weighed by rank, moves the middle; the widths
/// follow what the better ones had in common.
class Search {
  public:
    explicit Search(const Weights& first) : before_(first) {
        for (const Dial& dial : dials(before_)) {
            middle_.push_back(*dial.value);
            widths_.push_back(dial.width);
        }
    }

    void step(std::uint64_t first_deal, int deals) {
        struct Variation {
            std::vector<float> numbers;
            double strength;
        };
        std::vector<Variation> variations;
        for (int i = 0; i < brood / 2; ++i) {
            std::vector<float> there = middle_;
            std::vector<float> opposite = middle_;
            for (std::size_t d = 0; d < middle_.size(); ++d) {
                const float by = widths_[d] * static_cast<float>(bell(random_));
                there[d] += by;
                opposite[d] -= by;
            }
            for (const auto& numbers : {there, opposite})
                variations.push_back({numbers, strength(weights(numbers), before_, first_deal, deals)});
        }
        std::ranges::sort(variations, std::greater<>(), &Variation::strength);
        std::vector<float> next(middle_.size(), 0);
        std::vector<float> squares(middle_.size(), 0);
        float weights = 0;
        for (std::size_t i = 0; i < variations.size() / 2; ++i) {
            const float weight = std::log(static_cast<float>(brood) / 2 + 0.5F) - std::log(static_cast<float>(i) + 1);
            weights += weight;
            for (std::size_t d = 0; d < middle_.size(); ++d) {
                const float off = variations[i].numbers[d] - middle_[d];
                next[d] += weight * off;
                squares[d] += weight * off * off;
            }
        }
        for (std::size_t d = 0; d < middle_.size(); ++d) {
            middle_[d] += next[d] / weights;
            widths_[d] = std::sqrt(0.9F * widths_[d] * widths_[d] + 0.1F * squares[d] / weights);
        }
    }

    [[nodiscard]] Weights weights() const { return weights(middle_); }

  private:
    static constexpr int brood = 24;

    [[nodiscard]] Weights weights(const std::vector<float>& numbers) const {
        Weights weights = before_;
        const auto set = dials(weights);
        for (std::size_t d = 0; d < set.size(); ++d) *set[d].value = numbers[d];
        return weights;
    }

    Weights before_;
    std::vector<float> middle_;
    std::vector<float> widths_;
    Random random_{1};
};

void print(const char* name, Weights::Worth worth) {
    std::cout << "    ." << name << " = {" << worth.now << "F, " << worth.more << "F},\n";
}

template <std::size_t Count>
void print(const char* name, const std::array<float, Count>& numbers) {
    std::cout << "    ." << name << " = {";
    for (std::size_t i = 0; i < Count; ++i) std::cout << (i == 0 ? "" : ", ") << numbers[i] << 'F';
    std::cout << "},\n";
}

void print(const Weights& weights) {
    std::cout << "    .place = {{";
    for (const auto place : weights.place) std::cout << '{' << place.now << "F, " << place.more << "F}, ";
    std::cout << "}},\n";
    print("space", weights.space);
    print("lead", weights.lead);
    print("chase", weights.chase);
    print("bar", weights.bar);
    print("wet", weights.wet);
    print("danger", weights.danger);
    std::cout << "    .danger_later = " << weights.danger_later << "F,\n";
    print("pair_stays", weights.pair_stays);
    print("accept", weights.accept);
    print("take", weights.take);
    std::cout << "    .patience = " << weights.patience << "F,\n";
}

}  // namespace
}  // namespace springtide::high_tide_henn

int main(int count, char** words) {
    using namespace springtide::high_tide_henn;
    const int generations = count > 1 ? std::atoi(words[1]) : 300;
    const int deals = count > 2 ? std::atoi(words[2]) : 200;
    constexpr std::uint64_t never_played = std::uint64_t{1} << 40U;  // deals to compare on that no generation has seen
    constexpr int many = 4000;
    std::cout.precision(3);
    std::cout << std::fixed;
    Search search(strong_weights);
    for (int generation = 0; generation < generations; ++generation) {
        search.step(static_cast<std::uint64_t>(generation) * static_cast<std::uint64_t>(deals), deals);
        if (generation % 20 != 19) continue;
        std::cerr << generation + 1 << ": " << strength(search.weights(), strong_weights, never_played, many) << '\n';
    }
    std::cout << "// strength " << strength(search.weights(), strong_weights, never_played, many) << ", before "
              << strength(strong_weights, strong_weights, never_played, many) << '\n';
    print(search.weights());
}
