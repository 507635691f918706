#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "core/seat.hpp"
#include "server/messages/room_enums.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// Whether an event is still taken at a table at which very much happened already (RoomBounds).
enum class Needed { no, for_longer, always };

/// The endlessly repeatable things counted for each seat (RoomBounds).
enum class Counted { nothing, lines, undos, retracts, questions };

/// The properties of a kind of event.
struct RoomEventKind {
    std::string_view name;      ///< in the log
    bool of_spectator = false;  ///< that of an event with this name and without a seat
    bool by_host = false;       ///< the host did it, and their name is not kept
    bool by_person = false;     ///< a person sits on its seat
    bool in_game = false;       ///< a game is running
    bool takes_back = false;    ///< refused when the time for the action is up
    bool changes_seats = true;  ///< who sits where, and how
    bool changes_room = true;   ///< affects `room` of a push even if the phase stays
    Needed needed = Needed::no;
    Counted counted = Counted::nothing;  ///< of questions: those that ask
};

// One struct for each kind of event. `chance` are the chance events that followed, in order; `origin` is where a guest
// came from (Origin in text); `new_secret` is the server's new secret where contributions were being shown.

struct TableCreated {
    static constexpr RoomEventKind kind{.name = "created"};
    std::string origin{};
    std::string setup{};  ///< JSON (room_setup.hpp), as it was written: set-ups of older programs have fewer members
};
struct PlayerJoined {  ///< took a seat, or came back to it
    static constexpr RoomEventKind kind{.name = "joined", .needed = Needed::for_longer};
    Seat seat = 0;
    std::string key{};  ///< of the seat that was taken
    std::string origin{};
};
struct DeviceAsked {  ///< another device would like to play on a seat that is taken
    static constexpr RoomEventKind kind{.name = "device asked", .by_person = true};
    Seat seat = 0;
    std::string origin{};
};
struct DeviceAdmitted {
    static constexpr RoomEventKind kind{.name = "device admit", .by_person = true};
    Seat seat = 0;
    std::string device{};  ///< as which guest it is known
};
struct DeviceRefused {
    static constexpr RoomEventKind kind{.name = "device refuse"};
    Seat seat = 0;
    std::string key{};  ///< the new one; the old one admits no more devices
};
struct OtherDevicesRemoved {
    static constexpr RoomEventKind kind{.name = "device only"};
    Seat seat = 0;
    std::string key{};  ///< the new one
};
struct PlayerLeft {
    static constexpr RoomEventKind kind{.name = "left", .by_person = true, .needed = Needed::for_longer};
    Seat seat = 0;
    std::string new_secret{};
};
struct SeatChanged {  ///< the host opened it, reserved it or gave it to a bot
    static constexpr RoomEventKind kind{.name = "seat", .by_host = true};
    Seat seat = 0;
    SeatKind becomes = SeatKind::open;
    std::string level{};      ///< of a bot
    std::string key{};        ///< of a reserved seat
    std::string uninvited{};  ///< the guest for whom it had been kept, who had not answered
};
struct PlayerInvited {  ///< the host keeps a seat for a friend, who has not answered yet
    static constexpr RoomEventKind kind{.name = "invited", .by_host = true};
    Seat seat = 0;
    std::string invited{};  ///< a guest
    std::string called{};   ///< how they are called
    std::string key{};
};
struct PlayerReady {
    static constexpr RoomEventKind kind{.name = "ready", .by_person = true, .needed = Needed::for_longer};
    Seat seat = 0;
    std::string commitment{};    ///< to the contribution, or
    std::string contribution{};  ///< the contribution itself
    bool has_claimed = false;    ///< a password protects the name of this player
    std::vector<std::string> chance{};
};
struct ContributionShown {
    static constexpr RoomEventKind kind{.name = "show", .by_person = true};
    Seat seat = 0;
    std::string contribution{};
    std::vector<std::string> chance{};
};
struct ActionPlayed {
    static constexpr RoomEventKind kind{
        .name = "play", .in_game = true, .changes_seats = false, .changes_room = false, .needed = Needed::always};
    Seat seat = 0;
    std::string action{};
    std::string origin{};  ///< of a player for whom the server set the seat, with their first action
    std::vector<std::string> chance{};
};
struct TimeoutPlayed {  ///< by a bot, for a player whose time was up
    static constexpr RoomEventKind kind{.name = "timeout", .in_game = true, .changes_seats = false};
    Seat seat = 0;
    std::string action{};
    std::vector<std::string> chance{};
};
struct ChoiceWithdrawn {  ///< a secret choice, before the others saw it
    static constexpr RoomEventKind kind{.name = "withdraw",
                                        .in_game = true,
                                        .takes_back = true,
                                        .changes_seats = false,
                                        .changes_room = false,
                                        .counted = Counted::retracts};
    Seat seat = 0;
};
struct ChoiceRetracted {  ///< the same in logs of older programs, where the game's log keeps both
    static constexpr RoomEventKind kind{.name = "retract",
                                        .in_game = true,
                                        .takes_back = true,
                                        .changes_seats = false,
                                        .changes_room = false,
                                        .counted = Counted::retracts};
    Seat seat = 0;
};
struct ActionUndone {
    static constexpr RoomEventKind kind{.name = "undo",
                                        .by_person = true,
                                        .in_game = true,
                                        .takes_back = true,
                                        .changes_seats = false,
                                        .changes_room = false,
                                        .counted = Counted::undos};
    Seat seat = 0;
};
struct TakebackVote {  ///< may the last action of the player who asked be taken back?
    static constexpr RoomEventKind kind{
        .name = "takeback", .by_person = true, .in_game = true, .changes_seats = false, .counted = Counted::questions};
    Seat seat = 0;
    VoteAnswer answer = VoteAnswer::ask;
};
struct EndVote {  ///< shall the game end without a winner?
    static constexpr RoomEventKind kind{.name = "end",
                                        .by_person = true,
                                        .in_game = true,
                                        .changes_seats = false,
                                        .needed = Needed::always,
                                        .counted = Counted::questions};
    Seat seat = 0;
    VoteAnswer answer = VoteAnswer::ask;
};
struct PlayerResigned {
    static constexpr RoomEventKind kind{.name = "resign", .by_person = true, .in_game = true, .needed = Needed::always};
    Seat seat = 0;
};
struct BotSubstituted {  ///< took the seat of a player whose time was up
    static constexpr RoomEventKind kind{.name = "minded", .by_person = true, .in_game = true};
    Seat seat = 0;
};
struct SpectatorMuted {
    static constexpr RoomEventKind kind{
        .name = "muted", .of_spectator = true, .by_host = true, .needed = Needed::for_longer};
    std::string spectator{};  ///< a guest
    std::string origin{};
    bool on = false;
};
struct PlayerMuted {
    static constexpr RoomEventKind kind{.name = "muted", .by_host = true, .needed = Needed::for_longer};
    Seat seat = 0;
    bool on = false;
};
struct SpectatorRemoved {
    static constexpr RoomEventKind kind{
        .name = "removed", .of_spectator = true, .by_host = true, .needed = Needed::for_longer};
    std::string spectator{};  ///< a guest
    std::string origin{};
};
struct PlayerRemoved {
    static constexpr RoomEventKind kind{.name = "removed", .by_host = true, .needed = Needed::for_longer};
    Seat seat = 0;
    std::string new_secret{};
};
struct PlayerMoved {  ///< a guest logged in: the seat is the account's (`guest` of the event) from now on
    static constexpr RoomEventKind kind{.name = "moved", .by_person = true, .needed = Needed::for_longer};
    Seat seat = 0;
    std::string from{};  ///< the guest
};
struct ChatSaid {
    static constexpr RoomEventKind kind{
        .name = "chat", .changes_seats = false, .changes_room = false, .counted = Counted::lines};
    std::optional<Seat> seat{};  ///< nothing for spectators
    std::string text{};
    std::string origin{};
};
struct RematchMade {
    static constexpr RoomEventKind kind{.name = "rematch", .changes_seats = false};
    std::string table{};
};
struct ClocksResumed {  ///< no player could move between these times
    static constexpr RoomEventKind kind{.name = "resumed", .changes_seats = false};
    std::int64_t from = 0;
    std::optional<std::int64_t> to{};  ///< in logs of older programs nothing: the time of the event
};

/// Every kind of event.
using RoomEventKinds =
    std::variant<TableCreated, PlayerJoined, DeviceAsked, DeviceAdmitted, DeviceRefused, OtherDevicesRemoved,
                 PlayerLeft, SeatChanged, PlayerInvited, PlayerReady, ContributionShown, ActionPlayed, TimeoutPlayed,
                 ChoiceWithdrawn, ChoiceRetracted, ActionUndone, TakebackVote, EndVote, PlayerResigned, BotSubstituted,
                 SpectatorMuted, PlayerMuted, SpectatorRemoved, PlayerRemoved, PlayerMoved, ChatSaid, RematchMade,
                 ClocksResumed>;

/// The event itself. Room::fold visits it with one overload for each kind: a kind without one does not compile. Copies
/// and moves are compiled once, in room_event.cpp: for so many kinds they take the compiler long.
struct RoomEventBody : RoomEventKinds {
    using RoomEventKinds::variant::variant;
    RoomEventBody();
    RoomEventBody(const RoomEventBody& other);
    RoomEventBody(RoomEventBody&& other) noexcept;
    RoomEventBody& operator=(const RoomEventBody& other);
    RoomEventBody& operator=(RoomEventBody&& other) noexcept;
    ~RoomEventBody();
};

/// Something that happened at a table, as the log keeps it.
struct RoomEvent {
    RoomEventBody what;
    std::string guest{};     ///< the acting guest; empty for bots and the server itself
    std::string name{};      ///< how they were called then
    std::string message{};   ///< the id the client gave, so that repeating it does nothing
    std::uint32_t turn = 0;  ///< the seats that are to act afterwards, one bit each; for lists
    /// For how many milliseconds each of them has been, in their order; empty where all are since this event.
    std::vector<std::int64_t> waited{};
    std::int64_t seq = 0;
    std::int64_t at = 0;
};

const RoomEventKind& kind_of(const RoomEvent& event);
/// The seat concerned, if there is one.
std::optional<Seat> seat_of(const RoomEvent& event);

/// The new key of a seat, for the person who did this: of a reserved seat, or after other devices were refused.
std::string new_key(const RoomEvent& event);

StoredEvent to_stored(const RoomEvent& event);
Expected<RoomEvent> from_stored(const StoredEvent& stored);

}  // namespace springtide::server
