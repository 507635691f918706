#include "cli/screens/high_tide_henn_screen.hpp"
#include "notation/high_tide_henn_words.hpp"

namespace springtide::cli {

using namespace high_tide_henn;

/// The codes are those of docs/explanation/bots-high-tide-henn.md.
std::string HighTideHennScreen::reasons(const std::vector<Why>& why) const {
    std::string text;
    for (const Why& reason : why) {
        const auto name = [&](const auto& names) {
            return std::string(names[static_cast<std::size_t>(reason.numbers[0])]);
        };
        const auto number = [&](std::size_t i) { return std::to_string(reason.numbers[i]); };
        const auto percent = [&](std::size_t i) { return std::to_string((reason.numbers[i] + 5) / 10) + " %"; };
        if (reason.code == "goes_first")
            text += "  on " + name(colour_names) + " it takes the lead, on space " + number(1) + "\n";
        if (reason.code == "in_reach_of_waves")
            text +=
                "  on " + name(colour_names) + " a large wave could reach it: dry spaces ahead, " + number(1) + "\n";
        if (reason.code == "into_water") text += "  on " + name(colour_names) + " it goes into the water\n";
        if (reason.code == "die_lost")
            text += "  on " + name(colour_names) + " you are in the water already: that die is wasted\n";
        if (reason.code == "rolls_left") text += "  rolls you still have: " + number(0) + "\n";
        if (reason.code == "tile") text += "  the tile " + name(tile_names) + " helps more now than later\n";
        if (reason.code == "wins")
            text += "  the best choice: about " + percent(0) + " wins, " + percent(1) + " with the next best\n";
    }
    return text;
}

}  // namespace springtide::cli
