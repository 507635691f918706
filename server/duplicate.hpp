#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/seat.hpp"
#include "server/game_choice.hpp"
#include "server/room_setup.hpp"
#include "store/store.hpp"
#include "table/table.hpp"

namespace boost::json {
class object;
}

namespace springtide::server {

struct Person;

/// What the host of duplicate tables decides, and what is drawn when they are made (docs/decisions/0221).
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

struct DuplicatePlace {
    std::string guest;  ///< empty while it is free, and where a bot sits
    std::string name;
    std::string device;  ///< a keyed mark; empty where there is none
};
struct DuplicateTable {
    std::vector<DuplicatePlace> places;  ///< one for each seat
    bool has_begun = false;
    bool is_over = false;
    std::vector<int> points;  ///< of the seats, once it is over
    std::vector<int> absent;  ///< seats for which a bot played on
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

/// Sets of duplicate tables are kept where club nights are.
bool is_duplicate_set(const ClubLog& log);

/// Tables that play the same deal with seats exchanged: the fold of its events and of the results of its tables. It
/// decides and does nothing by itself.
class DuplicateSet {
  public:
    using Event = DuplicateEvent;
    static Expected<DuplicateSet> load(std::string id, const ClubLog& log);

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] const DuplicateSetup& setup() const { return setup_; }
    [[nodiscard]] const std::vector<DuplicateTable>& tables() const { return tables_; }
    [[nodiscard]] std::int64_t seq() const { return seq_; }
    /// Every table that is to be played has been: the deal and what was made of it are open.
    [[nodiscard]] bool is_over() const;
    struct Where {
        int table = 0;
        int seat = 0;
        friend bool operator==(const Where&, const Where&) = default;
    };
    [[nodiscard]] std::optional<Where> where_is(std::string_view guest) const;
    /// Teams exchange their seats from table to table.
    [[nodiscard]] int team_at(const Where& where) const;
    /// Points of a seat at a table minus the mean of that seat; only when it is over.
    [[nodiscard]] double difference(const Where& where) const;

    // What a request would make happen, or why it may not; nothing where it is so already.
    using Decided = Expected<std::optional<DuplicateEvent>>;
    /// At the table and on the seat they name; else where most is free.
    struct Wish {
        std::optional<std::int64_t> table{};
        std::optional<std::int64_t> seat{};
    };
    [[nodiscard]] Decided sit(const Person& person, const Wish& wish) const;
    /// The person themselves, or, by the host, who sits there.
    [[nodiscard]] Decided leave(const std::string& guest, const Wish& where) const;
    /// One table, or all at which somebody sits.
    [[nodiscard]] Decided begin(const std::string& guest, std::optional<std::int64_t> table) const;
    /// Tables that have not begun never will.
    [[nodiscard]] Decided close(const std::string& guest) const;

    /// The set-up of a table: its people sit there, and bots on the free places.
    [[nodiscard]] RoomSetup room_setup(int table) const;

    /// As somebody sees it, as a JSON object; names, never who they are.
    [[nodiscard]] std::string view(std::string_view guest) const;

  private:
    Expected<void> fold(const StoredEvent& stored);
    [[nodiscard]] Expected<void> may_change() const;
    [[nodiscard]] Expected<std::optional<int>> table_numbered(std::optional<std::int64_t> number) const;
    [[nodiscard]] bool is_seat(std::int64_t seat) const { return seat >= 0 && seat < setup_.choice.seats; }
    [[nodiscard]] int people_at(int table) const;
    [[nodiscard]] bool knows_device(const Person& person, int table) const;
    void free_place_of(std::string_view guest);

    std::string id_;
    DuplicateSetup setup_;
    std::vector<DuplicateTable> tables_;
    bool is_closed_ = false;
    std::int64_t seq_ = 0;
    std::map<std::string, int, std::less<>> sat_;  ///< how often each guest sat down
};

/// The result of a table, as it is stored.
std::string duplicate_result_text(const std::vector<int>& points, const std::vector<int>& absent);

/// What was chosen between two positions that everybody knew: one action, or what was chosen at once and in secret.
struct DuplicateStep {
    struct Choice {
        Seat seat = 0;
        std::string action;
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    std::vector<Choice> choices;  ///< in the order of the seats
    int line = 0;                 ///< of the record, counted from 0, with which it begins
};
std::vector<DuplicateStep> steps_of(const Table& table);

/// Tables that had gone alike until a seat chose differently.
struct Parting {
    struct Choice {
        std::string action;
        std::vector<int> tables;
        double points = 0;  ///< of the seat, on average
    };
    int step = 0;  ///< so many steps were alike
    int line = 0;
    Seat seat = 0;
    std::vector<Choice> chosen;  ///< in the order of the tables
};
struct PlayedTable {
    int table = 0;
    std::vector<int> points;
    std::vector<DuplicateStep> steps;
};
std::vector<Parting> partings(const std::vector<PlayedTable>& tables);

/// What is told of them.
std::string partings_json(const std::vector<Parting>& all);

}  // namespace springtide::server
