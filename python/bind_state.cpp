#include <pybind11/stl.h>

#include "python/handles.hpp"

namespace py = pybind11;

namespace springtide::python {

namespace {

constexpr int chance_player = -1;
constexpr int simultaneous_player = -2;
constexpr int terminal_player = -4;

Seat seat_of(const StateHandle& self, int seat) { return parse_seat(seat, self.play->players()); }

/// The seat meant, or the one that is to act.
Seat acting_seat(const StateHandle& self, std::optional<int> seat) {
    if (seat) return seat_of(self, *seat);
    const ToAct acting = self.play->to_act();
    if (acting.seats.empty())
        raise({ErrorCode::not_your_turn, acting.chance ? "chance is to act" : "the game is over"});
    return acting.seats.front();
}

int current_player(const StateHandle& self) {
    const ToAct acting = self.play->to_act();
    if (acting.chance) return chance_player;
    if (acting.nobody()) return terminal_player;
    return acting.seats.size() > 1 ? simultaneous_player : acting.seats.front();
}

std::vector<int> to_act(const StateHandle& self) {
    std::vector<int> seats;
    for (const Seat seat : self.play->to_act().seats) seats.push_back(seat);
    return seats;
}

std::vector<int> legal_actions(const StateHandle& self, std::optional<int> seat) {
    const ToAct acting = self.play->to_act();
    if (seat) return self.play->legal_actions(seat_of(self, *seat));
    return acting.seats.empty() ? std::vector<int>{} : self.play->legal_actions(acting.seats.front());
}

py::array_t<std::uint8_t> legal_actions_mask(const StateHandle& self, std::optional<int> seat) {
    py::array_t<std::uint8_t> mask(self.game->game->action_count());
    std::fill_n(mask.mutable_data(), mask.size(), std::uint8_t{0});
    for (const int action : legal_actions(self, seat)) mask.mutable_data()[action] = 1;
    return mask;
}

void apply_action(StateHandle& self, std::int64_t action, std::optional<int> seat) {
    if (self.play->to_act().chance && !seat) {
        value_or_raise(self.play->apply_outcome(action));
        return;
    }
    const Seat actor = acting_seat(self, seat);
    const Returns before = self.returns();
    value_or_raise(self.play->apply(actor, action));
    self.before = before;
}

/// One action for every seat; those of seats that are not to act are not looked at. All are played or none.
void apply_actions(StateHandle& self, const std::vector<std::optional<std::int64_t>>& actions) {
    const SeatSet seats = self.play->to_act().seats;
    if (actions.size() != static_cast<std::size_t>(self.play->players()))
        raise({ErrorCode::bad_request, "give one action for each of the " + std::to_string(self.play->players()) +
                                           " seats, None for those that are not to act"});
    if (seats.empty()) acting_seat(self, std::nullopt);
    const Returns before = self.returns();
    auto after = self.play->clone();
    for (const Seat seat : seats) {
        if (!actions[seat]) raise({ErrorCode::illegal_action, "seat " + std::to_string(seat) + " is to act"});
        value_or_raise(after->apply(seat, *actions[seat]));
    }
    self.play = std::move(after);
    self.before = before;
}

py::list rewards_list(const StateHandle& self, const Returns& returns) {
    py::list list;
    for (int seat = 0; seat < self.play->players(); ++seat) list.append(returns[static_cast<std::size_t>(seat)]);
    return list;
}

Returns latest_rewards(const StateHandle& self) {
    Returns rewards = self.returns();
    for (std::size_t seat = 0; seat < rewards.size(); ++seat) rewards[seat] -= self.before[seat];
    return rewards;
}

py::list chance_outcomes(const StateHandle& self) {
    py::list list;
    int index = 0;
    for (const auto& [text, probability] : value_or_raise(self.play->chance_outcomes()))
        list.append(py::make_tuple(index++, probability));
    return list;
}

Observer observer_of(const StateHandle& self, std::optional<int> seat) {
    return seat ? Observer::seat(seat_of(self, *seat)) : Observer::spectator();
}

std::string information_text(const StateHandle& self, std::optional<int> seat) {
    const Observer observer = observer_of(self, seat);
    return "{\"view\":" + self.play->view(observer) + ",\"memory\":" + self.play->memory(observer).value_or("null") +
           "}";
}

py::array_t<float> tensor(const StateHandle& self, std::optional<int> seat, Knowledge knowledge) {
    const Seat observer = acting_seat(self, seat);
    py::array_t<float> floats(static_cast<py::ssize_t>(self.play->feature_count(knowledge)));
    self.play->write_features(observer, knowledge, floats.mutable_data());
    return floats;
}

StateHandle copy_with(const StateHandle& self, std::unique_ptr<Play> play) {
    return {self.game, std::move(play), self.before};
}

std::string record_of(const StateHandle& self) {
    auto record = self.play->record();
    if (!record) raise({ErrorCode::bad_request, "a resampled state has no history: nobody played it"});
    return std::move(*record);
}

std::vector<Deed> history_of(const StateHandle& self) {
    auto history = self.play->history();
    if (!history) raise({ErrorCode::bad_request, "a resampled state has no history: nobody played it"});
    return std::move(*history);
}

py::dict choose(const StateHandle& self, const std::string& level, std::optional<int> seat,
                std::optional<int> milliseconds, std::optional<std::uint64_t> nodes,
                std::optional<std::uint64_t> seed) {
    const Seat actor = acting_seat(self, seat);
    const BotRequest request{.level = level, .milliseconds = milliseconds, .seed = seed, .nodes = nodes};
    auto answer = [&] {
        const py::gil_scoped_release others_may_run;
        return self.play->choose(actor, request);
    }();
    const BotChoice choice = value_or_raise(std::move(answer));
    py::dict dict;
    dict["action"] = choice.action;
    dict["exact"] = choice.exact;
    dict["winner"] = choice.winner;
    dict["value"] = choice.value;
    dict["line"] = choice.line;
    return dict;
}

void bind_moves(py::class_<StateHandle>& state) {
    const py::arg_v any_seat = py::arg("seat") = py::none();
    state.def("current_player", &current_player)
        .def("to_act", &to_act)
        .def("is_terminal", [](const StateHandle& self) { return self.play->to_act().nobody(); })
        .def("is_chance_node", [](const StateHandle& self) { return self.play->to_act().chance; })
        .def("is_simultaneous_node",
             [](const StateHandle& self) { return current_player(self) == simultaneous_player; })
        .def("legal_actions", &legal_actions, any_seat)
        .def("legal_actions_mask", &legal_actions_mask, any_seat)
        .def("apply_action", &apply_action, py::arg("action"), any_seat)
        .def("apply_actions", &apply_actions, py::arg("actions"))
        .def(
            "action_to_string",
            [](const StateHandle& self, std::int64_t action, std::optional<int> seat) {
                return value_or_raise(self.play->action_text(seat ? seat_of(self, *seat) : Seat{0}, action));
            },
            py::arg("action"), any_seat)
        .def(
            "string_to_action",
            [](const StateHandle& self, const std::string& text, std::optional<int> seat) {
                return value_or_raise(self.play->parse_action(seat ? seat_of(self, *seat) : Seat{0}, text));
            },
            py::arg("text"), any_seat)
        .def("chance_outcomes", &chance_outcomes)
        .def("chance_to_string",
             [](const StateHandle& self, std::size_t index) {
                 const auto outcomes = value_or_raise(self.play->chance_outcomes());
                 if (index >= outcomes.size()) raise({ErrorCode::bad_request, "chance has fewer outcomes than that"});
                 return outcomes[index].first;
             })
        .def(
            "apply_chance",
            [](StateHandle& self, const std::string& text) { value_or_raise(self.play->apply_chance(text)); },
            py::arg("text"))
        .def(
            "sample_chance",
            [](StateHandle& self, Random& random) { return value_or_raise(self.play->sample_chance(random)); },
            py::arg("random"))
        .def(
            "resolve_chance",
            [](StateHandle& self, Random& random) {
                while (self.play->to_act().chance) value_or_raise(self.play->sample_chance(random));
            },
            py::arg("random"));
}

void bind_knowledge(py::class_<StateHandle>& state) {
    const py::arg_v any_seat = py::arg("seat") = py::none();
    state
        .def(
            "observation_string",
            [](const StateHandle& self, std::optional<int> seat) { return self.play->view(observer_of(self, seat)); },
            any_seat)
        .def("information_state_string", &information_text, any_seat)
        .def(
            "observation_tensor",
            [](const StateHandle& self, std::optional<int> seat) { return tensor(self, seat, Knowledge::observation); },
            any_seat)
        .def(
            "information_state_tensor",
            [](const StateHandle& self, std::optional<int> seat) { return tensor(self, seat, Knowledge::information); },
            any_seat)
        .def(
            "resample_from_infostate",
            [](const StateHandle& self, int seat, std::uint64_t seed) {
                return copy_with(self, self.play->resample(seat_of(self, seat), seed));
            },
            py::arg("seat"), py::arg("seed"))
        .def("full_string", [](const StateHandle& self) { return self.play->view(Observer::all()); })
        .def("choose", &choose, py::arg("level") = "", any_seat, py::arg("milliseconds") = py::none(),
             py::arg("nodes") = py::none(), py::arg("seed") = py::none());
}

}  // namespace

void bind_state(py::module_& module) {
    py::class_<Random>(module, "Random")
        .def(py::init([](std::uint64_t seed) { return Random(seed); }), py::arg("seed"))
        .def(
            "below",
            [](Random& self, std::uint32_t bound) {
                if (bound == 0) raise({ErrorCode::bad_request, "nothing is below 0"});
                return self.below(bound);
            },
            py::arg("bound"))
        .def("unit", &Random::unit);

    py::class_<StateHandle> state(module, "State");
    bind_moves(state);
    bind_knowledge(state);
    state.def("num_players", [](const StateHandle& self) { return self.play->players(); })
        .def("get_game", [](const StateHandle& self) { return self.game; })
        .def("returns", [](const StateHandle& self) { return rewards_list(self, self.returns()); })
        .def("rewards", [](const StateHandle& self) { return rewards_list(self, latest_rewards(self)); })
        .def("points",
             [](const StateHandle& self) {
                 const auto points = self.play->result().points;
                 return std::vector<int>(points.begin(), points.begin() + self.play->players());
             })
        .def("winners",
             [](const StateHandle& self) {
                 std::vector<int> seats;
                 for (const Seat seat : self.play->result().winners) seats.push_back(seat);
                 return seats;
             })
        .def("clone", [](const StateHandle& self) { return copy_with(self, self.play->clone()); })
        .def("__copy__", [](const StateHandle& self) { return copy_with(self, self.play->clone()); })
        .def("__deepcopy__",
             [](const StateHandle& self, const py::dict&) { return copy_with(self, self.play->clone()); })
        .def("__eq__", [](const StateHandle& self, const StateHandle& other) { return self.play->equals(*other.play); })
        .def("__hash__", [](const StateHandle& self) { return static_cast<py::ssize_t>(self.play->hash() >> 1U); })
        .def("broken_invariant",
             [](const StateHandle& self) -> std::optional<std::string> {
                 if (const char* words = self.play->broken_invariant(); words != nullptr) return words;
                 return std::nullopt;
             })
        .def("history", &history_of)
        .def("record", &record_of)
        .def("serialize", &record_of)
        .def(py::pickle(
            [](const StateHandle& self) {
                return py::make_tuple(record_of(self), static_cast<int>(self.game->rewards));
            },
            [](const py::tuple& kept) {
                auto loaded = value_or_raise(load_game(kept[0].cast<std::string>()));
                return state_of(std::move(loaded), static_cast<RewardKind>(kept[1].cast<int>()));
            }))
        .def("__repr__",
             [](const StateHandle& self) {
                 return "<State of " + std::string(self.game->game->info().id) + ": " +
                        self.play->view(Observer::all()) + ">";
             })
        .def("position", [](const StateHandle& self) { return self.play->position(); });
}

}  // namespace springtide::python
