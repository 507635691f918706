#include "server/tables/outages.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace springtide::server {

namespace {

std::int64_t length(const Outages::Span& span) { return span.to - span.from; }

}  // namespace

Outages::Outages(std::string_view text) {
    for (const std::string_view part : split(text, ' ')) {
        const auto dash = part.find('-');
        if (dash == std::string_view::npos) continue;
        const Span span{.from = parse_int64(part.substr(0, dash)).value_or(-1),
                        .to = parse_int64(part.substr(dash + 1)).value_or(-1)};
        if (span.from >= 0 && span.to > span.from) spans_.push_back(span);
    }
}

std::string Outages::text() const {
    std::string text;
    for (const Span& span : spans_)
        text += (text.empty() ? "" : " ") + std::to_string(span.from) + "-" + std::to_string(span.to);
    return text;
}

void Outages::add(std::int64_t from, std::int64_t to) {
    if (!spans_.empty()) from = std::max(from, spans_.back().to);
    if (to <= from) return;
    spans_.push_back({.from = from, .to = to});
    std::erase_if(spans_, [&](const Span& span) { return span.to < to - longest_memory_ms; });
    if (spans_.size() > most) spans_.erase(std::ranges::min_element(spans_, {}, length));
}

std::vector<Outages::Span> Outages::after(std::int64_t at) const {
    std::vector<Span> later;
    std::ranges::copy_if(spans_, std::back_inserter(later), [&](const Span& span) { return span.to > at; });
    return later;
}

std::int64_t Outages::time_after(std::int64_t at) const {
    std::int64_t time = 0;
    for (const Span& span : after(at)) time += length(span);
    return time;
}

}  // namespace springtide::server
