#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "table/sha256.hpp"

namespace springtide {

/// Chance that no single party can choose and every player can check: it follows from a secret to which the host
/// committed before the players gave their contributions (docs/explanation/fairness.md defines every byte).
class CommittedChance {
  public:
    /// `table` names the table; one contribution for each seat, empty if it gave none.
    CommittedChance(const Digest& secret, std::string_view table, const std::vector<std::string>& contributions);

    /// The server publishes this before the first contribution.
    static std::string commitment(const Digest& secret);

    /// A player publishes this before any contribution is shown: it binds the player and reveals nothing.
    static std::string contribution_commitment(std::string_view table, int seat, std::string_view contribution);

    /// The stream of the chance event with this number, counted from 0.
    [[nodiscard]] Random for_event(std::uint32_t number) const;

  private:
    Digest key_;
};

/// A contribution has at most 64 characters, all of them printing ASCII.
bool is_short_contribution(std::string_view text);
bool is_printing(std::string_view text);

}  // namespace springtide
