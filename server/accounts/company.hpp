#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "store/store.hpp"

/// Whom people know: friends by mutual consent, those they keep away, and those they met. All of it are notes of theirs
/// (docs/decisions/0222); read and changed in the store's thread.
namespace springtide::server {

namespace note_kinds {
inline constexpr const char* tie = "friend";   ///< another guest: a Tie, by its name
inline constexpr const char* block = "block";  ///< another guest, whom they want nothing from
inline constexpr const char* met = "met";      ///< another guest: the table of the last game that both finished
}  // namespace note_kinds

inline constexpr int most_ties = 200;
inline constexpr int most_blocked = 500;
inline constexpr int most_met = 30;  ///< shown

struct Acquaintance {
    std::string guest;
    std::string name;  ///< as they are called now
    bool is_claimed = false;
    bool is_bot = false;  ///< a bot account
    std::int64_t at = 0;
    std::string table{};  ///< of those they met
};
struct Company {
    std::vector<Acquaintance> friends;
    std::vector<Acquaintance> asked;   ///< wait for an answer of this person
    std::vector<Acquaintance> asking;  ///< this person waits for theirs
    std::vector<Acquaintance> blocked;
    std::vector<Acquaintance> met;
};

Expected<Company> read_company(Store& store, const std::string& guest);
/// Whom this guest blocked.
Expected<std::set<std::string>> read_blocked(Store& store, const std::string& guest);
/// Who blocked this guest.
Expected<std::set<std::string>> read_blocked_by(Store& store, const std::string& guest);
/// Those whom this guest blocked or who blocked this guest: they are never paired.
Expected<std::set<std::string>> read_kept_apart(Store& store, const std::string& guest);
Expected<bool> are_friends(Store& store, const std::string& guest, const std::string& other);

/// What is written so that `guest` asks `other`, or says yes where they had asked. If the other has blocked them, they
/// are not told so: they ask, and the other does not hear it.
Expected<Write> befriend(Store& store, const std::string& guest, const std::string& other, std::int64_t at);
/// No longer friends, or the question is taken back or declined.
Write part(const std::string& guest, const std::string& other);
Expected<Write> block(Store& store, const std::string& guest, const std::string& other, std::int64_t at);
Write unblock(const std::string& guest, const std::string& other);
/// Those who played a game to its end have met.
std::vector<NoteRow> have_met(const std::vector<std::string>& guests, const std::string& table, std::int64_t at);

}  // namespace springtide::server
