#include "table/playthrough.hpp"

#include <array>

#include "core/random.hpp"

namespace springtide {

namespace {

constexpr int steps_between_views = 25;

std::string hex(std::uint64_t number) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 28; shift >= 0; shift -= 4) text += digits[(number >> static_cast<unsigned>(shift)) & 15U];
    return text;
}

std::string observer_name(int observer) {
    if (observer < 0) return observer == -1 ? "spectator" : "all";
    return "seat " + std::to_string(observer);
}

Observer observer_of(int number) {
    if (number < 0) return number == -1 ? Observer::spectator() : Observer::all();
    return Observer::seat(static_cast<Seat>(number));
}

void write_views(const Table& table, bool in_full, std::string& text) {
    std::string sums = "views";
    for (int observer = -2; observer < table.players(); ++observer) {
        const std::string view = table.view(observer_of(observer));
        sums += ' ' + hex(fold_text(0, view));
        if (in_full) text += "view of " + observer_name(observer) + ": " + view + "\n";
    }
    text += sums + "\n";
}

/// The event as text; with `owner` it names the seat whose secret it is. Leaves out events that no seat may know.
void write_event(const Table& table, const Event& event, bool owner, std::string& text) {
    if (event.private_to == for_nobody) return;
    const bool secret = owner && event.private_to != for_everybody;
    for (const auto& line : sentences(table.events(), event))
        text += (secret ? "  (only seat " + std::to_string(event.private_to) + ") " : "  ") + line + "\n";
}

Seat pick_seat(SeatSet seats, Random& random) {
    auto skip = random.below(static_cast<std::uint32_t>(seats.size()));
    for (const Seat seat : seats)
        if (skip-- == 0) return seat;
    return seats.front();
}

}  // namespace

std::string playthrough(Table& table, std::string_view seed) {
    std::string text;
    Random random(fold_text(1, seed));
    for (const Event& event : table.story()) write_event(table, event, false, text);
    for (int step = 0; !table.over(); ++step) {
        text += "\nstep " + std::to_string(step) + "\n";
        write_views(table, step % steps_between_views == 0, text);
        const Seat seat = pick_seat(table.to_act().seats, random);
        const auto actions = table.legal(seat);
        text += "legal for seat " + std::to_string(seat) + ":";
        for (const auto& action : actions) text += " [" + action + "]";
        const auto& action = actions[random.below(static_cast<std::uint32_t>(actions.size()))];
        text += "\nseat " + std::to_string(seat) + " plays " + action + "\n";
        const auto story = table.play(Actor::seat(seat), action);
        if (!story) return text + "refused: " + story.error().message + "\n";
        for (const Event& event : *story) write_event(table, event, true, text);
    }
    text += "\nthe end\n";
    write_views(table, true, text);
    return text + "\n" + table.record();
}

}  // namespace springtide
