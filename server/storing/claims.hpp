#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/store.hpp"

namespace springtide::server {

// Whose a name is. An account claims all names that look like its own (look_alike.hpp). Accounts of before that rule
// may look like another one: they keep exactly their own spelling, and log in with it.

/// True if an account with this claim may be called so: the claim looks like the name, or is its kept spelling.
bool is_claim_of(std::string_view claim, std::string_view name);
/// The account that a person means who types this name; also the one that keeps others from claiming it.
Expected<std::optional<GuestRow>> owner_of_name(Store& store, std::string_view name);
/// Brings the claims of all accounts up to date with what looks alike. Reads them only if they are not.
Expected<void> renew_claims(Store& store);

}  // namespace springtide::server
