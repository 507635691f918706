#include <pybind11/stl.h>

#include "python/handles.hpp"

namespace py = pybind11;

namespace springtide::python {

/// A fingerprint of the file the module was loaded from: the layout of a state is the compiler's business, and only the
/// same file is sure to have the same one.
const std::string& build_mark() {
    static const std::string mark = [] {
        const py::object path = py::module_::import("springtide._core").attr("__file__");
        const py::object file = py::module_::import("io").attr("open")(path, "rb");
        const py::object digest = py::module_::import("hashlib").attr("sha256")(file.attr("read")());
        file.attr("close")();
        return digest.attr("hexdigest")().cast<std::string>();
    }();
    return mark;
}

py::tuple pickled(const GameHandle& game) {
    return py::make_tuple(std::string(game.game->info().id), game.game->players(), game.game->options(),
                          std::string(name_of_rewards(game.rewards)));
}

std::shared_ptr<GameHandle> unpickled_game(const py::tuple& kept) {
    auto game =
        value_or_raise(make_game(kept[0].cast<std::string>(), kept[1].cast<int>(), kept[2].cast<OptionTexts>()));
    return std::make_shared<GameHandle>(GameHandle{std::move(game), parse_rewards(kept[3].cast<std::string>())});
}

py::tuple pickled(const StateHandle& state) {
    const std::vector<float> before(state.before.begin(), state.before.end());
    if (const auto record = state.play->record()) return py::make_tuple(pickled(*state.game), before, *record);
    return py::make_tuple(pickled(*state.game), before, build_mark(), py::bytes(state.play->state_bytes()));
}

StateHandle unpickled_state(const py::tuple& kept) {
    const auto game = unpickled_game(kept[0].cast<py::tuple>());
    StateHandle state{game, nullptr};
    if (kept.size() == 3) {
        state.play = value_or_raise(load_game(kept[2].cast<std::string>())).play;
    } else {
        if (kept[2].cast<std::string>() != build_mark())
            raise({ErrorCode::bad_request,
                   "this state has no history and was pickled by another build; only records outlive a build"});
        state.play = value_or_raise(game->game->play_from_bytes(kept[3].cast<std::string>()));
    }
    const auto before = kept[1].cast<std::vector<float>>();
    for (std::size_t seat = 0; seat < state.before.size() && seat < before.size(); ++seat)
        state.before[seat] = before[seat];
    return state;
}

}  // namespace springtide::python
