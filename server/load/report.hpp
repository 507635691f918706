#pragma once

#include "server/load/crowd.hpp"

namespace springtide::load {

/// The nodes' own numbers at /metrics, added up.
struct Usage {
    double cpu_seconds = 0;
    double memory_bytes = 0;
    double commits = 0;
    double events = 0;
};
Expected<Usage> usage_of(const std::vector<Place>& nodes);

/// One measurement as a JSON object.
struct Usages {
    Usage empty;      ///< before the first connection
    Usage connected;  ///< with all players connected, before the first table
    Usage before;     ///< the measurement
    Usage after;
};
std::string report(const Plan& plan, const Tally& tally, int sockets, const Usages& usages);

/// The latency below which this share of the moves was answered.
float percentile(const std::vector<float>& sorted, double share);

}  // namespace springtide::load
