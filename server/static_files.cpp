#include "server/static_files.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "table/sha256.hpp"

namespace springtide::server {

namespace {

// Where nobody built the page, this says so and what works all the same.
constexpr std::string_view page_without_page =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Springtide</title>"
    "<h1>Springtide</h1><p>The server runs, but the page was not built into this installation.</p>"
    "<p>Programs can play: the <a href=\"/api/games\">games</a>, and the WebSocket at <code>/ws</code> "
    "(docs/api). In the terminal, <code>springtide play</code> plays without a page.</p></html>\n";

std::string type_of(const std::string& extension) {
    static constexpr auto types = std::to_array<std::pair<std::string_view, std::string_view>>({
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
    });
    for (const auto& [end, type] : types)
        if (extension == end) return std::string(type);
    return "application/octet-stream";
}

bool is_page_of_the_app(std::string_view path) {
    return path == "/" || path.starts_with("/t/") || path.starts_with("/replay/");
}

}  // namespace

StaticFiles::StaticFiles(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!folder.empty() && fs::is_directory(folder, error)) {
        for (const auto& item : fs::recursive_directory_iterator(folder, error)) {
            if (!item.is_regular_file()) continue;
            std::ifstream stream(item.path(), std::ios::binary);
            File file;
            file.bytes.assign(std::istreambuf_iterator<char>(stream), {});
            file.type = type_of(item.path().extension().string());
            const std::string path = "/" + fs::relative(item.path(), folder).generic_string();
            file.lasting = path.starts_with("/assets/");
            files_.emplace(path, std::move(file));
        }
    }
    if (!files_.contains("/index.html"))
        files_["/index.html"] = {
            .bytes = std::string(page_without_page), .type = type_of(".html"), .tag = {}, .lasting = false};
    for (auto& [path, file] : files_) file.tag = "\"" + to_hex(sha256(file.bytes)).substr(0, 24) + "\"";
}

const StaticFiles::File* StaticFiles::find(std::string_view path) const {
    const auto found = files_.find(is_page_of_the_app(path) ? "/index.html" : std::string(path));
    return found == files_.end() ? nullptr : &found->second;
}

}  // namespace springtide::server
