#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace springtide::server {

/// The file of finished games that the server deletes: one JSON object a line, like `springtide
/// export`.
class Archive {
  public:
    explicit Archive(std::string file) : file_(std::move(file)) {}
    /// Adds a game; it is on the disk when this returns well.
    [[nodiscard]] Expected<void> add(std::string_view table, std::string_view game, std::int64_t at,
                                     std::string_view record) const;

  private:
    std::string file_;
};

}  // namespace springtide::server
