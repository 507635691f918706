#include "arena/rating.hpp"

#include <algorithm>
#include <cmath>

namespace springtide::arena {

namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr double normal_95 = 1.959963984540054;
constexpr double points_of_strength = 173.7177927613007;  // 400 / ln 10
constexpr double error_rate = 0.05;
/// The prior: strengths differ by about this much (in logarithms; 350 points of Elo). It keeps the rating of a member
/// that always wins finite, and matters little once there are games.
constexpr double prior_information = .25;

Matrix square(std::size_t size) { return {size, std::vector<double>(size)}; }

/// Gauss and Jordan with the largest pivot; the matrix is positive definite because of the prior.
Matrix inverse(Matrix matrix) {
    const std::size_t size = matrix.size();
    Matrix result = square(size);
    for (std::size_t i = 0; i < size; ++i) result[i][i] = 1;
    for (std::size_t column = 0; column < size; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < size; ++row)
            if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) pivot = row;
        std::swap(matrix[column], matrix[pivot]);
        std::swap(result[column], result[pivot]);
        const double by = matrix[column][column];
        for (std::size_t i = 0; i < size; ++i) {
            matrix[column][i] /= by;
            result[column][i] /= by;
        }
        for (std::size_t row = 0; row < size; ++row) {
            if (row == column) continue;
            const double times = matrix[row][column];
            for (std::size_t i = 0; i < size; ++i) {
                matrix[row][i] -= times * matrix[column][i];
                result[row][i] -= times * result[column][i];
            }
        }
    }
    return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix result = square(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < a.size(); ++k)
            for (std::size_t j = 0; j < a.size(); ++j) result[i][j] += a[i][k] * b[k][j];
    return result;
}

double variance_of(const Matrix& covariance, const std::vector<double>& weights) {
    double variance = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        for (std::size_t j = 0; j < weights.size(); ++j) variance += weights[i] * covariance[i][j] * weights[j];
    return std::max(variance, 0.0);
}

std::vector<double> contrast(std::size_t members, std::size_t a, std::size_t b) {
    std::vector<double> weights(members);
    weights[a] += 1;
    weights[b] -= 1;
    return weights;
}

}  // namespace

double Estimate::margin() const { return normal_95 * std::sqrt(variance); }

std::vector<double> Ratings::expected(const std::vector<std::size_t>& table) const {
    std::vector<double> shares;
    double sum = 0;
    for (const std::size_t member : table) sum += shares.emplace_back(std::exp(strengths_[member]));
    for (double& share : shares) share /= sum;
    return shares;
}

void Ratings::add_information(Matrix& information, const std::vector<std::size_t>& table, double games) const {
    const std::vector<double> shares = expected(table);
    for (std::size_t i = 0; i < table.size(); ++i)
        for (std::size_t j = 0; j < table.size(); ++j)
            information[table[i]][table[j]] += games * shares[i] * ((i == j ? 1 : 0) - shares[j]);
}

Ratings Ratings::fit(std::size_t members, const std::vector<RatedBlock>& blocks) {
    Ratings ratings;
    ratings.strengths_.assign(members, 0);
    /// The pull of a block on each member's strength.
    const auto pull = [&](const RatedBlock& block) {
        std::vector<double> slope(members);
        const std::vector<double> expected = ratings.expected(block.table);
        for (std::size_t i = 0; i < block.table.size(); ++i)
            slope[block.table[i]] += block.games * (block.shares[i] - expected[i]);
        return slope;
    };
    constexpr int most_steps = 100;
    for (int step = 0; step < most_steps; ++step) {
        ratings.information_ = square(members);
        std::vector<double> slope(members);
        for (std::size_t i = 0; i < members; ++i) {
            ratings.information_[i][i] = prior_information;
            slope[i] = -prior_information * ratings.strengths_[i];
        }
        for (const RatedBlock& block : blocks) {
            ratings.add_information(ratings.information_, block.table, block.games);
            const std::vector<double> own = pull(block);
            for (std::size_t i = 0; i < members; ++i) slope[i] += own[i];
        }
        ratings.by_chance_ = inverse(ratings.information_);
        double moved = 0;
        for (std::size_t i = 0; i < members; ++i) {
            double by = 0;
            for (std::size_t j = 0; j < members; ++j) by += ratings.by_chance_[i][j] * slope[j];
            by = std::clamp(by, -1.0, 1.0);  // far from the answer a whole step may lead away
            ratings.strengths_[i] += by;
            moved = std::max(moved, std::abs(by));
        }
        if (moved < 1e-9) break;
    }
    double mean = 0;
    for (const double strength : ratings.strengths_) mean += strength / static_cast<double>(members);
    for (double& strength : ratings.strengths_) strength -= mean;

    Matrix seen = square(members);
    for (const RatedBlock& block : blocks) {
        const std::vector<double> own = pull(block);
        for (std::size_t i = 0; i < members; ++i)
            for (std::size_t j = 0; j < members; ++j) seen[i][j] += own[i] * own[j];
    }
    const double count = static_cast<double>(blocks.size());
    const double freedom = count - static_cast<double>(members) + 1;
    const double few_blocks = freedom > 0 ? count / freedom : 1;
    double as_seen = 0;
    double by_chance = 0;
    for (std::size_t i = 0; i < members; ++i) {
        for (double& entry : seen[i]) entry *= few_blocks;
        as_seen += seen[i][i];
        by_chance += ratings.information_[i][i] - prior_information;
        seen[i][i] += prior_information;
    }
    if (by_chance > 0 && freedom > 0) ratings.misfit_ = as_seen / by_chance;
    ratings.as_seen_ = product(product(ratings.by_chance_, seen), ratings.by_chance_);
    return ratings;
}

Estimate Ratings::combination(const std::vector<double>& weights) const {
    double value = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) value += weights[i] * strengths_[i];
    const double variance = std::max(variance_of(by_chance_, weights), variance_of(as_seen_, weights));
    return {value * points_of_strength, variance * points_of_strength * points_of_strength};
}

Estimate Ratings::of(std::size_t member) const {
    std::vector<double> weights(strengths_.size(), -1 / static_cast<double>(strengths_.size()));
    weights[member] += 1;
    return combination(weights);
}

Estimate Ratings::difference(std::size_t a, std::size_t b) const {
    return combination(contrast(strengths_.size(), a, b));
}

double Ratings::gain(std::size_t a, std::size_t b, const std::vector<std::size_t>& table, double games) const {
    Matrix more = information_;
    add_information(more, table, games);
    const std::vector<double> weights = contrast(strengths_.size(), a, b);
    return 1 - variance_of(inverse(std::move(more)), weights) / variance_of(by_chance_, weights);
}

Answer answer_to(const Estimate& difference, double equal) {
    constexpr double typical = 50;  // points; differences of about this size are found soonest
    const double mixed = difference.variance + typical * typical;
    const double limit = 2 * difference.variance * mixed / (typical * typical) *
                         (std::log(1 / error_rate) + std::log(mixed / difference.variance) / 2);
    if (difference.value * difference.value > limit)
        return difference.value > 0 ? Answer::first_is_stronger : Answer::second_is_stronger;
    return std::abs(difference.value) + difference.margin() < equal ? Answer::equal : Answer::open;
}

}  // namespace springtide::arena
