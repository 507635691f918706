// Requests: what they would make happen, or why they may not.
#include <algorithm>
#include <array>
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

Expected<int> Room::seat_field(const boost::json::object& request) const {
    const auto seat = Fields(request).number("seat");
    if (!seat) return std::unexpected(seat.error());
    if (*seat < 0 || *seat >= std::ssize(chairs_))
        return refuse(server_reason("no_such_seat"), {{"last", std::ssize(chairs_) - 1}});
    return static_cast<int>(*seat);
}

Expected<RoomEvent> Room::decide(std::string_view op, const boost::json::object& request, const Person& person) const {
    auto event = decide_what(op, request, person);
    if (event)
        if (const auto allowed = bounds_.allow(*event, seq_); !allowed) return std::unexpected(allowed.error());
    return event;
}

Expected<RoomEvent> Room::decide_what(std::string_view op, const boost::json::object& request,
                                      const Person& person) const {
    RoomEvent event;
    event.guest = person.guest;
    event.name = person.name;
    event.seq = seq_ + 1;
    if (op == "join") return decide_join(std::move(event), request, person);
    if (op == "seat" || op == "mute" || op == "remove") {
        event.kind = std::string(op);
        return decide_as_host(std::move(event), request);
    }
    const auto seat = seat_of(person.guest);
    if (op == "chat") {
        const auto text = Fields(request).text("text");
        if (!text) return std::unexpected(text.error());
        const std::string plain = plain_text(*text);
        if (!is_message(plain)) return refuse(server_reason("message_length"));
        if (!may_watch(person)) return refuse(server_reason("no_spectators"));
        if (seat ? chairs_[*seat].muted : muted_.contains(person.guest)) return refuse(server_reason("muted"));
        if (!seat && person.guest != setup_.host && !setup_.spectators_chat)
            return refuse(server_reason("only_players_talk"));
        event.kind = "chat";
        event.text = plain;
        event.origin = to_text(person.origin);
        if (seat) event.seat = *seat;
        return event;
    }
    if (!seat) return refuse(server_reason("no_seat_of_yours"));
    event.seat = *seat;
    if (op == "device") return decide_device(std::move(event), request);
    if (op == "leave") {
        event.kind = "left";
        if (chairs_[*seat].minded) return refuse(server_reason("left_already"));
        if (is_showing()) event.text = to_hex(random_secret());
        return event;
    }
    if (op == "ready") return decide_ready(std::move(event), request);
    if (op == "show") return decide_show(std::move(event), request);
    if (!table_) return refuse(server_reason("not_begun"));
    if (phase_ == "over") return refuse(reason_of("game_over"));
    if (chairs_[*seat].minded)
        return refuse(chairs_[*seat].resigned ? server_reason("resigned") : server_reason("bot_has_seat"));
    event.kind = op == "retract" ? "withdraw" : std::string(op);
    if (op == "play") return decide_play(std::move(event), request);
    if (op == "takeback") return decide_vote(std::move(event), request, takeback_);
    if (op == "end") return decide_vote(std::move(event), request, ending_);
    if (op == "undo" && may_undo_ != seat) {
        const bool revealed = table_->may_retract().contains(*seat);
        return refuse(revealed ? server_reason("others_choose") : server_reason("ask_to_take_back"));
    }
    return event;
}

Expected<RoomEvent> Room::decide_as_host(RoomEvent event, const boost::json::object& request) const {
    if (event.guest != setup_.host) return refuse(server_reason("only_the_host"));
    event.name.clear();
    if (event.kind != "seat" && Fields(request).has("said")) {
        const auto said = Fields(request).number("said");
        if (!said) return std::unexpected(said.error());
        const Talk* talk = said_at(*said);
        if (talk == nullptr) return refuse(server_reason("no_such_line"));
        if (const auto seat = seat_of(talk->guest))
            event.seat = *seat;
        else if (talk->guest == setup_.host)
            return refuse(server_reason("that_was_you"));
        event.key = event.seat < 0 ? talk->guest : "";
        event.origin = event.seat < 0 ? talk->origin : "";
    } else {
        const auto seat = seat_field(request);
        if (!seat) return std::unexpected(seat.error());
        event.seat = *seat;
    }
    return event.kind == "seat" ? decide_seat(std::move(event), request) : decide_quiet(std::move(event), request);
}

/// Mute or remove somebody on a seat, or a spectator.
Expected<RoomEvent> Room::decide_quiet(RoomEvent event, const boost::json::object& request) const {
    if (event.seat >= 0) {
        const Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
        if (chair.kind != "person" || chair.guests.empty())
            return refuse(server_reason("seat_empty"), {{"seat", event.seat}});
    }
    if (event.kind == "remove") {
        if (event.seat >= 0 && phase_ == "over") return refuse(reason_of("game_over"));
        event.kind = "removed";
        if (event.seat >= 0 && is_showing()) event.text = to_hex(random_secret());
        return event;
    }
    const auto* on = request.if_contains("on");
    if (on == nullptr || !on->is_bool()) return Fields::wrong("on", "true or false");
    event.kind = "muted";
    event.number = on->get_bool() ? 1 : 0;
    return event;
}

Expected<RoomEvent> Room::decide_seat(RoomEvent event, const boost::json::object& request) const {
    if (phase_ != "open") return refuse(server_reason("begun_already"));
    if (chairs_[static_cast<std::size_t>(event.seat)].kind == "person")
        return refuse(server_reason("seat_occupied"), {{"seat", event.seat}});
    if (is_showing()) return refuse(server_reason("about_to_begin"));
    const auto* kind = request.if_contains("kind");
    if (kind == nullptr) return Fields::missing("kind", R"("open", "reserved" or {"bot": level})");
    const auto seat = seat_from_request(*kind, setup_.game);
    if (!seat) return std::unexpected(seat.error());
    event.text = seat->kind;
    event.name = seat->level;
    event.key = seat->key;
    return event;
}

Expected<RoomEvent> Room::decide_play(RoomEvent event, const boost::json::object& request) const {
    const Fields fields(request);
    const auto action = fields.text("action");
    if (!action) return std::unexpected(action.error());
    if (action->size() > longest_action) return refuse(server_reason("action_too_long"));
    if (fields.has("at")) {
        const auto at = fields.number("at");
        if (!at) return std::unexpected(at.error());
        if (*at < position_seq_) return refuse(server_reason("position_changed"));
    }
    event.text = *action;
    return event;
}

Expected<RoomEvent> Room::decide_vote(RoomEvent event, const boost::json::object& request,
                                      const std::optional<Vote>& question) const {
    const auto what = Fields(request).text("do");
    if (!what) return std::unexpected(what.error());
    constexpr std::array words = {"ask", "agree", "refuse"};
    if (std::ranges::find(words, *what) == words.end()) return Fields::wrong("do", R"("ask", "agree" or "refuse")");
    if (*what == "ask" && question) return refuse(server_reason("asked_already"));
    if (*what != "ask" && !question) return refuse(server_reason("not_asked"));
    if (*what == "ask" && event.kind == "takeback" && !last_play_of(static_cast<Seat>(event.seat)))
        return refuse(server_reason("nothing_of_yours"));
    event.text = *what;
    return event;
}

}  // namespace springtide::server
