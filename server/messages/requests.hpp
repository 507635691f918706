#pragma once

#include <boost/json/fwd.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "notation/options.hpp"
#include "server/messages/room_enums.hpp"
#include "server/messages/room_setup.hpp"

/// The requests over WebSocket, a struct for each op. The names of their fields, the permissions and the handlers are
/// in the table of ops (ops.hpp); answers are described in docs/api/asyncapi.yaml.
namespace springtide::server {

struct HelloRequest {
    std::optional<std::string> token;
    std::optional<std::int64_t> protocol;
};
struct CreateRequest {
    std::string game;
    std::int64_t players = 0;
    std::optional<OptionTexts> options{};
    std::optional<std::vector<SeatChoice>> seats{};
    std::optional<bool> listed{};
    std::optional<bool> spectators{};
    std::optional<bool> spectators_chat{};
    std::optional<bool> memory_aid{};
    std::optional<ClockSetup> clock{};
    std::optional<OnTimeout> on_timeout{};
    std::optional<std::string> bot{};
};
struct PlayNowRequest {
    std::string game;
    std::optional<Speed> speed{};
};
struct WatchRequest {
    std::optional<std::int64_t> since{};
    std::optional<bool> presence{};  ///< tell me, too, who of the players is there
    std::optional<bool> away{};      ///< my page is hidden
};
struct HistoryRequest {
    std::int64_t before = 0;
};
struct StandingRequest {};
struct UnwatchRequest {};
struct PresenceRequest {};
struct AwayRequest {
    bool on = false;
};
/// How far the talk was read; without `until` nothing changes.
struct ReadRequest {
    std::optional<std::int64_t> until{};
};
struct RematchRequest {};
struct FollowRequest {};
struct FriendsRequest {};

struct JoinRequest {
    std::optional<std::int64_t> seat{};
    std::optional<std::string> key{};
};
struct DeviceRequest {
    DeviceAnswer answer = DeviceAnswer::admit;
};
struct LeaveRequest {};
struct SeatRequest {
    std::int64_t seat = 0;
    SeatChoice becomes;
};
/// The invited person: a mark of the page's list of friends, or the name of a bot account; the shard resolves it.
struct InviteRequest {
    std::int64_t seat = 0;
    std::optional<std::string> person{};
    std::optional<std::string> bot{};
    std::string guest{};
    std::string name{};
};
struct ReadyRequest {
    std::optional<std::string> commitment{};
    std::optional<std::string> contribution{};
};
struct ShowRequest {
    std::string contribution;
};
struct PlayRequest {
    std::string action;
    std::optional<std::int64_t> at{};
};
struct RetractRequest {};
struct UndoRequest {};
struct TakebackRequest {
    VoteAnswer answer = VoteAnswer::ask;
};
struct EndRequest {
    VoteAnswer answer = VoteAnswer::ask;
};
struct ResignRequest {};
struct ChatRequest {
    std::string text;
};
/// The person to mute or remove: the player of a seat, or the author of a chat line.
struct MuteRequest {
    std::optional<std::int64_t> seat{};
    std::optional<std::int64_t> said{};
    bool on = false;
};
struct RemoveRequest {
    std::optional<std::int64_t> seat{};
    std::optional<std::int64_t> said{};
};

/// The requests that change a table: Room decides them, with one overload for each.
struct TableChange : std::variant<JoinRequest, DeviceRequest, LeaveRequest, SeatRequest, InviteRequest, ReadyRequest,
                                  ShowRequest, PlayRequest, RetractRequest, UndoRequest, TakebackRequest, EndRequest,
                                  ResignRequest, ChatRequest, MuteRequest, RemoveRequest> {
    using variant::variant;
};

struct Request {
    std::string table;  ///< empty if it concerns none
    std::variant<HelloRequest, CreateRequest, PlayNowRequest, WatchRequest, HistoryRequest, StandingRequest,
                 UnwatchRequest, PresenceRequest, AwayRequest, ReadRequest, RematchRequest, FollowRequest,
                 FriendsRequest, TableChange>
        what;
};

/// Reads a request, or says which op or field is missing or wrong.
Expected<Request> parse_request(const boost::json::object& object);

}  // namespace springtide::server
