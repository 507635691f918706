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

}  // namespace

void bind_game(py::module_& module) {
    py::class_<GameHandle, std::shared_ptr<GameHandle>>(module, "Game")
        .def(py::init(&new_game), py::arg("id"), py::arg("players") = py::none(), py::arg("rewards") = "win")
        .def_property_readonly("id", [](const GameHandle& self) { return std::string(self.game->info().id); })
        .def_property_readonly("title", [](const GameHandle& self) { return std::string(self.game->info().title); })
        .def_property_readonly("options", [](const GameHandle& self) { return self.game->options(); })
        .def_property_readonly(
            "reward_kind",
            [](const GameHandle& self) { return std::string(reward_names[static_cast<std::size_t>(self.rewards)]); })
        .def("num_players", [](const GameHandle& self) { return self.game->players(); })
        .def("num_distinct_actions", [](const GameHandle& self) { return self.game->action_count(); })
        .def("max_game_length", [](const GameHandle& self) { return self.game->most_decisions(); })
        .def("is_simultaneous", [](const GameHandle& self) { return self.game->simultaneous(); })
        .def("observation_tensor_size", [](const GameHandle& self) { return size_of(self, Knowledge::observation); })
        .def("information_state_tensor_size",
             [](const GameHandle& self) { return size_of(self, Knowledge::information); })
        .def("fields", &fields_of, py::arg("knowledge") = "observation")
        .def("__repr__",
             [](const GameHandle& self) {
                 std::string words = "Game('" + std::string(self.game->info().id) +
                                     "', players=" + std::to_string(self.game->players()) + ", rewards='" +
                                     std::string(reward_names[static_cast<std::size_t>(self.rewards)]) + "'";
                 for (const auto& [name, value] : self.game->options()) words += ", " + name + "='" + value + "'";
                 return words + ")";
             })
        .def("new_initial_state",
             [](const std::shared_ptr<GameHandle>& self) { return StateHandle{self, self->game->new_play()}; });

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
