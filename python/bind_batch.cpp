#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
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

/// The array the caller gave, if it can be written to as it stands; a new one if they gave none.
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
    BatchHandle(std::shared_ptr<GameHandle> game, BatchSetup setup, const py::dict& arrays)
        : game_(std::move(game)), setup_(setup) {
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

    void step(const py::object& given) {
        const auto actions = whole_numbers(given);
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

    StateHandle state(std::int64_t game) {
        const std::size_t index = index_of(game);
        const std::lock_guard lock(one_at_a_time_);
        StateHandle taken{game_, value_or_raise(game_->game->play_from_bytes(batch_->state_bytes(index)))};
        taken.before = taken.returns();
        return taken;
    }

    void set_state(std::int64_t game, const StateHandle& state) {
        const std::size_t index = index_of(game);
        if (state.game->game->info().id != game_->game->info().id)
            raise({ErrorCode::bad_request, "this is no state of the games of this batch"});
        const BatchRows out = rows();
        const std::lock_guard lock(one_at_a_time_);
        value_or_raise(batch_->put_state(index, state.play->state_bytes(), out));
    }

    /// Set-up, games and arrays; the arrays of an unpickled batch are its own.
    py::tuple kept() {
        const std::lock_guard lock(one_at_a_time_);
        py::dict arrays;
        arrays["observations"] = observations_;
        arrays["masks"] = masks_;
        arrays["rewards"] = rewards_;
        arrays["current_player"] = current_;
        arrays["done"] = done_;
        arrays["final_observations"] = final_;
        return py::make_tuple(
            game_,
            py::make_tuple(setup_.games, setup_.seed, setup_.threads, setup_.knowledge == Knowledge::information,
                           setup_.every_seat, setup_.bots, setup_.rotate, setup_.bot_nodes),
            build_mark(), py::bytes(batch_->save()), arrays);
    }
    static std::unique_ptr<BatchHandle> from(const py::tuple& kept) {
        if (kept[2].cast<std::string>() != build_mark())
            raise({ErrorCode::bad_request, "this batch was pickled by another build; only records outlive a build"});
        const auto game = kept[0].cast<std::shared_ptr<GameHandle>>();
        const auto settings = kept[1].cast<py::tuple>();
        BatchSetup setup{.games = settings[0].cast<std::size_t>(),
                         .seed = settings[1].cast<std::uint64_t>(),
                         .threads = settings[2].cast<int>(),
                         .rewards = game->rewards,
                         .knowledge = settings[3].cast<bool>() ? Knowledge::information : Knowledge::observation,
                         .every_seat = settings[4].cast<bool>(),
                         .bots = settings[5].cast<std::vector<std::string>>(),
                         .rotate = settings[6].cast<bool>(),
                         .bot_nodes = settings[7].cast<std::uint64_t>()};
        py::dict copies;
        for (const auto& [name, array] : kept[4].cast<py::dict>()) copies[name] = array.attr("copy")();
        auto batch = std::make_unique<BatchHandle>(game, std::move(setup), py::dict());
        value_or_raise(batch->batch_->load(kept[3].cast<std::string>()));
        batch->take_arrays(copies);
        return batch;
    }

    [[nodiscard]] const Batch& batch() const { return *batch_; }
    [[nodiscard]] const std::shared_ptr<GameHandle>& game() const { return game_; }

    Row<float> observations_, rewards_, final_;
    Row<std::uint8_t> masks_, done_;
    Row<std::int32_t> current_, actions_;

  private:
    /// Actions as the batch takes them; anything but whole numbers is refused, and so is what would not fit.
    [[nodiscard]] py::array_t<std::int32_t, py::array::c_style> whole_numbers(const py::object& given) const {
        const auto array = py::array::ensure(given);
        if (!array) throw py::type_error("actions are an array of whole numbers");
        const char kind = array.dtype().kind();
        if (kind != 'i' && kind != 'u' && kind != 'b')
            throw py::type_error("actions are whole numbers, not of type " + std::string(py::str(array.dtype())));
        if (py::isinstance<py::array_t<std::int32_t>>(array) || array.itemsize() < 4)
            return py::array_t < std::int32_t, py::array::c_style | py::array::forcecast > (array);
        const py::array_t<std::int64_t, py::array::c_style | py::array::forcecast> wide(array);
        py::array_t<std::int32_t, py::array::c_style> narrow(
            std::vector<py::ssize_t>(wide.shape(), wide.shape() + wide.ndim()));
        std::transform(wide.data(), wide.data() + wide.size(), narrow.mutable_data(), [&](std::int64_t action) {
            if (!std::in_range<std::int32_t>(action))
                raise({ErrorCode::bad_request, "there is no action " + std::to_string(action) +
                                                   "; the actions are 0 to " +
                                                   std::to_string(game_->game->action_count() - 1)});
            return static_cast<std::int32_t>(action);
        });
        return narrow;
    }

    [[nodiscard]] std::size_t index_of(std::int64_t game) const {
        if (game < 0 || game >= static_cast<std::int64_t>(batch_->games()))
            raise({ErrorCode::bad_request, "there is no game " + std::to_string(game) + "; the games are 0 to " +
                                               std::to_string(batch_->games() - 1)});
        return static_cast<std::size_t>(game);
    }

    /// The arrays of a batch that is being unpickled, in place of those it made.
    void take_arrays(const py::dict& arrays) {
        const auto take = [&]<class T>(Row<T>& own, const char* name) {
            own = array_or_new<T>(arrays[name], Shape(own.shape(), own.shape() + own.ndim()), name);
        };
        take(observations_, "observations");
        take(masks_, "masks");
        take(rewards_, "rewards");
        take(current_, "current_player");
        take(done_, "done");
        take(final_, "final_observations");
    }

    BatchRows rows() {
        return {.observations = observations_.mutable_data(),
                .masks = masks_.mutable_data(),
                .rewards = rewards_.mutable_data(),
                .current = current_.mutable_data(),
                .done = done_.mutable_data(),
                .final_observations = final_.mutable_data()};
    }

    std::shared_ptr<GameHandle> game_;
    BatchSetup setup_;
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
        .def("reset", &BatchHandle::reset, py::arg("seeds") = py::none(),
             "Begins every game anew; with `seeds`, one for each game, else from the batch's own seed.")
        .def("step", &BatchHandle::step, py::arg("actions"),
             "Plays one action (a whole number) for each row; those of rows that are not to act are not looked at.\n"
             "If one is not legal nothing is played at all.")
        .def("random_actions", &BatchHandle::random_actions,
             "A legal action for every row that is to act, all equally likely; -1 for the others. The array is the "
             "same\n"
             "every time.")
        .def("state", &BatchHandle::state, py::arg("game"), "A copy of one of the games as a State. It has no history.")
        .def("set_state", &BatchHandle::set_state, py::arg("game"), py::arg("state"),
             "Lets one of the games go on from this State, of the same game, options and players. Chance and bots act\n"
             "until the caller is to; rewards count from there.")
        .def(py::pickle([](BatchHandle& self) { return self.kept(); }, &BatchHandle::from))
        .def("__deepcopy__", [](BatchHandle& self, const py::dict&) { return BatchHandle::from(self.kept()); })
        .def("__copy__", [](BatchHandle& self) { return BatchHandle::from(self.kept()); })
        .def("__len__", [](const BatchHandle& self) { return self.batch().games(); })
        .def_property_readonly(
            "threads", [](const BatchHandle& self) { return self.batch().threads(); },
            "How many threads step the games.")
        .def_property_readonly(
            "game", [](const BatchHandle& self) { return self.game(); }, "The Game that is played.")
        .def_readonly(
            "observations", &BatchHandle::observations_,
            "float32 (games, size), with every_seat (games, seats, size): what the seat sees that is to act.\n"
            "Game.fields() says what the floats mean.")
        .def_readonly("masks", &BatchHandle::masks_,
                      "uint8 (games, actions), with every_seat (games, seats, actions): 1 for every legal action.")
        .def_readonly("rewards", &BatchHandle::rewards_,
                      "float32 (games, seats): what each seat earned in the last step.")
        .def_readonly(
            "current_player", &BatchHandle::current_,
            "int32 (games): the seat that is to act; with every_seat (games, seats): 1 if the seat is to act.")
        .def_readonly("done", &BatchHandle::done_,
                      "uint8 (games): 1 where a game ended in the last step and the next one has begun.")
        .def_readonly("final_observations", &BatchHandle::final_,
                      "float32, like observations: where a game ended in the last step, what was seen at its end.");
}

}  // namespace springtide::python
