#pragma once

#include <string>
#include <vector>

#include "store/store.hpp"

namespace springtide::server {

// What has to be written so that the name of a guest who leaves is nowhere any more.

/// The events of a table in which they have a name, or said something, with neither; and the table's row in lists.
Expected<Write> table_without_name(Store& store, const std::string& table, const std::string& guest);
/// The log of a club night or of duplicate tables without their name, and without the mark of their device.
Expected<Write> club_without_name(Store& store, const std::string& id, const std::string& guest);
/// What the host was told and did about somebody, without their name: reports, deeds and bans stay.
Expected<std::vector<NoteRow>> desk_without_name(Store& store, const std::string& guest);

}  // namespace springtide::server
