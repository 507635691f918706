#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "tests/source_dir.hpp"

/// Perft counts as data: tests check them, the benchmark measures with them.
namespace springtide::test {

/// A line of a *.perft file: a position and the number of move sequences of length 1, 2, 3 …
struct PerftCase {
    std::string position;
    std::vector<std::uint64_t> nodes;
};

inline std::vector<PerftCase> read_perft(const std::string& name) {
    std::ifstream file(std::string(SPRINGTIDE_SOURCE_DIR) + "/tests/perft/" + name);
    std::vector<PerftCase> cases;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        const auto parts = split(line, '|');
        PerftCase found{.position = std::string(parts[0].substr(0, parts[0].find_last_not_of(' ') + 1)), .nodes = {}};
        for (const auto number : split(parts[1], ' '))
            if (!number.empty()) found.nodes.push_back(std::stoull(std::string(number)));
        cases.push_back(found);
    }
    return cases;
}

}  // namespace springtide::test
