#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

/// Tables with one row for each value of an enumeration. If a row is missing, or stands in the place of another one,
/// the program does not compile.
namespace springtide {

/// Whether the enumeration names this value. A compiler writes a value without a name as a number with its type in
/// parentheses.
template <auto Value>
consteval bool is_named() {
    return std::string_view(__PRETTY_FUNCTION__).find("Value = (") == std::string_view::npos;
}

/// How many values an enumeration has that counts from 0.
template <class Enum, std::size_t From = 0>
consteval std::size_t enum_count() {
    static_assert(std::is_scoped_enum_v<Enum>);
    if constexpr (is_named<static_cast<Enum>(From)>())
        return enum_count<Enum, From + 1>();
    else
        return From;
}

template <class Enum, class Value>
struct EnumRow {
    Enum key;
    Value value;
};

/// Not constexpr: a table that calls it while it is compiled is refused.
inline void rows_must_stand_in_the_order_of_their_enumeration() {}

template <class Enum, class Value, std::size_t Count>
consteval std::array<Value, Count> enum_table(const std::array<EnumRow<Enum, Value>, Count>& rows) {
    static_assert(Count >= enum_count<Enum>(), "the table lacks a row of its enumeration");
    static_assert(Count <= enum_count<Enum>(), "the table has more rows than its enumeration has values");
    std::array<Value, Count> values{};
    for (std::size_t i = 0; i < Count; ++i) {
        if (rows[i].key != static_cast<Enum>(i)) rows_must_stand_in_the_order_of_their_enumeration();
        values[i] = rows[i].value;
    }
    return values;
}

}  // namespace springtide
