#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bots/high_tide_henn/opponent_model.hpp"
#include "bots/high_tide_henn/policy.hpp"
#include "bots/high_tide_henn/round_value.hpp"

/// How the network of bots/high_tide_henn/round_value.hpp learns: lessons from games, and their gradient.
namespace springtide::high_tide_henn {

struct Lesson {
    RoundView view;
    BySeat<float> shares{};
};

static_assert(kind_count == 5);

/// One table: which expansions, who plays, and in how many rounds some decisions are strange.
class LessonGame {
  public:
    explicit LessonGame(std::uint64_t seed) : random_(seed) {
        const auto lot = random_.below(10);
        const unsigned mask = lot < 4 ? 0 : lot < 6 ? learned_expansions : random_.below(learned_expansions + 1);
        options_ = with_expansions(options_, mask);
        if (random_.below(4) == 0) options_.edition = Edition::en;
        players_ = min_players + static_cast<int>(random_.below(max_players - min_players + 1));
        const bool alike = random_.below(2) == 0;
        const std::uint8_t kind_of_all = draw_kind();
        for (auto& kind : kinds_) kind = alike ? kind_of_all : draw_kind();
        kinds_[random_.below(static_cast<std::uint32_t>(players_))] = strong_kind;
        wild_rounds_ = static_cast<int>(random_.below(4));
    }

    /// Adds a lesson for the start of every round from the second on, after the strange ones.
    void play(std::vector<Lesson>& lessons) {
        const std::size_t first = lessons.size();
        State state = start(options_, players_);
        BySeat<Policy> policies{Policy(kind(kinds_[0])), Policy(kind(kinds_[1])), Policy(kind(kinds_[2])),
                                Policy(kind(kinds_[3])), Policy(kind(kinds_[4])), Policy(kind(kinds_[5]))};
        int round = 1;
        for (ToAct acting = to_act(state); !acting.nobody(); acting = to_act(state)) {
            if (state.round != round) {
                round = state.round;
                if (round > wild_rounds_) lessons.push_back({.view = RoundView(state, kinds_)});
            }
            if (acting.chance) {
                apply_chance(state, draw(state, random_), nullptr);
                continue;
            }
            const Seat seat = acting.seats.front();
            Action action = policies[seat].choose(state, seat);
            if (round <= wild_rounds_ && random_.below(6) == 0) action = random_action(state, seat, random_);
            apply(state, seat, action, nullptr);
        }
        const Result end = result(state);
        for (std::size_t i = first; i < lessons.size(); ++i)
            for (Seat seat = 0; seat < players_; ++seat)
                lessons[i].shares[seat] = static_cast<float>(win_share(end, seat));
    }

  private:
    std::uint8_t draw_kind() {
        const auto lot = random_.below(20);
        return static_cast<std::uint8_t>(lot < 7 ? 0 : lot < 12 ? 1 : lot < 18 ? 2 : lot < 19 ? 3 : 4);
    }

    Random random_;
    Options options_;
    int players_;
    BySeat<std::uint8_t> kinds_{};
    int wild_rounds_;
};

constexpr std::size_t number_count = sizeof(RoundNetwork) / sizeof(float);

/// As many numbers as the network has, to be taken one by one or as a network.
class Numbers {
  public:
    [[nodiscard]] RoundNetwork& network() const { return *network_; }
    [[nodiscard]] std::span<float, number_count> all() const {
        return std::span<float, number_count>(reinterpret_cast<float*>(network_.get()), number_count);
    }

  private:
    std::unique_ptr<RoundNetwork> network_ = std::make_unique<RoundNetwork>();
};

/// Adds the gradient of one position; gives its cross entropy.
inline double learn(const RoundNetwork& net, const Lesson& lesson, RoundNetwork& gradient) {
    constexpr std::size_t width = RoundNetwork::width;
    const RoundView& view = lesson.view;
    const auto players = static_cast<std::size_t>(view.players);
    static thread_local BySeat<ByColour<RoundNetwork::Units>> hidden;
    BySeat<RoundNetwork::Units> sums{};
    RoundNetwork::Units all{};
    for (std::size_t s = 0; s < players; ++s) {
        for (std::size_t b = 0; b < colour_count; ++b) {
            RoundNetwork::Units& h = hidden[s][b];
            h = {};
            for (const std::uint16_t row : view.beaches[s][b])
                for (std::size_t i = 0; i < width; ++i) h[i] += net.beach[row][i];
            for (std::size_t i = 0; i < width; ++i) {
                h[i] = std::max(h[i], 0.0F);
                sums[s][i] += h[i];
            }
        }
        for (std::size_t i = 0; i < width; ++i) all[i] += sums[s][i];
    }
    BySeat<RoundNetwork::Units> top{};
    BySeat<float> scores{};
    const float each = 1.0F / static_cast<float>(players - 1);
    for (std::size_t s = 0; s < players; ++s) {
        for (const std::uint16_t row : view.seats[s])
            for (std::size_t i = 0; i < width; ++i) top[s][i] += net.seat[row][i];
        for (std::size_t k = 0; k < width; ++k) {
            const float mine = sums[s][k];
            const float theirs = (all[k] - mine) * each;
            for (std::size_t i = 0; i < width; ++i) top[s][i] += net.own[k][i] * mine + net.others[k][i] * theirs;
        }
        for (std::size_t i = 0; i < width; ++i) {
            top[s][i] = std::max(top[s][i], 0.0F);
            scores[s] += top[s][i] * net.score[i];
        }
    }
    const float highest = *std::max_element(scores.begin(), scores.begin() + view.players);
    float sum = 0;
    BySeat<float> shares{};
    for (std::size_t s = 0; s < players; ++s) sum += shares[s] = std::exp(scores[s] - highest);
    double entropy = 0;
    BySeat<RoundNetwork::Units> back{};
    RoundNetwork::Units back_all{};
    for (std::size_t s = 0; s < players; ++s) {
        shares[s] /= sum;
        if (lesson.shares[s] > 0) entropy -= lesson.shares[s] * std::log(std::max(shares[s], 1e-12F));
        const float error = shares[s] - lesson.shares[s];
        RoundNetwork::Units d{};
        for (std::size_t i = 0; i < width; ++i) {
            gradient.score[i] += error * top[s][i];
            d[i] = top[s][i] > 0 ? error * net.score[i] : 0;
        }
        for (const std::uint16_t row : view.seats[s])
            for (std::size_t i = 0; i < width; ++i) gradient.seat[row][i] += d[i];
        for (std::size_t k = 0; k < width; ++k) {
            const float mine = sums[s][k];
            const float theirs = (all[k] - mine) * each;
            float to_own = 0;
            float to_others = 0;
            for (std::size_t i = 0; i < width; ++i) {
                gradient.own[k][i] += d[i] * mine;
                gradient.others[k][i] += d[i] * theirs;
                to_own += d[i] * net.own[k][i];
                to_others += d[i] * net.others[k][i];
            }
            back[s][k] += to_own - to_others * each;
            back_all[k] += to_others * each;
        }
    }
    for (std::size_t s = 0; s < players; ++s)
        for (std::size_t b = 0; b < colour_count; ++b) {
            RoundNetwork::Units d{};
            for (std::size_t i = 0; i < width; ++i) d[i] = hidden[s][b][i] > 0 ? back[s][i] + back_all[i] : 0;
            for (const std::uint16_t row : view.beaches[s][b])
                for (std::size_t i = 0; i < width; ++i) gradient.beach[row][i] += d[i];
        }
    return entropy;
}

/// The network as data/high_tide_henn/README.md says: whole numbers with a scale for each unit.
inline std::vector<unsigned char> bytes_of(const RoundNetwork& net) {
    std::vector<unsigned char> bytes;
    for (const char letter : RoundNetwork::mark) bytes.push_back(static_cast<unsigned char>(letter));
    const auto add = [&](const RoundNetwork::Units& units) {
        const auto* begin = reinterpret_cast<const unsigned char*>(units.data());
        bytes.insert(bytes.end(), begin, begin + sizeof(units));
    };
    const auto add_table = [&](const auto& table) {
        RoundNetwork::Units scale{};
        for (const auto& row : table)
            for (std::size_t i = 0; i < scale.size(); ++i) scale[i] = std::max(scale[i], std::abs(row[i]) / 127);
        add(scale);
        for (const auto& row : table)
            for (std::size_t i = 0; i < scale.size(); ++i) {
                const float steps = scale[i] == 0 ? 0 : std::round(row[i] / scale[i]);
                bytes.push_back(static_cast<unsigned char>(static_cast<std::int8_t>(steps)));
            }
    };
    add_table(net.beach);
    add_table(net.seat);
    add_table(net.own);
    add_table(net.others);
    add(net.score);
    return bytes;
}

}  // namespace springtide::high_tide_henn
