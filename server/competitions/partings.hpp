#pragma once

#include <string>
#include <vector>

#include "core/seat.hpp"
#include "table/table.hpp"

namespace springtide::server {

/// The choices between two public positions: one action, or several that were made at the same time in secret.
struct DuplicateStep {
    struct Choice {
        Seat seat = 0;
        std::string action;
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    std::vector<Choice> choices;  ///< in the order of the seats
    int line = 0;                 ///< of the record, counted from 0, with which it begins
};
std::vector<DuplicateStep> steps_of(const Table& table);

/// Tables that had gone alike until a seat chose differently.
struct Parting {
    struct Choice {
        std::string action;
        std::vector<int> tables;
        double points = 0;  ///< of the seat, on average
    };
    int step = 0;  ///< so many steps were alike
    int line = 0;
    Seat seat = 0;
    std::vector<Choice> chosen;  ///< in the order of the tables
};
struct PlayedTable {
    int table = 0;
    std::vector<int> points;
    std::vector<DuplicateStep> steps;
};
std::vector<Parting> partings(const std::vector<PlayedTable>& tables);

/// What is told of them.
std::string partings_json(const std::vector<Parting>& all);

}  // namespace springtide::server
