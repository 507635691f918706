#pragma once

#include <string>
#include <variant>
#include <vector>

#include "server/messages/game_choice.hpp"
#include "store/store.hpp"

namespace boost::json {
class object;
}

namespace springtide {
class JsonWriter;
}

namespace springtide::server {

/// What the host of duplicate tables decides, and what is drawn when they are made (docs/decisions/0210).
struct DuplicateSetup {
    GameChoice choice;
    int tables = 0;
    int minutes = 0;  ///< that each player has for the game, besides some seconds for each move; or
    int days = 0;     ///< for each move
    std::string host;
    std::string secret;            ///< of the chance of all tables, in hexadecimal digits
    std::vector<std::string> ids;  ///< of the tables, which are made when they begin
};

/// What the host asks for, checked; or which field is missing or wrong.
Expected<DuplicateSetup> duplicate_setup_from_request(const boost::json::object& request);
/// As it is stored, and as it is shown; without what is drawn, the host and how many tables there are.
void write_setup(JsonWriter& json, const DuplicateSetup& setup);

struct DuplicatePlace {
    std::string guest;  ///< empty while it is free, and where a bot sits
    std::string name;
    std::string device;  ///< a keyed mark; empty where there is none
};

// What happens to a set of duplicate tables. Tables and seats are counted from 0.
struct DuplicateCreated {
    DuplicateSetup setup;
};
struct DuplicateSeated {  ///< and not anywhere else any more
    int table = 0;
    int seat = 0;
    DuplicatePlace place;
};
struct DuplicateLeft {
    int table = 0;
    int seat = 0;
};
struct DuplicateBegun {
    std::vector<int> tables;
};
struct DuplicateClosed {};
using DuplicateEvent = std::variant<DuplicateCreated, DuplicateSeated, DuplicateLeft, DuplicateBegun, DuplicateClosed>;

StoredEvent to_stored(const DuplicateEvent& event, std::int64_t seq, std::int64_t at);
/// Whose name the event puts into the log; empty for nobody's.
std::string named_by(const DuplicateEvent& event);
Expected<DuplicateEvent> duplicate_from_stored(const StoredEvent& stored);
std::unexpected<Error> damaged_duplicate();

/// Sets of duplicate tables are kept where club nights are.
bool is_duplicate_set(const ClubLog& log);

/// The result of a table, as it is stored.
std::string duplicate_result_text(const std::vector<int>& points, const std::vector<int>& absent);

}  // namespace springtide::server
