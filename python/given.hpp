#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>

/// Values that Python code passes as a seat, an action or a text. pybind11's own refusal of a wrong type lists C++
/// signatures; these functions refuse with a sentence.
namespace springtide::python {

/// A whole number of any size, as it was typed: it may not fit, and is still reported in full.
struct GivenNumber {
    std::optional<std::int64_t> number;  ///< nothing if it has more than 64 bits
    std::string text;

    /// Refuses floats and everything else that is not a whole number; numpy's integers are.
    static GivenNumber from(pybind11::handle value, const char* what);
};

struct GivenSeat {
    GivenNumber value;
    static constexpr const char* what = "a seat";
    static constexpr auto type = pybind11::detail::const_name("int");
    static GivenSeat from(pybind11::handle value) { return {GivenNumber::from(value, what)}; }
};

struct GivenAction {
    GivenNumber value;
    static constexpr const char* what = "an action";
    static constexpr auto type = pybind11::detail::const_name("int");
    static GivenAction from(pybind11::handle value) { return {GivenNumber::from(value, what)}; }
};

struct GivenText {
    std::string value;
    static constexpr auto type = pybind11::detail::const_name("str");
    static GivenText from(pybind11::handle value);
};

}  // namespace springtide::python

namespace pybind11::detail {

template <class Given>
struct given_caster {
    PYBIND11_TYPE_CASTER(Given, Given::type);
    bool load(handle source, bool) {
        value = Given::from(source);
        return true;
    }
};
template <>
struct type_caster<springtide::python::GivenSeat> : given_caster<springtide::python::GivenSeat> {};
template <>
struct type_caster<springtide::python::GivenAction> : given_caster<springtide::python::GivenAction> {};
template <>
struct type_caster<springtide::python::GivenText> : given_caster<springtide::python::GivenText> {};

}  // namespace pybind11::detail
