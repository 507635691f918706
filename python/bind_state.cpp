#include <pybind11/stl.h>

#include "cli/screens/screen.hpp"
#include "python/given.hpp"
#include "python/handles.hpp"

namespace py = pybind11;

namespace springtide::python {

namespace {

constexpr int chance_player = -1;
constexpr int simultaneous_player = -2;
constexpr int terminal_player = -4;

using SomeSeat = std::optional<GivenSeat>;

Seat seat_of(const StateHandle& self, const GivenSeat& seat) {
    const std::int64_t number = seat.value.number.value_or(-1);
    if (number < 0 || number >= self.play->players())
        raise({ErrorCode::bad_request, "there is no seat " + seat.value.text + "; the seats are 0 to " +
                                           std::to_string(self.play->players() - 1)});
    return static_cast<Seat>(number);
}

/// A number that may be an action's; one of more than 64 bits is refused here, with all its digits.
std::int64_t action_of(const StateHandle& self, const GivenAction& action) {
    if (!action.value.number)
        raise({ErrorCode::bad_request, "there is no action " + action.value.text + "; the actions are 0 to " +
                                           std::to_string(self.game->game->action_count() - 1)});
    return *action.value.number;
}

/// The seat meant, or the one that is to act.
Seat acting_seat(const StateHandle& self, const SomeSeat& seat) {
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

std::vector<int> legal_actions(const StateHandle& self, const SomeSeat& seat) {
    const ToAct acting = self.play->to_act();
    if (seat) return self.play->legal_actions(seat_of(self, *seat));
    return acting.seats.empty() ? std::vector<int>{} : self.play->legal_actions(acting.seats.front());
}

py::array_t<std::uint8_t> legal_actions_mask(const StateHandle& self, const SomeSeat& seat) {
    py::array_t<std::uint8_t> mask(self.game->game->action_count());
    std::fill_n(mask.mutable_data(), mask.size(), std::uint8_t{0});
    for (const int action : legal_actions(self, seat)) mask.mutable_data()[action] = 1;
    return mask;
}

void apply_action(StateHandle& self, const GivenAction& given, const SomeSeat& seat) {
    const std::int64_t action = action_of(self, given);
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
void apply_actions(StateHandle& self, const py::sequence& given) {
    std::vector<std::optional<std::int64_t>> actions;
    for (const py::handle action : given)
        actions.push_back(action.is_none() ? std::nullopt : std::optional(action_of(self, GivenAction::from(action))));
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

StateHandle child(const StateHandle& self, const GivenAction& action, const SomeSeat& seat) {
    StateHandle next{self.game, self.play->clone(), self.before};
    apply_action(next, action, seat);
    return next;
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

std::string chance_to_string(const StateHandle& self, const GivenAction& index) {
    const auto outcomes = value_or_raise(self.play->chance_outcomes());
    const std::int64_t number = index.value.number.value_or(-1);
    if (number < 0 || number >= static_cast<std::int64_t>(outcomes.size()))
        raise({ErrorCode::illegal_action, "chance has no outcome " + index.value.text + "; its outcomes are 0 to " +
                                              std::to_string(outcomes.size() - 1) + " now"});
    return outcomes[static_cast<std::size_t>(number)].first;
}

/// The seat comes first, as in OpenSpiel, where chance is a player, too.
std::string action_to_string(const StateHandle& self, const GivenSeat& seat, const GivenAction& action) {
    if (seat.value.number == chance_player) return chance_to_string(self, action);
    return value_or_raise(self.play->action_text(seat_of(self, seat), action_of(self, action)));
}

/// The seat whose notation is meant if none is named: actions are written alike after the end and while chance acts.
Seat writing_seat(const StateHandle& self, const SomeSeat& seat) {
    const ToAct acting = self.play->to_act();
    return seat || !acting.seats.empty() ? acting_seat(self, seat) : Seat{0};
}

std::string current_action_to_string(const StateHandle& self, const GivenAction& action, const SomeSeat& seat) {
    if (!seat && self.play->to_act().chance) return chance_to_string(self, action);
    return value_or_raise(self.play->action_text(writing_seat(self, seat), action_of(self, action)));
}

int string_to_action(const StateHandle& self, const GivenSeat& seat, const GivenText& text) {
    return value_or_raise(self.play->parse_action(seat_of(self, seat), text.value));
}

int current_string_to_action(const StateHandle& self, const GivenText& text, const SomeSeat& seat) {
    return value_or_raise(self.play->parse_action(writing_seat(self, seat), text.value));
}

std::string board(const StateHandle& self, Observer observer) {
    return cli::screen_of(self.game->game->info().id).draw(self.play->table(), observer, cli::Style{});
}

py::list chance_outcomes(const StateHandle& self) {
    py::list list;
    int index = 0;
    for (const auto& [text, probability] : value_or_raise(self.play->chance_outcomes()))
        list.append(py::make_tuple(index++, probability));
    return list;
}

Observer observer_of(const StateHandle& self, const SomeSeat& seat) {
    return seat ? Observer::seat(seat_of(self, *seat)) : Observer::spectator();
}

std::string information_text(const StateHandle& self, const SomeSeat& seat) {
    const Observer observer = observer_of(self, seat);
    return "{\"view\":" + self.play->view(observer) + ",\"memory\":" + self.play->memory(observer).value_or("null") +
           "}";
}

py::array_t<float> tensor(const StateHandle& self, const SomeSeat& seat, Knowledge knowledge) {
    const Seat observer = acting_seat(self, seat);
    py::array_t<float> floats(static_cast<py::ssize_t>(self.play->feature_count(knowledge)));
    self.play->write_features(observer, knowledge, floats.mutable_data());
    return floats;
}

StateHandle copy_with(const StateHandle& self, std::unique_ptr<Play> play) {
    return {self.game, std::move(play), self.before};
}

[[noreturn]] void raise_no_history() {
    raise({ErrorCode::bad_request, "this state has no history: it was resampled, or taken out of a batch"});
}

std::string record_of(const StateHandle& self) {
    auto record = self.play->record();
    if (!record) raise_no_history();
    return std::move(*record);
}

std::vector<Deed> history_of(const StateHandle& self) {
    auto history = self.play->history();
    if (!history) raise_no_history();
    return std::move(*history);
}

py::dict choose(const StateHandle& self, const std::string& level, const SomeSeat& seat,
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
    state
        .def("current_player", &current_player,
             "The seat that is to act, or PlayerId.CHANCE, PlayerId.SIMULTANEOUS or PlayerId.TERMINAL.")
        .def("to_act", &to_act, "All seats that are to act, the lowest first; none when chance is, or at the end.")
        .def(
            "is_terminal", [](const StateHandle& self) { return self.play->to_act().nobody(); },
            "Whether the game is over.")
        .def(
            "is_chance_node", [](const StateHandle& self) { return self.play->to_act().chance; },
            "Whether chance is to act.")
        .def(
            "is_simultaneous_node", [](const StateHandle& self) { return current_player(self) == simultaneous_player; },
            "Whether several seats are to choose, each without knowing what the others choose.")
        .def("legal_actions", &legal_actions, any_seat,
             "The ids of what a seat may do now, sorted; empty if it is not to act. Without a seat: of the first to "
             "act.")
        .def("legal_actions_mask", &legal_actions_mask, any_seat,
             "The same as an array of num_distinct_actions() bytes, 1 for every legal action.")
        .def("apply_action", &apply_action, py::arg("action"), any_seat,
             "Plays an action of a seat (the first to act, if none is named), or where chance is to act, the outcome "
             "with\n"
             "this index. What is not legal is refused with the reason, and the state stays as it was.")
        .def("apply_actions", &apply_actions, py::arg("actions"),
             "Plays one action for every seat, None for those that are not to act: all of them, or none.")
        .def("child", &child, py::arg("action"), any_seat, "A copy of the state in which the action has been played.")
        .def("action_to_string", &action_to_string, py::arg("seat"), py::arg("action"),
             "An action in the notation of records, as a seat would write it; with seat PlayerId.CHANCE an outcome of\n"
             "chance.")
        .def("action_to_string", &current_action_to_string, py::arg("action"), py::kw_only(), any_seat,
             "The same for the player that is to act. An action never comes before its seat, unless seat= is named.")
        .def("string_to_action", &string_to_action, py::arg("seat"), py::arg("text"),
             "The id of an action of a seat in the notation of records.")
        .def("string_to_action", &current_string_to_action, py::arg("text"), py::kw_only(), any_seat,
             "The same for the player that is to act.")
        .def(
            "chance_outcomes", &chance_outcomes,
            "What chance may do now, as (index, probability). Refused where there is too much to list, such as a deal.")
        .def("chance_to_string", &chance_to_string, py::arg("index"),
             "An outcome of chance in the notation of records.")
        .def(
            "apply_chance",
            [](StateHandle& self, const GivenText& text) { value_or_raise(self.play->apply_chance(text.value)); },
            py::arg("text"), "Plays a chance event that you name, in the notation of records.")
        .def(
            "sample_chance",
            [](StateHandle& self, Random& random) { return value_or_raise(self.play->sample_chance(random)); },
            py::arg("random"), "Draws and plays one chance event, and gives it in the notation of records.")
        .def(
            "resolve_chance",
            [](StateHandle& self, Random& random) {
                while (self.play->to_act().chance) value_or_raise(self.play->sample_chance(random));
            },
            py::arg("random"), "Lets chance act until a seat is to act, or the game is over.");
}

void bind_knowledge(py::class_<StateHandle>& state) {
    const py::arg_v any_seat = py::arg("seat") = py::none();
    state
        .def(
            "observation_string",
            [](const StateHandle& self, const SomeSeat& seat) { return self.play->view(observer_of(self, seat)); },
            any_seat, "What lies on the table for a seat, as JSON; without a seat, for a spectator.")
        .def("information_state_string", &information_text, any_seat,
             "The same with all that a perfect memory adds, as JSON with `view` and `memory`.")
        .def(
            "observation_tensor",
            [](const StateHandle& self, const SomeSeat& seat) { return tensor(self, seat, Knowledge::observation); },
            any_seat, "What lies on the table for a seat, as floats; Game.fields() says what they mean.")
        .def(
            "information_state_tensor",
            [](const StateHandle& self, const SomeSeat& seat) { return tensor(self, seat, Knowledge::information); },
            any_seat,
            "The same with all that a perfect memory adds; Game.fields('information') says what the floats mean.")
        .def(
            "resample_from_infostate",
            [](const StateHandle& self, const GivenSeat& seat, std::uint64_t seed) {
                return copy_with(self, self.play->resample(seat_of(self, seat), seed));
            },
            py::arg("seat"), py::arg("seed"),
            "A state that this seat could not tell from this one, with what it cannot know drawn anew. It has no "
            "history.")
        .def(
            "resample_from_infostate",
            [](const StateHandle& self, const GivenSeat& seat, const py::function& sampler) {
                const auto seed = static_cast<std::uint64_t>(std::ldexp(sampler().cast<double>(), 53));
                return copy_with(self, self.play->resample(seat_of(self, seat), seed));
            },
            py::arg("seat"), py::arg("sampler"),
            "The same with what OpenSpiel passes instead of a seed: a function that gives a float from 0 up to 1.")
        .def(
            "board", [](const StateHandle& self, const SomeSeat& seat) { return board(self, observer_of(self, seat)); },
            any_seat, "The table as the terminal draws it, for a seat; without a seat, for a spectator.")
        .def(
            "full_string", [](const StateHandle& self) { return self.play->view(Observer::all()); },
            "Everything, secrets included, as JSON.")
        .def(
            "choose", &choose, py::arg("level") = "", any_seat, py::arg("milliseconds") = py::none(),
            py::arg("nodes") = py::none(), py::arg("seed") = py::none(),
            "Asks one of Springtide's bots, who is shown only what the seat may know. Gives a dict: `action`, `exact`\n"
            "(proven), `winner` (if proven), `value` and `line` (the actions it expects).");
}

void bind_end(py::class_<StateHandle>& state) {
    state
        .def(
            "returns", [](const StateHandle& self) { return rewards_list(self, self.returns()); },
            "By seat, what it has earned so far; Game's `rewards` decides what counts.")
        .def(
            "player_return",
            [](const StateHandle& self, const GivenSeat& seat) { return self.returns()[seat_of(self, seat)]; },
            py::arg("seat"), "What one seat has earned so far.")
        .def(
            "rewards", [](const StateHandle& self) { return rewards_list(self, latest_rewards(self)); },
            "By seat, what the last decision earned, with the chance events that followed it.")
        .def(
            "player_reward",
            [](const StateHandle& self, const GivenSeat& seat) { return latest_rewards(self)[seat_of(self, seat)]; },
            py::arg("seat"), "What the last decision earned one seat.")
        .def(
            "points",
            [](const StateHandle& self) {
                const auto points = self.play->result().points;
                return std::vector<int>(points.begin(), points.begin() + self.play->players());
            },
            "By seat, the points of the rulebook, as far as they are counted.")
        .def(
            "winners",
            [](const StateHandle& self) {
                std::vector<int> seats;
                for (const Seat seat : self.play->result().winners) seats.push_back(seat);
                return seats;
            },
            "The seats that won; several share a tie. Empty before the end.")
        .def("history", &history_of, "Everything that was done: (seat, notation), with seat -1 for chance.")
        .def("record", &record_of, "The game as text, as load_record() and `./springtide` read it.")
        .def("serialize", &record_of, "The same as record(); Game.deserialize_state() reads it.")
        .def(
            "position", [](const StateHandle& self) { return self.play->position(); },
            "The position in one line, for games that have such a notation; else None.");
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
            py::arg("bound"), "A whole number from 0 to bound - 1, all equally likely.")
        .def("unit", &Random::unit, "A float from 0 up to, but not including, 1.")
        .def("__copy__", [](const Random& self) { return self; })
        .def("__deepcopy__", [](const Random& self, const py::dict&) { return self; })
        .def(py::pickle([](const Random& self) { return py::make_tuple(self.state()); },
                        [](const py::tuple& kept) { return Random(kept[0].cast<std::array<std::uint64_t, 4>>()); }));

    py::class_<StateHandle> state(module, "State");
    bind_moves(state);
    bind_knowledge(state);
    bind_end(state);
    state.def(
             "num_players", [](const StateHandle& self) { return self.play->players(); }, "How many seats there are.")
        .def(
            "get_game", [](const StateHandle& self) { return self.game; }, "The Game this is a state of.")
        .def(
            "clone", [](const StateHandle& self) { return copy_with(self, self.play->clone()); },
            "A copy that goes its own way.")
        .def("__copy__", [](const StateHandle& self) { return copy_with(self, self.play->clone()); })
        .def("__deepcopy__",
             [](const StateHandle& self, const py::dict&) { return copy_with(self, self.play->clone()); })
        .def(
            "__eq__", [](const StateHandle& self, const StateHandle& other) { return self.play->equals(*other.play); },
            py::is_operator())
        .def("__hash__", [](const StateHandle& self) { return static_cast<py::ssize_t>(self.play->hash() >> 1U); })
        .def(
            "broken_invariant",
            [](const StateHandle& self) -> std::optional<std::string> {
                if (const char* words = self.play->broken_invariant(); words != nullptr) return words;
                return std::nullopt;
            },
            "None, or what is wrong with the state; for tests.")
        .def(py::pickle([](const StateHandle& self) { return pickled(self); }, &unpickled_state))
        .def("__str__", [](const StateHandle& self) { return board(self, Observer::all()); })
        .def("__repr__", [](const StateHandle& self) {
            return "<State of " + std::string(self.game->game->info().id) + ": " + self.play->view(Observer::all()) +
                   ">";
        });
}

}  // namespace springtide::python
