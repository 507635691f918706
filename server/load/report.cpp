#include "server/load/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/json_writer.hpp"

namespace springtide::load {

namespace {

/// The value of a metric in Prometheus text.
double metric(std::string_view text, std::string_view name) {
    const std::string line = "\n" + std::string(name) + " ";
    const auto at = text.find(line);
    return at == std::string_view::npos ? 0 : std::strtod(text.data() + at + line.size(), nullptr);
}

/// Rounded to so many parts of one, so that reports are readable.
std::string rounded(double value, double parts) {
    std::string text = std::to_string(std::round(value * parts) / parts);
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text;
}

}  // namespace

Expected<Usage> usage_of(const std::vector<Place>& nodes) {
    Usage sum;
    for (const Place& node : nodes) {
        const auto text = get(node, "/metrics");
        if (!text) return std::unexpected(text.error());
        sum.cpu_seconds += metric(*text, "process_cpu_seconds_total");
        sum.memory_bytes += metric(*text, "process_resident_memory_bytes");
        sum.commits += metric(*text, "springtide_commits_total");
        sum.events += metric(*text, "springtide_events_total");
    }
    return sum;
}

float percentile(const std::vector<float>& sorted, double share) {
    if (sorted.empty()) return 0;
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

std::string report(const Plan& plan, const Tally& tally, int sockets, const Usages& usages) {
    const auto& [empty, connected, before, after] = usages;
    auto sorted = tally.latencies;
    std::ranges::sort(sorted);
    const double cpu = after.cpu_seconds - before.cpu_seconds;
    const auto moves = static_cast<double>(tally.moves);
    const double commits = after.commits - before.commits;
    JsonWriter json;
    const auto add = [&](std::string_view name, double value, double parts = 1) {
        json.key(name).raw(rounded(value, parts));
    };
    json.begin_object().key("game").value(plan.game).key("players").value(plan.players);
    json.key("tables").value(plan.tables).key("sockets").value(sockets).key("nodes");
    json.value(static_cast<int>(plan.nodes.size()));
    add("seconds", plan.seconds, 100);
    add("rate_asked", plan.rate);
    json.key("moves").value(tally.moves).key("games").value(tally.games).key("refusals").value(tally.refusals);
    add("moves_per_second", moves / plan.seconds);
    add("moves_per_cpu_second", cpu > 0 ? moves / cpu : 0);
    add("server_cpu_seconds", cpu, 100);
    add("moves_per_commit", commits > 0 ? (after.events - before.events) / commits : 0, 10);
    add("messages_per_move", moves > 0 ? static_cast<double>(tally.messages) / moves : 0, 10);
    add("bytes_per_move", moves > 0 ? static_cast<double>(tally.bytes) / moves : 0);
    add("p50_ms", percentile(sorted, 0.5), 100);
    add("p99_ms", percentile(sorted, 0.99), 100);
    add("p999_ms", percentile(sorted, 0.999), 100);
    add("server_memory_bytes", after.memory_bytes);
    add("memory_growth_bytes", after.memory_bytes - before.memory_bytes);
    add("bytes_per_socket", sockets > 0 ? (connected.memory_bytes - empty.memory_bytes) / sockets : 0);
    add("bytes_per_table", (before.memory_bytes - connected.memory_bytes) / plan.tables);
    return json.end_object().take();
}

}  // namespace springtide::load
