#include "bots/turn_the_tide/outlook.hpp"

#include "bots/turn_the_tide/outlook_numbers.hpp"

namespace springtide::turn_the_tide {

namespace {

std::array<Outlook, outlook_player_counts> read_numbers() {
    std::array<Outlook, outlook_player_counts> outlooks;
    std::size_t next = 0;
    for (Outlook& outlook : outlooks)
        for_each_number(outlook, [&](float& number) { number = static_cast<float>(outlook_numbers[next++]) / 1000; });
    return outlooks;
}

}  // namespace

const Outlook& outlook_for(int players) {
    static const auto outlooks = read_numbers();
    return outlooks[at(players - min_players)];
}

}  // namespace springtide::turn_the_tide
