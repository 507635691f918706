#include <pybind11/stl.h>

#include <atomic>
#include <thread>

#include "arena/match.hpp"
#include "arena/report.hpp"
#include "bots/choose.hpp"
#include "python/handles.hpp"

namespace py = pybind11;

namespace springtide::python {

namespace {

/// The report of a match as JSON, the same as from `springtide arena --json`.
std::string arena_json(const GameHandle& self, const std::vector<std::string>& contestants, std::uint64_t deals,
                       const std::string& seed, unsigned threads, bool until_clear) {
    arena::Plan plan;
    plan.game = self.game->info().id;
    plan.players = self.game->players();
    plan.options = self.game->options();
    plan.contestants = value_or_raise(arena::parse_contestants(contestants, bot_names(plan.game), {}));
    if (plan.contestants.size() < 2) raise({ErrorCode::bad_request, "an arena needs two contestants at least"});
    plan.pairings = arena::all_against_all(plan.contestants.size(), plan.players);
    plan.deals = deals;
    plan.seed = seed;
    plan.until_clear = until_clear;
    plan.threads = std::max(1U, threads == 0 ? std::thread::hardware_concurrency() : threads);
    const std::atomic<bool> stop = false;
    auto outcome = [&] {
        const py::gil_scoped_release others_may_run;
        return arena::run(plan, stop, {});
    }();
    return arena::json_report(plan, value_or_raise(std::move(outcome)));
}

}  // namespace

void bind_arena(py::module_& module) {
    module.def("arena_json", &arena_json, py::arg("game"), py::arg("contestants"), py::arg("deals"), py::arg("seed"),
               py::arg("threads"), py::arg("until_clear"));
}

}  // namespace springtide::python
