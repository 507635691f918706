#include "server/base/measures.hpp"

#include <cstdio>
#include <ctime>

#include "core/version.hpp"

namespace springtide::server {

namespace {

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

std::string head(const std::string& name, const std::string& type, const std::string& help) {
    return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
}

/// A few kinds of path: the addresses of tables are secret and would be counted one by one.
std::string route_of(const std::string& path) {
    if (path == "/healthz" || path == "/readyz" || path == "/metrics") return "probe";
    if (path.starts_with("/api/")) return "api";
    return "page";
}

}  // namespace

void Histogram::add(double seconds) {
    std::size_t bucket = 0;
    while (bucket < bounds.size() && seconds > bounds[bucket]) ++bucket;
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    nanoseconds_.fetch_add(static_cast<std::uint64_t>(seconds * 1e9), std::memory_order_relaxed);
}

std::string Histogram::text(const std::string& name, const std::string& labels) const {
    std::string text;
    std::uint64_t sum = 0;
    const auto line = [&](const std::string& bound) {
        text += name + "_bucket{" + labels + (labels.empty() ? "" : ",") + "le=\"" + bound + "\"} " +
                std::to_string(sum) + "\n";
    };
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        sum += counts_[i].load(std::memory_order_relaxed);
        line(number(bounds[i]));
    }
    sum += counts_.back().load(std::memory_order_relaxed);
    line("+Inf");
    const std::string braces = labels.empty() ? "" : "{" + labels + "}";
    const auto nanoseconds = nanoseconds_.load(std::memory_order_relaxed);
    return text + name + "_sum" + braces + " " + number(static_cast<double>(nanoseconds) / 1e9) + "\n" + name +
           "_count" + braces + " " + std::to_string(sum) + "\n";
}

void Measures::http(const std::string& path, int status, Histogram::Clock::time_point began) {
    Route& route = routes_[route_of(path)];
    ++route.by_status[status];
    route.seconds.add_since(began);
}

std::string Measures::text() const {
    static const auto started = std::time(nullptr);
    std::string text = head("springtide_build_info", "gauge", "1, with the version as a label");
    text += "springtide_build_info{version=\"" + std::string(version) + "\",compiler=\"" + __VERSION__ + "\"} 1\n";
    text += head("springtide_start_time_seconds", "gauge", "when the process first told its measures, since 1970") +
            "springtide_start_time_seconds " + std::to_string(started) + "\n";
    text += head("springtide_event_seconds", "histogram", "from the decision about an event until it is acknowledged") +
            event.text("springtide_event_seconds", "");
    text += head("springtide_commit_seconds", "histogram", "from handing a group to the store until it is on disk") +
            commit.text("springtide_commit_seconds", "");
    if (routes_.empty()) return text;
    text += head("springtide_http_requests_total", "counter", "answers over HTTP");
    for (const auto& [name, route] : routes_)
        for (const auto& [status, count] : route.by_status)
            text += "springtide_http_requests_total{route=\"" + name + "\",code=\"" + std::to_string(status) + "\"} " +
                    std::to_string(count) + "\n";
    text += head("springtide_http_seconds", "histogram", "from a request over HTTP until its answer is ready");
    for (const auto& [name, route] : routes_)
        text += route.seconds.text("springtide_http_seconds", "route=\"" + name + "\"");
    return text;
}

Measures& measures() {
    static Measures all;
    return all;
}

}  // namespace springtide::server
