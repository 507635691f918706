#include "bots/turn_the_tide/evaluation_table.hpp"

#include "bots/turn_the_tide/evaluation_numbers.hpp"

namespace springtide::turn_the_tide {

namespace {

std::array<EvaluationTable, outlook_player_counts> read_numbers() {
    std::array<EvaluationTable, outlook_player_counts> outlooks;
    std::size_t next = 0;
    for (EvaluationTable& table : outlooks)
        for_each_number(table, [&](float& number) { number = static_cast<float>(outlook_numbers[next++]) / 1000; });
    return outlooks;
}

}  // namespace

const EvaluationTable& evaluation_table_for(int players) {
    static const auto outlooks = read_numbers();
    return outlooks[at(players - min_players)];
}

}  // namespace springtide::turn_the_tide
