#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "bots/choose.hpp"
#include "python/handles.hpp"

namespace py = pybind11;

namespace springtide::python {

namespace {

template <class T>
using Row = py::array_t<T, py::array::c_style>;
using Shape = std::vector<py::ssize_t>;

template <class T>
Row<T> zeros(const Shape& shape) {
    Row<T> row(shape);
    std::fill_n(row.mutable_data(), row.size(), T{});
    return row;
}

/// The array the caller gave, if it can be written to as it stands; a new one if he gave none.
template <class T>
Row<T> array_or_new(const py::object& given, const Shape& shape, const char* name) {
    if (given.is_none()) return zeros<T>(shape);
    const auto wrong = [&] {
        raise({ErrorCode::bad_request, std::string(name) + " must be a writable C-contiguous array of shape " +
                                           std::string(py::str(py::tuple(py::cast(shape)))) + " and type " +
                                           std::string(py::str(py::dtype::of<T>()))});
    };
    if (!py::isinstance<Row<T>>(given)) wrong();
    auto row = py::reinterpret_borrow<Row<T>>(given);
    if (!row.writeable() || Shape(row.shape(), row.shape() + row.ndim()) != shape) wrong();
    return row;
}

/// A batch with the arrays it writes into.
class BatchHandle {
  public:
    BatchHandle(std::shared_ptr<GameHandle> game, BatchSetup setup, const py::dict& arrays) : game_(std::move(game)) {
        const auto games = static_cast<py::ssize_t>(setup.games);
        const py::ssize_t seats = game_->game->players();
        py::ssize_t width = 0;
        for (const FieldRow& field : game_->game->fields(setup.knowledge))
            width += static_cast<py::ssize_t>(field.size);
        Shape rows = {games};
        if (setup.every_seat) rows.push_back(seats);
        const auto wide = [&](py::ssize_t last) {
            Shape shape = rows;
            shape.push_back(last);
            return shape;
        };
        const auto given = [&](const char* name) {
            return arrays.contains(name) ? py::object(arrays[name]) : py::object(py::none());
        };
        observations_ = array_or_new<float>(given("observations"), wide(width), "observations");
        masks_ = array_or_new<std::uint8_t>(given("masks"), wide(game_->game->action_count()), "masks");
        rewards_ = array_or_new<float>(given("rewards"), {games, seats}, "rewards");
        current_ = array_or_new<std::int32_t>(given("current_player"), rows, "current_player");
        done_ = array_or_new<std::uint8_t>(given("done"), {games}, "done");
        final_ = array_or_new<float>(given("final_observations"), wide(width), "final_observations");
        actions_ = zeros<std::int32_t>(rows);
        batch_ = game_->game->new_batch(std::move(setup));
        reset(py::none());
    }

    void reset(const py::object& seeds) {
        std::vector<std::uint64_t> numbers;
        if (!seeds.is_none()) {
            numbers = seeds.cast<std::vector<std::uint64_t>>();
            if (numbers.size() != batch_->games())
                raise({ErrorCode::bad_request,
                       "give one seed for each of the " + std::to_string(batch_->games()) + " games"});
        }
        const BatchRows out = rows();
        const py::gil_scoped_release others_may_run;
        const std::lock_guard lock(one_at_a_time_);
        batch_->reset(numbers, out);
    }

    void step(const py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>& actions) {
        if (actions.size() != static_cast<py::ssize_t>(batch_->rows()))
            raise({ErrorCode::bad_request, "give " + std::to_string(batch_->rows()) + " actions, one for each row"});
        const std::span<const std::int32_t> ids(actions.data(), batch_->rows());
        const BatchRows out = rows();
        auto stepped = [&] {
            const py::gil_scoped_release others_may_run;
            const std::lock_guard lock(one_at_a_time_);
            return batch_->step(ids, out);
        }();
        value_or_raise(std::move(stepped));
    }

    /// The array returned is the same one every time.
    Row<std::int32_t> random_actions() {
        const std::span<std::int32_t> ids(actions_.mutable_data(), batch_->rows());
        {
            const py::gil_scoped_release others_may_run;
            const std::lock_guard lock(one_at_a_time_);
            batch_->random_actions(ids);
        }
        return actions_;
    }

    [[nodiscard]] const Batch& batch() const { return *batch_; }
    [[nodiscard]] const std::shared_ptr<GameHandle>& game() const { return game_; }

    Row<float> observations_, rewards_, final_;
    Row<std::uint8_t> masks_, done_;
    Row<std::int32_t> current_, actions_;

  private:
    BatchRows rows() {
        return {.observations = observations_.mutable_data(),
                .masks = masks_.mutable_data(),
                .rewards = rewards_.mutable_data(),
                .current = current_.mutable_data(),
                .done = done_.mutable_data(),
                .final_observations = final_.mutable_data()};
    }

    std::shared_ptr<GameHandle> game_;
    std::unique_ptr<Batch> batch_;
    std::mutex one_at_a_time_;  ///< for Python threads that share a batch
};

std::unique_ptr<BatchHandle> new_batch(const std::shared_ptr<GameHandle>& game, std::int64_t games, std::uint64_t seed,
                                       int threads, const std::string& knowledge, bool every_seat,
                                       const std::map<int, std::string>& bots, bool rotate, std::uint64_t nodes,
                                       const py::kwargs& arrays) {
    static const std::set<std::string> names = {"observations",   "masks", "rewards",
                                                "current_player", "done",  "final_observations"};
    for (const auto& [name, array] : arrays)
        if (!names.contains(py::str(name)))
            throw py::type_error("a batch has no array '" + std::string(py::str(name)) + "'");
    if (games < 1) raise({ErrorCode::bad_request, "a batch needs a game at least"});
    if (threads < 0 || threads > 256) raise({ErrorCode::bad_request, "threads are 1 to 256, or 0 for all cores"});
    BatchSetup setup{.games = static_cast<std::size_t>(games),
                     .seed = seed,
                     .threads = threads,
                     .rewards = game->rewards,
                     .knowledge = parse_knowledge(knowledge),
                     .every_seat = every_seat,
                     .bots = std::vector<std::string>(static_cast<std::size_t>(game->game->players())),
                     .rotate = rotate,
                     .bot_nodes = nodes};
    const auto known = bot_names(game->game->info().id);
    for (const auto& [seat, level] : bots) {
        if (std::ranges::find(known, level) == known.end())
            raise({ErrorCode::bad_request, "there is no level '" + level + "'"});
        setup.bots[parse_seat(seat, game->game->players())] = level;
    }
    if (std::ranges::none_of(setup.bots, &std::string::empty))
        raise({ErrorCode::bad_request, "leave a seat at least to the caller"});
    return std::make_unique<BatchHandle>(game, std::move(setup), arrays);
}

}  // namespace

void bind_batch(py::module_& module) {
    py::class_<BatchHandle>(module, "Batch")
        .def(py::init(&new_batch), py::arg("game"), py::arg("games"), py::kw_only(), py::arg("seed") = 0,
             py::arg("threads") = 0, py::arg("knowledge") = "observation", py::arg("every_seat") = false,
             py::arg("bots") = std::map<int, std::string>{}, py::arg("rotate") = false, py::arg("nodes") = 100)
        .def("reset", &BatchHandle::reset, py::arg("seeds") = py::none())
        .def("step", &BatchHandle::step, py::arg("actions"))
        .def("random_actions", &BatchHandle::random_actions)
        .def("__len__", [](const BatchHandle& self) { return self.batch().games(); })
        .def_property_readonly("threads", [](const BatchHandle& self) { return self.batch().threads(); })
        .def_property_readonly("game", [](const BatchHandle& self) { return self.game(); })
        .def_readonly("observations", &BatchHandle::observations_)
        .def_readonly("masks", &BatchHandle::masks_)
        .def_readonly("rewards", &BatchHandle::rewards_)
        .def_readonly("current_player", &BatchHandle::current_)
        .def_readonly("done", &BatchHandle::done_)
        .def_readonly("final_observations", &BatchHandle::final_);
}

}  // namespace springtide::python
