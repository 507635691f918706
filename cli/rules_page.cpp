#include "cli/rules_page.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <vector>

#include "cli/rules_texts.hpp"
#include "cli/screens/lines.hpp"
#include "core/text.hpp"

namespace springtide::cli {

namespace {

/// A part of a page that is set as one: a heading, a paragraph, an item of a list, or a table.
struct Block {
    std::string text;
    std::size_t indent = 0;  ///< of its second line on
    bool is_table = false;
    bool is_item = false;
};

bool starts_item(std::string_view line) {
    const auto first = line.find_first_not_of(' ');
    if (first == std::string_view::npos) return false;
    line.remove_prefix(first);
    if (line.starts_with("- ")) return true;
    const auto digits = line.find_first_not_of("0123456789");
    return digits != 0 && digits != std::string_view::npos && line.substr(digits).starts_with(". ");
}

std::string without(std::string text, std::string_view mark) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark)) text.erase(at, mark.size());
    return text;
}

/// "[words](address)" is "words".
std::string without_addresses(std::string text) {
    for (auto at = text.find("]("); at != std::string::npos; at = text.find("](")) {
        const auto open = text.rfind('[', at);
        const auto close = text.find(')', at);
        if (open == std::string::npos || close == std::string::npos) break;
        text = text.substr(0, open) + text.substr(open + 1, at - open - 1) + text.substr(close + 1);
    }
    return text;
}

std::vector<Block> blocks_of(std::string_view markdown) {
    std::vector<Block> blocks;
    bool joins = false;  // the next line belongs to the block before it
    for (const std::string_view line : split(markdown, '\n')) {
        const auto first = line.find_first_not_of(' ');
        if (first == std::string_view::npos || line.starts_with("![")) {
            joins = false;
            continue;
        }
        if (line.starts_with("|")) {
            const bool is_rule = line.find_first_not_of("|-: ") == std::string_view::npos;
            if (is_rule) continue;
            if (!joins || !blocks.back().is_table) blocks.push_back({"", 4, true, false});
            Block& table = blocks.back();
            std::string row;
            for (const std::string_view cell : split(line.substr(1), '|')) {
                const auto from = cell.find_first_not_of(' ');
                if (from == std::string_view::npos) continue;
                row +=
                    (row.empty() ? "" : ": ") + std::string(cell.substr(from, cell.find_last_not_of(' ') + 1 - from));
            }
            table.text += (table.text.empty() ? "" : "\n") + row;
            joins = true;
            continue;
        }
        if (starts_item(line)) {
            const auto words = line.find(' ', first) + 1;
            blocks.push_back({std::string(line), words, false, true});
            joins = true;
            continue;
        }
        if (joins && !blocks.back().is_table && !line.starts_with("#"))
            blocks.back().text += " " + std::string(line.substr(first));
        else
            blocks.push_back({std::string(line), 0, false, false});
        joins = !line.starts_with("#");
    }
    return blocks;
}

/// "Beaches of 20 spaces (H5)." is "Beaches of 20 spaces.": the ids of clauses are for those who write programs.
std::string without_ids(const std::string& text) {
    static const std::regex ids(R"(\s\((?:instead of )?[LTH][A-Z]?\d{1,2}(?:(?:, | to | and )[LTH][A-Z]?\d{1,2})*\))");
    return std::regex_replace(text, ids, "");
}

/// Only whole words count.
bool names(std::string_view text, std::string_view wanted) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (auto at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
        const auto end = at + wanted.size();
        if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
    }
    return false;
}

std::string upper_case(std::string_view text) {
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return upper;
}

std::string set(const Block& block, const Style& style) {
    std::string text = without_ids(without_addresses(without(without(block.text, "**"), "`")));
    if (text.starts_with("#")) return style.bold(text.substr(text.find_first_not_of("# "))) + "\n";
    return wrapped(text, static_cast<std::size_t>(std::min(style.columns, 100)), block.indent) + "\n";
}

}  // namespace

std::string rules_page(std::string_view game, std::string_view word, const Style& style) {
    const auto found = std::ranges::find(rules_texts, game, &std::pair<std::string_view, std::string_view>::first);
    if (found == rules_texts.end()) return "";
    const std::string wanted = upper_case(word);
    std::string page;
    bool after_item = false;
    for (const Block& block : blocks_of(found->second)) {
        if (!wanted.empty() && (block.text.starts_with("#") || !names(upper_case(block.text), wanted))) continue;
        if (!page.empty() && !(block.is_item && after_item)) page += "\n";
        page += set(block, style);
        after_item = block.is_item;
    }
    return page;
}

}  // namespace springtide::cli
