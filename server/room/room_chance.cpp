// How the dice of a table come about (docs/explanation/fairness.md): the server commits to a secret when the table is
// made, every player commits to a contribution with `ready`, and only when all have done so is any contribution shown.
#include <algorithm>

#include "protocol/server_reasons.hpp"
#include "server/messages/requests.hpp"
#include "server/room/room.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t digest_digits = 64;

Expected<void> check_contribution(std::string_view text) {
    if (!is_short_contribution(text)) return refuse(server_reason("contribution_length"));
    if (!is_printing(text)) return refuse(server_reason("contribution_unseen"));
    return {};
}

}  // namespace

Room::Decided Room::decide(const ReadyRequest& request, const Caller& caller) const {
    const Seat seat = *caller.seat;
    if (phase_ != Phase::open) return refuse(server_reason("begun_already"));
    if (is_showing() || !chairs_[seat].commitment.empty()) return refuse(server_reason("committed_already"));
    if (request.commitment) {
        if (request.commitment->size() != digest_digits || !digest_from_hex(*request.commitment))
            return refuse(server_reason("bad_commitment"));
        return PlayerReady{.seat = seat, .commitment = *request.commitment, .has_claimed = caller.person.has_claimed};
    }
    const std::string contribution = request.contribution.value_or("");
    if (const auto sound = check_contribution(contribution); !sound) return std::unexpected(sound.error());
    return PlayerReady{.seat = seat, .contribution = contribution, .has_claimed = caller.person.has_claimed};
}

Room::Decided Room::decide(const ShowRequest& request, const Caller& caller) const {
    const Seat seat = *caller.seat;
    if (phase_ != Phase::open) return refuse(server_reason("begun_already"));
    if (!is_showing()) return refuse(server_reason("show_nothing_yet"));
    if (chairs_[seat].shown) return refuse(server_reason("shown_already"));
    if (const auto sound = check_contribution(request.contribution); !sound) return std::unexpected(sound.error());
    if (CommittedChance::contribution_commitment(id_, seat, request.contribution) != chairs_[seat].commitment)
        return refuse(server_reason("another_contribution"));
    return ContributionShown{.seat = seat, .contribution = request.contribution};
}

bool Room::is_showing() const {
    return phase_ == Phase::open && std::ranges::all_of(chairs_, [](const Chair& chair) {
               return chair.kind == SeatKind::bot || (chair.kind == SeatKind::person && chair.ready);
           });
}

Expected<void> Room::happen(const RoomEvent& /*event*/, PlayerReady& what, bool drawing) {
    Chair& chair = chairs_[what.seat];
    chair.ready = true;
    chair.asked = false;
    chair.has_claimed = what.has_claimed;
    chair.commitment = what.commitment;
    chair.contribution = what.contribution;
    chair.shown = what.commitment.empty();
    return start_if_all_shown(what.chance, drawing);
}

Expected<void> Room::happen(const RoomEvent& /*event*/, ContributionShown& what, bool drawing) {
    Chair& chair = chairs_[what.seat];
    chair.contribution = what.contribution;
    chair.shown = true;
    return start_if_all_shown(what.chance, drawing);
}

Expected<void> Room::start_if_all_shown(std::vector<std::string>& chance, bool drawing) {
    const bool all = is_showing() && std::ranges::all_of(chairs_, [](const Chair& chair) {
                         return chair.kind == SeatKind::bot || chair.shown;
                     });
    return all ? start(chance, drawing) : Expected<void>();
}

/// A player left while contributions were being shown: a new one must not choose knowing them. All commit again, the
/// server's secret too.
void Room::draw_anew(const std::string& secret) {
    setup_.secret = secret;
    committed_at_ = seq_ + 1;
    for (Chair& chair : chairs_) {
        chair.ready = false;
        chair.shown = false;
        chair.contribution.clear();
        chair.commitment.clear();
    }
    tell(RoomHappening::committed_anew, -1);
}

}  // namespace springtide::server
