#include "server/base/loop_lag.hpp"

#include <algorithm>
#include <fstream>

namespace springtide::server {

void LoopLag::note(double late_seconds, double waited_seconds) {
    const double late = std::max(0.0, late_seconds);
    const double held = std::max(0.0, late - std::max(0.0, waited_seconds));
    late_.add(late);
    held_.add(held);
    for (double worst = worst_held_; held > worst && !worst_held_.compare_exchange_weak(worst, held);) {
    }
}

std::string LoopLag::text() const {
    const auto head = [](const std::string& name, const std::string& type, const std::string& help) {
        return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
    };
    const std::string late = "springtide_loop_late_seconds";
    const std::string held = "springtide_loop_held_seconds";
    return head(late, "histogram", "how late the loop came to what was due, ten times a second") +
           late_.text(late, "") +
           head(held, "histogram", "the same without waiting for a processor: held by its own work or by a disk") +
           held_.text(held, "") + head(held + "_worst", "gauge", "the longest of them") + held + "_worst " +
           std::to_string(worst_held_.load()) + "\n";
}

double LoopLag::waited_for_processor() {
    double ran = 0;
    double waited = 0;
    std::ifstream("/proc/thread-self/schedstat") >> ran >> waited;
    return waited / 1e9;
}

}  // namespace springtide::server
