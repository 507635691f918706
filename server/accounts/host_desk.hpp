#pragma once

#include <cstdint>
#include <string>

#include "core/error.hpp"
#include "server/identity/table_guest.hpp"
#include "store/store.hpp"

/// Reports to the host of the server, and the host's actions, as notes of a reserved guest. Reports and actions are
/// only added; bans and mutes go when they are lifted, and the actions still tell of them.
namespace springtide::server {

inline constexpr const char* host_guest = "host";
namespace note_kinds {
inline constexpr const char* report = "report";  ///< by time and chance: JSON
inline constexpr const char* deed = "deed";      ///< the same
inline constexpr const char* ban = "ban";        ///< a target: JSON
inline constexpr const char* mute = "mute";      ///< a guest: JSON
}  // namespace note_kinds

struct Report {
    std::string by;
    std::string by_name;
    TableGuest whom;
    std::string reason;
};
NoteRow report_note(const Report& report, std::int64_t at);

/// The secret in a file, without the end of its line; empty where no file is named.
Expected<std::string> read_host_key(const std::string& file);

/// What the host did; never changed, never taken away.
struct Deed {
    std::string what;
    std::string whom;
    std::string name;
    std::string why;
};
NoteRow deed_note(const Deed& deed, std::int64_t at);

}  // namespace springtide::server
