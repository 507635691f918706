#include "server/webauthn/cbor.hpp"

#include <limits>

namespace springtide::server {

namespace {

constexpr int positive = 0;
constexpr int negative = 1;
constexpr int byte_text = 2;
constexpr int utf8_text = 3;
constexpr int list = 4;
constexpr int pairs = 5;
constexpr int tag = 6;

constexpr int deepest = 8;

}  // namespace

std::optional<std::string_view> CborReader::take(std::uint64_t size) {
    if (size > rest_.size()) return std::nullopt;
    const auto taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
}

std::optional<CborReader::Head> CborReader::head() {
    const auto first = take(1);
    if (!first) return std::nullopt;
    const auto byte = static_cast<unsigned char>(first->front());
    const int kind = byte >> 5;
    const int detail = byte & 31;
    if (detail < 24) return Head{.kind = kind, .value = static_cast<std::uint64_t>(detail)};
    if (detail > 27) return std::nullopt;  // of no definite length
    const auto number = take(std::uint64_t{1} << (detail - 24));
    if (!number) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : *number) value = value << 8 | static_cast<unsigned char>(c);
    return Head{.kind = kind, .value = value};
}

/// Reads nothing if another kind stands there.
std::optional<CborReader::Head> CborReader::head_of(int kind) {
    const auto before = rest_;
    const auto found = head();
    if (found && found->kind == kind) return found;
    rest_ = before;
    return std::nullopt;
}

std::optional<std::uint64_t> CborReader::map() {
    const auto found = head_of(pairs);
    if (!found) return std::nullopt;
    return found->value;
}

std::optional<std::int64_t> CborReader::integer() {
    auto found = head_of(positive);
    const bool is_negative = !found;
    if (is_negative) found = head_of(negative);
    if (!found || found->value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    const auto value = static_cast<std::int64_t>(found->value);
    return is_negative ? -1 - value : value;
}

std::optional<std::string_view> CborReader::bytes() {
    const auto found = head_of(byte_text);
    return found ? take(found->value) : std::nullopt;
}

std::optional<std::string_view> CborReader::text() {
    const auto found = head_of(utf8_text);
    return found ? take(found->value) : std::nullopt;
}

// NOLINTNEXTLINE(misc-no-recursion): only so deep
bool CborReader::skip(int depth) {
    if (depth > deepest) return false;
    const auto found = head();
    if (!found) return false;
    switch (found->kind) {
        case byte_text:
        case utf8_text: return take(found->value).has_value();
        case list:
        case pairs: {
            // Each of them takes a byte at least, so that a large number ends soon.
            if (found->value > rest_.size()) return false;
            for (std::uint64_t left = found->kind == pairs ? 2 * found->value : found->value; left > 0; --left)
                if (!skip(depth + 1)) return false;
            return true;
        }
        case tag: return skip(depth + 1);
        default: return true;
    }
}

}  // namespace springtide::server
