#include <pybind11/stl.h>

#include "python/handles.hpp"

namespace py = pybind11;

namespace springtide::python {

namespace {

/// An option as it is typed: True becomes true, a list becomes numbers with commas.
std::string option_text(const py::handle& value) {
    if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
    if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value)) return py::str(value);
    std::string text;
    for (const py::handle item : value) text += (text.empty() ? "" : ",") + std::string(py::str(item));
    return text;
}

std::shared_ptr<GameHandle> new_game(const std::string& id, std::optional<int> players, const std::string& rewards,
                                     const py::kwargs& options) {
    OptionTexts texts;
    for (const auto& [name, value] : options) texts.emplace_back(py::str(name), option_text(value));
    const RewardKind kind = parse_rewards(rewards);
    if (players && *players < 1) raise({ErrorCode::bad_options, "a game needs players"});
    return std::make_shared<GameHandle>(GameHandle{value_or_raise(make_game(id, players.value_or(0), texts)), kind});
}

/// Fields as a dict from name to (offset, size, help).
py::dict fields_of(const GameHandle& self, const std::string& knowledge) {
    py::dict fields;
    for (const FieldRow& row : self.game->fields(parse_knowledge(knowledge)))
        fields[py::str(row.name)] = py::make_tuple(row.offset, row.size, row.help);
    return fields;
}

std::size_t size_of(const GameHandle& self, Knowledge knowledge) {
    std::size_t size = 0;
    for (const FieldRow& row : self.game->fields(knowledge)) size += row.size;
    return size;
}

/// The least and the greatest return of a seat.
float least_return(const GameHandle& self) {
    if (self.rewards == RewardKind::points) return static_cast<float>(self.game->least_points());
    return -1.0F / static_cast<float>(self.game->players() - 1);
}
float most_return(const GameHandle& self) {
    return self.rewards == RewardKind::points ? static_cast<float>(self.game->most_points()) : 1.0F;
}

std::string words_of(const GameHandle& self) {
    std::string words = "Game('" + std::string(self.game->info().id) +
                        "', players=" + std::to_string(self.game->players()) + ", rewards='" +
                        std::string(name_of_rewards(self.rewards)) + "'";
    for (const auto& [name, value] : self.game->options()) words += ", " + name + "='" + value + "'";
    return words + ")";
}

bool is_same(const GameHandle& self, const GameHandle& other) { return words_of(self) == words_of(other); }

/// A record of this very game: options and players decide what its actions mean.
StateHandle deserialize_state(const std::shared_ptr<GameHandle>& self, const std::string& text) {
    auto loaded = value_or_raise(load_game(text));
    if (loaded.game->info().id != self->game->info().id || loaded.game->players() != self->game->players() ||
        loaded.game->options() != self->game->options())
        raise({ErrorCode::bad_request,
               "this record is of another game, or of other options or players; "
               "springtide.load_record() reads it with its own"});
    StateHandle state{self, std::move(loaded.play)};
    state.before = state.returns();
    return state;
}

}  // namespace

void bind_game(py::module_& module) {
    py::class_<GameHandle, std::shared_ptr<GameHandle>>(module, "Game")
        .def(py::init(&new_game), py::arg("id"), py::arg("players") = py::none(), py::arg("rewards") = "win")
        .def_property_readonly(
            "id", [](const GameHandle& self) { return std::string(self.game->info().id); },
            "The game's name in programs, such as 'turn_the_tide'.")
        .def_property_readonly(
            "title", [](const GameHandle& self) { return std::string(self.game->info().title); },
            "The game's name on its box.")
        .def_property_readonly(
            "options", [](const GameHandle& self) { return self.game->options(); },
            "The options as a record writes them: (name, value) pairs of text.")
        .def_property_readonly(
            "reward_kind", [](const GameHandle& self) { return std::string(name_of_rewards(self.rewards)); },
            "What returns() and rewards() count: 'win' or 'points'.")
        .def(
            "num_players", [](const GameHandle& self) { return self.game->players(); }, "How many seats there are.")
        .def(
            "num_distinct_actions", [](const GameHandle& self) { return self.game->action_count(); },
            "How many action ids there are: 0 to one less than this, each with one meaning in every state.")
        .def(
            "max_game_length", [](const GameHandle& self) { return self.game->most_decisions(); },
            "No game has more decisions of seats than this; most have far fewer.")
        .def(
            "is_simultaneous", [](const GameHandle& self) { return self.game->simultaneous(); },
            "Whether several seats may choose at once.")
        .def("min_utility", &least_return, "No seat's return is ever below this.")
        .def("max_utility", &most_return, "No seat's return is ever above this.")
        .def(
            "utility_sum",
            [](const GameHandle& self) -> std::optional<float> {
                if (self.rewards == RewardKind::win) return 0.0F;
                return std::nullopt;
            },
            "What the returns of all seats add up to at the end: 0 for rewards='win', None where it depends on the "
            "game.")
        .def(
            "observation_tensor_size", [](const GameHandle& self) { return size_of(self, Knowledge::observation); },
            "How many floats State.observation_tensor() has.")
        .def(
            "observation_tensor_shape",
            [](const GameHandle& self) { return std::vector{size_of(self, Knowledge::observation)}; },
            "The shape of State.observation_tensor(), as a list.")
        .def(
            "information_state_tensor_size",
            [](const GameHandle& self) { return size_of(self, Knowledge::information); },
            "How many floats State.information_state_tensor() has.")
        .def(
            "information_state_tensor_shape",
            [](const GameHandle& self) { return std::vector{size_of(self, Knowledge::information)}; },
            "The shape of State.information_state_tensor(), as a list.")
        .def("fields", &fields_of, py::arg("knowledge") = "observation",
             "What the floats mean: a dict from a name to (first, how many, words).")
        .def("__repr__", &words_of)
        .def("__eq__", &is_same, py::is_operator())
        .def("__hash__", [](const GameHandle& self) { return py::hash(py::str(words_of(self))); })
        .def("__copy__", [](const std::shared_ptr<GameHandle>& self) { return self; })
        .def("__deepcopy__", [](const std::shared_ptr<GameHandle>& self, const py::dict&) { return self; })
        .def(py::pickle([](const GameHandle& self) { return pickled(self); }, &unpickled_game))
        .def(
            "new_initial_state",
            [](const std::shared_ptr<GameHandle>& self) { return StateHandle{self, self->game->new_play()}; },
            "The state before anything happened; mostly chance is to act.")
        .def("deserialize_state", &deserialize_state, py::arg("text"),
             "The state that State.serialize() wrote, of a game with the same options and players.");

    module.def(
        "load_record",
        [](const std::string& record, const std::string& rewards) {
            const RewardKind kind = parse_rewards(rewards);
            return state_of(value_or_raise(load_game(record)), kind);
        },
        py::arg("record"), py::arg("rewards") = "win",
        "The state at the end of a record: the text that State.record() and `./springtide` write.");
    module.def(
        "load_position",
        [](const std::string& position, const std::string& game, const std::string& rewards) {
            const RewardKind kind = parse_rewards(rewards);
            return state_of(value_or_raise(load_position(game, position)), kind);
        },
        py::arg("position"), py::arg("game") = "high_tide_leiman", py::arg("rewards") = "win",
        "A state set to a position in one line, for games that have such a notation.");
}

}  // namespace springtide::python
