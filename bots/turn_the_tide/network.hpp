#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/fixed_list.hpp"
#include "rules/turn_the_tide/rules.hpp"

/// Two small networks that learned from games against themselves (bots/training/tide): which card a seat should play,
/// by what it knows, and what a table is worth to everybody, by all hands. Everything is in whole numbers until the
/// last step, so that every machine and WebAssembly find the same. docs/decisions/0060 says why they look so.
namespace springtide::turn_the_tide {

/// Inputs that are 0 or 1, two hidden layers. The first layer is a sum of rows, one for every input that is 1: a sum
/// can be begun once and finished many times.
class Network {
  public:
    static constexpr std::size_t most_first = 512;
    static constexpr std::size_t most_second = 256;
    static constexpr std::size_t most_outputs = 64;

    using Hidden = std::array<std::int16_t, most_second>;

    /// What was added up, and what is still to be.
    class Sum {
      public:
        void add(std::size_t input) { waiting_.push_back(static_cast<std::uint16_t>(input)); }

      private:
        friend class Network;
        static constexpr std::size_t most_inputs = 448;  ///< at once: more than there can be

        alignas(64) std::array<std::int16_t, most_first> numbers_{};
        FixedList<std::uint16_t, most_inputs> waiting_;
    };

    /// Reads one network from the front of `bytes` and moves on; nothing where they are not one.
    static std::optional<Network> read(std::span<const unsigned char>& bytes, std::size_t inputs);

    [[nodiscard]] const Sum& empty_sum() const { return bias_; }
    /// Adds the rows that wait; a sum that is copied many times is settled before.
    void settle(Sum& sum) const;
    void finish(Sum& sum, Hidden& hidden) const;
    [[nodiscard]] float output(const Hidden& hidden, std::size_t index) const;

  private:
    std::size_t first_ = 0;
    std::size_t second_ = 0;
    Sum bias_{};
    std::vector<std::int8_t> rows_;
    std::vector<std::int32_t> first_factor_;
    std::vector<std::int32_t> second_bias_;
    std::vector<std::int32_t> second_factor_;
    std::vector<std::int16_t> second_weights_;  ///< by input, so that those that are 0 cost nothing
    std::vector<std::int16_t> output_weights_;
    std::vector<float> output_factor_;
    std::vector<float> output_bias_;
};

struct Networks {
    Network policy;
    Network value;
};

/// What everybody may expect of the rest of the game.
struct TableWorth {
    BySeat<float> share{};  ///< of the win
    BySeat<float> later{};  ///< points still to come
};

/// The shipped networks, or nothing where they have not been brought yet: a page fetches them when they are first
/// needed (provide_networks); elsewhere they are part of the program.
const Networks* networks();
/// Has somebody asked for them in vain?
bool networks_were_missed();
/// Nothing where these are no networks.
std::optional<Networks> read_networks(std::span<const unsigned char> bytes);
/// False where these are no networks.
bool provide_networks(std::span<const unsigned char> bytes);

/// How likely the policy plays each card of a seat that has to choose, the lowest card first. The state is one that
/// is known, or what the seat knows of it: the network looks at nothing else. `careless`: the seats known to play at
/// random.
void policy_chances(const Network& policy, const State& state, Seat seat, std::span<float> chances,
                    SeatSet careless = {});

/// What tables are worth before tide cards are turned up, all hands known. For many tables after the same trick:
/// what they have in common is added up once.
class TableValue {
  public:
    /// `like`: a table as it is while everybody chooses in the trick that is judged.
    TableValue(const Network& value, const State& like, SeatSet careless = {});
    /// For tables that have nothing in common.
    TableValue(const Network& value, SeatSet careless);

    /// After that trick, or at the beginning of the next round.
    [[nodiscard]] TableWorth after(const State& state) const;

  private:
    void add_common(Network::Sum& sum, const State& state) const;

    const Network* value_;
    SeatSet careless_;
    std::uint8_t round_;
    Network::Sum common_;
};

}  // namespace springtide::turn_the_tide
