// Requests: what they would make happen, or why they may not.
#include <algorithm>
#include <boost/json/object.hpp>

#include "notation/reasons.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/clean_text.hpp"
#include "server/identity.hpp"
#include "server/room.hpp"

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

Expected<Seat> Room::seat_field(const boost::json::object& request) const {
    const auto seat = Fields(request).number("seat");
    if (!seat) return std::unexpected(seat.error());
    if (*seat < 0 || *seat >= std::ssize(chairs_))
        return refuse(server_reason("no_such_seat"), {{"last", std::ssize(chairs_) - 1}});
    return static_cast<Seat>(*seat);
}

Expected<RoomEvent> Room::decide(std::string_view op, const boost::json::object& request, const Person& person) const {
    auto what = decide_what(op, request, person);
    if (!what) return std::unexpected(what.error());
    RoomEvent event{.what = std::move(*what), .guest = person.guest, .name = person.name, .seq = seq_ + 1};
    if (kind_of(event).by_host) event.name.clear();
    if (const auto* asked = std::get_if<DeviceAsked>(&event.what)) event.name = chairs_[asked->seat].name;
    if (const auto allowed = bounds_.allow(event, seq_); !allowed) return std::unexpected(allowed.error());
    return event;
}

Room::Decided Room::decide_what(std::string_view op, const boost::json::object& request, const Person& person) const {
    if (op == "join") return decide_join(request, person);
    if (op == "seat" || op == "mute" || op == "remove") {
        const bool may_add_bot = setup_.quick && op == "seat" && seat_of(person.guest);
        if (person.guest != setup_.host && !may_add_bot) return refuse(server_reason("only_the_host"));
        return op == "seat" ? decide_seat(request) : op == "mute" ? decide_mute(request) : decide_remove(request);
    }
    const auto own = seat_of(person.guest);
    if (op == "chat") return decide_chat(own, request, person);
    if (!own) return refuse(server_reason("no_seat_of_yours"));
    const Seat seat = *own;
    if (op == "device") return decide_device(seat, request, person);
    if (op == "leave") {
        if (chairs_[seat].bot_substitute) return refuse(server_reason("left_already"));
        return PlayerLeft{.seat = seat, .new_secret = is_showing() ? to_hex(random_secret()) : ""};
    }
    if (op == "ready") return decide_ready(seat, request);
    if (op == "show") return decide_show(seat, request);
    if (!table_) return refuse(server_reason("not_begun"));
    if (phase_ == Phase::over) return refuse(reason_of("game_over"));
    if (chairs_[seat].bot_substitute)
        return refuse(chairs_[seat].resigned ? server_reason("resigned") : server_reason("bot_has_seat"));
    if (op == "play") return decide_play(seat, request);
    if (op == "retract") return ChoiceWithdrawn{.seat = seat};
    if (op == "resign") return PlayerResigned{.seat = seat};
    if (op == "takeback") {
        const auto answer = decide_vote(request, takeback_);
        if (!answer) return std::unexpected(answer.error());
        if (*answer == VoteAnswer::ask && !last_play_of(seat)) return refuse(server_reason("nothing_of_yours"));
        return TakebackVote{.seat = seat, .answer = *answer};
    }
    if (op == "end") {
        const auto answer = decide_vote(request, end_vote_);
        if (!answer) return std::unexpected(answer.error());
        return EndVote{.seat = seat, .answer = *answer};
    }
    if (may_undo_ == seat) return ActionUndone{.seat = seat};
    const bool revealed = table_->may_retract().contains(seat);
    return refuse(revealed ? server_reason("others_choose") : server_reason("ask_to_take_back"));
}

Room::Decided Room::decide_chat(std::optional<Seat> seat, const boost::json::object& request,
                                const Person& person) const {
    const auto text = Fields(request).text("text");
    if (!text) return std::unexpected(text.error());
    const std::string plain = plain_text(*text);
    if (!is_message(plain)) return refuse(server_reason("message_length"));
    if (!may_watch(person)) return refuse(server_reason("no_spectators"));
    if (seat ? chairs_[*seat].muted : muted_.contains(person.guest)) return refuse(server_reason("muted"));
    if (!seat && person.guest != setup_.host && !setup_.spectators_chat)
        return refuse(server_reason("only_players_talk"));
    return ChatSaid{.seat = seat, .text = plain, .origin = to_text(person.origin)};
}

Expected<Room::Concerned> Room::concerned(const boost::json::object& request) const {
    if (Fields(request).has("said")) {
        const auto said = Fields(request).number("said");
        if (!said) return std::unexpected(said.error());
        const Talk* talk = said_at(*said);
        if (talk == nullptr) return refuse(server_reason("no_such_line"));
        const auto seat = seat_of(talk->guest);
        if (!seat && talk->guest == setup_.host) return refuse(server_reason("that_was_you"));
        if (!seat) return Concerned{.seat = {}, .said = talk};
        return Concerned{.seat = seat};
    }
    const auto seat = seat_field(request);
    if (!seat) return std::unexpected(seat.error());
    if (chairs_[*seat].kind != SeatKind::person || chairs_[*seat].guests.empty())
        return refuse(server_reason("seat_empty"), {{"seat", *seat}});
    return Concerned{.seat = *seat};
}

Room::Decided Room::decide_mute(const boost::json::object& request) const {
    const auto whom = concerned(request);
    if (!whom) return std::unexpected(whom.error());
    const auto* on = request.if_contains("on");
    if (on == nullptr || !on->is_bool()) return Fields::wrong("on", "true or false");
    if (!whom->seat)
        return SpectatorMuted{.spectator = whom->said->guest, .origin = whom->said->origin, .on = on->get_bool()};
    return PlayerMuted{.seat = *whom->seat, .on = on->get_bool()};
}

Room::Decided Room::decide_remove(const boost::json::object& request) const {
    const auto whom = concerned(request);
    if (!whom) return std::unexpected(whom.error());
    if (!whom->seat) return SpectatorRemoved{.spectator = whom->said->guest, .origin = whom->said->origin};
    if (phase_ == Phase::over) return refuse(reason_of("game_over"));
    return PlayerRemoved{.seat = *whom->seat, .new_secret = is_showing() ? to_hex(random_secret()) : ""};
}

Room::Decided Room::decide_seat(const boost::json::object& request) const {
    const auto seat = seat_field(request);
    if (!seat) return std::unexpected(seat.error());
    if (phase_ != Phase::open) return refuse(server_reason("begun_already"));
    if (chairs_[*seat].kind == SeatKind::person) return refuse(server_reason("seat_occupied"), {{"seat", *seat}});
    if (is_showing()) return refuse(server_reason("about_to_begin"));
    const auto* kind = request.if_contains("kind");
    if (kind == nullptr) return Fields::missing("kind", R"("open", "reserved" or {"bot": level})");
    auto wanted = seat_from_request(*kind, setup_.game);
    if (!wanted) return std::unexpected(wanted.error());
    if (setup_.quick && wanted->kind == SeatKind::reserved) return refuse(server_reason("quick_seats"));
    return SeatChanged{.seat = *seat, .becomes = wanted->kind, .level = wanted->level, .key = wanted->key};
}

Room::Decided Room::decide_play(Seat seat, const boost::json::object& request) const {
    const Fields fields(request);
    auto action = fields.text("action");
    if (!action) return std::unexpected(action.error());
    if (action->size() > longest_action) return refuse(server_reason("action_too_long"));
    if (fields.has("at")) {
        const auto at = fields.number("at");
        if (!at) return std::unexpected(at.error());
        if (*at < position_seq_) return refuse(server_reason("position_changed"));
    }
    return ActionPlayed{.seat = seat, .action = std::move(*action)};
}

Expected<VoteAnswer> Room::decide_vote(const boost::json::object& request, const std::optional<Vote>& question) {
    const auto what = Fields(request).text("do");
    if (!what) return std::unexpected(what.error());
    const auto answer = enum_from_name<VoteAnswer>(*what);
    if (!answer) return Fields::wrong("do", quoted_names<VoteAnswer>());
    if (*answer == VoteAnswer::ask && question) return refuse(server_reason("asked_already"));
    if (*answer != VoteAnswer::ask && !question) return refuse(server_reason("not_asked"));
    return *answer;
}

}  // namespace springtide::server
