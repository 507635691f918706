#pragma once

#include <array>
#include <cstddef>

namespace springtide {

/// The games of a program as types. All code for single games is generated from this list, so no game can be forgotten.
template <class... States>
struct GameList {
    static constexpr std::size_t size = sizeof...(States);

    /// An array of what `make.operator()<State>()` gives for each game, in their order.
    template <class Make>
    static constexpr auto each(Make make) {
        return std::array { make.template operator()<States>()... };
    }
};

}  // namespace springtide
