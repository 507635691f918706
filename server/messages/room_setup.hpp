#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "notation/options.hpp"
#include "server/messages/playing_hours.hpp"
#include "server/messages/room_enums.hpp"

namespace springtide::server {

/// The time limits of players, in milliseconds.
struct ClockSetup {
    ClockKind kind = ClockKind::none;
    std::int64_t move = 0;  ///< for each move
    std::int64_t bank = 0;  ///< besides, for the whole game
    PlayingHours hours{};   ///< in which it runs
};

/// A host's choice for a seat: open, reserved or a bot.
struct SeatChoice {
    SeatKind kind = SeatKind::open;
    std::string level{};  ///< of a bot
};

/// A seat as the host wants it, or as a rematch brings it.
struct SeatSetup {
    SeatKind kind = SeatKind::open;
    std::string level;                ///< of a bot
    std::string key;                  ///< of a reserved seat, or of a person's
    std::vector<std::string> guests;  ///< of a person, the first device first
    std::string name;
    bool asked = false;  ///< of an invited person who has not accepted yet
};

/// The settings of a table, complete before the first player joins.
struct RoomSetup {
    std::string game;
    int players = 0;
    OptionTexts options;           ///< none: the usual ones
    std::vector<SeatSetup> seats;  ///< none in a room, whose chairs say what became of them
    bool listed = false;
    bool spectators = true;
    bool spectators_chat = false;  ///< those without a seat may talk
    bool memory_aid = true;        ///< the page may show what was played before
    bool quick = false;            ///< opened by "play now": whoever sits there may give a free seat to a bot
    std::string daily;             ///< the date whose deal is played here, by one person against bots; else empty
    std::string club;              ///< the club night whose table this is; else empty
    std::string duplicate;         ///< the set of duplicate tables of which this is one; else empty
    ClockSetup clock;
    OnTimeout on_timeout = OnTimeout::move;
    std::string bot;                     ///< the level of bots that replace people
    std::string host;                    ///< a guest
    std::string secret;                  ///< of the chance, in hexadecimal digits
    std::vector<std::string> closed_to;  ///< whom the host of the table before had asked to leave (BlockList::entries)

    /// Others play the same deal: nothing of it may be known before, and bots answer equally to equal play.
    [[nodiscard]] bool shares_deal() const { return !daily.empty() || !duplicate.empty(); }
};

struct CreateRequest;
/// The settings of a `create` request, checked against the available games.
Expected<RoomSetup> setup_from_request(const CreateRequest& request);
/// A seat of a table of this game, with a key where it needs one.
Expected<SeatSetup> seat_from_choice(const SeatChoice& choice, const std::string& game);

/// The default options of a game.
const OptionTexts& usual_options(const std::string& game, int players = 0);
bool is_usual(const RoomSetup& setup);

std::string to_json(const RoomSetup& setup);
Expected<RoomSetup> setup_from_log(const std::string& json);
void write_options(JsonWriter& json, const OptionTexts& options);
/// Nothing if it is all day.
void write_hours(JsonWriter& json, const PlayingHours& hours);

}  // namespace springtide::server
