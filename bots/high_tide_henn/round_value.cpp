#include "bots/high_tide_henn/round_value.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "bots/search/logarithm.hpp"
#ifdef SPRINGTIDE_ROUND_VALUE
#include "bots/high_tide_henn/shipped_round_value.hpp"
#endif
#include "rules/high_tide_henn/coins.hpp"
#include "rules/high_tide_henn/scoring.hpp"

namespace springtide::high_tide_henn {

namespace {

constexpr int length = Options{}.beach_length;
constexpr int rounds = round_count - 1;  ///< the first round start has no prediction
constexpr int counts = max_players - min_players + 1;
constexpr int spaces = length + 2;  ///< the bar, the sand, the water
constexpr int gaps = 8;

/// Gives out the rows of table after table.
class Rows {
  public:
    std::uint16_t row(int index, int size) {
        const int row = first_ + index;
        first_ += size;
        return static_cast<std::uint16_t>(row);
    }

  private:
    int first_ = 0;
};

/// The state of a beach, independent of the seat.
struct BeachAtLarge {
    std::array<Place, max_players> sand{};  ///< nearest to the water first
    int on_sand = 0;
    int at_bar = 0;
    int wet = 0;
    int surfers = 0;

    BeachAtLarge(const State& state, Colour colour) {
        const Beach& beach = state.beaches[colour];
        for (Seat seat = 0; seat < state.players; ++seat) {
            const Place place = beach.places[seat];
            if (state.options.surfers && state.surfers[seat] == colour) ++surfers;
            if (place == high_tide_henn::at_bar) {
                ++at_bar;
            } else if (place == in_water) {
                ++wet;
            } else {
                auto i = static_cast<std::size_t>(on_sand++);
                for (; i > 0 && sand[i - 1] < place; --i) sand[i] = sand[i - 1];
                sand[i] = place;
            }
        }
    }
};

int best_coin_ahead(const State& state, Colour colour, int space) {
    const unsigned ahead = state.beaches[colour].coins & (~0U << static_cast<unsigned>(std::min(space, 8)));
    int best = 0;
    for (unsigned left = ahead & 255U; left != 0; left &= left - 1)
        best = std::max<int>(best, state.coins.values[colour][static_cast<std::size_t>(std::countr_zero(left))]);
    return std::min(best, 8);
}

void look_at_beach(const State& state, Colour colour, const BeachAtLarge& all, Seat seat,
                   std::array<std::uint16_t, RoundView::beach_facts>& facts) {
    const Beach& beach = state.beaches[colour];
    const Place place = beach.places[seat];
    const bool wet = place == in_water;
    const bool bar = place == at_bar;
    const int space = wet ? length + 1 : place / 8;
    const int dry = wet ? length + 1 : beach.water - 1 - space;
    int ahead = 0;
    int gap_ahead = 0;
    int behind = 0;
    int gap_behind = 0;
    if (!wet) {
        while (ahead < all.on_sand && all.sand[static_cast<std::size_t>(ahead)] > place) ++ahead;
        behind = all.on_sand - ahead - (bar ? 0 : 1);
        if (ahead > 0) gap_ahead = all.sand[static_cast<std::size_t>(ahead - 1)] / 8 - space;
        if (behind > 0)
            gap_behind = space - all.sand[static_cast<std::size_t>(ahead + 1)] / 8;
        else
            gap_behind = space;
    }
    const std::size_t leader = ahead == 0 && !wet && !bar ? 1 : 0;  // of the others
    const int lead_dry = static_cast<int>(leader) < all.on_sand ? beach.water - 1 - all.sand[leader] / 8 : gaps - 1;
    const int round = state.round - 2;
    const int count = state.players - min_players;
    int coin = 0;
    if (state.options.coins) {
        const int taken = std::min(coins::value_of(state, seat, colour), 8);
        coin = taken > 0 ? taken : 9 + best_coin_ahead(state, colour, wet ? 8 : space);
    }
    const bool own_surfer = state.options.surfers && state.surfers[seat] == colour;
    Rows rows;
    facts = {
        rows.row(round * spaces + space, rounds * spaces),
        rows.row(round * spaces + dry, rounds * spaces),
        rows.row((count * max_players + ahead) * gaps + std::min(gap_ahead, gaps - 1), counts * max_players * gaps),
        rows.row(behind * 10 + std::min(gap_behind, 9), max_players * 10),
        rows.row((all.at_bar - (bar ? 1 : 0)) * max_players + all.wet - (wet ? 1 : 0), max_players * max_players),
        rows.row((beach.water - 1) * gaps + std::min(lead_dry, gaps - 1), (length + 1) * gaps),
        rows.row(own_surfer ? 3 + dry : std::min(all.surfers, 2), 3 + spaces),
        rows.row(coin, 18),
        rows.row((round * max_players + ahead) * gaps + std::min(dry, gaps - 1), rounds * max_players * gaps),
    };
}

using Units = RoundNetwork::Units;

template <class Table, class Facts>
Units sum_of(const Table& table, const Facts& facts) {
    Units sum = table[facts[0]];
    for (std::size_t f = 1; f < facts.size(); ++f)
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += table[facts[f]][i];
    return sum;
}

void add_positive(Units& to, const Units& numbers) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += numbers[i] > 0 ? numbers[i] : 0;
}

RoundNetwork network;
bool provided = false;
/// Set from any thread if the network is not part of the program; such programs have no threads.
bool missed = false;

}  // namespace

RoundView::RoundView(const State& state, const BySeat<std::uint8_t>& kinds) : players(state.players) {
    for (const Colour colour : all_colours) {
        const BeachAtLarge all(state, colour);
        for (Seat seat = 0; seat < state.players; ++seat)
            look_at_beach(state, colour, all, seat, beaches[seat][colour]);
    }
    const Scores now = score(state);
    const int round = state.round - 2;
    const int count = state.players - min_players;
    const Options& options = state.options;
    const auto mask = static_cast<int>(expansion_bits(options) & learned_expansions);
    int all_tiles = 0;
    for (Seat seat = 0; seat < state.players; ++seat) all_tiles += std::popcount(state.baywatch.tiles[seat]);
    BySeat<std::uint8_t> turn{};
    const bool begun = state.pile.size() < state.players;
    if (begun) turn[state.active] = 0;
    for (int i = 0; i < state.pile.size(); ++i) turn[state.pile[i]] = static_cast<std::uint8_t>(i + (begun ? 1 : 0));
    for (Seat seat = 0; seat < state.players; ++seat) {
        int points_ahead = -100;
        int coins_ahead = -100;
        int coins_taken = 0;
        for (Seat other = 0; other < state.players; ++other) {
            if (other == seat) continue;
            points_ahead = std::max<int>(points_ahead, now.totals[other]);
            coins_ahead = std::max<int>(coins_ahead, now.coin_totals[other]);
        }
        if (options.coins)
            for (const std::uint8_t space : state.coins.taken[seat]) coins_taken += space != 0 ? 1 : 0;
        const int lead = std::clamp(now.totals[seat] - points_ahead, -10, 10) + 10;
        const int coin_lead = options.coins ? std::clamp(now.coin_totals[seat] - coins_ahead, -12, 12) + 12 : 25;
        const unsigned tiles = state.baywatch.tiles[seat];
        Rows rows;
        auto& facts = seats[seat];
        std::size_t next = 0;
        const auto add = [&](int index, int size) { facts[next++] = rows.row(index, size); };
        add(count * max_players + turn[seat], counts * max_players);
        add(kinds[seat], 6);
        add(round * counts + count, rounds * counts);
        add(mask, 16);
        add(round * 21 + lead, rounds * 21);
        add(coin_lead, 26);
        add(coins_taken, 7);
        add(std::min(all_tiles - std::popcount(tiles), 7), 8);
        for (unsigned tile = 0; tile < tile_count; ++tile) add((tiles >> tile & 1U) != 0 ? 1 : 0, 2);
    }
}

bool RoundNetwork::read(std::span<const unsigned char> bytes) {
    constexpr std::size_t rows = RoundView::beach_rows + RoundView::seat_rows + 2 * width;
    constexpr std::size_t numbers = 4 * sizeof(Units) + rows * width + sizeof(Units);
    if (bytes.size() != mark.size() + numbers || !std::ranges::equal(bytes.first(mark.size()), mark)) return false;
    const unsigned char* next = bytes.data() + mark.size();
    const auto units = [&] {
        Units read;
        std::memcpy(read.data(), next, sizeof(Units));
        next += sizeof(Units);
        return read;
    };
    const auto table = [&](auto& into) {
        const Units scale = units();
        for (Units& row : into)
            for (std::size_t i = 0; i < width; ++i)
                row[i] = scale[i] * static_cast<float>(static_cast<std::int8_t>(*next++));
    };
    table(beach);
    table(seat);
    table(own);
    table(others);
    score = units();
    return true;
}

BySeat<float> RoundNetwork::shares(const RoundView& view) const {
    const auto players = static_cast<std::size_t>(view.players);
    BySeat<Units> sums{};
    Units all{};
    for (std::size_t s = 0; s < players; ++s) {
        for (const auto& facts : view.beaches[s]) add_positive(sums[s], sum_of(beach, facts));
        for (std::size_t i = 0; i < width; ++i) all[i] += sums[s][i];
    }
    BySeat<float> shares{};
    const float each = 1.0F / static_cast<float>(players - 1);
    float highest = 0;
    for (std::size_t s = 0; s < players; ++s) {
        Units hidden = sum_of(seat, view.seats[s]);
        for (std::size_t k = 0; k < width; ++k) {
            const float mine = sums[s][k];
            const float theirs = (all[k] - mine) * each;
            for (std::size_t i = 0; i < width; ++i) hidden[i] += own[k][i] * mine + others[k][i] * theirs;
        }
        for (std::size_t i = 0; i < width; ++i) shares[s] += hidden[i] > 0 ? hidden[i] * score[i] : 0;
        highest = s == 0 ? shares[0] : std::max(highest, shares[s]);
    }
    float sum = 0;
    for (std::size_t s = 0; s < players; ++s) sum += shares[s] = exponential(std::max(shares[s] - highest, -60.0F));
    for (std::size_t s = 0; s < players; ++s) shares[s] /= sum;
    return shares;
}

const RoundNetwork* round_network() {
#ifdef SPRINGTIDE_ROUND_VALUE
    static const bool shipped = provide_round_network(shipped_round_value());
    static_cast<void>(shipped);
#endif
    if (provided) return &network;
    missed = true;
    return nullptr;
}

bool round_network_was_missed() { return missed && !provided; }

bool provide_round_network(std::span<const unsigned char> bytes) {
    if (!network.read(bytes)) return false;
    provided = true;
    return true;
}

bool is_usual(const Options& options) {
    Options usual = options;  // options outside its training are replaced by their usual values
    usual.edition = {};
    usual = with_expansions(usual, expansion_bits(usual) & ~learned_expansions);
    usual.coins_hidden = Options{}.coins_hidden;  // changes what is shown, not what players know (HC2)
    return usual == Options{};
}

}  // namespace springtide::high_tide_henn
