#pragma once

#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "bots/bot.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"

namespace springtide {

/// The bots of one game. Each game specialises this in bots/<game>/bots.hpp, derives it from BotsByName, and has
///   static std::span<const BotRow<State>> levels();      the bots that players can choose, weakest first
///   static std::span<const BotRow<State>> studies();     optional: bots for study and comparison
/// If its bots learn from the others' actions, it derives from LearningBotsByName instead, with its
///   Notes                                                a plain value, the observations of one seat, with
///   notes.saw(const Seen<State>& before, Seat actor, Action)     called for every decision, with this seat's
///                                                                knowledge at that time (core/decisions.hpp)
template <class State>
struct GameBots;

/// The page does not carry the bots for studies: it does not offer them, and they would only make it larger.
#ifdef __wasm__
inline constexpr bool carries_studies = false;
#else
inline constexpr bool carries_studies = true;
#endif

template <class State>
concept LearnsFromPlay = Rules<State> && requires { typename GameBots<State>::Notes; };

/// The notes of a game whose bots take none.
struct NoNotes {};
template <class State>
struct NotesType {
    using type = NoNotes;
};
template <LearnsFromPlay State>
struct NotesType<State> {
    using type = typename GameBots<State>::Notes;
};
template <class State>
using NotesOf = typename NotesType<State>::type;

/// All that a bot may use for its choice.
template <class State>
struct BotTurn {
    const Seen<State>& seen;
    const NotesOf<State>& notes;
    const BotRequest& request;
    Random& random;
};

/// One bot of a game.
template <class State>
struct BotRow {
    std::string_view name;
    std::string_view sentence;  ///< how it plays, for players who choose an opponent
    Choice<typename State::Action> (*choose)(const BotTurn<State>& turn);
    bool takes_notes = false;
};

/// The bot of this name; null if there is none.
template <class State>
const BotRow<State>* find_bot(std::string_view name) {
    for (const BotRow<State>& row : GameBots<State>::levels())
        if (row.name == name) return &row;
    if constexpr (carries_studies && requires { GameBots<State>::studies(); })
        for (const BotRow<State>& row : GameBots<State>::studies())
            if (row.name == name) return &row;
    return nullptr;
}

/// For callers that have checked the name. An unknown name must not play as another bot: it ends the program.
template <class State>
const BotRow<State>& bot_called(std::string_view name) {
    const BotRow<State>* row = find_bot<State>(name);
    if (row == nullptr) std::abort();
    return *row;
}

/// Chooses by the name of a bot.
template <class State>
struct BotsByName {
    static Choice<typename State::Action> choose(std::string_view name, const Seen<State>& seen,
                                                 const BotRequest& request, Random& random) {
        return bot_called<State>(name).choose({.seen = seen, .notes = {}, .request = request, .random = random});
    }
};

/// The same for a game whose bots learn from how the others play.
template <class State, class TheirNotes>
struct LearningBotsByName {
    using Notes = TheirNotes;

    static bool takes_notes(std::string_view name) { return bot_called<State>(name).takes_notes; }
    static Choice<typename State::Action> choose(std::string_view name, const Seen<State>& seen, const Notes& notes,
                                                 const BotRequest& request, Random& random) {
        return bot_called<State>(name).choose({.seen = seen, .notes = notes, .request = request, .random = random});
    }
    /// For a seat that has not watched the others.
    static Choice<typename State::Action> choose(std::string_view name, const Seen<State>& seen,
                                                 const BotRequest& request, Random& random) {
        return choose(name, seen, Notes(), request, random);
    }
};

/// The names of all bots of a game: the levels, weakest first, and those for studies.
template <class State>
std::vector<std::string_view> bot_names_of() {
    std::vector<std::string_view> names;
    for (const BotRow<State>& row : GameBots<State>::levels()) names.push_back(row.name);
    if constexpr (carries_studies && requires { GameBots<State>::studies(); })
        for (const BotRow<State>& row : GameBots<State>::studies()) names.push_back(row.name);
    return names;
}

/// A bot's choice, with notes if its level takes them: `retell(visit)` calls visit(before, who, action) for every
/// decision so far, as the seat saw it.
template <Rules State, class Retell>
auto choose_after(const Retell& retell, std::string_view level, const Seen<State>& seen, const BotRequest& request,
                  Random& random) {
    if constexpr (LearnsFromPlay<State>) {
        NotesOf<State> notes;
        if (GameBots<State>::takes_notes(level))
            retell([&](const Seen<State>& before, Seat who, const auto& action) {
                if (who != seen.observer().seat()) notes.saw(before, who, action);
            });
        return GameBots<State>::choose(level, seen, notes, request, random);
    } else {
        return GameBots<State>::choose(level, seen, request, random);
    }
}

}  // namespace springtide
