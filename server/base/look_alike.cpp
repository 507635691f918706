#include "server/base/look_alike.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "server/base/libicu.hpp"

namespace springtide::server {

namespace {

constexpr UChar32 braille_blank = 0x2800;  // a symbol to Unicode, and nothing to the eye

/// ICU writes into a buffer and returns the length of the whole text. A name is short: a text that does not fit into
/// this many units is no name.
constexpr std::int32_t most_units = 1024;
using Buffer = std::array<UChar, most_units>;

std::u16string utf16(std::string_view text) {
    Buffer buffer{};
    std::int32_t length = 0;
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8(buffer.data(), most_units, &length, text.data(), static_cast<std::int32_t>(text.size()), &error);
    return U_SUCCESS(error) ? std::u16string(buffer.data(), static_cast<std::size_t>(length)) : std::u16string();
}

std::string utf8(std::u16string_view text) {
    std::array<char, 3 * most_units> buffer{};
    std::int32_t length = 0;
    UErrorCode error = U_ZERO_ERROR;
    u_strToUTF8(buffer.data(), static_cast<std::int32_t>(buffer.size()), &length, text.data(),
                static_cast<std::int32_t>(text.size()), &error);
    return U_SUCCESS(error) ? std::string(buffer.data(), static_cast<std::size_t>(length)) : std::string();
}

/// The text after one of ICU's transformations; as it was where that fails.
template <class Transform>
std::u16string transformed(std::u16string_view text, const Transform& transform) {
    Buffer buffer{};
    UErrorCode error = U_ZERO_ERROR;
    const std::int32_t length =
        transform(text.data(), static_cast<std::int32_t>(text.size()), buffer.data(), most_units, &error);
    if (U_FAILURE(error)) return std::u16string(text);
    return {buffer.data(), static_cast<std::size_t>(length)};
}

std::u16string folded(std::u16string_view text) {
    return transformed(text, [](auto* from, auto length, auto* to, auto most, UErrorCode* error) {
        return unorm2_normalize(unorm2_getNFKCCasefoldInstance(error), from, length, to, most, error);
    });
}

/// Made once, for all threads: it only reads its tables.
const USpoofChecker* checker() {
    static const USpoofChecker* const made = [] {
        UErrorCode error = U_ZERO_ERROR;
        const USpoofChecker* opened = uspoof_open(&error);
        return U_SUCCESS(error) ? opened : nullptr;
    }();
    return made;
}

std::u16string skeleton(std::u16string_view text) {
    return transformed(text, [](auto* from, auto length, auto* to, auto most, UErrorCode* error) {
        return uspoof_getSkeleton(checker(), std::uint32_t{0}, from, length, to, most, error);
    });
}

using Characters = std::vector<UChar32>;

Characters characters_of(std::u16string_view text) {
    Characters all(text.size());
    std::int32_t length = 0;
    UErrorCode error = U_ZERO_ERROR;
    u_strToUTF32(all.data(), static_cast<std::int32_t>(all.size()), &length, text.data(),
                 static_cast<std::int32_t>(text.size()), &error);
    all.resize(U_SUCCESS(error) ? static_cast<std::size_t>(length) : 0);
    return all;
}

std::u16string text_of(const Characters& characters) {
    return transformed(
        std::u16string_view(), [&](auto* /*from*/, auto /*length*/, auto* to, auto most, UErrorCode* error) {
            std::int32_t length = 0;
            u_strFromUTF32(to, most, &length, characters.data(), static_cast<std::int32_t>(characters.size()), error);
            return length;
        });
}

bool is_of(UChar32 character, std::initializer_list<int> kinds) {
    return std::ranges::find(kinds, u_charType(character)) != kinds.end();
}

bool shows_nothing(UChar32 character) {
    return character == braille_blank || u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0 ||
           is_of(character, {U_UNASSIGNED, U_CONTROL_CHAR, U_FORMAT_CHAR, U_PRIVATE_USE_CHAR, U_SURROGATE,
                             U_SPACE_SEPARATOR, U_LINE_SEPARATOR, U_PARAGRAPH_SEPARATOR});
}

}  // namespace

Expected<void> load_characters() {
    const auto loaded = libicuuc.load();
    return loaded ? libicui18n.load() : loaded;
}

std::string characters_version() { return U_UNICODE_VERSION; }

std::string look_of(std::string_view name) {
    if (!load_characters()) return std::string(name);  // name_problem() and owner_of_name() say that it is missing
    // Letters that look alike only as capitals (the Cyrillic and the Latin H) are compared as capitals; those that look
    // alike only as small letters (rn and m), by the second skeleton.
    Characters capitals = characters_of(folded(utf16(name)));
    std::ranges::transform(capitals, capitals.begin(), [](UChar32 character) { return u_toupper(character); });
    const std::u16string look = skeleton(folded(skeleton(text_of(capitals))));
    std::u16string key;
    for (const char16_t unit : folded(look))
        if (unit != u' ' || !key.ends_with(u' ')) key += unit;
    while (key.ends_with(u' ')) key.pop_back();
    return utf8(key);
}

bool can_be_seen(std::string_view name) {
    bool after_space = true;
    bool after_sign = false;  // a mark is drawn on the sign before it
    for (const UChar32 character : characters_of(utf16(name))) {
        const bool is_space = character == U' ';
        const bool is_mark = is_of(character, {U_NON_SPACING_MARK, U_ENCLOSING_MARK, U_COMBINING_SPACING_MARK});
        if (is_space ? after_space : shows_nothing(character) || (is_mark && !after_sign)) return false;
        after_space = is_space;
        after_sign = !is_space;
    }
    return !after_space;
}

}  // namespace springtide::server
