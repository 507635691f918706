#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

/// Plain values as bytes, for the same build alone: no format to keep games in, records are.
namespace springtide {

template <class T>
    requires std::is_trivially_copyable_v<T>
std::string bytes_of(const T& value) {
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

/// Nothing if the size is another one.
template <class T>
    requires std::is_trivially_copyable_v<T>
std::optional<T> value_of_bytes(std::string_view bytes) {
    std::array<char, sizeof(T)> raw{};
    if (bytes.size() != raw.size()) return std::nullopt;
    bytes.copy(raw.data(), raw.size());
    return std::bit_cast<T>(raw);
}

}  // namespace springtide
