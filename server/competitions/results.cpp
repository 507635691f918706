#include "server/competitions/results.hpp"

#include <algorithm>
#include <set>

#include "server/competitions/club.hpp"
#include "server/competitions/daily.hpp"
#include "server/competitions/duplicate_event.hpp"
#include "server/competitions/rating.hpp"
#include "server/identity/bot_names.hpp"

namespace springtide::server {

namespace {

constexpr Seat own_seat = 0;  // of whoever plays the deal of a day

}  // namespace

std::optional<RatingChange> rating_change(const Room& room, int settled_from) {
    RatedGame game{.places = room.places(),
                   .gave_up = {},
                   .is_hardly_played = room.is_hardly_played(),
                   .meetings = {},
                   .at = room.at()};
    std::vector<std::string> guests;
    std::vector<std::string> places;
    const bool is_seated_by_server = !room.setup().club.empty() || !room.setup().duplicate.empty();
    if (!room.is_rated() && !is_seated_by_server) return std::nullopt;
    std::set<std::string> known;
    for (std::size_t seat = 0; seat < room.chairs().size(); ++seat) {
        const Chair& chair = room.chairs()[seat];
        if (chair.kind != SeatKind::person || chair.player.empty() || !known.insert(chair.player).second)
            return std::nullopt;
        guests.push_back(chair.player);
        places.push_back(chair.origins.empty() ? "" : std::string(chair.origins.front().place()));
        game.gave_up.push_back(room.is_absent(static_cast<Seat>(seat)));
    }
    if (room.ending() == Ending::agreed && std::ranges::find(game.gave_up, true) == game.gave_up.end())
        return std::nullopt;
    // Programs have lists of their own. Many of them run on one machine, so where they come from says nothing.
    const bool with_bots = std::ranges::any_of(guests, [](const auto& guest) { return is_bot_account(guest); });
    if (!with_bots && room.is_of_one_origin()) return std::nullopt;
    game.settled_from = with_bots ? 0 : settled_from;
    if (with_bots) places.clear();
    RatingChange change = change_of(guests, places, std::move(game));
    change.game = with_bots ? rated_with_bots(room.setup().game) : room.setup().game;
    return change;
}

std::optional<DailyAttempt> daily_result(const Room& room) {
    const RoomSetup& setup = room.setup();
    if (setup.daily.empty() || room.table() == nullptr) return std::nullopt;
    const auto day = day_from_text(setup.daily);
    if (!day || day_of(room.at()) != *day) return std::nullopt;
    const bool gave_up = room.ending() != Ending::played;
    const Result result = room.table()->result();
    return DailyAttempt{.day = *day,
                        .game = setup.game,
                        .guest = setup.host,
                        .device = {},
                        .table = room.id(),
                        .begun_at = room.made_at(),
                        .done_at = room.at(),
                        .score = daily_score(result, setup.players, own_seat, gave_up),
                        .points = result.points[own_seat],
                        .way = way_of(*room.table(), own_seat),
                        .name = {}};
}

std::optional<ClubResult> club_result(const Room& room) {
    const RoomSetup& setup = room.setup();
    if (room.table() == nullptr || (setup.club.empty() && setup.duplicate.empty())) return std::nullopt;
    ClubResult result{.club = setup.club, .table = room.id(), .at = room.at(), .body = places_text(room.places())};
    if (setup.duplicate.empty()) return result;
    std::vector<int> points;
    std::vector<int> absent;
    for (int seat = 0; seat < setup.players; ++seat) {
        points.push_back(room.table()->result().points[static_cast<std::size_t>(seat)]);
        if (room.is_absent(static_cast<Seat>(seat))) absent.push_back(seat);
    }
    result.club = setup.duplicate;
    result.body = duplicate_result_text(points, absent);
    return result;
}

}  // namespace springtide::server
