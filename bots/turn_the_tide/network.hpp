#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/fixed_list.hpp"
#include "rules/turn_the_tide/rules.hpp"

/// Two small networks that learned from games against themselves (bots/training/tide): one chooses a card from a seat's
/// knowledge, one values a table for all seats, from all hands. Everything is in whole numbers until the last step, so
/// that every machine and WebAssembly agree. docs/decisions/0060 gives the reasons.
namespace springtide::turn_the_tide {

/// Inputs that are 0 or 1, two hidden layers. The first layer is a sum of rows, one for every input that is 1: a sum
/// can be begun once and finished many times.
class Network {
  public:
    static constexpr std::size_t most_first = 512;
    static constexpr std::size_t most_second = 256;
    static constexpr std::size_t most_outputs = 64;

    using Hidden = std::array<std::int16_t, most_second>;

    /// The sum so far, and the inputs still to add.
    class Sum {
      public:
        void add(std::size_t input) { waiting_.push_back(static_cast<std::uint16_t>(input)); }

      private:
        friend class Network;
        static constexpr std::size_t most_inputs = 448;  ///< at once: more than there can be

        alignas(64) std::array<std::int16_t, most_first> numbers_{};
        FixedList<std::uint16_t, most_inputs> waiting_;
    };

    /// Reads one network from the front of `bytes` and moves on; nothing if they are not one.
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

/// The expectations of all seats for the rest of the game.
struct TableWorth {
    BySeat<float> share{};  ///< of the win
    BySeat<float> later{};  ///< points still to come
};

/// The shipped networks, or nothing before they are loaded: a page fetches them at their first use
/// (provide_networks); elsewhere they are part of the program.
const Networks* networks();
/// Did a bot need them before they were loaded?
bool networks_were_missed();
/// Nothing where these are no networks.
std::optional<Networks> read_networks(std::span<const unsigned char> bytes);
/// False where these are no networks.
bool provide_networks(std::span<const unsigned char> bytes);

/// The policy's probability for each card of a seat that has to choose, the lowest card first. The network reads only
/// the seat's knowledge, so the state may be complete or the seat's view. `careless`: the seats known to play at
/// random.
void policy_chances(const Network& policy, const State& state, Seat seat, std::span<float> chances,
                    SeatSet careless = {});

/// The value of tables before tide cards are turned up, all hands known. For many tables after the same trick: their
/// common part is added up once.
class TableValue {
  public:
    /// `like`: a table during the choices of the judged trick.
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
