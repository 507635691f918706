#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "notation/options.hpp"
#include "server/messages/room_enums.hpp"
#include "server/messages/room_setup.hpp"
#include "server/tournament/standings.hpp"
#include "store/store.hpp"

namespace boost::json {
class object;
}

namespace springtide::server {

using tournament::Format;
using tournament::OddPlayers;
template <>
inline constexpr auto enum_names<Format> = std::to_array<std::string_view>({"swiss", "round_robin"});
template <>
inline constexpr auto enum_names<OddPlayers> = std::to_array<std::string_view>({"bot", "bye"});

/// What the host of a club night decides before anybody comes.
struct ClubSetup {
    std::string name;
    std::string game;
    OptionTexts options;
    tournament::Rules rules;
    int rounds = 0;
    int minutes = 0;         ///< that each player has for a game, besides some seconds for each move
    std::string bot;         ///< the level of bots
    bool automatic = false;  ///< the next round begins when every table of the last one has ended
    std::string host;        ///< a guest
};

struct ClubPerson {
    std::string guest;
    std::string name;
    bool is_here = true;
    int changes = 0;  ///< how often they came, or changed their name
};
struct ClubTable {
    std::string table;
    tournament::Pairing pairing;
    tournament::Places places{};  ///< empty until it has ended
    bool is_over = false;
};
struct ClubRound {
    std::vector<ClubTable> tables;
    std::vector<int> byes;
    std::int64_t at = 0;
};

// What happens at a club night. `person` is a number in the order in which people entered.
struct ClubCreated {
    ClubSetup setup;
};
struct ClubEntered {
    std::string guest;
    std::string name;
};
struct ClubLeft {
    int person = 0;
};
struct ClubRoundBegun {
    ClubRound round;
};
struct ClubEnded {};
using ClubEvent = std::variant<ClubCreated, ClubEntered, ClubLeft, ClubRoundBegun, ClubEnded>;

StoredEvent to_stored(const ClubEvent& event, std::int64_t seq, std::int64_t at);
/// Whose name the event puts into the log; empty for nobody's.
std::string named_by(const ClubEvent& event);

/// What the host asks for, checked; or which field is missing or wrong.
Expected<ClubSetup> club_setup_from_request(const boost::json::object& request);

/// A club night: the fold of its events and of the results of its tables. It decides and does nothing by itself.
class Club {
  public:
    using Event = ClubEvent;
    static Expected<Club> load(std::string id, const ClubLog& log);

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] const ClubSetup& setup() const { return setup_; }
    [[nodiscard]] const std::vector<ClubPerson>& people() const { return people_; }
    [[nodiscard]] const std::vector<ClubRound>& rounds() const { return rounds_; }
    [[nodiscard]] std::int64_t seq() const { return seq_; }
    [[nodiscard]] std::optional<int> person_of(std::string_view guest) const;
    [[nodiscard]] int people_here() const;
    /// Every table of the last round has ended; also before the first one.
    [[nodiscard]] bool is_round_over() const;
    [[nodiscard]] bool is_over() const;
    /// The next round begins without the host.
    [[nodiscard]] bool is_due() const;
    /// Where somebody plays in the last round, until that table has ended.
    [[nodiscard]] const ClubTable* table_of(int person) const;
    [[nodiscard]] std::vector<tournament::Standing> standings() const;

    // What a request would make happen, or why it may not; nothing where it is so already.
    using Decided = Expected<std::optional<ClubEvent>>;
    [[nodiscard]] Decided enter(const std::string& guest, const std::string& name) const;
    /// The person themselves, or whom the host names.
    [[nodiscard]] Decided leave(const std::string& guest, std::optional<std::int64_t> person) const;
    /// `seed` draws the tables.
    [[nodiscard]] Decided begin_round(const std::string& guest, std::uint64_t seed) const;
    [[nodiscard]] Decided end(const std::string& guest) const;
    /// The same, when it is due by itself.
    [[nodiscard]] Decided begin_due_round(std::uint64_t seed) const;

    /// The set-up of a table of the last round: its people sit there, and bots after them.
    [[nodiscard]] RoomSetup room_setup(const ClubTable& table) const;

    /// As somebody sees it, as a JSON object; names and numbers of people, never who they are.
    [[nodiscard]] std::string view(std::string_view guest) const;

  private:
    Expected<void> fold(const StoredEvent& stored);
    [[nodiscard]] Expected<void> may_begin_round() const;
    [[nodiscard]] ClubEvent next_round(std::uint64_t seed) const;

    std::string id_;
    ClubSetup setup_;
    std::vector<ClubPerson> people_;
    std::vector<ClubRound> rounds_;
    bool ended_ = false;
    std::int64_t seq_ = 0;
};

/// The places of a finished game's seats, as results are stored.
std::string places_text(const std::vector<int>& places);

}  // namespace springtide::server
