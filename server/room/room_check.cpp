// Whether an event can be what happened next. A log may be damaged: nothing of it is believed before it is looked at.
#include <algorithm>
#include <charconv>
#include <concepts>

#include "server/room/room.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

constexpr std::int64_t latest = 100'000'000'000'000;  // milliseconds since 1970: the year 5138
constexpr std::int64_t longest_clock = 100LL * 24 * 3600 * 1000;

std::unexpected<Error> damaged(const std::string& why) { return fail(ErrorCode::unavailable, why); }

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
    if (setup.clock.move < 0 || setup.clock.move > longest_clock || setup.clock.bank < 0 ||
        setup.clock.bank > longest_clock || !are_possible(setup.clock.hours))
        return damaged("its clock makes no sense");
    for (const SeatSetup& seat : setup.seats)
        if (seat.kind == SeatKind::person && seat.guests.empty()) return damaged("a seat is taken by nobody");
    return {};
}

Expected<void> Room::check_event(const RoomEvent& event) const {
    if (event.seq != seq_ + 1) return damaged("event " + std::to_string(seq_ + 1) + " is missing");
    if (!is_time(event.at)) return damaged("its time makes no sense");
    const bool creates = std::holds_alternative<TableCreated>(event.what);
    if (creates != (seq_ == 0)) return damaged("a log begins with one event of kind created");
    if (creates) return {};
    const RoomEventKind& kind = kind_of(event);
    const auto seat = server::seat_of(event);
    if (seat && *seat >= chairs_.size()) return damaged("there is no seat " + std::to_string(*seat));
    if (kind.by_person && chairs_[*seat].kind != SeatKind::person)
        return damaged("nobody sits on seat " + std::to_string(*seat));
    if (kind.in_game && (!table_ || phase_ != Phase::running)) return damaged("no game was running");
    return std::visit(
        [&](const auto& what) -> Expected<void> {
            using Kind = std::remove_cvref_t<decltype(what)>;
            if constexpr (requires { what.new_secret; })
                if (!what.new_secret.empty() && !digest_from_hex(what.new_secret))
                    return damaged("it holds no secret for the chance");
            if constexpr (std::same_as<Kind, ContributionShown>)
                if (!is_showing() || chairs_[what.seat].shown) return damaged("nothing was to be shown");
            if constexpr (std::same_as<Kind, PlayerReady>)
                if (phase_ != Phase::open) return damaged("the game had begun");
            if constexpr (std::same_as<Kind, SeatChanged>)
                if (phase_ != Phase::open || what.becomes == SeatKind::person)
                    return damaged("a seat cannot become that");
            if constexpr (std::same_as<Kind, PlayerInvited>)
                if (phase_ != Phase::open || what.invited.empty()) return damaged("nobody was invited");
            if constexpr (std::same_as<Kind, PlayerJoined>)
                if (event.guest.empty()) return damaged("nobody sat down");
            if constexpr (std::same_as<Kind, PlayerMoved>)
                if (event.guest.empty() || std::ranges::count(chairs_[what.seat].guests, what.from) == 0 ||
                    seat_of(event.guest))
                    return damaged("this guest cannot have moved");
            if constexpr (std::same_as<Kind, ActionUndone>)
                if (table_->log_size() == 0) return damaged("there was nothing to take back");
            if constexpr (std::same_as<Kind, TakebackVote>)
                if (what.answer == VoteAnswer::agree && !takeback_) return damaged("nobody had asked");
            if constexpr (std::same_as<Kind, EndVote>)
                if (what.answer == VoteAnswer::agree && !end_vote_) return damaged("nobody had asked");
            if constexpr (std::same_as<Kind, ClocksResumed>)
                if (!is_time(what.from)) return damaged("its time makes no sense");
            return {};
        },
        event.what);
}

}  // namespace springtide::server
