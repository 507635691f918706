#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "arena/report.hpp"

namespace springtide::arena {

namespace {

constexpr int cell_width = 112;
constexpr int cell_height = 56;
constexpr int top = 92;
constexpr int edge = 16;

struct Cell {
    double share = 0;
    double margin = 0;
};

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '&': safe += "&amp;"; break;
            case '"': safe += "&quot;"; break;
            default: safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return safe;
}

/// A name that fits its cell; a long command is cut.
std::string short_name(const std::string& name, std::size_t most) {
    return escaped(name.size() <= most ? name : name.substr(0, most - 3) + "...");
}

std::string label(int x, int y, std::string_view anchor, std::string_view style, std::string_view words) {
    return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" +
           std::string(anchor) + "\" " + std::string(style) + ">" + std::string(words) + "</text>\n";
}

/// Sea green for the stronger, sand for the weaker, deeper with the difference; white at equal strength.
std::string colour(double share, double equal) {
    const double off = share >= equal ? (share - equal) / (1 - equal) : (share - equal) / equal;
    const double depth = std::sqrt(std::min(1.0, std::abs(off)));
    const auto mixed = [&](int full) { return static_cast<int>(std::lround(255 + (full - 255) * depth)); };
    char text[48];
    if (off >= 0)
        std::snprintf(text, sizeof text, "rgb(%d,%d,%d)", mixed(70), mixed(176), mixed(160));
    else
        std::snprintf(text, sizeof text, "rgb(%d,%d,%d)", mixed(232), mixed(178), mixed(96));
    return text;
}

std::optional<Cell> cell_of(const Plan& plan, const Outcome& outcome, std::size_t row, std::size_t column) {
    for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
        const auto& [one, rest] = plan.pairings[i];
        const Sample& share = outcome.standings[i].share;
        if (share.count() == 0) continue;
        if (one == row && rest == column) return Cell{.share = share.mean(), .margin = share_margin(share)};
        if (plan.players == 2 && one == column && rest == row)
            return Cell{.share = 1 - share.mean(), .margin = share_margin(share)};
    }
    return std::nullopt;
}

/// Only those contestants that have a pairing on this side; with two players both sides are the same.
std::vector<std::size_t> side(const Plan& plan, bool rows) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < plan.contestants.size(); ++i)
        if (std::ranges::any_of(plan.pairings, [&](const Pairing& pairing) {
                return (rows ? pairing.one : pairing.rest) == i ||
                       (plan.players == 2 && (rows ? pairing.rest : pairing.one) == i);
            }))
            found.push_back(i);
    return found;
}

std::string draw_cell(const Plan& plan, const std::optional<Cell>& cell, int x, int y) {
    const std::string fill = cell ? colour(cell->share, plan.equal_share()) : "rgb(240,240,240)";
    std::string svg = "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
                      std::to_string(cell_width - 3) + "\" height=\"" + std::to_string(cell_height - 3) +
                      "\" rx=\"6\" fill=\"" + fill + "\"/>\n";
    if (!cell) return svg;
    const int middle = x + (cell_width - 3) / 2;
    svg += label(middle, y + 25, "middle", "font-size=\"17\" font-weight=\"600\"", share_text(cell->share));
    if (std::isfinite(cell->margin))
        svg += label(middle, y + 43, "middle", "font-size=\"12\" fill=\"#456\"", "± " + share_text(cell->margin));
    return svg;
}

}  // namespace

std::string svg_report(const Plan& plan, const Outcome& outcome) {
    const auto rows = side(plan, true);
    const auto columns = side(plan, false);
    std::size_t longest = 8;
    for (const std::size_t row : rows)
        longest = std::max(longest, std::min<std::size_t>(plan.contestants[row].name.size(), 28));
    const int left = edge + static_cast<int>(longest) * 9;
    const int width = std::max(left + static_cast<int>(columns.size()) * cell_width + edge, 520);
    const int height = top + static_cast<int>(rows.size()) * cell_height + 44;
    const std::string size = std::to_string(width) + " " + std::to_string(height);
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\" width=\"" +
                      std::to_string(width) + "\" height=\"" + std::to_string(height) +
                      "\" font-family=\"system-ui, sans-serif\" fill=\"#123\">\n<rect width=\"100%\" height=\"100%\" "
                      "fill=\"white\"/>\n";
    svg += label(edge, 32, "start", "font-size=\"18\" font-weight=\"600\"", escaped(setting_text(plan)));
    svg += label(edge, 54, "start", "font-size=\"13\" fill=\"#456\"",
                 plan.players == 2 ? "share of wins of the row against the column"
                                   : "share of wins of one of the row against a table of the column");
    for (std::size_t c = 0; c < columns.size(); ++c)
        svg += label(left + static_cast<int>(c) * cell_width + (cell_width - 3) / 2, top - 10, "middle",
                     "font-size=\"14\"", short_name(plan.contestants[columns[c]].name, 14));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const int y = top + static_cast<int>(r) * cell_height;
        svg += label(left - 12, y + 32, "end", "font-size=\"14\"", short_name(plan.contestants[rows[r]].name, 28));
        for (std::size_t c = 0; c < columns.size(); ++c)
            svg += draw_cell(plan, cell_of(plan, outcome, rows[r], columns[c]), left + static_cast<int>(c) * cell_width,
                             y);
    }
    svg += label(edge, height - 16, "start", "font-size=\"12\" fill=\"#456\"",
                 "equal strength " + share_text(plan.equal_share()) + ", 95 % intervals over deals");
    return svg + "</svg>\n";
}

}  // namespace springtide::arena
