#pragma once

#include <atomic>
#include <string>

#include "server/base/measures.hpp"

namespace springtide::server {

/// How late the loops of a process come to what is due; each notes it in its own thread. A loop is late while it works,
/// while it waits for something outside the program, and while it waits for a processor; the last is not the program's
/// doing, and told apart.
class LoopLag {
  public:
    /// It came so late, and waited so long of that for a processor.
    void note(double late_seconds, double waited_seconds);
    /// In Prometheus' text format.
    [[nodiscard]] std::string text() const;

    /// The time that the calling thread has waited for a processor so far; 0 if the system does not report it.
    static double waited_for_processor();

  private:
    Histogram late_;
    Histogram held_;
    std::atomic<double> worst_held_ = 0;
};

}  // namespace springtide::server
