// Queries of a room.
#include <algorithm>
#include <tuple>

#include "protocol/server_reasons.hpp"
#include "server/room/room.hpp"
#include "table/record.hpp"

namespace springtide::server {

std::optional<Seat> Room::seat_of(std::string_view guest) const {
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
        if (std::ranges::find(chairs_[seat].guests, guest) != chairs_[seat].guests.end())
            return static_cast<Seat>(seat);
    return std::nullopt;
}

std::string Room::chance_name() const {
    if (!setup_.daily.empty()) return "daily " + setup_.daily;
    return setup_.duplicate.empty() ? id_ : "duplicate " + setup_.duplicate;
}

bool Room::may_watch(const Person& person) const {
    if (!setup_.duplicate.empty()) return seat_of(person.guest).has_value();  // others still play this deal
    return seat_of(person.guest) || person.guest == setup_.host ||
           (!blocked_.blocks(person.guest, person.origin) && (setup_.spectators || phase_ == Phase::open));
}

std::optional<std::int64_t> Room::done_before(std::string_view guest, std::string_view message) const {
    const auto found = std::ranges::find(messages_, message_mark(guest, message));
    if (found == messages_.end()) return std::nullopt;
    return found - messages_.begin() + 1;
}

bool Room::is_person(Seat seat) const {
    const Chair& chair = chairs_[seat];
    return chair.kind == SeatKind::person && !chair.bot_substitute;
}

std::string Room::name_of(Seat seat) const {
    const Chair& chair = chairs_[seat];
    return chair.kind == SeatKind::person ? chair.name : "the bot on seat " + std::to_string(seat);
}

const Room::Talk* Room::said_at(std::int64_t seq) const {
    const auto found = std::ranges::find(talk_, seq, &Talk::seq);
    return found == talk_.end() ? nullptr : &*found;
}

std::int64_t Room::lines_until(std::int64_t seq) const {
    return std::ranges::upper_bound(talk_, seq, {}, &Talk::seq) - talk_.begin();
}

Expected<TableGuest> Room::who_sits(std::int64_t number) const {
    const auto seat = seat_numbered(number);
    if (!seat) return std::unexpected(seat.error());
    const Chair& chair = chairs_[*seat];
    if (chair.kind != SeatKind::person || chair.guests.empty())
        return refuse(server_reason("seat_empty"), {{"seat", *seat}});
    return TableGuest{
        .guest = chair.guests.front(), .name = chair.name, .table = id_, .text = {}, .origins = chair.origins};
}

Expected<TableGuest> Room::who_said(std::int64_t seq) const {
    const Talk* talk = said_at(seq);
    if (talk == nullptr) return refuse(server_reason("no_such_line"));
    return TableGuest{.guest = talk->guest,
                      .name = talk->name,
                      .table = id_,
                      .text = talk->text,
                      .origins = {origin_from_text(talk->origin)}};
}

bool Room::everybody_agreed(const Vote& question) const {
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
        if (is_person(static_cast<Seat>(seat)) && !question.agreed.contains(static_cast<Seat>(seat))) return false;
    return true;
}

/// The store checks the same of a club night's and duplicate tables' players, whose seats are set for them.
bool Room::begins_rated() const {
    std::set<std::string_view> players;
    const bool with_bots = std::ranges::any_of(chairs_, &Chair::is_bot_account);
    if (!setup_.daily.empty() || (!with_bots && is_of_one_origin())) return false;
    return std::ranges::all_of(chairs_, [&](const Chair& chair) {
        return chair.kind == SeatKind::person && chair.has_claimed && players.insert(chair.player).second;
    });
}

bool Room::is_of_one_origin() const {
    for (std::size_t a = 0; a < chairs_.size(); ++a)
        for (std::size_t b = a + 1; b < chairs_.size(); ++b)
            for (const Origin& one : chairs_[a].origins)
                for (const Origin& other : chairs_[b].origins)
                    if (one.is_shared_with(other)) return true;
    return false;
}

std::optional<std::size_t> Room::last_play_of(Seat seat) const {
    for (std::size_t i = table_ ? table_->log_size() : 0; i > 0; --i)
        if (table_->log_entry(i - 1) == LogEntry{.by = Actor::seat(seat), .retracts = false}) return i - 1;
    return std::nullopt;
}

bool Room::awaits(std::string_view guest) const {
    if (setup_.club.empty() || !is_running()) return false;
    const auto seat = seat_of(guest);
    return seat && !chairs_[*seat].has_come && !chairs_[*seat].bot_substitute;
}

bool Room::is_played_by_people() const {
    if (!setup_.club.empty() || !setup_.duplicate.empty()) return true;  // those at other tables wait for its result
    for (std::size_t i = 0; i < chairs_.size(); ++i)
        if (is_person(static_cast<Seat>(i))) return true;
    return false;
}

std::optional<std::pair<Seat, std::string>> Room::bot_to_act() const {
    for (const Seat seat : acting())
        if (!is_person(seat))
            return std::pair(seat, chairs_[seat].kind == SeatKind::bot ? chairs_[seat].level : setup_.bot);
    return std::nullopt;
}

std::optional<std::pair<Seat, std::int64_t>> Room::deadline() const {
    std::optional<std::pair<Seat, std::int64_t>> first;
    if (!has_clock() || !is_running()) return first;
    for (std::size_t i = 0; i < chairs_.size(); ++i) {
        const auto seat = static_cast<Seat>(i);
        if (chairs_[i].since < 0 || !is_person(seat)) continue;
        const auto end = setup_.clock.hours.after(chairs_[i].since, setup_.clock.move + chairs_[i].bank);
        if (!first || end < first->second) first = std::pair(seat, end);
    }
    return first;
}

bool Room::needs_care() const {
    if (!is_running()) return false;
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat)
        if (!is_person(static_cast<Seat>(seat))) return true;
    return has_clock();
}

std::int64_t Room::due() const {
    if (bot_to_act() && is_played_by_people()) return 1;
    const auto first = deadline();
    return first ? first->second : 0;
}

SeatSet Room::winners() const {
    if (ending_ == Ending::resigned) return resigned_winners_;
    return ending_ == Ending::played ? table_->result().winners : SeatSet();
}

std::vector<int> Room::places() const {
    std::vector<int> places(chairs_.size(), 0);
    const auto points = table_->result().points;
    // Winners first, regardless of points (the rulebook settles ties), then by points; players who resigned or were
    // absent come last.
    const auto worth = [&](std::size_t seat) {
        const bool won = winners().contains(static_cast<Seat>(seat));
        return std::tuple(!is_absent(static_cast<Seat>(seat)), won,
                          won || ending_ != Ending::played ? 0 : points[seat]);
    };
    for (std::size_t a = 0; a < chairs_.size(); ++a)
        for (std::size_t b = 0; b < chairs_.size(); ++b)
            if (worth(b) > worth(a)) ++places[a];
    return places;
}

bool Room::is_absent(Seat seat) const {
    const Chair& chair = chairs_[seat];
    if (chair.kind != SeatKind::person) return false;
    if (chair.resigned || chair.gave_up) return true;
    return !chair.removed &&
           (chair.bot_substitute || (chair.bot_actions > 1 && 3 * chair.bot_actions > chair.own_actions));
}

bool Room::is_hardly_played() const {
    constexpr int few_actions = 6;
    int stayed = 0;
    int fewest = few_actions;           // of all players
    int fewest_of_those = few_actions;  // who stayed
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
        if (chairs_[seat].kind != SeatKind::person) continue;
        fewest = std::min(fewest, chairs_[seat].own_actions);
        if (is_absent(static_cast<Seat>(seat))) continue;
        ++stayed;
        fewest_of_those = std::min(fewest_of_those, chairs_[seat].own_actions);
    }
    if (stayed == std::ssize(chairs_)) return false;
    return (stayed > 1 ? fewest_of_those : fewest) < few_actions;  // two who stay still have a game
}

std::string Room::record() const {
    Record record = table_->as_record();
    record.tags.emplace_back("Table", chance_name());
    record.tags.emplace_back("Commitment", CommittedChance::commitment(*digest_from_hex(setup_.secret)));
    record.tags.emplace_back("Secret", setup_.secret);
    for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
        const auto number = std::to_string(seat);
        const Chair& chair = chairs_[seat];
        record.tags.emplace_back("Contribution" + number, chair.contribution);
        record.tags.emplace_back("Name" + number, chair.kind == SeatKind::person ? chair.name : "bot " + chair.level);
    }
    record.tags.emplace_back("Ended", ending_ ? enum_name(*ending_) : "");
    return to_text(record);
}

}  // namespace springtide::server
