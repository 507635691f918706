#include "server/messages/game_choice.hpp"

#include "bots/choose.hpp"
#include "protocol/json_fields.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/messages/room_setup.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t longest_game_name = 60;

}  // namespace

Expected<int> number_between(const Fields& fields, std::string_view name, std::int64_t least, std::int64_t most) {
    const auto number = fields.number(name);
    if (!number) return std::unexpected(number.error());
    if (*number < least || *number > most)
        return Fields::wrong(name, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return static_cast<int>(*number);
}

Expected<GameChoice> game_choice(const Fields& fields, const RefusalReason& bad_name) {
    GameChoice choice;
    const auto name = fields.text("name");
    if (!name) return std::unexpected(name.error());
    if (name->empty() || name->size() > longest_game_name || !is_plain(*name)) return refuse(bad_name);
    choice.name = *name;
    const auto game = fields.text("game");
    if (!game) return std::unexpected(game.error());
    choice.game = *game;
    const auto known = find_game(choice.game);
    if (!known) return std::unexpected(known.error());
    const auto seats = number_between(fields, "seats", (*known)->info().min_players, (*known)->info().max_players);
    if (!seats) return std::unexpected(seats.error());
    choice.seats = *seats;
    const auto options = fields.has("options") ? fields.options("options") : Expected<OptionTexts>(OptionTexts());
    if (!options) return std::unexpected(options.error());
    const auto table =
        new_table(choice.game, {.players = choice.seats, .options = *options, .seed = {}, .position = {}});
    if (!table) return std::unexpected(table.error());
    choice.options = (*table)->options();
    const auto bot = fields.has("bot") ? fields.text("bot") : Expected<std::string>(bot_levels(choice.game).back());
    if (!bot) return std::unexpected(bot.error());
    const auto seat = seat_from_choice({.kind = SeatKind::bot, .level = *bot}, choice.game);
    if (!seat) return std::unexpected(seat.error());
    choice.bot = *bot;
    return choice;
}

}  // namespace springtide::server
