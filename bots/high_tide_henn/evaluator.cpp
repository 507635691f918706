#include "bots/high_tide_henn/evaluator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "rules/high_tide_henn/scoring.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr int far_enough = 6;  // a distance that counts no more

/// Of 36 rolls, those with at most this total.
constexpr std::array<float, 13> rolls_up_to = {0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36};

}  // namespace

struct Evaluator::BeachAround {
    std::array<int, max_players> others{};  ///< spaces of the seats that may hold a place, nearest to the water first
    int count = 0;
    int ahead = 0;  ///< how many of them stand ahead of the own deckchair
    int taken = 0;  ///< places that no chair on the sand can get: the first, with a surfer in the water (HU2)
    int water = 0;
    float bitten = 0;  ///< how sure it is that the first here is bitten by the shark
    bool own_surfer = false;

    /// The number of chairs ahead of one that comes to this space now (H14).
    [[nodiscard]] int ahead_of(int space, int at_most) const {
        while (at_most > 0 && others[static_cast<std::size_t>(at_most - 1)] <= space) --at_most;
        return at_most;
    }
};

inline Evaluator::BeachAround Evaluator::ground(const State& state, Colour colour) const {
    const Beach& beach = state.beaches[colour];
    BeachAround ground;
    ground.water = beach.water;
    const bool surfers = weights_->knows_surfers && state.options.surfers;
    ground.own_surfer = surfers && state.surfers[seat_] == colour;
    const Place own = beach.places[seat_];
    for (Seat other = 0; other < state.players; ++other) {
        const Place place = beach.places[other];
        if (other == seat_ || place == at_bar) continue;
        const bool surfs = surfers && state.surfers[other] == colour;
        if (place == in_water || surfs) {
            if (surfs && place == in_water) ground.taken = 1;
            continue;
        }
        if (place > own) ++ground.ahead;
        auto i = static_cast<std::size_t>(ground.count++);
        for (; i > 0 && ground.others[i - 1] < place / 8; --i) ground.others[i] = ground.others[i - 1];
        ground.others[i] = place / 8;
    }
    if (state.options.sharks && state.sharks.alert == colour) {
        // HS2: unless another goes ahead before the round ends.
        ground.bitten = weights_->shark;
        for (int others = state.pile.size(); others > 0; --others) ground.bitten *= 0.8F;
    }
    return ground;
}

inline float Evaluator::value(const BeachAround& ground, int space, int ahead) const {
    if (space == 0) return ground.own_surfer ? surfer_at_bar_points : bar_;
    if (ground.own_surfer)  // HU2, HU3: a way to go, worth nothing before its end
        return std::max(
            surfer_in_water_points - weights_->surfer_far.at(future_) * static_cast<float>(ground.water - space), 0.0F);

    const int to_next =
        ahead == 0 ? space - ground.others[0] : ground.others[static_cast<std::size_t>(ahead - 1)] - space;
    const auto gap = static_cast<float>(std::min(to_next, far_enough));
    float worth = space_ * static_cast<float>(space) + place_[static_cast<std::size_t>(ahead + ground.taken)] +
                  (ahead == 0 ? lead_ : chase_) * gap;
    const auto dry_ahead = static_cast<std::size_t>(ground.water - 1 - space);
    if (dry_ahead < weights_->danger.size()) worth -= fear_ * weights_->danger[dry_ahead];
    if (ahead > 0 || ground.bitten == 0) return worth;

    constexpr int shark_bite = 3;  // about as far as one goes back
    const int back = std::max(space - shark_bite, 0);
    BeachAround after = ground;
    after.bitten = 0;
    return worth + ground.bitten * (value(after, back, ground.ahead_of(back, ground.count)) - worth);
}

void Evaluator::weigh_moves(const State& state, Colour colour, int shortest, int longest) {
    const Beach& beach = state.beaches[colour];
    auto& gains = gains_[colour];
    if (beach.is_wet(seat_)) {
        for (int spaces = shortest; spaces <= longest; ++spaces) gains[static_cast<std::size_t>(spaces)] = 0;
        return;
    }
    const BeachAround here = ground(state, colour);
    const int from = beach.space(seat_);
    const float before = value(here, from, here.ahead);
    const float in_the_water = (here.own_surfer ? surfer_in_water_points : weights_->wet.at(future_)) - before;
    int ahead = here.count;
    for (int spaces = shortest; spaces <= longest; ++spaces) {
        const int to = from + spaces;
        float& gain = gains[static_cast<std::size_t>(spaces)];
        if (to >= beach.water) {
            gain = in_the_water;
            continue;
        }
        ahead = here.ahead_of(to, ahead);
        gain = value(here, to, ahead) - before;
        if (state.options.coins) gain += coin_gain(state, colour, to);
    }
}

float Evaluator::coin_gain(const State& state, Colour colour, int space) const {
    if (space < 1 || space > coins_per_colour || state.coins.taken[seat_][colour] != 0) return 0;
    if (((state.beaches[colour].coins >> (space - 1)) & 1U) == 0) return 0;
    int all = 0;
    for (const std::uint8_t value : state.options.coin_values) all += value;
    const float scale = 36.0F / static_cast<float>(all);
    const auto value = scale * static_cast<float>(state.coins.values[colour][static_cast<std::size_t>(space - 1)]);
    return std::max(weights_->coin.at(future_) * (value - weights_->coin_to_leave.at(future_)), 0.0F);
}

/// H16, H17: the pair that is left makes the waves: one that lies on the track already, the more surely the fewer turns
/// are to come, or one that is still in the bag.
void Evaluator::expect_waves(const State& state) {
    const unsigned pairs = state.track.spaces_with_dice();
    const auto turns = static_cast<std::size_t>(std::min(state.pile.size(), 2));
    const float stays = pairs == 0 ? 0 : weights_->pair_stays[turns];
    const int in_bag = state.bag.size();
    const float each = in_bag == 0 ? 0 : (1 - stays) / static_cast<float>(in_bag);
    for (const Colour colour : all_colours)
        large_[colour] = small_[colour] = each * static_cast<float>(state.bag.count(colour));
    if (pairs == 0) return;
    const float by_pair = stays / static_cast<float>(std::popcount(pairs));
    for (unsigned spaces = pairs; spaces != 0; spaces &= spaces - 1) {
        const Pair pair = state.track.dice(std::countr_zero(spaces) + 1);
        large_[pair.left.colour()] += by_pair;
        small_[pair.right.colour()] += by_pair;
    }
}

/// How sure it is that no deckchair gets wet in this round, roughly.
float Evaluator::goes_on(const State& state) const {
    float sure = 1;
    for (const Colour colour : all_colours) {
        const Beach& beach = state.beaches[colour];
        Place nearest = 0;
        for (Seat seat = 0; seat < state.players; ++seat) nearest = std::max(nearest, beach.places[seat]);
        if (nearest == in_water) return 0;
        const int dry_ahead = beach.water - 1 - nearest / 8;
        if (dry_ahead > 2 || nearest == at_bar) continue;
        sure *= 1 - std::min(large_[colour] + (dry_ahead <= 1 ? small_[colour] : 0), 1.0F);
    }
    return sure;
}

void Evaluator::weigh_rolls(const State& state) {
    float sum = 0;
    float squares = 0;
    for (const Colour colour : all_colours) {
        weigh_moves(state, colour, 1, 6);
        const auto dice = static_cast<float>(state.bag.count(colour));
        for (std::size_t number = 1; number <= 6; ++number) {
            const float gain = gains_[colour][number];
            sum += dice * gain;
            squares += dice * gain * gain;
        }
    }
    const auto dice = static_cast<float>(6 * std::max(state.bag.size(), 1));
    const float mean = sum / dice;
    mean_ = 2 * mean;
    spread_ = std::sqrt(std::max(2 * (squares / dice - mean * mean), 0.0F));
}

/// HB2, HB3: a pair of at most the open total wins the tile, if no later roll is as low.
void Evaluator::weigh_open_dice(const State& state) {
    const float prize = future_ > 0 ? weights_->tile.at(future_) : open_dice_points;
    const int open = state.baywatch.open_dice_of == nobody ? longest_move : state.baywatch.open_dice.total();
    for (int total = 2; total <= longest_move; ++total) {
        float keeps = total <= open ? 1 : 0;
        for (int others = state.pile.size(); others > 0; --others)
            keeps *= 1 - 0.8F * rolls_up_to[static_cast<std::size_t>(total)] / 36;
        open_dice_[static_cast<std::size_t>(total)] = weights_->tile.now == 0 ? 0 : prize * keeps;
    }
}

void Evaluator::look(const State& state, Seat seat) {
    if (looked_) return;
    looked_ = true;
    seat_ = seat;
    near_ = far_ = averaged_ = 0;
    if (weights_->thinks_ahead) think_ahead(state);
    place_ = {weights_->place[0].at(future_), weights_->place[1].at(future_),
              state.players >= 5 ? weights_->place[2].at(future_) : 0};
    space_ = weights_->space.at(future_);
    lead_ = weights_->lead.at(future_);
    chase_ = weights_->chase.at(future_);
    bar_ = weights_->bar.at(future_);
    if (weights_->patience != 0) {
        weigh_rolls(state);
        near_ = 63;
    }
    if (state.options.baywatch) weigh_open_dice(state);
}

void Evaluator::think_ahead(const State& state) {
    expect_waves(state);
    future_ = static_cast<float>(round_count - state.round) / (round_count - 1) * goes_on(state);
    fear_ = 1 + weights_->danger_later * future_;
}

float Evaluator::gain(const State& state, Colour colour, int spaces) {
    if (weights_->only_spaces) return state.beaches[colour].is_wet(seat_) ? 0 : static_cast<float>(spaces);
    if (spaces > 0) {
        unsigned& weighed = spaces <= 6 ? near_ : far_;
        if (((weighed >> colour) & 1U) == 0) {
            weigh_moves(state, colour, spaces <= 6 ? 1 : 7, spaces <= 6 ? 6 : longest_move);
            weighed |= 1U << colour;
        }
        return gains_[colour][static_cast<std::size_t>(spaces)];
    }
    const Beach& beach = state.beaches[colour];
    if (spaces == 0 || beach.is_wet(seat_)) return 0;
    const BeachAround here = ground(state, colour);
    const int from = beach.space(seat_);
    const int to = beach.reach(from, spaces);
    return value(here, to, here.ahead_of(to, here.count)) + coin_gain(state, colour, to) -
           value(here, from, here.ahead);
}

float Evaluator::gain(const State& state, Pair pair) {
    const int left = pair.left.number();
    const int right = pair.right.number();
    const float tile = state.options.baywatch ? open_dice_[static_cast<std::size_t>(left + right)] : 0;
    if (pair.left.colour() == pair.right.colour()) return tile + gain(state, pair.left.colour(), left + right);
    return tile + gain(state, pair.left.colour(), left) + gain(state, pair.right.colour(), right);
}

float Evaluator::average(const State& state, Colour colour) {
    if (((averaged_ >> colour) & 1U) == 0) {
        averaged_ |= 1U << colour;
        float sum = 0;
        for (int number = 1; number <= 6; ++number) sum += gain(state, colour, number);
        averages_[colour] = sum / 6;
    }
    return averages_[colour];
}

float Evaluator::promise(int rolls) const {
    // The best of so many draws from a bell curve, stopping in time.
    static constexpr std::array<float, 6> best_of = {0, 0.3989F, 0.6297F, 0.7904F, 0.9127F, 1.0108F};
    return mean_ + spread_ * best_of[static_cast<std::size_t>(std::min(rolls - 1, 5))];
}

}  // namespace springtide::high_tide_henn
