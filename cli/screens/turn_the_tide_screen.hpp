#pragma once

#include "cli/screens/screen.hpp"
#include "rules/turn_the_tide/rules.hpp"

namespace springtide::cli {

/// One line per player: the tide as water, preservers as rings, the last card, the points of every round.
class TurnTheTideScreen final : public Screen {
  public:
    [[nodiscard]] std::string goal() const override;
    [[nodiscard]] std::string draw(const Table& table, Observer observer, const Style& style) const override;
    [[nodiscard]] std::string reasons(const std::vector<Why>& why) const override;
    [[nodiscard]] bool actions_are_numbers() const override { return true; }
    [[nodiscard]] std::vector<std::string> news(EventBook book, const Story& story) const override;
    [[nodiscard]] std::string final_table(const Table& table, const Style& style) const override;
    [[nodiscard]] std::string own_commands() const override;
    [[nodiscard]] std::string legend() const override;
    [[nodiscard]] std::string place(const Table& table) const override;
    [[nodiscard]] std::string deed(std::string_view action) const override { return "played " + named(action); }
    [[nodiscard]] std::string named(std::string_view action) const override { return "the " + std::string(action); }
    bool answer(std::string_view command, const Table& table, Observer observer, const Style& style,
                std::string& text) override;

  private:
    bool memory_aid_ = false;
};

template <>
struct GameScreen<turn_the_tide::State> {
    using type = TurnTheTideScreen;
};

}  // namespace springtide::cli
