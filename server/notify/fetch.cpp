#include "server/notify/fetch.hpp"

#include <array>
#include <memory>
#include <string_view>

#include "server/notify/libcurl.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t longest_text = 1U << 20U;
constexpr long longest_s = 10;
constexpr long most_redirects = 3;

std::size_t keep(char* bytes, std::size_t size, std::size_t count, void* text) {
    auto& kept = *static_cast<std::string*>(text);
    if (kept.size() + size * count > longest_text) return 0;  // ends it
    kept.append(bytes, size * count);
    return size * count;
}

std::unexpected<Error> no_answer(const std::string& url, const std::string& why) {
    return fail(ErrorCode::unavailable, "no answer from " + url + ": " + why);
}

}  // namespace

bool is_fetchable(const std::string& url) {
    if (url.starts_with("https://")) return url.size() > std::string_view("https://").size();
    for (const std::string_view here : {"http://127.0.0.1", "http://localhost", "http://[::1]"})
        if (url.starts_with(here) && (url.size() == here.size() || url[here.size()] == ':' || url[here.size()] == '/'))
            return true;
    return false;
}

Expected<std::string> fetch_text(const std::string& url) {
    if (auto loaded = libcurl.load(); !loaded) return std::unexpected(loaded.error());
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return no_answer(url, "libcurl cannot begin");
    const std::unique_ptr<CURL, void (*)(CURL*)> handle(curl_easy_init(), [](CURL* used) { curl_easy_cleanup(used); });
    std::string text;
    std::array<char, CURL_ERROR_SIZE> why{};
    curl_easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle.get(), CURLOPT_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(handle.get(), CURLOPT_REDIR_PROTOCOLS_STR, "https");
    curl_easy_setopt(handle.get(), CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(handle.get(), CURLOPT_MAXREDIRS, most_redirects);
    curl_easy_setopt(handle.get(), CURLOPT_TIMEOUT, longest_s);
    curl_easy_setopt(handle.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle.get(), CURLOPT_USERAGENT, "springtide");  // some lists refuse a client without a name
    curl_easy_setopt(handle.get(), CURLOPT_ERRORBUFFER, why.data());
    curl_easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, &keep);
    curl_easy_setopt(handle.get(), CURLOPT_WRITEDATA, &text);
    const CURLcode result = curl_easy_perform(handle.get());
    if (result == CURLE_WRITE_ERROR) return no_answer(url, "it is longer than a megabyte");
    if (result != CURLE_OK) return no_answer(url, why.front() == '\0' ? "it cannot be reached" : why.data());
    long status = 0;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) return no_answer(url, "status " + std::to_string(status));
    return text;
}

}  // namespace springtide::server
