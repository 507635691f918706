#include "bots/turn_the_tide/network.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include "bots/search/logarithm.hpp"
#ifdef SPRINGTIDE_NETWORKS
#include "bots/turn_the_tide/shipped_networks.hpp"
#endif

namespace springtide::turn_the_tide {

namespace {

constexpr std::int32_t top = 4095;  ///< the highest activation
constexpr unsigned first_shift = 12;
constexpr unsigned second_shift = 24;
constexpr std::string_view mark = "TideNet1";

/// The first input of each kind; bots/training/tide/games.cu has the same.
namespace policy_input {
constexpr std::size_t count = 1024;
constexpr std::size_t own = 0;
constexpr std::size_t own_uncovered = 60;
constexpr std::size_t others = 120;
constexpr std::size_t unseen = 360;
constexpr std::size_t later = 420;
constexpr std::size_t seats = 720;
constexpr std::size_t unknown = 865;
constexpr std::size_t scores = 885;
constexpr std::size_t table = 949;
constexpr std::size_t tides = 995;
constexpr std::size_t careless = 1019;
}  // namespace policy_input
namespace value_input {
constexpr std::size_t count = 896;
constexpr std::size_t hands = 0;
constexpr std::size_t later = 300;
constexpr std::size_t seats = 600;
constexpr std::size_t behind = 745;
constexpr std::size_t table = 805;
constexpr std::size_t careless = 876;
constexpr std::size_t points_output = 5;
}  // namespace value_input

constexpr std::size_t seat_inputs = 29;
constexpr std::size_t tide_inputs_of_seat = 1;
constexpr std::size_t preserver_inputs = 13;
constexpr std::size_t worth_inputs = 21;
constexpr int most_counted = 8;  ///< preservers

/// So many outputs of a layer are found together, in registers.
constexpr std::size_t lanes = 64;
using Words __attribute__((vector_size(32))) = std::int16_t;
using Bytes __attribute__((vector_size(16))) = std::int8_t;

/// Sums of products for `lanes` outputs: of the inputs `which` alone, the others are 0. After the last of `first`
/// stands a 0 for an input that makes their number even.
void second_layer(std::span<const std::uint16_t> which, const std::int16_t* first, const std::int16_t* weights,
                  std::size_t stride, std::array<std::int32_t, lanes>& dots) {
#ifdef __AVX2__
    // Two inputs at a time; unpacking leaves the sums in another order, which is put right at the end.
    struct Eight {
        __m256i sum;
    };
    std::array<Eight, lanes / 8> sums{};
    for (std::size_t i = 0; i < which.size(); i += 2) {
        const __m256i both = _mm256_set1_epi32(static_cast<std::uint16_t>(first[i]) | first[i + 1] << 16);
        const std::int16_t* one = weights + which[i] * stride;
        const std::int16_t* two = weights + which.data()[i + 1] * stride;
        for (std::size_t part = 0; part < lanes / 16; ++part) {
            const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(one + 16 * part));
            const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(two + 16 * part));
            __m256i& low = sums[2 * part].sum;
            __m256i& high = sums[2 * part + 1].sum;
            low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), both));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), both));
        }
    }
    for (std::size_t part = 0; part < lanes / 16; ++part) {
        const __m256i low = _mm256_permute2x128_si256(sums[2 * part].sum, sums[2 * part + 1].sum, 0x20);
        const __m256i high = _mm256_permute2x128_si256(sums[2 * part].sum, sums[2 * part + 1].sum, 0x31);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(dots.data() + 16 * part), low);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(dots.data() + 16 * part + 8), high);
    }
#else
    dots.fill(0);
    for (std::size_t i = 0; i < which.size(); ++i) {
        const std::int16_t* row = weights + which[i] * stride;
        for (std::size_t k = 0; k < lanes; ++k) dots[k] += row[k] * first[i];
    }
#endif
}

template <class T>
bool take(std::span<const unsigned char>& bytes, std::size_t count, std::vector<T>& into) {
    if (bytes.size() < count * sizeof(T)) return false;
    into.resize(count);
    std::memcpy(into.data(), bytes.data(), count * sizeof(T));
    bytes = bytes.subspan(count * sizeof(T));
    return true;
}

/// The place of a card among those that count, stretched to 60.
class Places {
  public:
    explicit Places(Cards live) : live_(live), count_(count(live)) {}
    [[nodiscard]] std::size_t operator()(Cards card) const {
        return static_cast<std::size_t>((2 * count(live_ & (card - 1)) + 1) * 30 / count_);
    }

  private:
    Cards live_;
    int count_;
};

template <class Visit>
void for_each_card(Cards cards, Visit&& visit) {
    for (; cards != 0; cards &= cards - 1) visit(cards & (~cards + 1));
}

void add_places(Network::Sum& sum, std::size_t at, Cards cards, const Places& place) {
    for_each_card(cards, [&](Cards card) { sum.add(at + place(card)); });
}
void add_cards(Network::Sum& sum, std::size_t at, Cards cards) {
    for_each_card(cards, [&](Cards card) { sum.add(at + static_cast<std::size_t>(std::countr_zero(card)) - 1); });
}
void add_steps(Network::Sum& sum, std::size_t at, int steps) {
    for (int step = 0; step < steps; ++step) sum.add(at + static_cast<std::size_t>(step));
}

/// The inputs that are the same for all seats in a trick.
void add_table(Network::Sum& sum, std::size_t at, const State& state) {
    sum.add(at);
    sum.add(at + 1 + state.players - 3U);
    if (state.options.cascade) sum.add(at + 4);
    sum.add(at + 5 + state.players - state.round);
    sum.add(at + 10 + state.trick - 1U);
    for (int level = 1; level <= highest_tide; ++level) {
        const int left = tides_left(state.tide_deck, level);
        const auto place = static_cast<std::size_t>(level) - 1;
        if (left >= 1) sum.add(at + 22 + place);
        if (left >= 2) sum.add(at + 34 + place);
    }
}

void add_seat(Network::Sum& sum, std::size_t at, const State& state, std::size_t seat) {
    if (state.still_in.contains(static_cast<Seat>(seat))) sum.add(at);
    add_steps(sum, at + tide_inputs_of_seat, state.tide[seat]);
    add_steps(sum, at + preserver_inputs, std::min<int>(most_counted, state.preservers[seat]));
}

}  // namespace

std::optional<Network> Network::read(std::span<const unsigned char>& bytes, std::size_t inputs) {
    std::vector<std::uint32_t> sizes;
    if (!take(bytes, 4, sizes)) return std::nullopt;
    Network net;
    net.first_ = sizes[1];
    net.second_ = sizes[2];
    const std::size_t outputs = sizes[3];
    if (sizes[0] != inputs || net.first_ > most_first || net.second_ > most_second || outputs > most_outputs ||
        net.first_ % lanes != 0 || net.second_ % lanes != 0)
        return std::nullopt;
    std::vector<std::int32_t> bias;
    std::vector<std::int8_t> second;
    std::vector<std::int8_t> last;
    const bool whole = take(bytes, net.first_, bias) && take(bytes, net.first_, net.first_factor_) &&
                       take(bytes, net.second_, net.second_bias_) && take(bytes, net.second_, net.second_factor_) &&
                       take(bytes, outputs, net.output_factor_) && take(bytes, outputs, net.output_bias_) &&
                       take(bytes, inputs * net.first_, net.rows_) && take(bytes, net.second_ * net.first_, second) &&
                       take(bytes, outputs * net.second_, last);
    if (!whole) return std::nullopt;
    for (std::size_t i = 0; i < net.first_; ++i) net.bias_.numbers_[i] = static_cast<std::int16_t>(bias[i]);
    net.second_weights_.resize(second.size());
    for (std::size_t k = 0; k < net.second_; ++k)
        for (std::size_t i = 0; i < net.first_; ++i)
            net.second_weights_[i * net.second_ + k] = second[k * net.first_ + i];
    net.output_weights_.assign(last.begin(), last.end());
    return net;
}

void Network::settle(Sum& sum) const {
    for (std::size_t begin = 0; begin < first_; begin += lanes) {
        std::array<Words, lanes / 16> part;
        std::memcpy(part.data(), sum.numbers_.data() + begin, sizeof part);
        for (const std::uint16_t input : sum.waiting_) {
            std::array<Bytes, lanes / 16> row;
            std::memcpy(row.data(), rows_.data() + input * first_ + begin, sizeof row);
            for (std::size_t i = 0; i < part.size(); ++i) part[i] += __builtin_convertvector(row[i], Words);
        }
        std::memcpy(sum.numbers_.data() + begin, part.data(), sizeof part);
    }
    sum.waiting_.clear();
}

void Network::finish(Sum& sum, Hidden& hidden) const {
    settle(sum);
    // The inputs of the second layer that are not 0, and a 0 to make their number even.
    std::array<std::uint16_t, most_first + 1> which;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::array<std::int16_t, most_first + 1> first;   // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::size_t count = 0;
    for (std::size_t i = 0; i < first_; ++i) {
        const std::int32_t scaled = (std::max<std::int32_t>(0, sum.numbers_[i]) * first_factor_[i]) >> first_shift;
        which[count] = static_cast<std::uint16_t>(i);
        first[count] = static_cast<std::int16_t>(std::min(top, scaled));
        count += first[count] > 0 ? 1U : 0U;
    }
    which[count] = 0;
    first[count] = 0;
    for (std::size_t begin = 0; begin < second_; begin += lanes) {
        std::array<std::int32_t, lanes> dots;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
        second_layer({which.data(), count}, first.data(), second_weights_.data() + begin, second_, dots);
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::int64_t positive = std::max<std::int32_t>(0, dots[k] + second_bias_[begin + k]);
            hidden[begin + k] = static_cast<std::int16_t>(
                std::min<std::int64_t>(top, (positive * second_factor_[begin + k]) >> second_shift));
        }
    }
}

float Network::output(const Hidden& hidden, std::size_t index) const {
    const std::int16_t* weights = output_weights_.data() + index * second_;
    std::int32_t dot = 0;
    for (std::size_t i = 0; i < second_; ++i) dot += weights[i] * hidden[i];
    return static_cast<float>(dot) * output_factor_[index] + output_bias_[index];
}

namespace {

bool& missed() {
    static bool is_missed = false;
    return is_missed;
}

std::optional<Networks>& provided() {
    static std::optional<Networks> networks;
    return networks;
}

}  // namespace

std::optional<Networks> read_networks(std::span<const unsigned char> bytes) {
    if (bytes.size() < mark.size() || !std::equal(mark.begin(), mark.end(), bytes.begin())) return std::nullopt;
    bytes = bytes.subspan(mark.size());
    auto policy = Network::read(bytes, policy_input::count);
    if (!policy) return std::nullopt;
    auto value = Network::read(bytes, value_input::count);
    if (!value || !bytes.empty()) return std::nullopt;
    return Networks{std::move(*policy), std::move(*value)};
}

bool provide_networks(std::span<const unsigned char> bytes) {
    auto read = read_networks(bytes);
    if (!read) return false;
    provided() = std::move(read);
    return true;
}

const Networks* networks() {
#ifdef SPRINGTIDE_NETWORKS
    static const bool shipped = provide_networks(shipped_networks());
    static_cast<void>(shipped);
#endif
    if (provided()) return &*provided();
    missed() = true;
    return nullptr;
}

bool networks_were_missed() { return missed() && !provided(); }

void policy_chances(const Network& policy, const State& state, Seat seat, std::span<float> chances, SeatSet careless) {
    const int players = state.players;
    BySeat<Cards> dealt{};
    BySeat<Cards> held{};
    Cards unseen = state.options.leftovers_open ? all_cards & ~state.left_out : all_cards;
    Cards live = 0;
    for (int r = 0; r < players; ++r) {
        const std::size_t other = at((seat + r) % players);
        const Cards played = state.dealt[other] & ~state.hand[other];
        dealt[at(r)] = r < state.round ? state.dealt[other] : state.uncovered[other] | played;
        const Cards hand = dealt[at(r)] & state.hand[other];
        held[at(r)] = state.still_in.contains(static_cast<Seat>(other)) ? hand : 0;
        unseen &= ~dealt[at(r)];
        live |= held[at(r)];
    }
    live |= unseen;
    const Places place(live);
    Network::Sum sum = policy.empty_sum();
    add_places(sum, policy_input::own, held[0], place);
    add_places(sum, policy_input::own_uncovered, held[0] & state.uncovered[seat], place);
    add_places(sum, policy_input::unseen, unseen, place);
    for (int r = 0; r < players; ++r) {
        const std::size_t other = at((seat + r) % players);
        const std::size_t at_seat = policy_input::seats + seat_inputs * at(r);
        if (r > 0) {
            add_places(sum, policy_input::others + 60 * at(r - 1), held[at(r)], place);
            add_steps(sum, policy_input::scores + 16 * at(r - 1),
                      std::clamp(state.scores[other] - state.scores[seat] + 8, 0, 16));
            if (careless.contains(static_cast<Seat>(other))) sum.add(policy_input::careless + at(r - 1));
        }
        if (state.round < players) add_cards(sum, policy_input::later + 60 * at(r), dealt[at(r)]);
        add_seat(sum, at_seat, state, other);
        add_steps(sum, at_seat + worth_inputs, std::min<int>(most_counted, state.worth[other]));
        const int missing = hand_size - count(dealt[at(r)]);
        add_steps(sum, policy_input::unknown + 4 * at(r), (missing + 2) / 3);
    }
    add_table(sum, policy_input::table, state);
    const auto [low, high] = std::minmax(state.upturned[0], state.upturned[1]);
    add_steps(sum, policy_input::tides, low);
    add_steps(sum, policy_input::tides + highest_tide, high);
    Network::Hidden hidden;
    policy.finish(sum, hidden);
    std::size_t rank = 0;
    float most = 0;
    for_each_card(state.hand[seat], [&](Cards card) {
        chances[rank] = policy.output(hidden, place(card));
        most = rank == 0 ? chances[0] : std::max(most, chances[rank]);
        ++rank;
    });
    float all = 0;
    for (float& chance : chances.first(rank)) all += chance = exponential(std::max(-60.0F, chance - most));
    for (float& chance : chances.first(rank)) chance /= all;
}

TableValue::TableValue(const Network& value, const State& like, SeatSet careless)
    : value_(&value), careless_(careless), round_(like.round), common_(value.empty_sum()) {
    State next = like;
    if (next.trick < hand_size) ++next.trick;
    add_common(common_, next);
    value.settle(common_);
}

TableValue::TableValue(const Network& value, SeatSet careless)
    : value_(&value), careless_(careless), round_(0), common_(value.empty_sum()) {}

/// Everything but hands, tides, preservers and who is still in.
void TableValue::add_common(Network::Sum& sum, const State& state) const {
    add_table(sum, value_input::table, state);
    const int best = *std::max_element(state.scores.begin(), state.scores.begin() + state.players);
    for (std::size_t seat = 0; seat < state.players; ++seat) {
        if (state.round < state.players) add_cards(sum, value_input::later + 60 * seat, state.dealt[seat]);
        add_steps(sum, value_input::seats + seat_inputs * seat + worth_inputs,
                  std::min<int>(most_counted, state.worth[seat]));
        add_steps(sum, value_input::behind + 12 * seat, std::min(12, best - state.scores[seat]));
        if (careless_.contains(static_cast<Seat>(seat))) sum.add(value_input::careless + seat);
    }
}

TableWorth TableValue::after(const State& state) const {
    Network::Sum sum = common_;
    if (state.round != round_) {
        sum = value_->empty_sum();
        add_common(sum, state);
    }
    Cards live = 0;
    for (const Seat seat : state.still_in) live |= state.hand[seat];
    const Places place(live);
    for (std::size_t seat = 0; seat < state.players; ++seat) {
        if (state.still_in.contains(static_cast<Seat>(seat)))
            add_places(sum, value_input::hands + 60 * seat, state.hand[seat], place);
        add_seat(sum, value_input::seats + seat_inputs * seat, state, seat);
    }
    Network::Hidden hidden;
    value_->finish(sum, hidden);
    TableWorth worth;
    float most = 0;
    for (std::size_t seat = 0; seat < state.players; ++seat) {
        worth.share[seat] = value_->output(hidden, seat);
        most = seat == 0 ? worth.share[0] : std::max(most, worth.share[seat]);
        worth.later[seat] = 4 * value_->output(hidden, value_input::points_output + seat);
    }
    float all = 0;
    for (std::size_t seat = 0; seat < state.players; ++seat)
        all += worth.share[seat] = exponential(std::max(-60.0F, worth.share[seat] - most));
    for (std::size_t seat = 0; seat < state.players; ++seat) worth.share[seat] /= all;
    return worth;
}

}  // namespace springtide::turn_the_tide
