#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

/// 128 random bits as 32 hexadecimal digits: names of tables, guests and keys of seats.
std::string random_id();
Digest random_secret();

/// Equal, in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

/// Argon2id; takes tens of milliseconds on purpose.
Expected<std::string> hash_password(std::string_view password);
bool password_fits(const std::string& hash, std::string_view password);

inline constexpr int longest_name = 24;
/// A name as people see it: 1 to 24 characters, none of them invisible, without the mark of a bot account. Returns why
/// not, or nothing.
const RefusalReason* name_problem(std::string_view name);
/// The common form of all names that look like this one (look_alike.hpp).
std::string claim_of(std::string_view name);

}  // namespace springtide::server
