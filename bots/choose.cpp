#include "bots/choose.hpp"

#include <algorithm>
#include <array>

#include "bots/bot_random.hpp"
#include "core/text.hpp"
#include "games/bots.hpp"
#include "games/notation.hpp"
#include "table/table_of.hpp"

namespace springtide {

namespace {

/// The bots of one game behind one interface.
struct BotsOfGame {
    std::string_view game;
    std::vector<BotName> (*names)();
    BotAnswer (*choose)(const Table& table, Seat seat, std::string_view level, const BotRequest& request);
};

template <TextRules State>
BotAnswer choose_in(const Table& table, Seat seat, std::string_view level, const BotRequest& request) {
    const auto& game = static_cast<const TableOf<State>&>(table);
    const Seen<State> seen = game.seen(Observer::seat(seat));
    Random random = random_for(request);
    const auto retell = [&](auto visit) {
        if constexpr (LearnsFromPlay<State>) game.retell(seen.observer(), visit);
    };
    const auto choice = choose_after(retell, level, seen, request, random);
    BotAnswer answer{.action = GameText<State>::action_text(seen.state(), seat, choice.action),
                     .exact = choice.exact,
                     .winner = choice.winner,
                     .value = choice.value,
                     .line = {},
                     .why = choice.why};
    State state = seen.state();  // a line is only given where everything is known, so it can be walked
    for (const auto action : choice.line) {
        const Seat mover = to_act(state).seats.front();
        answer.line.push_back(GameText<State>::action_text(state, mover, action));
        apply(state, mover, action, nullptr);
    }
    return answer;
}

template <TextRules State>
std::vector<BotName> names_of() {
    std::vector<BotName> names;
    for (const auto name : bot_names_of<State>()) {
        const BotRow<State>& row = bot_called<State>(name);
        names.push_back({.name = std::string(name), .sentence = std::string(row.sentence)});
    }
    for (std::size_t i = 0; i < GameBots<State>::levels().size(); ++i) names[i].is_level = true;
    return names;
}

template <TextRules State>
BotsOfGame bots_in() {
    return {.game = GameText<State>::info().id, .names = &names_of<State>, .choose = &choose_in<State>};
}

/// The bots of a game that this program knows.
const BotsOfGame* find_bots(std::string_view game) {
    static const auto all = AllGames::each([]<class State>() { return bots_in<State>(); });
    const auto found = std::ranges::find(all, game, &BotsOfGame::game);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::vector<BotName> bots_of(std::string_view game) {
    const BotsOfGame* bots = find_bots(game);
    return bots == nullptr ? std::vector<BotName>() : bots->names();
}

std::vector<std::string> bot_levels(std::string_view game) {
    std::vector<std::string> names;
    for (BotName& bot : bots_of(game))
        if (bot.is_level) names.push_back(std::move(bot.name));
    return names;
}

std::vector<std::string> bot_names(std::string_view game) {
    std::vector<std::string> names;
    for (BotName& bot : bots_of(game)) names.push_back(std::move(bot.name));
    return names;
}

Expected<BotAnswer> choose(const Table& table, Seat seat, const BotRequest& request) {
    if (table.over()) return refuse(reason_of("game_over"));
    if (!table.to_act().seats.contains(seat)) return refuse(reason_of("seat_waits"), {{"seat", seat}});
    const BotsOfGame* bots = find_bots(table.game().id);
    const std::string level = request.level.empty() ? bot_levels(bots->game).back() : request.level;
    const auto names = bot_names(bots->game);
    if (std::ranges::find(names, level) == names.end()) {
        std::string known;
        for (const auto& name : names) known += (known.empty() ? "" : ", ") + name;
        return refuse(reason_of("unknown_level"), {{"level", printable(level)}, {"levels", known}});
    }
    return bots->choose(table, seat, level, request);
}

}  // namespace springtide
