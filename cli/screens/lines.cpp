#include "cli/screens/lines.hpp"

#include <algorithm>

#include "core/lifetime.hpp"
#include "core/text.hpp"

namespace springtide::cli {

namespace {

/// The length of the escape sequence that begins at `at`, 0 if none does.
std::size_t escape_at(std::string_view text, std::size_t at) {
    if (text[at] != '\x1b' || at + 1 >= text.size() || text[at + 1] != '[') return 0;
    const auto end = text.find_first_of("ABCDEFGHJKSTfmsu", at + 2);
    return end == std::string_view::npos ? text.size() - at : end + 1 - at;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::vector<std::string_view> lines_of(std::string_view text SPRINGTIDE_LIFETIME_BOUND) {
    if (text.ends_with('\n')) text.remove_suffix(1);
    std::vector<std::string_view> lines;
    for (const std::string_view line : split(text, '\n')) lines.push_back(line);
    return lines;
}

/// The place to break a line: the last space up to which it fits, or the first one after a word that is too wide.
std::size_t break_of(std::string_view line, std::size_t width, std::size_t from) {
    std::size_t column = 0;
    std::size_t best = std::string_view::npos;
    for (std::size_t i = 0; i < line.size();) {
        if (const auto length = escape_at(line, i); length != 0) {
            i += length;
            continue;
        }
        if (line[i] == ' ' && i > from && (column <= width || best == std::string_view::npos)) best = i;
        if (column > width && best != std::string_view::npos) break;
        column += is_continuation(line[i]) ? 0U : 1U;
        ++i;
    }
    return best;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (const auto length = escape_at(text, i); length != 0) {
            i += length;
            continue;
        }
        columns += is_continuation(text[i]) ? 0U : 1U;
        ++i;
    }
    return columns;
}

std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    for (const auto line : lines_of(text)) width = std::max(width, columns_of(line));
    return width;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::string set;
    if (text.empty()) return set;
    for (const auto original : lines_of(text)) {
        std::string line(original);
        std::size_t from = std::min(line.find_first_not_of(' '), line.size());
        while (columns_of(line) > width) {
            const auto gap = break_of(line, width, from);
            if (gap == std::string::npos) break;
            auto rest = line.find_first_not_of(' ', gap);
            if (rest == std::string::npos) rest = line.size();
            set += line.substr(0, line.find_last_not_of(' ', gap) + 1) + "\n";
            line = std::string(indent, ' ') + line.substr(rest);
            from = indent;
        }
        set += line + "\n";
    }
    if (!text.ends_with('\n')) set.pop_back();
    return set;
}

std::string side_by_side(std::string_view left, const std::vector<std::string>& right, std::size_t at) {
    const auto lines = lines_of(left);
    std::string text;
    for (std::size_t row = 0; row < std::max(lines.size(), right.size()); ++row) {
        const std::string line(row < lines.size() ? lines[row] : "");
        const auto used = columns_of(line);
        text += line;
        if (row < right.size() && !right[row].empty()) text += std::string(at - std::min(at, used), ' ') + right[row];
        text += "\n";
    }
    return text;
}

}  // namespace springtide::cli
