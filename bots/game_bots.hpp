#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bots/bot.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"

namespace springtide {

/// The bots of one game. Each game specialises this in bots/<game>/bots.hpp with
///   static std::span<const std::string_view> levels();                       weakest first
///   static Choice<Action> choose(std::string_view level, const Seen<State>&, const BotRequest&, Random&);
/// A game may have further bots for study and comparison, which are not offered to people:
///   static std::span<const std::string_view> studies();
/// A game whose bots learn from the others' actions also has
///   Notes                                        a plain value, the observations of one seat, with
///   notes.saw(const Seen<State>& before, Seat actor, Action)           called for every decision, with this seat's
///                                                                      knowledge at that time (core/decisions.hpp)
///   static bool takes_notes(std::string_view level);
///   static Choice<Action> choose(level, const Seen<State>&, const Notes&, const BotRequest&, Random&);
template <class State>
struct GameBots;

/// A page does not carry the bots for study: it does not offer them, and every visitor would have to load them.
#ifdef __wasm__
inline constexpr bool carries_studies = false;
#else
inline constexpr bool carries_studies = true;
#endif

/// Every bot of a game by name: the levels, weakest first, and those that are only for study.
template <class State>
std::vector<std::string_view> bot_names_of() {
    const auto levels = GameBots<State>::levels();
    std::vector<std::string_view> names(levels.begin(), levels.end());
    if constexpr (carries_studies && requires { GameBots<State>::studies(); })
        for (const auto name : GameBots<State>::studies()) names.push_back(name);
    return names;
}

template <class State>
concept LearnsFromPlay = Rules<State> && requires { typename GameBots<State>::Notes; };

/// The notes of a seat whose bot takes none.
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

/// A bot's choice, with notes where its level takes them: `retell(visit)` calls visit(before, who, action) for every
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
