#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "table/sha256.hpp"

namespace springtide {

/// Chance that nobody can choose and everybody can check: it follows from a secret to which the host committed before
/// the players gave their contributions (docs/explanation/fairness.md says it byte by byte).
class CommittedChance {
  public:
    /// `table` names the table; one contribution for each seat, empty where there is none.
    CommittedChance(const Digest& secret, std::string_view table, const std::vector<std::string>& contributions);

    /// What is published before the first contribution.
    static std::string commitment(const Digest& secret);

    /// What a player publishes before any contribution is shown: it binds them to theirs and tells nothing of it.
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
