#include "bots/turn_the_tide/evaluation_table.hpp"

#include "bots/turn_the_tide/evaluation_numbers.hpp"

namespace springtide::turn_the_tide {

namespace {

std::array<EvaluationTable, evaluated_player_counts> read_numbers() {
    std::array<EvaluationTable, evaluated_player_counts> tables;
    std::size_t next = 0;
    for (EvaluationTable& table : tables)
        for_each_number(table, [&](float& number) { number = static_cast<float>(evaluation_numbers[next++]) / 1000; });
    return tables;
}

}  // namespace

const EvaluationTable& evaluation_table_for(int players) {
    static const auto tables = read_numbers();
    return tables[at(players - min_players)];
}

const EvaluationTable& shortsighted_table_for(int players) {
    static const auto tables = [] {
        auto without_cards = read_numbers();
        for (EvaluationTable& table : without_cards) table.card = {};
        return without_cards;
    }();
    return tables[at(players - min_players)];
}

}  // namespace springtide::turn_the_tide
