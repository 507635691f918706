#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "tools/leiman_order/examples.hpp"

/// Weights with which the move that is proven soonest has the lowest sum.
namespace leiman_order {

/// Two moves of a position: `features` are those of the worse one less those of the better one.
struct Pair {
    Features features;
    double matters;
};

/// What it costs to try the worse one first, as a logarithm: its whole effort if it fails, the difference if not.
inline double loss(const Try& better, const Try& worse) {
    if (!worse.succeeds) return std::log2(1 + worse.effort / better.effort);
    return worse.effort > better.effort ? std::log2(worse.effort / better.effort) : 0;
}

inline void add_pairs(std::vector<Pair>& pairs, const std::vector<Try>& tries) {
    double least = INFINITY;
    for (const auto& one : tries)
        if (one.succeeds) least = std::min(least, one.effort);
    const std::size_t first = pairs.size();
    static std::vector<double> row(feature_count);
    for (const auto& better : tries) {
        if (!better.succeeds) continue;
        for (const auto& worse : tries) {
            // A move whose proof is long need not come first, even if the other is worse.
            const double matters = loss(better, worse) * least / better.effort;
            if (matters < 0.05) continue;
            Pair pair{.features = {}, .matters = matters};
            for (const auto& [number, value] : worse.features) row[number] += value;
            for (const auto& [number, value] : better.features) row[number] -= value;
            for (const auto* features : {&worse.features, &better.features})
                for (const auto& feature : *features)
                    if (row[feature.number] != 0)
                        pair.features.push_back({feature.number, std::exchange(row[feature.number], 0)});
            pairs.push_back(std::move(pair));
        }
    }
    const double share = 1 / std::sqrt(1 + static_cast<double>(pairs.size() - first) / 4);
    for (std::size_t i = first; i < pairs.size(); ++i) pairs[i].matters *= share;
}

/// Logistic regression on pairs, by gradients with a pace of its own for every weight. Learns the weights from `first`
/// to before `last`; those before stay, those after count nothing.
inline void fit(std::vector<Pair> pairs, std::vector<double>& weights, std::size_t first, std::size_t last) {
    std::vector<double> squares(feature_count, 0.01);
    std::mt19937 order(1);
    for (const double pace : {0.1, 0.1, 0.1, 0.05, 0.05, 0.02}) {
        std::ranges::shuffle(pairs, order);
        for (const auto& pair : pairs) {
            double ahead = 0;
            for (const auto& [number, value] : pair.features)
                if (number < last) ahead += weights[number] * value;
            const double push = pair.matters / (1 + std::exp(ahead));
            for (const auto& [number, value] : pair.features) {
                if (number < first || number >= last) continue;
                const double slope = push * value - 2e-4 * weights[number];
                squares[number] += slope * slope;
                weights[number] += pace / std::sqrt(squares[number]) * slope;
            }
        }
    }
}

/// First what is used everywhere, from all positions; then what is added near the root, from those near it.
inline std::vector<double> fit(const std::vector<Example>& examples) {
    constexpr int near = 12;
    std::vector<Pair> all;
    std::vector<Pair> near_root;
    for (const auto& example : examples) {
        add_pairs(all, example.tries);
        if (example.ply < near) add_pairs(near_root, example.tries);
    }
    std::vector<double> weights(feature_count);
    fit(std::move(all), weights, 0, first_top);
    fit(std::move(near_root), weights, first_top, feature_count);
    return weights;
}

}  // namespace leiman_order
