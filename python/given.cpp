#include "python/given.hpp"

namespace py = pybind11;

namespace springtide::python {

GivenNumber GivenNumber::from(py::handle value, const char* what) {
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!number) {
        PyErr_Clear();
        throw py::type_error(std::string(what) + " is a whole number, not " + std::string(py::repr(value)));
    }
    int overflow = 0;
    const std::int64_t whole = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    return {overflow == 0 ? std::optional(whole) : std::nullopt, std::string(py::str(number))};
}

GivenText GivenText::from(py::handle value) {
    if (!py::isinstance<py::str>(value)) throw py::type_error("notation is text, not " + std::string(py::repr(value)));
    return {value.cast<std::string>()};
}

}  // namespace springtide::python
