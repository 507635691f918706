// Learned networks and Leiman's book are not part of a module: the caller fetches them when they are first missed, asks
// for a buffer, writes them there and has them taken.
#include <vector>

#include "bots/high_tide_henn/round_value.hpp"
#include "bots/high_tide_leiman/book.hpp"
#include "bots/turn_the_tide/network.hpp"

namespace {

std::vector<unsigned char> bytes;

}  // namespace

extern "C" {

/// Room for networks of `size` bytes.
[[clang::export_name("networks_buffer")]] unsigned char* networks_buffer(std::size_t size) {
    bytes.resize(size);
    return bytes.data();
}

/// Reads the networks in the buffer, of any game; 0 if it holds none.
[[clang::export_name("take_networks")]] int take_networks() {
    const bool good = springtide::turn_the_tide::provide_networks(bytes) ||
                      springtide::high_tide_henn::provide_round_network(bytes) ||
                      springtide::high_tide_leiman::provide_book(bytes);
    bytes = {};
    return good ? 1 : 0;
}

/// Did a bot do without them? The sum of 1 for those of Turn the Tide, 2 for those of Henn's High Tide and 4 for the
/// book of Leiman's High Tide.
[[clang::export_name("networks_missed")]] int networks_missed() {
    return (springtide::turn_the_tide::networks_were_missed() ? 1 : 0) +
           (springtide::high_tide_henn::round_network_was_missed() ? 2 : 0) +
           (springtide::high_tide_leiman::book_was_missed() ? 4 : 0);
}
}
