#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "python/game.hpp"
#include "python/learn/rewards.hpp"

/// The objects that Python holds, and the conversion of errors into exceptions.
namespace springtide::python {

struct GameHandle {
    std::unique_ptr<Game> game;
    RewardKind rewards = RewardKind::win;
};

struct StateHandle {
    std::shared_ptr<GameHandle> game;
    std::unique_ptr<Play> play;
    Returns before{};  ///< the earnings of every seat before the last decision

    [[nodiscard]] Returns returns() const {
        return returns_of(play->result(), play->to_act().nobody(), play->players(), game->rewards);
    }
};

/// A state that was set up or loaded.
inline StateHandle state_of(LoadedGame loaded, RewardKind rewards) {
    StateHandle state{std::make_shared<GameHandle>(GameHandle{std::move(loaded.game), rewards}),
                      std::move(loaded.play)};
    state.before = state.returns();
    return state;
}

/// Raises springtide.Error with the sentence, and the code as an attribute.
[[noreturn]] void raise(const Error& error);

template <class T>
T value_or_raise(Expected<T> answer) {
    if (!answer) raise(answer.error());
    if constexpr (!std::is_void_v<T>) return std::move(*answer);
}

/// Distinguishes this build of the module from all others: plain bytes of states are valid only within one build.
const std::string& build_mark();

/// The pickled form of a state: its record, or its bytes if it has no history.
pybind11::tuple pickled(const StateHandle& state);
StateHandle unpickled_state(const pybind11::tuple& kept);
pybind11::tuple pickled(const GameHandle& game);
std::shared_ptr<GameHandle> unpickled_game(const pybind11::tuple& kept);

RewardKind parse_rewards(const std::string& name);
Knowledge parse_knowledge(const std::string& name);
/// A seat from outside.
Seat parse_seat(int seat, int players);

std::string_view name_of_rewards(RewardKind kind);

void bind_arena(pybind11::module_& module);
void bind_game(pybind11::module_& module);
void bind_state(pybind11::module_& module);
void bind_batch(pybind11::module_& module);
void bind_leiman(pybind11::module_& module);

}  // namespace springtide::python
