#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/accounts/account_changes.hpp"

namespace springtide::server {

// What the changes of an account share.

/// The session has not ended, and password and passkey are those that were checked.
OnlyIf proven_by(const Caller& caller);
/// Every session of this person ends; the write is about them already.
void end_all_sessions(Write& write, const std::string& guest, std::int64_t now);
/// All notes of this kind go with the write.
Expected<void> forget_all(Store& store, Write& write, const std::string& guest, const char* kind);
/// The confirmed address, if there is one, can undo the change: it is named in the change, and noted with the mark.
Expected<void> let_object(Store& store, Change& change, const std::string& guest, const std::string& mark,
                          std::int64_t now);

}  // namespace springtide::server
