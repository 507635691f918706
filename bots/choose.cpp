#include "bots/choose.hpp"

#include <algorithm>
#include <array>

#include "bots/high_tide_henn/bots.hpp"
#include "bots/high_tide_leiman/bots.hpp"
#include "bots/lots.hpp"
#include "bots/turn_the_tide/bots.hpp"
#include "core/text.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_leiman.hpp"
#include "notation/turn_the_tide.hpp"
#include "table/table_of.hpp"

namespace springtide {

namespace {

/// The bots of one game behind one interface.
struct Door {
    std::string_view game;
    std::span<const std::string_view> (*levels)();
    std::vector<std::string_view> (*names)();
    BotAnswer (*choose)(const Table& table, Seat seat, std::string_view level, const BotRequest& request);
};

template <TextRules State>
BotAnswer choose_in(const Table& table, Seat seat, std::string_view level, const BotRequest& request) {
    const auto& game = static_cast<const TableOf<State>&>(table);
    const Seen<State> seen = game.seen(Observer::seat(seat));
    Random random = lots_for(request);
    const auto retell = [&](auto visit) {
        if constexpr (LearnsFromPlay<State>) game.retell(seen.observer, visit);
    };
    const auto choice = choose_after(retell, level, seen, request, random);
    BotAnswer answer{.action = GameText<State>::action_text(seen.state, seat, choice.action),
                     .exact = choice.exact,
                     .winner = choice.winner,
                     .value = choice.value,
                     .line = {},
                     .why = choice.why};
    State state = seen.state;  // a line is only given where everything is known, so it can be walked
    for (const auto action : choice.line) {
        const Seat mover = to_act(state).seats.front();
        answer.line.push_back(GameText<State>::action_text(state, mover, action));
        apply(state, mover, action, nullptr);
    }
    return answer;
}

template <TextRules State>
Door door_of() {
    return {.game = GameText<State>::info().id,
            .levels = &GameBots<State>::levels,
            .names = &bot_names_of<State>,
            .choose = &choose_in<State>};
}

const Door* find_door(std::string_view game) {
    static const std::array doors = {
        door_of<turn_the_tide::State>(),
        door_of<high_tide_henn::State>(),
        door_of<high_tide_leiman::State>(),
    };
    const auto found = std::ranges::find(doors, game, &Door::game);
    return found == doors.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> bot_levels(std::string_view game) {
    const Door* door = find_door(game);
    if (door == nullptr) return {};
    const auto levels = door->levels();
    return {levels.begin(), levels.end()};
}

std::vector<std::string> bot_names(std::string_view game) {
    const Door* door = find_door(game);
    if (door == nullptr) return {};
    const auto names = door->names();
    return {names.begin(), names.end()};
}

Expected<BotAnswer> choose(const Table& table, Seat seat, const BotRequest& request) {
    if (table.over()) return refuse(reason_of("game_over"));
    if (!table.to_act().seats.contains(seat)) return refuse(reason_of("seat_waits"), {{"seat", seat}});
    const Door* door = find_door(table.game().id);
    const std::string_view level = request.level.empty() ? door->levels().back() : std::string_view(request.level);
    const auto names = door->names();
    if (std::ranges::find(names, level) == names.end()) {
        std::string known;
        for (const auto name : names) known += (known.empty() ? "" : ", ") + std::string(name);
        return refuse(reason_of("unknown_level"), {{"level", printable(level)}, {"levels", known}});
    }
    return door->choose(table, seat, level, request);
}

}  // namespace springtide
