// Whether an event can be what happened next. A log may be damaged: nothing of it is believed before it is looked at.
#include <algorithm>
#include <array>
#include <charconv>

#include "server/room.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t latest = 100'000'000'000'000;  // milliseconds since 1970: the year 5138
constexpr std::int64_t longest_clock = 100LL * 24 * 3600 * 1000;

std::unexpected<Error> damaged(const std::string& why) { return fail(ErrorCode::unavailable, why); }

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool is_time(std::int64_t at) { return at >= 0 && at < latest; }

std::optional<std::int64_t> time_from_text(std::string_view text) {
    std::int64_t at = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), at);
    if (error != std::errc() || end != text.data() + text.size() || !is_time(at)) return std::nullopt;
    return at;
}

Expected<void> check_setup(const RoomSetup& setup) {
    if (setup.players < 1 || setup.seats.size() != static_cast<std::size_t>(setup.players))
        return damaged("its seats are not those of its players");
    if (const auto table =
            new_table(setup.game, {.players = setup.players, .options = setup.options, .seed = {}, .position = {}});
        !table)
        return damaged("its game cannot be set up: " + table.error().message);
    if (!digest_from_hex(setup.secret)) return damaged("it holds no secret for the chance");
    if (!is_one_of(setup.clock.kind, std::array<std::string_view, 3>{"none", "live", "days"}) || setup.clock.move < 0 ||
        setup.clock.move > longest_clock || setup.clock.bank < 0 || setup.clock.bank > longest_clock)
        return damaged("its clock makes no sense");
    for (const SeatSetup& seat : setup.seats) {
        if (!is_one_of(seat.kind, std::array<std::string_view, 4>{"open", "reserved", "bot", "person"}))
            return damaged("it has a seat of an unknown kind");
        if (seat.kind == "person" && seat.guests.empty()) return damaged("a seat is taken by nobody");
    }
    return {};
}

Expected<void> Room::check_event(const RoomEvent& event) const {
    if (event.seq != seq_ + 1) return damaged("event " + std::to_string(seq_ + 1) + " is missing");
    if (!is_time(event.at)) return damaged("its time makes no sense");
    if ((event.kind == "created") != (seq_ == 0)) return damaged("a log begins with one event of kind created");
    if (event.kind == "created") return {};
    const bool needs_seat =
        !is_one_of(event.kind, std::array<std::string_view, 5>{"chat", "muted", "removed", "rematch", "resumed"});
    if (event.seat >= std::ssize(chairs_) || event.seat < (needs_seat ? 0 : -1))
        return damaged("there is no seat " + std::to_string(event.seat));
    const Chair& chair = chairs_[static_cast<std::size_t>(std::max(event.seat, 0))];
    const bool by_a_person =
        is_one_of(event.kind, std::array<std::string_view, 10>{"left", "ready", "show", "undo", "takeback", "end",
                                                               "resign", "minded", "device admit", "device asked"});
    if (by_a_person && chair.kind != "person") return damaged("nobody sits on seat " + std::to_string(event.seat));
    const bool in_a_game =
        is_one_of(event.kind, std::array<std::string_view, 9>{"play", "timeout", "retract", "withdraw", "undo",
                                                              "takeback", "end", "resign", "minded"});
    if (in_a_game && (!table_ || phase_ != "running")) return damaged("no game was running");
    if (event.kind == "show" && (!is_showing() || chair.shown)) return damaged("nothing was to be shown");
    if ((event.kind == "left" || event.kind == "removed") && !event.text.empty() && !digest_from_hex(event.text))
        return damaged("it holds no secret for the chance");
    if (event.kind == "ready" && phase_ != "open") return damaged("the game had begun");
    if (event.kind == "seat" &&
        (phase_ != "open" || !is_one_of(event.text, std::array<std::string_view, 3>{"open", "reserved", "bot"})))
        return damaged("a seat cannot become that");
    if (event.kind == "joined" && event.guest.empty()) return damaged("nobody sat down");
    if (event.kind == "undo" && (!table_ || table_->log_size() == 0)) return damaged("there was nothing to take back");
    if ((event.kind == "takeback" && event.text == "agree" && !takeback_) ||
        (event.kind == "end" && event.text == "agree" && !ending_))
        return damaged("nobody had asked");
    if ((event.kind == "takeback" || event.kind == "end") &&
        !is_one_of(event.text, std::array<std::string_view, 3>{"ask", "agree", "refuse"}))
        return damaged("that is no answer");
    if (event.kind == "resumed" && !is_time(event.number)) return damaged("its time makes no sense");
    return {};
}

}  // namespace springtide::server
