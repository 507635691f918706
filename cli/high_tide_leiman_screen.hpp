#pragma once

#include "cli/screen.hpp"

namespace springtide::cli {

/// The hexagon as rows of cells, each with its name, the colour and height of its stack, and the stack itself.
class HighTideLeimanScreen final : public Screen {
  public:
    [[nodiscard]] std::string goal() const override;
    [[nodiscard]] std::string draw(const Table& table, Observer observer, const Style& style) const override;
    [[nodiscard]] std::string final_table(const Table& table, const Style& style) const override;
};

}  // namespace springtide::cli
