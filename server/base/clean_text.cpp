#include "server/base/clean_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace springtide::server {

namespace {

constexpr char32_t broken = 0xFFFFFFFF;

/// The next character, taken off the front; `broken` for a byte that begins none.
char32_t take(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    const auto give = [&](std::size_t bytes, char32_t character) {
        text.remove_prefix(bytes);
        return character;
    };
    if (length == 1) return give(1, first);
    if (length == 0 || first > 0xF4 || text.size() < length) return give(1, broken);
    char32_t character = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return give(1, broken);
        character = character << 6U | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
    if (character < least[length] || surrogate || character > 0x10FFFF) return give(1, broken);
    return give(length, character);
}

struct Range {
    char32_t first;
    char32_t last;
};

bool is_in(char32_t character, const auto& ranges) {
    return std::ranges::any_of(ranges,
                               [&](Range range) { return character >= range.first && character <= range.last; });
}

bool breaks_lines(char32_t character) {
    constexpr std::array<Range, 3> ranges = {{{0x09, 0x0D}, {0x85, 0x85}, {0x2028, 0x2029}}};
    return is_in(character, ranges);
}
bool joins(char32_t character) { return character == 0x200C || character == 0x200D; }
bool cannot_be_seen(char32_t character) {
    constexpr std::array<Range, 17> ranges = {{{0x00, 0x1F},
                                               {0x7F, 0x9F},
                                               {0xAD, 0xAD},
                                               {0x34F, 0x34F},
                                               {0x61C, 0x61C},
                                               {0x115F, 0x1160},
                                               {0x17B4, 0x17B5},
                                               {0x180B, 0x180F},
                                               {0x200B, 0x200F},
                                               {0x2028, 0x202E},
                                               {0x2060, 0x206F},
                                               {0x3164, 0x3164},
                                               {0xFEFF, 0xFEFF},
                                               {0xFFA0, 0xFFA0},
                                               {0xFFF9, 0xFFFB},
                                               {0x1D173, 0x1D17A},
                                               {0xE0000, 0xE0FFF}}};
    return character == broken || is_in(character, ranges);
}

}  // namespace

bool is_plain(std::string_view text) {
    while (!text.empty())
        if (cannot_be_seen(take(text))) return false;
    return true;
}

std::string plain_text(std::string_view text) {
    std::string plain;
    bool may_join = false;
    while (!text.empty()) {
        const auto before = text;
        const char32_t character = take(text);
        if (breaks_lines(character)) {
            plain += ' ';
            may_join = false;
        } else if (joins(character) ? may_join : !cannot_be_seen(character)) {
            plain += before.substr(0, before.size() - text.size());
            may_join = !joins(character) && character != ' ';
        }
    }
    while (plain.ends_with(' ')) plain.pop_back();
    return plain;
}

std::string two_digits(double number) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, 2).ptr;
    return {text.data(), end};
}

bool is_id(std::string_view text) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return text.size() == 32 && std::ranges::all_of(text, is_digit);
}

}  // namespace springtide::server
