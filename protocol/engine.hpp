#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "table/table.hpp"

namespace springtide {

class JsonWriter;

/// The version that is spoken unless a hello asks for an older one.
inline constexpr int newest_protocol = 2;

/// Writes the field `games`: every game with its options and the levels of its bots.
void write_games(JsonWriter& json);

/// Limits on one engine, so that no input can exhaust the machine.
struct EngineLimits {
    std::size_t tables = 1000;
    std::uint64_t perft_nodes = 4'000'000'000;
    std::uint64_t study_nodes = 4'000'000'000;  ///< positions searched for one analysis or review
};

/// The engine protocol: answers one request line with one answer line, whatever the request. On an error no table
/// changes.
class Engine {
  public:
    explicit Engine(EngineLimits limits = {}) : limits_(limits) {}

    /// `line` without its line end; the answer has none either.
    std::string answer(std::string_view line);
    /// The answer to a line that was too long to be read.
    static std::string answer_to_long_line();

  private:
    friend class EngineRequest;
    /// In the version that is spoken: the first one knew only code and sentence.
    [[nodiscard]] std::string refused(std::string_view id, Error error) const;

    EngineLimits limits_;
    int protocol_ = newest_protocol;
    std::map<std::int64_t, std::unique_ptr<Table>> tables_;
    std::int64_t next_table_ = 1;
};

}  // namespace springtide
