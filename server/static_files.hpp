#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace springtide::server {

/// The built page, read once. A path is looked up, never opened, so that no path leads anywhere else.
class StaticFiles {
  public:
    struct File {
        std::string bytes;
        std::string type;
        std::string tag;       ///< changes when the bytes do
        bool lasting = false;  ///< its name changes with its bytes
    };

    explicit StaticFiles(const std::string& folder);

    /// The file at a path like "/assets/a.js"; for a page of the app, its index.
    [[nodiscard]] const File* find(std::string_view path) const;

  private:
    std::unordered_map<std::string, File> files_;
};

}  // namespace springtide::server
