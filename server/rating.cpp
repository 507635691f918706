#include "server/rating.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace springtide::server {

namespace {

constexpr double scale = 173.7178;  // one unit of Glicko-2 on the scale of ratings
constexpr double middle = 1500;
constexpr double tau = 0.5;  // how quickly volatility may change
constexpr double smallest_deviation = 30;

double score(int own, int other) { return own == other ? 0.5 : (own < other ? 1.0 : 0.0); }

/// Steps 3 to 8 of Glickman's description of Glicko-2, for one game.
RatingRow glicko(const RatingRow& own, const RatingRow& other, double result) {
    const double mu = (own.rating - middle) / scale;
    const double phi = own.deviation / scale;
    const double other_phi = other.deviation / scale;
    const double pi2 = std::numbers::pi * std::numbers::pi;
    const double g = 1 / std::sqrt(1 + 3 * other_phi * other_phi / pi2);
    const double expected = 1 / (1 + std::exp(-g * (mu - (other.rating - middle) / scale)));
    const double variance = 1 / (g * g * expected * (1 - expected));
    const double delta = variance * g * (result - expected);

    const double a = std::log(own.volatility * own.volatility);
    const auto f = [&](double x) {
        const double ex = std::exp(x);
        const double sum = phi * phi + variance + ex;
        return ex * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (tau * tau);
    };
    double low = a;
    double high = 0;
    if (delta * delta > phi * phi + variance) {
        high = std::log(delta * delta - phi * phi - variance);
    } else {
        int k = 1;
        while (f(a - k * tau) < 0) ++k;
        high = a - k * tau;
    }
    double f_low = f(low);
    double f_high = f(high);
    for (int step = 0; step < 100 && std::abs(high - low) > 1e-6; ++step) {
        const double next = low + (low - high) * f_low / (f_high - f_low);
        const double f_next = f(next);
        if (f_next * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = next;
        f_high = f_next;
    }
    RatingRow after = own;
    after.volatility = std::exp(low / 2);
    const double before_game = phi * phi + after.volatility * after.volatility;
    const double new_phi = 1 / std::sqrt(1 / before_game + 1 / variance);
    after.rating = middle + scale * (mu + new_phi * new_phi * g * (result - expected));
    after.deviation = new_phi * scale;
    return after;
}

/// Everybody against everybody at once; no volatility.
RatingRow bradley_terry(const std::vector<RatingRow>& players, const std::vector<int>& places, std::size_t i) {
    const double beta2 = (350.0 / 2) * (350.0 / 2);
    const double variance = players[i].deviation * players[i].deviation;
    double omega = 0;
    double delta = 0;
    for (std::size_t q = 0; q < players.size(); ++q) {
        if (q == i) continue;
        const double c = std::sqrt(variance + players[q].deviation * players[q].deviation + 2 * beta2);
        const double p = 1 / (1 + std::exp((players[q].rating - players[i].rating) / c));
        const double gamma = players[i].deviation / c;
        omega += variance / c * (score(places[i], places[q]) - p);
        delta += gamma * variance / (c * c) * p * (1 - p);
    }
    RatingRow after = players[i];
    after.rating += omega;
    after.deviation *= std::sqrt(std::max(1 - delta, 1e-4));
    return after;
}

/// A row that was damaged begins anew.
void make_sound(RatingRow& row) {
    const RatingRow fresh;
    if (!std::isfinite(row.rating) || std::abs(row.rating) > 10'000) row.rating = fresh.rating;
    if (!std::isfinite(row.deviation) || row.deviation <= 0 || row.deviation > fresh.deviation)
        row.deviation = fresh.deviation;
    if (!std::isfinite(row.volatility) || row.volatility <= 0 || row.volatility > 1) row.volatility = fresh.volatility;
}

}  // namespace

double weight_of_meeting(int met_before) { return std::exp2(-static_cast<double>(met_before) / 3); }

std::vector<RatingRow> rate(std::vector<RatingRow> players, const RatedGame& game) {
    for (RatingRow& player : players) make_sound(player);
    std::vector<RatingRow> after;
    for (std::size_t i = 0; i < players.size(); ++i) {
        RatingRow next = players.size() == 2
                             ? glicko(players[i], players[1 - i], score(game.places[i], game.places[1 - i]))
                             : bradley_terry(players, game.places, i);
        next.deviation = std::max(next.deviation, smallest_deviation);
        double weight = 0;
        for (std::size_t q = 0; q < players.size(); ++q)
            if (q != i) weight += game.meetings.empty() ? 1 : weight_of_meeting(game.meetings[i][q]);
        weight /= static_cast<double>(players.size() - 1);
        const bool gave_up = !game.gave_up.empty() && game.gave_up[i];
        const bool gave_up_points = gave_up && next.rating < players[i].rating;
        if (game.is_hardly_played && !gave_up_points) weight = 0;
        const auto part_of = [&](double RatingRow::* field) {
            next.*field = players[i].*field + weight * (next.*field - players[i].*field);
        };
        part_of(&RatingRow::rating);
        part_of(&RatingRow::deviation);
        part_of(&RatingRow::volatility);
        ++next.games;
        after.push_back(std::move(next));
    }
    return after;
}

}  // namespace springtide::server
