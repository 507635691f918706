#pragma once

#include "cli/screens/screen.hpp"
#include "rules/high_tide_leiman/rules.hpp"

namespace springtide::cli {

/// The hexagon as rows of cells, each with its name, the colour and height of its stack, and the stack itself.
class HighTideLeimanScreen final : public Screen {
  public:
    [[nodiscard]] std::string goal() const override;
    [[nodiscard]] std::string draw(const Table& table, Observer observer, const Style& style) const override;
    [[nodiscard]] std::string legend() const override;
    [[nodiscard]] std::string final_table(const Table& table, const Style& style) const override;
};

template <>
struct GameScreen<high_tide_leiman::State> {
    using type = HighTideLeimanScreen;
};

}  // namespace springtide::cli
