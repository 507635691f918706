#pragma once

#include "cli/screens/screen.hpp"
#include "examples/pebbles/rules.hpp"
#include "table/table_of.hpp"

namespace springtide::cli {

/// The heap as a row of pebbles, and all points.
class PebblesScreen final : public Screen {
  public:
    [[nodiscard]] std::string goal() const override {
        return "Take one to three pebbles in your turn. Each is a point, and the last one hides a shell. Most points "
               "win.";
    }
    [[nodiscard]] std::string draw(const Table& table, Observer observer, const Style& style) const override {
        const auto seen = static_cast<const TableOf<pebbles::State>&>(table).seen(observer);
        std::string text = style.bold(std::to_string(seen.state().heap) + " pebbles") + "  " +
                           std::string(seen.state().heap, 'o') + "\n";
        for (const Seat seat : SeatSet::first(seen.state().players))
            text += table.seat_name(seat) + ": " + std::to_string(seen.state().points[seat]) + "\n";
        return text;
    }
};

template <>
struct GameScreen<pebbles::State> {
    using type = PebblesScreen;
};

}  // namespace springtide::cli
