#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace springtide {

enum class OptionType { choice, number, flag, numbers };

/// One option of a game, for people and for programs that offer it.
struct OptionSpec {
    std::string_view name;
    OptionType type = OptionType::choice;
    std::string_view fallback;                  ///< the default as text; empty if another option decides it
    std::span<const std::string_view> choices;  ///< for OptionType::choice
    int low = 0;                                ///< for number and numbers
    int high = 0;
    int count = 0;  ///< for numbers: how many
    std::string_view help;
    bool is_expansion = false;  ///< a flag that adds an expansion of the game
};

/// Options as they are typed: name and value. A flag is `true` or `false`, numbers are separated by commas.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

/// Everything about a game that is true before it is played.
struct GameInfo {
    std::string_view id;
    std::string_view title;
    std::string_view designer;
    std::string_view summary;  ///< one line for the list of games
    int min_players = 2;
    int max_players = 2;
    std::span<const OptionSpec> options;
};

/// Checked option values of one table: every name is known, every value allowed.
class OptionReader {
  public:
    static Expected<OptionReader> read(const GameInfo& game, const OptionTexts& given);

    /// The value given, or the default, or nothing if there is neither.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view name) const;
    [[nodiscard]] bool given(std::string_view name) const;
    [[nodiscard]] int number(std::string_view name) const;
    [[nodiscard]] std::optional<bool> flag(std::string_view name) const;
    /// Which of the choices it is, counted from 0.
    [[nodiscard]] int choice(std::string_view name) const;
    [[nodiscard]] std::vector<int> numbers(std::string_view name) const;

  private:
    OptionReader(const GameInfo& game, OptionTexts given) : game_(&game), given_(std::move(given)) {}
    [[nodiscard]] const OptionSpec& spec(std::string_view name) const;

    const GameInfo* game_;
    OptionTexts given_;
};

/// The allowed values of an option as text: "1 to 5", "random, blue or pink".
std::string allowed_values(const OptionSpec& spec);

}  // namespace springtide
