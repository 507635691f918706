#include "server/competitions/rating.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace springtide::server {

namespace {

constexpr double scale = 173.7178;  // one unit of Glicko-2 on the scale of ratings
constexpr double middle = 1500;
constexpr double tau = 0.5;  // how quickly volatility may change
constexpr double smallest_deviation = 30;
constexpr double well_known = 110;    // a deviation up to which an opponent counts in full, and a player is listed
constexpr double near_middle = 50;    // how far from the middle a player gets who is not settled
constexpr double still_unsure = 200;  // the smallest deviation of such a player

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

/// Everybody against everybody at once, each opponent with a weight; no volatility.
RatingRow bradley_terry(const std::vector<RatingRow>& players, const std::vector<int>& places, std::size_t i,
                        const std::vector<double>& weights) {
    const double beta2 = (350.0 / 2) * (350.0 / 2);
    const double variance = players[i].deviation * players[i].deviation;
    double omega = 0;
    double delta = 0;
    for (std::size_t q = 0; q < players.size(); ++q) {
        if (q == i) continue;
        const double c = std::sqrt(variance + players[q].deviation * players[q].deviation + 2 * beta2);
        const double p = 1 / (1 + std::exp((players[q].rating - players[i].rating) / c));
        const double gamma = players[i].deviation / c;
        omega += weights[q] * variance / c * (score(places[i], places[q]) - p);
        delta += weights[q] * gamma * variance / (c * c) * p * (1 - p);
    }
    RatingRow after = players[i];
    after.rating += omega;
    after.deviation *= std::sqrt(std::max(1 - delta, 1e-4));
    return after;
}

RatingRow part_of_the_way(const RatingRow& from, const RatingRow& to, double weight) {
    RatingRow row = to;
    for (double RatingRow::* field : {&RatingRow::rating, &RatingRow::deviation, &RatingRow::volatility})
        row.*field = from.*field + weight * (to.*field - from.*field);
    return row;
}

bool is_settled(const RatedGame& game, std::size_t i) {
    return game.meetings.opponents.empty() || game.meetings.opponents[i].all >= game.settled_from;
}

/// What a game against q counts for the player i.
double weight_of(const std::vector<RatingRow>& players, const RatedGame& game, std::size_t i, std::size_t q) {
    if (is_settled(game, i) && !is_settled(game, q)) return 0;
    const int met = game.meetings.often.empty() ? 0 : game.meetings.often[i][q];
    return weight_of_meeting(met) * weight_of_deviation(players[q].deviation);
}

/// A rating that only unsettled opponents vouch for says little: it stays near the middle, and unsure. One that was
/// further away already comes no further.
void keep_near_middle(RatingRow& next, const RatingRow& before) {
    next.rating = std::clamp(next.rating, std::min(middle - near_middle, before.rating),
                             std::max(middle + near_middle, before.rating));
    next.deviation = std::max(next.deviation, std::min(still_unsure, before.deviation));
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

double weight_of_deviation(double deviation) { return std::min(1.0, std::pow(well_known / deviation, 2)); }

std::vector<RatingRow> rate(std::vector<RatingRow> players, const RatedGame& game) {
    for (RatingRow& player : players) make_sound(player);
    std::vector<RatingRow> after;
    for (std::size_t i = 0; i < players.size(); ++i) {
        std::vector<double> weights(players.size());
        for (std::size_t q = 0; q < players.size(); ++q)
            if (q != i) weights[q] = weight_of(players, game, i, q);
        RatingRow next = players[i];
        if (players.size() == 2) {
            const auto whole = glicko(players[i], players[1 - i], score(game.places[i], game.places[1 - i]));
            next = part_of_the_way(players[i], whole, weights[1 - i]);
        } else {
            next = bradley_terry(players, game.places, i, weights);
        }
        next.deviation = std::max(next.deviation, smallest_deviation);
        if (!is_settled(game, i)) keep_near_middle(next, players[i]);
        const bool gave_up = !game.gave_up.empty() && game.gave_up[i];
        const bool gave_up_points = gave_up && next.rating < players[i].rating;
        if (game.is_hardly_played && !gave_up_points) next = players[i];
        ++next.games;
        const bool is_known = next.deviation <= well_known && !game.meetings.opponents.empty() &&
                              game.meetings.opponents[i].settled >= game.settled_from;
        if (!game.is_hardly_played) next.listed_until = is_known ? game.at + opponents_count_for : 0;
        after.push_back(std::move(next));
    }
    return after;
}

RatingChange change_of(const std::vector<std::string>& guests, const std::vector<std::string>& places, RatedGame game) {
    RatingChange change{.game = {},
                        .guests = guests,
                        .compute = {},
                        .at = game.at,
                        .since = game.at - meetings_count_for,
                        .places_since = game.at - places_count_for,
                        .lately = game.at - opponents_count_for,
                        .settled_from = game.settled_from,
                        .counts = !game.is_hardly_played,
                        .places = places};
    change.compute = [game = std::move(game)](std::vector<RatingRow> players, const RatingChange::Meetings& meetings) {
        RatedGame rated = game;
        rated.meetings = meetings;
        return rate(std::move(players), rated);
    };
    return change;
}

}  // namespace springtide::server
