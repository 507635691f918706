#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace springtide {

/// Threads that share the work on a row of things, with the one that calls.
class ThreadPool {
  public:
    /// As many as there are cores for 0.
    explicit ThreadPool(int threads);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool();

    [[nodiscard]] int size() const { return static_cast<int>(helpers_.size()) + 1; }

    /// Calls work(begin, end) for parts that together are [0, count), and returns when all are done. One call at a
    /// time.
    template <class Work>
    void run(std::size_t count, Work&& work) {
        run_parts(
            count,
            [](void* context, std::size_t begin, std::size_t end) {
                (*static_cast<std::remove_reference_t<Work>*>(context))(begin, end);
            },
            std::addressof(work));
    }

  private:
    using Part = void (*)(void* context, std::size_t begin, std::size_t end);
    void run_parts(std::size_t count, Part part, void* context);
    void work_on();
    void help();

    // the current work; set only while all workers are idle
    Part part_ = nullptr;
    void* context_ = nullptr;
    std::size_t count_ = 0;
    std::size_t step_ = 1;
    std::atomic<std::size_t> next_ = 0;

    std::mutex mutex_;
    std::condition_variable begun_;
    std::condition_variable ended_;
    std::size_t call_ = 0;     ///< counts the calls of run_parts
    std::size_t working_ = 0;  ///< helpers that have not finished the call
    bool closing_ = false;
    std::vector<std::thread> helpers_;
};

}  // namespace springtide
