// How the dice of a table come about (docs/fairness.md): the server commits to a secret when the table is made, every
// player commits to a contribution with `ready`, and only when all have done so is any contribution shown.
#include <algorithm>
#include <boost/json/object.hpp>

#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/room.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t digest_digits = 64;

Expected<void> check_contribution(std::string_view text) {
    if (!is_short_contribution(text)) return refuse(server_reason("contribution_length"));
    if (!is_printing(text)) return refuse(server_reason("contribution_unseen"));
    return {};
}

}  // namespace

Expected<RoomEvent> Room::decide_ready(RoomEvent event, const boost::json::object& request) const {
    if (phase_ != "open") return refuse(server_reason("begun_already"));
    const Fields fields(request);
    const Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    if (is_showing() || !chair.commitment.empty()) return refuse(server_reason("committed_already"));
    event.kind = "ready";
    if (fields.has("commitment")) {
        const auto commitment = fields.text("commitment");
        if (!commitment) return std::unexpected(commitment.error());
        if (commitment->size() != digest_digits || !digest_from_hex(*commitment))
            return refuse(server_reason("bad_commitment"));
        event.key = *commitment;
        return event;
    }
    auto contribution = fields.has("contribution") ? fields.text("contribution") : std::string();
    if (!contribution) return std::unexpected(contribution.error());
    if (const auto sound = check_contribution(*contribution); !sound) return std::unexpected(sound.error());
    event.text = *contribution;
    return event;
}

Expected<RoomEvent> Room::decide_show(RoomEvent event, const boost::json::object& request) const {
    if (phase_ != "open") return refuse(server_reason("begun_already"));
    if (!is_showing()) return refuse(server_reason("show_nothing_yet"));
    const Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    if (chair.shown) return refuse(server_reason("shown_already"));
    const auto contribution = Fields(request).text("contribution");
    if (!contribution) return std::unexpected(contribution.error());
    if (const auto sound = check_contribution(*contribution); !sound) return std::unexpected(sound.error());
    if (CommittedChance::contribution_commitment(id_, event.seat, *contribution) != chair.commitment)
        return refuse(server_reason("another_contribution"));
    event.kind = "show";
    event.text = *contribution;
    return event;
}

bool Room::is_showing() const {
    return phase_ == "open" && std::ranges::all_of(chairs_, [](const Chair& chair) {
               return chair.kind == "bot" || (chair.kind == "person" && chair.ready);
           });
}

Expected<void> Room::get_ready(RoomEvent& event, bool drawing) {
    Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    chair.ready = true;
    chair.commitment = event.key;
    chair.contribution = event.text;
    chair.shown = event.key.empty();
    return start_if_all_shown(event, drawing);
}

Expected<void> Room::show_contribution(RoomEvent& event, bool drawing) {
    Chair& chair = chairs_[static_cast<std::size_t>(event.seat)];
    chair.contribution = event.text;
    chair.shown = true;
    return start_if_all_shown(event, drawing);
}

Expected<void> Room::start_if_all_shown(RoomEvent& event, bool drawing) {
    const bool all = is_showing() && std::ranges::all_of(chairs_, [](const Chair& chair) {
                         return chair.kind == "bot" || chair.shown;
                     });
    return all ? start(event, drawing) : Expected<void>();
}

/// Somebody went while contributions were being shown: whoever comes now must not choose knowing them. Everything is
/// committed anew, the server's secret too.
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
