#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace springtide::server {

/// Reads CBOR (RFC 8949) from front to back, as far as authenticators use it: with definite lengths. Each function
/// returns nothing, or false, if there is something else.
class CborReader {
  public:
    explicit CborReader(std::string_view bytes) : bytes_(bytes), rest_(bytes) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    /// How many bytes were read.
    [[nodiscard]] std::size_t position() const { return bytes_.size() - rest_.size(); }

    /// The number of pairs that follow.
    std::optional<std::uint64_t> map();
    std::optional<std::int64_t> integer();
    std::optional<std::string_view> bytes();
    std::optional<std::string_view> text();
    /// Any value, with all that it holds.
    bool skip(int depth = 0);

  private:
    struct Head {
        int kind = 0;
        std::uint64_t value = 0;
    };
    std::optional<Head> head();
    std::optional<Head> head_of(int kind);
    std::optional<std::string_view> take(std::uint64_t size);

    std::string_view bytes_;
    std::string_view rest_;
};

}  // namespace springtide::server
