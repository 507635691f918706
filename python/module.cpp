#include <pybind11/stl.h>

#include <algorithm>

#include "bots/choose.hpp"
#include "core/version.hpp"
#include "python/handles.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace py = pybind11;

namespace springtide::python {

namespace {

/// The class springtide.Error; lives as long as the interpreter.
py::handle error_class;

template <std::size_t Count>
std::size_t parse_name(const std::array<std::string_view, Count>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        std::string known;
        for (const auto& one : names) known += (known.empty() ? "" : ", ") + std::string(one);
        raise({ErrorCode::bad_request, "'" + name + "' is none of: " + known});
    }
    return static_cast<std::size_t>(found - names.begin());
}

py::dict describe(const GameInfo& info) {
    py::list options;
    for (const OptionSpec& spec : info.options) {
        py::dict option;
        option["name"] = std::string(spec.name);
        option["help"] = std::string(spec.help);
        option["default"] = spec.fallback.empty() ? py::object(py::none()) : py::str(std::string(spec.fallback));
        option["allowed"] = allowed_values(spec);
        py::list choices;
        if (spec.type == OptionType::flag)
            for (const char* value : {"false", "true"}) choices.append(value);
        for (const auto choice : spec.choices) choices.append(std::string(choice));
        option["choices"] = choices;
        option["expansion"] = spec.is_expansion;
        if (spec.type == OptionType::number || spec.type == OptionType::numbers)
            option["range"] = py::make_tuple(spec.low, spec.high);
        if (spec.type == OptionType::numbers) option["count"] = spec.count;
        options.append(option);
    }
    py::dict game;
    game["id"] = std::string(info.id);
    game["title"] = std::string(info.title);
    game["designer"] = std::string(info.designer);
    game["summary"] = std::string(info.summary);
    game["players"] = py::make_tuple(info.min_players, info.max_players);
    game["options"] = options;
    game["levels"] = bot_levels(info.id);
    return game;
}

}  // namespace

void raise(const Error& error) {
    const py::object exception = error_class(error.message);
    exception.attr("code") = std::string(name_of(error.code));
    PyErr_SetObject(error_class.ptr(), exception.ptr());
    throw py::error_already_set();
}

std::string_view name_of_rewards(RewardKind kind) { return reward_names[static_cast<std::size_t>(kind)]; }

RewardKind parse_rewards(const std::string& name) { return static_cast<RewardKind>(parse_name(reward_names, name)); }

Knowledge parse_knowledge(const std::string& name) {
    static constexpr std::array<std::string_view, 2> names = {"observation", "information"};
    return static_cast<Knowledge>(parse_name(names, name));
}

Seat parse_seat(int seat, int players) {
    if (seat < 0 || seat >= players)
        raise({ErrorCode::bad_request,
               "there is no seat " + std::to_string(seat) + "; the seats are 0 to " + std::to_string(players - 1)});
    return static_cast<Seat>(seat);
}

}  // namespace springtide::python

PYBIND11_MODULE(_core, module) {
    using namespace springtide::python;
    module.doc() = "The games of Springtide, their bots and their solver, from C++.";
    module.attr("__version__") = std::string(springtide::version);
    error_class = PyErr_NewExceptionWithDoc("springtide.Error",
                                            "Something was refused: the sentence says why, `code` names the kind.",
                                            PyExc_ValueError, nullptr);
    module.attr("Error") = error_class;
    module.def(
        "games",
        [] {
            py::list list;
            for (const auto& game : springtide::games()) list.append(describe(game.info()));
            return list;
        },
        "What there is to play: a dict for each game with its options and its bots' levels, the weakest first.");
    bind_arena(module);
    bind_game(module);
    bind_state(module);
    bind_batch(module);
    bind_leiman(module);
}
