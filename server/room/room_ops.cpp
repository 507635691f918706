// Requests: the events they would cause, or the reasons to refuse them.
#include <algorithm>

#include "notation/reasons.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/identity/identity.hpp"
#include "server/messages/ops.hpp"
#include "server/room/room.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t longest_action = 200;

bool is_message(std::string_view text) {
    if (text.empty() || text.size() > 2000) return false;
    const auto letters =
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return letters <= 500;
}

}  // namespace

Expected<RoomEvent> Room::decide(const TableChange& change, const Person& person) const {
    if (const auto whole = check_whole(); !whole) return std::unexpected(whole.error());
    auto what = std::visit(
        [&]<class Request>(const Request& request) -> Decided {
            if (const auto allowed = may(op_of<Request>().who, person); !allowed)
                return std::unexpected(allowed.error());
            return decide(request, Caller{.person = person, .seat = seat_of(person.guest)});
        },
        change);
    if (!what) return std::unexpected(what.error());
    RoomEvent event{.what = std::move(*what), .guest = person.guest, .name = person.name, .seq = seq_ + 1};
    if (kind_of(event).by_host) event.name.clear();
    if (const auto* asked = std::get_if<DeviceAsked>(&event.what)) event.name = chairs_[asked->seat].name;
    if (const auto allowed = bounds_.allow(event, seq_); !allowed) return std::unexpected(allowed.error());
    return event;
}

Expected<void> Room::may(Who who, const Person& person) const {
    const auto seat = seat_of(person.guest);
    switch (who) {
        case Who::anyone: break;
        case Who::watcher:
            if (!may_watch(person)) return refuse(server_reason("no_spectators"));
            break;
        case Who::player:
            if (!seat) return refuse(server_reason("no_seat_of_yours"));
            if (!table_) return refuse(server_reason("not_begun"));
            if (phase_ == Phase::over) return refuse(reason_of("game_over"));
            if (chairs_[*seat].bot_substitute)
                return refuse(chairs_[*seat].resigned ? server_reason("resigned") : server_reason("bot_has_seat"));
            break;
        case Who::seated:
            if (!seat) return refuse(server_reason("no_seat_of_yours"));
            break;
        case Who::arranger:
            if (person.guest != setup_.host && !(setup_.quick && seat)) return refuse(server_reason("only_the_host"));
            break;
        case Who::host:
            if (person.guest != setup_.host) return refuse(server_reason("only_the_host"));
            break;
    }
    return {};
}

Expected<Seat> Room::seat_numbered(std::int64_t number) const {
    if (number < 0 || number >= std::ssize(chairs_))
        return refuse(server_reason("no_such_seat"), {{"last", std::ssize(chairs_) - 1}});
    return static_cast<Seat>(number);
}

/// Nothing is taken back if the result counts beyond this table.
Expected<void> Room::may_go_back() const {
    if (!setup_.daily.empty()) return refuse(server_reason("daily_no_way_back"));
    if (!setup_.duplicate.empty()) return refuse(server_reason("duplicate_no_way_back"));
    if (!setup_.club.empty()) return refuse(server_reason("club_no_way_back"));
    if (is_rated_) return refuse(server_reason("rated_no_way_back"));
    return {};
}

/// A shared deal is played to its end. At a club night an early end is half a point, which a bot cannot agree to.
Expected<void> Room::may_end_early() const {
    if (!setup_.daily.empty()) return refuse(server_reason("daily_no_way_back"));
    if (!setup_.duplicate.empty()) return refuse(server_reason("duplicate_no_way_back"));
    const auto people = std::ranges::count(chairs_, SeatKind::person, &Chair::kind);
    if (!setup_.club.empty() && people < 2) return refuse(server_reason("club_plays_on"));
    return {};
}

/// A player who resigned, or whom the host removed, has no vote any more; one who is away may return, and has not
/// agreed to anything.
Expected<void> Room::check_all_present() const {
    for (const Chair& chair : chairs_)
        if (chair.kind == SeatKind::person && chair.bot_substitute && !chair.resigned && !chair.removed)
            return refuse(server_reason("absent_agrees_to_nothing"), {{"name", chair.name}});
    return {};
}

Room::Decided Room::decide(const LeaveRequest& /*request*/, const Caller& caller) const {
    if (!setup_.daily.empty()) return refuse(server_reason("daily_no_way_back"));
    if (chairs_[*caller.seat].bot_substitute) return refuse(server_reason("left_already"));
    return PlayerLeft{.seat = *caller.seat, .new_secret = is_showing() ? to_hex(random_secret()) : ""};
}

Room::Decided Room::decide(const PlayRequest& request, const Caller& caller) const {
    if (request.action.size() > longest_action) return refuse(server_reason("action_too_long"));
    if (request.at && *request.at < position_seq_) return refuse(server_reason("position_changed"));
    return ActionPlayed{.seat = *caller.seat,
                        .action = request.action,
                        .origin = chairs_[*caller.seat].origins.empty() ? to_text(caller.person.origin) : ""};
}

Room::Decided Room::decide(const RetractRequest& /*request*/, const Caller& caller) const {
    return ChoiceWithdrawn{.seat = *caller.seat};
}

Room::Decided Room::decide(const UndoRequest& /*request*/, const Caller& caller) const {
    if (const auto allowed = may_go_back(); !allowed) return std::unexpected(allowed.error());
    if (may_undo_ == caller.seat) return ActionUndone{.seat = *caller.seat};
    const bool revealed = table_->may_retract().contains(*caller.seat);
    return refuse(revealed ? server_reason("others_choose") : server_reason("ask_to_take_back"));
}

Expected<void> Room::check_vote(VoteAnswer answer, const std::optional<Vote>& question) {
    if (answer == VoteAnswer::ask && question) return refuse(server_reason("asked_already"));
    if (answer != VoteAnswer::ask && !question) return refuse(server_reason("not_asked"));
    return {};
}

Room::Decided Room::decide(const TakebackRequest& request, const Caller& caller) const {
    if (const auto allowed = may_go_back(); !allowed) return std::unexpected(allowed.error());
    if (const auto sound = check_vote(request.answer, takeback_); !sound) return std::unexpected(sound.error());
    if (request.answer != VoteAnswer::refuse)
        if (const auto all = check_all_present(); !all) return std::unexpected(all.error());
    if (request.answer == VoteAnswer::ask && !last_play_of(*caller.seat))
        return refuse(server_reason("nothing_of_yours"));
    return TakebackVote{.seat = *caller.seat, .answer = request.answer};
}

Room::Decided Room::decide(const EndRequest& request, const Caller& caller) const {
    if (const auto allowed = may_end_early(); !allowed) return std::unexpected(allowed.error());
    if (const auto sound = check_vote(request.answer, end_vote_); !sound) return std::unexpected(sound.error());
    if (request.answer != VoteAnswer::refuse)
        if (const auto all = check_all_present(); !all) return std::unexpected(all.error());
    return EndVote{.seat = *caller.seat, .answer = request.answer};
}

Room::Decided Room::decide(const ResignRequest& /*request*/, const Caller& caller) const {
    if (!setup_.duplicate.empty()) return refuse(server_reason("duplicate_no_way_back"));
    return PlayerResigned{.seat = *caller.seat};
}

Room::Decided Room::decide(const ChatRequest& request, const Caller& caller) const {
    const std::string plain = plain_text(request.text);
    if (!is_message(plain)) return refuse(server_reason("message_length"));
    const Person& person = caller.person;
    if (caller.seat ? chairs_[*caller.seat].muted : muted_.contains(person.guest))
        return refuse(server_reason("muted"));
    if (!caller.seat && person.guest != setup_.host && !setup_.spectators_chat)
        return refuse(server_reason("only_players_talk"));
    return ChatSaid{.seat = caller.seat, .text = plain, .origin = to_text(person.origin)};
}

Expected<Room::Concerned> Room::concerned(std::optional<std::int64_t> number, std::optional<std::int64_t> said) const {
    if (said) {
        const Talk* talk = said_at(*said);
        if (talk == nullptr) return refuse(server_reason("no_such_line"));
        const auto seat = seat_of(talk->guest);
        if (!seat && talk->guest == setup_.host) return refuse(server_reason("that_was_you"));
        return Concerned{.seat = seat, .said = talk};
    }
    if (!number) return Fields::missing("seat", "a whole number");
    const auto seat = seat_numbered(*number);
    if (!seat) return std::unexpected(seat.error());
    if (chairs_[*seat].kind != SeatKind::person || chairs_[*seat].guests.empty())
        return refuse(server_reason("seat_empty"), {{"seat", *seat}});
    return Concerned{.seat = *seat};
}

Room::Decided Room::decide(const MuteRequest& request, const Caller& /*caller*/) const {
    const auto whom = concerned(request.seat, request.said);
    if (!whom) return std::unexpected(whom.error());
    if (!whom->seat)
        return SpectatorMuted{.spectator = whom->said->guest, .origin = whom->said->origin, .on = request.on};
    return PlayerMuted{.seat = *whom->seat, .on = request.on};
}

Room::Decided Room::decide(const RemoveRequest& request, const Caller& /*caller*/) const {
    const auto whom = concerned(request.seat, request.said);
    if (!whom) return std::unexpected(whom.error());
    if (!whom->seat) return SpectatorRemoved{.spectator = whom->said->guest, .origin = whom->said->origin};
    if (phase_ == Phase::over) return refuse(reason_of("game_over"));
    return PlayerRemoved{.seat = *whom->seat, .new_secret = is_showing() ? to_hex(random_secret()) : ""};
}

Room::Decided Room::decide(const SeatRequest& request, const Caller& /*caller*/) const {
    const auto seat = seat_numbered(request.seat);
    if (!seat) return std::unexpected(seat.error());
    if (phase_ != Phase::open) return refuse(server_reason("begun_already"));
    const Chair& chair = chairs_[*seat];
    if (chair.kind == SeatKind::person && !chair.asked)
        return refuse(server_reason("seat_occupied"), {{"seat", *seat}});
    if (is_showing()) return refuse(server_reason("about_to_begin"));
    const auto wanted = seat_from_choice(request.becomes, setup_.game);
    if (!wanted) return std::unexpected(wanted.error());
    if (setup_.quick && wanted->kind == SeatKind::reserved) return refuse(server_reason("quick_seats"));
    return SeatChanged{.seat = *seat,
                       .becomes = wanted->kind,
                       .level = wanted->level,
                       .key = wanted->key,
                       .uninvited = chair.asked ? chair.guests.front() : ""};
}

/// The shard has checked that `guest` is a friend of the host.
Room::Decided Room::decide(const InviteRequest& request, const Caller& /*caller*/) const {
    const auto seat = seat_numbered(request.seat);
    if (!seat) return std::unexpected(seat.error());
    if (phase_ != Phase::open) return refuse(server_reason("begun_already"));
    if (chairs_[*seat].kind == SeatKind::person) return refuse(server_reason("seat_occupied"), {{"seat", *seat}});
    if (is_showing()) return refuse(server_reason("about_to_begin"));
    if (seat_of(request.guest)) return refuse(server_reason("sits_already"));
    if (blocked_.blocks(request.guest, {})) return refuse(server_reason("was_sent_away"));
    return PlayerInvited{.seat = *seat, .invited = request.guest, .called = request.name, .key = random_id()};
}

}  // namespace springtide::server
