#include <pybind11/stl.h>

#include "bots/high_tide_leiman/review.hpp"
#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solution.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "notation/high_tide_leiman.hpp"
#include "python/handles.hpp"
#include "python/learn/high_tide_leiman.hpp"

namespace py = pybind11;

namespace springtide::python {

namespace {

using namespace high_tide_leiman;
using Text = GameText<high_tide_leiman::State>;

high_tide_leiman::State state_of(const std::string& position) {
    const high_tide_leiman::State::Options one_round{.stones = 1, .first = First::random};
    return value_or_raise(Text::parse_position(position, one_round));
}

py::dict ending_dict(const Ending& ending) {
    py::dict dict;
    dict["winner"] = ending.winner;
    dict["margin"] = ending.margin;
    return dict;
}

py::dict solve(const std::string& position) {
    const auto state = state_of(position);
    if (is_over(state)) raise({ErrorCode::over, "the round is over"});
    struct Found {
        Ending ending;
        MoveResults<Ending> moves;
        Solver::Line line;
    };
    const Found found = [&] {
        const py::gil_scoped_release others_may_run;
        Solver solver;
        return Found{*solver.ending(state), *solver.move_endings(state), *solver.best_line(state)};
    }();
    py::dict moves;
    for (const auto& [action, ending] : found.moves)
        moves[py::int_(ActionIds<high_tide_leiman::State>::id(action))] = ending_dict(ending);
    py::list line;
    for (const auto action : found.line) line.append(ActionIds<high_tide_leiman::State>::id(action));
    py::dict dict = ending_dict(found.ending);
    dict["moves"] = moves;
    dict["line"] = line;
    return dict;
}

std::string review_text(const std::string& record) {
    auto moves = [&] {
        const py::gil_scoped_release others_may_run;
        return high_tide_leiman::review(record);
    }();
    return review_json(value_or_raise(std::move(moves)));
}

const SetupClasses& classes() {
    static const SetupClasses classes;
    return classes;
}

Setup setup_of(const std::string& position) {
    const auto state = state_of(position);
    Setup setup{};
    for (int cell = 0; cell < cell_count; ++cell) {
        if (height(state, cell) == 1) setup[static_cast<std::size_t>(cell)] = top(state, cell);
    }
    if (state.levels.tiles[1] != 0 || !is_setup(setup))
        raise({ErrorCode::bad_request, "the position is no set-up: 19 stacks of one tile, laid out by the rules"});
    return setup;
}

py::array_t<std::uint8_t> read_column(const std::string& name, const py::bytes& file) {
    const auto column = std::ranges::find(column_names, name);
    if (column == column_names.end()) raise({ErrorCode::bad_request, "there is no column '" + name + "'"});
    const std::string text = file;
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    const auto numbers = unpack(static_cast<Column>(column - column_names.begin()), bytes);
    if (!numbers) raise({ErrorCode::bad_request, "the file is not this column, whole and unchanged"});
    return py::array_t<std::uint8_t>(static_cast<py::ssize_t>(numbers->size()), numbers->data());
}

std::uint32_t checked_class(std::int64_t index) {
    if (index < 0 || index >= classes().size())
        raise({ErrorCode::bad_request, "the classes are 0 to " + std::to_string(classes().size() - 1)});
    return static_cast<std::uint32_t>(index);
}

}  // namespace

void bind_leiman(py::module_& module) {
    module.def("solve_position", &solve, py::arg("position"));
    module.def("review_json", &review_text, py::arg("record"));
    module.def("read_column", &read_column, py::arg("name"), py::arg("file"));
    module.def(
        "setup_position",
        [](std::int64_t index) {
            return Text::position_text(first_position(classes().representative(checked_class(index))));
        },
        py::arg("index"));
    module.def(
        "setup_members", [](std::int64_t index) { return classes().members(checked_class(index)); }, py::arg("index"));
    module.def(
        "setup_class", [](const std::string& position) { return classes().class_of(setup_of(position)); },
        py::arg("position"));
}

}  // namespace springtide::python
