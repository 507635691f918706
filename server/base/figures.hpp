#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace springtide::server {

/// A count or measurement of one shard; the sum over shards is reported.
struct Figure {
    std::string_view name;
    std::string_view type;  ///< counter or gauge
    std::string_view help;
    std::int64_t value = 0;
};

/// In Prometheus' text format.
template <class Value>
std::string figure_text(std::string_view name, std::string_view type, std::string_view help, Value value) {
    const std::string full = "springtide_" + std::string(name);
    return "# HELP " + full + " " + std::string(help) + "\n# TYPE " + full + " " + std::string(type) + "\n" + full +
           " " + std::to_string(value) + "\n";
}

/// The value of the one with this name; 0 if there is none.
inline std::int64_t value_of(const std::vector<Figure>& figures, std::string_view name) {
    for (const Figure& one : figures)
        if (one.name == name) return one.value;
    return 0;
}

}  // namespace springtide::server
