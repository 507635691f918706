#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "tests/kit/all_games.hpp"
#include "tests/source_dir.hpp"

namespace springtide::kit {
namespace {

TEST(Signature, IsTheRecordedOneOfEveryGame) {
    std::map<std::string, std::string> recorded;
    std::ifstream file(std::string(SPRINGTIDE_SOURCE_DIR) + "/tests/signatures.txt");
    for (std::string game, number; file >> game >> number;) recorded[game] = number;
    for (const auto& checks : all_games())
        EXPECT_EQ(full_signature(checks), recorded[std::string(checks.game)])
            << checks.game
            << ": if rules or bots were meant to change, ./springtide bench --signature > tests/signatures.txt";
    EXPECT_EQ(recorded.size(), games().size());
}

}  // namespace
}  // namespace springtide::kit
