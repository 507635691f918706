#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace springtide::server {

/// The built page, read once. A path is looked up, never opened, so that no path leads anywhere else.
class StaticFiles {
  public:
    struct Compressed {
        std::string_view encoding;  ///< as in Accept-Encoding
        std::string bytes;
    };
    struct File {
        std::string bytes;
        std::string type;
        std::string tag;                       ///< changes when the bytes do
        bool lasting = false;                  ///< its name changes with its bytes
        std::vector<Compressed> compressed{};  ///< what the build left beside it (a.js.br, a.js.gz), the smallest first

        /// The smallest form that a browser takes which sends this Accept-Encoding; nullptr for the file as it is.
        [[nodiscard]] const Compressed* for_browser(std::string_view accept_encoding) const;
    };

    explicit StaticFiles(const std::string& folder);

    /// The file at a path like "/assets/a.js"; for a page of the app, its index.
    [[nodiscard]] const File* find(std::string_view path) const;

  private:
    std::unordered_map<std::string, File> files_;
};

}  // namespace springtide::server
