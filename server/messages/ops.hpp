#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "server/messages/field.hpp"
#include "server/messages/requests.hpp"

namespace springtide::server {

template <class OfRequest, class... Members>
struct Op {
    using Request = OfRequest;
    std::string_view name;
    Who who;
    bool has_table;
    std::string_view does;
    std::tuple<Field<Request, Members>...> fields;
};

/// Not about one table.
template <class Request, class... Members>
constexpr Op<Request, Members...> op(std::string_view name, Who who, std::string_view does,
                                     Field<Request, Members>... fields) {
    return {name, who, false, does, {fields...}};
}
/// About the table whose id is in the field `table`.
template <class Request, class... Members>
constexpr Op<Request, Members...> table_op(std::string_view name, Who who, std::string_view does,
                                           Field<Request, Members>... fields) {
    return {name, who, true, does, {fields...}};
}

/// Every op there is. The parser, dispatch, the refusals of unknown ops and of wrong fields, and the check of docs/api
/// are made of this table.
inline constexpr std::tuple ops{
    op<HelloRequest>("hello", Who::anyone,
                     "who you are; with a token you become that guest. Somebody new is given a token",
                     Field{"token", &HelloRequest::token}, Field{"protocol", &HelloRequest::protocol}),
    op<CreateRequest>("create", Who::anyone, "a new table; you are its host and still have to join",
                      Field{"game", &CreateRequest::game}, Field{"players", &CreateRequest::players},
                      Field{"options", &CreateRequest::options}, Field{"seats", &CreateRequest::seats},
                      Field{"clock", &CreateRequest::clock}, Field{"bot", &CreateRequest::bot},
                      Field{"on_timeout", &CreateRequest::on_timeout}, Field{"listed", &CreateRequest::listed},
                      Field{"spectators", &CreateRequest::spectators},
                      Field{"spectators_chat", &CreateRequest::spectators_chat},
                      Field{"memory_aid", &CreateRequest::memory_aid}),
    op<PlayNowRequest>(
        "play_now", Who::anyone,
        "a seat at a table of usual options that waits, or at a new one that everybody sees; also watches the table",
        Field{"game", &PlayNowRequest::game}, Field{"speed", &PlayNowRequest::speed}),
    op<FollowRequest>("follow", Who::anyone,
                      "a bot account: what you are asked to play and the games you sit in; later changes are pushed"),
    op<FriendsRequest>("friends", Who::anyone, "which of your friends are here; whoever comes or goes is pushed"),
    table_op<WatchRequest>("watch", Who::watcher,
                           "follow a table; the answer holds everything, later changes are pushed",
                           Field{"since", &WatchRequest::since}, Field{"presence", &WatchRequest::presence},
                           Field{"away", &WatchRequest::away}),
    table_op<HistoryRequest>("history", Who::watcher, "a page of what happened and was said before an event",
                             Field{"before", &HistoryRequest::before}),
    table_op<StandingRequest>(
        "standing", Who::watcher,
        "who would get which points if the game ended now, as far as you know; null for a game that does not say it"),
    table_op<UnwatchRequest>("unwatch", Who::anyone, "nothing more is pushed of this table"),
    table_op<PresenceRequest>(
        "presence", Who::anyone,
        "whose players are there, look elsewhere or are gone; empty for somebody who does not watch the table"),
    table_op<AwayRequest>("away", Who::anyone, "your page of this table is hidden, or is seen again",
                          Field{"on", &AwayRequest::on}),
    table_op<ReadRequest>("read", Who::seated,
                          "how far you have read the talk here, on whatever device; with `until` you have read so far",
                          Field{"until", &ReadRequest::until}),
    table_op<JoinRequest>(
        "join", Who::anyone,
        "sit down, or come back to your seat, but not to one given up by resigning; also watches the table",
        Field{"seat", &JoinRequest::seat}, Field{"key", &JoinRequest::key}),
    table_op<DeviceRequest>(
        "device", Who::seated,
        "let another device in that asks for your seat, or refuse it, or allow no device but this one",
        Field{"do", &DeviceRequest::answer}),
    table_op<LeaveRequest>(
        "leave", Who::seated,
        "before the start the seat opens again; during the game a bot plays on until you join again"),
    table_op<SeatRequest>("seat", Who::arranger, "the host says before the start what a seat shall be",
                          Field{"seat", &SeatRequest::seat}, Field{"kind", &SeatRequest::becomes}),
    table_op<InviteRequest>("invite", Who::arranger,
                            "keep a seat for a friend or a bot account, who is told; join says yes, leave says no",
                            Field{"seat", &InviteRequest::seat}, Field{"person", &InviteRequest::person},
                            Field{"bot", &InviteRequest::bot}),
    table_op<ReadyRequest>(
        "ready", Who::seated, "ready to begin; when every seat is taken and every person ready, the game begins",
        Field{"commitment", &ReadyRequest::commitment}, Field{"contribution", &ReadyRequest::contribution}),
    table_op<ShowRequest>("show", Who::seated, "show the contribution you committed to, while `room.showing`",
                          Field{"contribution", &ShowRequest::contribution}),
    table_op<PlayRequest>("play", Who::player, "an action of yours", Field{"action", &PlayRequest::action},
                          Field{"at", &PlayRequest::at}),
    table_op<RetractRequest>("retract", Who::player, "take back your secret choice while others still choose"),
    table_op<UndoRequest>("undo", Who::player, "take back your last action, while `undo` is true in your push"),
    table_op<TakebackRequest>("takeback", Who::player,
                              "back to before your last action, when every other person agrees",
                              Field{"do", &TakebackRequest::answer}),
    table_op<EndRequest>("end", Who::player, "end the game without a result, when every person agrees",
                         Field{"do", &EndRequest::answer}),
    table_op<ResignRequest>("resign", Who::player,
                            "two players: the other wins. More: a bot plays on and you count as last"),
    table_op<ChatRequest>("chat", Who::watcher, "say something; 5 at once, then one every 2 seconds",
                          Field{"text", &ChatRequest::text}),
    table_op<MuteRequest>("mute", Who::host, "the host: somebody cannot talk any more, or can again",
                          Field{"seat", &MuteRequest::seat}, Field{"said", &MuteRequest::said},
                          Field{"on", &MuteRequest::on}),
    table_op<RemoveRequest>("remove", Who::host,
                            "the host: somebody loses the seat and can neither join nor watch again",
                            Field{"seat", &RemoveRequest::seat}, Field{"said", &RemoveRequest::said}),
    table_op<RematchRequest>(
        "rematch", Who::anyone,
        "a new table with the same options, everybody one seat on; once it is made, everybody is told which"),
};

/// Where the line of the table for a request stands. Without one line this alone fails to compile, in one sentence.
template <class Request, class... Lines>
consteval std::size_t place_of_op(std::type_identity<const std::tuple<Lines...>> /*table*/) {
    const std::array fits{std::is_same_v<typename Lines::Request, Request>...};
    const auto first = std::ranges::find(fits, true);
    return std::ranges::count(fits, true) == 1 ? static_cast<std::size_t>(first - fits.begin()) : fits.size();
}

/// The line of the table for a request.
template <class Request>
constexpr const auto& op_of() {
    constexpr auto place = place_of_op<Request>(std::type_identity<decltype(ops)>());
    constexpr bool has_one_line = place < std::tuple_size_v<decltype(ops)>;
    static_assert(has_one_line, "every request has one line in the table of ops");
    return std::get<has_one_line ? place : 0>(ops);
}

/// The table as JSON, for the test of docs/api.
std::string ops_json();

}  // namespace springtide::server
