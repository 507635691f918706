#pragma once

#include <bit>
#include <string>
#include <string_view>

#include "core/json_writer.hpp"
#include "rules/turn_the_tide/state.hpp"

/// The small words of Turn the Tide that its notation is built from.
namespace springtide::turn_the_tide {

template <class Visit>
void for_each_card(Cards cards, Visit&& visit) {
    for (; cards != 0; cards &= cards - 1) visit(std::countr_zero(cards));
}

inline std::string card_list(Cards cards, std::string_view separator) {
    std::string list;
    for_each_card(cards, [&](int card) {
        if (!list.empty()) list += separator;
        list += std::to_string(card);
    });
    return list;
}

inline void write_cards(JsonWriter& json, Cards cards) {
    json.begin_array();
    for_each_card(cards, [&](int card) { json.value(card); });
    json.end_array();
}

inline std::string player_name(int seat) { return "player " + std::to_string(seat + 1); }

}  // namespace springtide::turn_the_tide
