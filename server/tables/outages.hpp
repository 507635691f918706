#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace springtide::server {

/// Times in which no server ran, so that no player could move. A table learns of them when it is next opened, so that a
/// start need not open every table that has a clock. Kept as one fact in the store.
class Outages {
  public:
    struct Span {
        std::int64_t from = 0;
        std::int64_t to = 0;
        bool operator==(const Span&) const = default;
    };
    static constexpr std::size_t most = 400;
    static constexpr std::int64_t longest_memory_ms = 90LL * 24 * 3600 * 1000;  ///< no clock waits that long

    Outages() = default;
    /// Leaves out unreadable parts.
    explicit Outages(std::string_view text);
    [[nodiscard]] std::string text() const;

    /// Sorted by time; overlapping parts count once. If there are too many, the shortest is forgotten.
    void add(std::int64_t from, std::int64_t to);
    /// The outages after the last event of a table, which has not accounted for them yet.
    [[nodiscard]] std::vector<Span> after(std::int64_t at) const;
    /// How long they took together.
    [[nodiscard]] std::int64_t time_after(std::int64_t at) const;

  private:
    std::vector<Span> spans_;
};

}  // namespace springtide::server
