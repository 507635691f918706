#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/competitions/duplicate_event.hpp"
#include "server/messages/room_setup.hpp"

namespace springtide::server {

struct Person;

struct DuplicateTable {
    std::vector<DuplicatePlace> places;  ///< one for each seat
    bool has_begun = false;
    bool is_over = false;
    std::vector<int> points;  ///< of the seats, once it is over
    std::vector<int> absent;  ///< seats for which a bot played on
};

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

}  // namespace springtide::server
