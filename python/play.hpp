#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bots/bot.hpp"
#include "core/error.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"
#include "python/learn/features.hpp"
#include "table/table.hpp"

namespace springtide::python {

/// A bot's answer with actions as numbers.
struct BotChoice {
    int action;
    bool exact;
    std::optional<int> winner;
    std::optional<double> value;
    std::vector<int> line;
};

/// Something done by a seat, or by chance (-1), in notation.
using Deed = std::pair<int, std::string>;

/// A game being played, of any kind, with actions as numbers. Every refusal leaves it as it was.
class Play {
  public:
    Play() = default;
    Play(const Play&) = delete;
    Play& operator=(const Play&) = delete;
    virtual ~Play() = default;

    [[nodiscard]] virtual std::unique_ptr<Play> clone() const = 0;
    [[nodiscard]] virtual bool equals(const Play& other) const = 0;
    [[nodiscard]] virtual const Table& table() const = 0;
    [[nodiscard]] virtual int players() const = 0;
    [[nodiscard]] virtual ToAct to_act() const = 0;
    [[nodiscard]] virtual Result result() const = 0;
    [[nodiscard]] virtual std::uint64_t hash() const = 0;
    /// nullptr, or the invariant that the state breaks.
    [[nodiscard]] virtual const char* broken_invariant() const = 0;

    [[nodiscard]] virtual std::vector<int> legal_actions(Seat seat) const = 0;
    virtual Expected<void> apply(Seat seat, std::int64_t action) = 0;
    [[nodiscard]] virtual Expected<std::string> action_text(Seat seat, std::int64_t action) const = 0;
    [[nodiscard]] virtual Expected<int> parse_action(Seat seat, std::string_view text) const = 0;

    /// The possible chance events, each with its probability; an error if chance does not act or has too many.
    [[nodiscard]] virtual Expected<std::vector<std::pair<std::string, double>>> chance_outcomes() const = 0;
    virtual Expected<void> apply_outcome(std::int64_t index) = 0;
    virtual Expected<void> apply_chance(std::string_view text) = 0;
    /// Draws and plays; gives what it was.
    virtual Expected<std::string> sample_chance(Random& random) = 0;

    [[nodiscard]] virtual std::string view(Observer observer) const = 0;
    [[nodiscard]] virtual std::optional<std::string> memory(Observer observer) const = 0;
    [[nodiscard]] virtual std::size_t feature_count(Knowledge knowledge) const = 0;
    virtual void write_features(Seat seat, Knowledge knowledge, float* out) const = 0;
    /// A state that this seat could not tell from this one. It has no history.
    [[nodiscard]] virtual std::unique_ptr<Play> resample(Seat seat, std::uint64_t seed) const = 0;

    /// The state as bytes, for a program of this very build.
    [[nodiscard]] virtual std::string state_bytes() const = 0;
    /// The actions so far; nothing for a state that was resampled or taken out of a batch.
    [[nodiscard]] virtual std::optional<std::vector<Deed>> history() const = 0;
    /// The game as a record; nothing if it has no history.
    [[nodiscard]] virtual std::optional<std::string> record() const = 0;
    [[nodiscard]] virtual std::optional<std::string> position() const = 0;
    [[nodiscard]] virtual Expected<BotChoice> choose(Seat seat, const BotRequest& request) const = 0;
};

}  // namespace springtide::python
