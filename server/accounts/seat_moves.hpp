#pragma once

#include <string>
#include <vector>

#include "store/store.hpp"

namespace springtide::server {

namespace note_kinds {
inline constexpr const char* moving = "moving";  ///< of a guest who logged in: their seats become the account's
}  // namespace note_kinds

/// The seats of a guest that an account takes over, because the person logged in. The move is noted first, in one
/// write: what a crash leaves undone is done at the next start.
struct SeatMove {
    std::string from;  ///< a guest whose name nobody claimed
    std::string to;    ///< the account
    std::string name;  ///< of the account
};

/// The write that notes it.
Write begin_move(const SeatMove& move, std::int64_t at);
/// The write after which nothing is left of it to do.
Write end_move(const SeatMove& move);
/// Those that were begun and not ended.
Expected<std::vector<SeatMove>> unfinished_moves(Store& store);
/// The tables at which the guest has a seat to move.
Expected<std::vector<std::string>> tables_to_move(Store& store, const std::string& from);

}  // namespace springtide::server
