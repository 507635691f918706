#include "server/http/static_files.hpp"

#include <array>
#include <filesystem>
#include <fstream>

#include "core/text.hpp"
#include "table/sha256.hpp"

namespace springtide::server {

namespace {

// Shown if the page was not built: says so, and what works without it.
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

/// Endings of the files that the build compressed, and their names in HTTP; what compresses best comes first.
constexpr auto encodings =
    std::to_array<std::pair<std::string_view, std::string_view>>({{".br", "br"}, {".gz", "gzip"}});

/// With its length known, so that a text which stays for as long as the server runs takes no more memory than it has.
std::string content_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    std::string bytes(stream ? static_cast<std::size_t>(stream.tellg()) : 0, '\0');
    stream.seekg(0);
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

/// Is it the compressed form of a file beside it?
bool is_compressed(const std::filesystem::path& path) {
    for (const auto& [end, encoding] : encodings) {
        std::error_code error;
        auto plain = path;
        if (path.extension() == end && std::filesystem::is_regular_file(plain.replace_extension(), error)) return true;
    }
    return false;
}

std::string_view trimmed(std::string_view text SPRINGTIDE_LIFETIME_BOUND) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// Does an Accept-Encoding take this one? It names them with commas, each may carry a weight, and 0 means no.
bool takes(std::string_view accept_encoding, std::string_view encoding) {
    for (const auto item : split(accept_encoding, ',')) {
        const auto parts = split(item, ';');
        if (trimmed(parts[0]) != encoding) continue;
        const auto weight = parts.size() > 1 ? trimmed(parts[1]) : std::string_view();
        return !weight.starts_with("q=0") || weight.find_first_of("123456789") != std::string_view::npos;
    }
    return false;
}

bool is_page_of_the_app(std::string_view path) {
    return path == "/" || path.starts_with("/t/") || path.starts_with("/club/") || path.starts_with("/duplicate/") ||
           path.starts_with("/replay/");
}

}  // namespace

StaticFiles::StaticFiles(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!folder.empty() && fs::is_directory(folder, error)) {
        for (const auto& item : fs::recursive_directory_iterator(folder, error)) {
            if (!item.is_regular_file() || is_compressed(item.path())) continue;
            File file;
            file.bytes = content_of(item.path());
            for (const auto& [end, encoding] : encodings) {
                const fs::path beside = item.path().string() + std::string(end);
                if (fs::is_regular_file(beside, error)) file.compressed.push_back({encoding, content_of(beside)});
            }
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

const StaticFiles::Compressed* StaticFiles::File::for_browser(std::string_view accept_encoding) const {
    for (const auto& form : compressed)
        if (takes(accept_encoding, form.encoding)) return &form;
    return nullptr;
}

const StaticFiles::File* StaticFiles::find(std::string_view path) const {
    const auto found = files_.find(is_page_of_the_app(path) ? "/index.html" : std::string(path));
    return found == files_.end() ? nullptr : &found->second;
}

}  // namespace springtide::server
