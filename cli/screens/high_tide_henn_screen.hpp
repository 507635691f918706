#pragma once

#include "cli/screens/screen.hpp"
#include "rules/high_tide_henn/rules.hpp"

namespace springtide::cli {

/// The six beaches as lanes from the bar to the water, the dice track under them, and who has what.
class HighTideHennScreen final : public Screen {
  public:
    [[nodiscard]] std::string goal() const override;
    [[nodiscard]] std::string draw(const Table& table, Observer observer, const Style& style) const override;
    [[nodiscard]] std::string explain(const Table& table, Seat seat, std::string_view action) const override;
    [[nodiscard]] std::string reasons(const std::vector<Why>& why) const override;
    [[nodiscard]] std::vector<std::string> news(EventBook book, const Story& story) const override;
    [[nodiscard]] std::string legend() const override;
    [[nodiscard]] std::string place(const Table& table) const override;
    [[nodiscard]] std::string final_table(const Table& table, const Style& style) const override;
};

template <>
struct GameScreen<high_tide_henn::State> {
    using type = HighTideHennScreen;
};

}  // namespace springtide::cli
