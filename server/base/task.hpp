#pragma once

#include <concepts>
#include <coroutine>
#include <cstdlib>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "server/base/loop.hpp"

/// Flows that wait: coroutines over the loop (docs/decisions/0431). A function that gives a Task waits with co_await
/// for other tasks, answers (answer_of) and time (pause). Flows starts it, and owns it until it has ended.
namespace springtide::server {

template <class T = void>
class Task;

namespace task {

/// Gives control back to the task that waits for this one.
struct Return {
    static bool await_ready() noexcept { return false; }
    template <class Promise>
    static std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) noexcept {
        return ended.promise().waiting;
    }
    static void await_resume() noexcept {}
};

struct PromiseBase {
    std::coroutine_handle<> waiting = std::noop_coroutine();
    static std::suspend_always initial_suspend() noexcept { return {}; }
    static Return final_suspend() noexcept { return {}; }
    [[noreturn]] static void unhandled_exception() { std::abort(); }  // an error is a value here
};

template <class T>
struct Promise : PromiseBase {
    std::optional<T> value;
    Task<T> get_return_object() { return Task<T>(std::coroutine_handle<Promise>::from_promise(*this)); }
    template <std::convertible_to<T> Given>
    void return_value(Given&& given) {
        value.emplace(std::forward<Given>(given));
    }
    T take() { return std::move(*value); }
};

template <>
struct Promise<void> : PromiseBase {
    Task<void> get_return_object();
    static void return_void() {}
    static void take() {}
};

}  // namespace task

/// Work that may wait, and then gives a T. It begins when it is awaited. If it is destroyed while it waits, everything
/// that it holds is destroyed, too, and it never continues.
template <class T>
class [[nodiscard]] Task {
  public:
    using promise_type = task::Promise<T>;
    using Handle = std::coroutine_handle<promise_type>;

    explicit Task(Handle handle) : handle_(handle) {}
    Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Task& operator=(Task&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task() {
        if (handle_) handle_.destroy();
    }

    [[nodiscard]] bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) noexcept {
        handle_.promise().waiting = waiting;
        return handle_;
    }
    T await_resume() { return handle_.promise().take(); }

  private:
    Handle handle_;
};

inline Task<void> task::Promise<void>::get_return_object() {
    return Task<void>(std::coroutine_handle<Promise>::from_promise(*this));
}

namespace task {

template <class T>
using Value = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

/// The answer that a flow waits for, shared by the flow and the sender of the answer.
template <class T>
struct Slot {
    std::optional<Value<T>> value;
    std::coroutine_handle<> waiting;  ///< nothing once it has been answered, or the flow has ended
};

/// Answers a flow, in the loop of the flow. Only the first answer counts, and none after the flow has ended.
template <class T>
class Answer {
  public:
    explicit Answer(std::shared_ptr<Slot<T>> slot) : slot_(std::move(slot)) {}
    void operator()(Value<T> value) const {
        const auto slot = slot_;  // this object may go with what it resumes
        if (!slot->waiting) return;
        slot->value.emplace(std::move(value));
        std::exchange(slot->waiting, nullptr).resume();
    }
    void operator()() const
        requires std::is_void_v<T>
    {
        (*this)(std::monostate());
    }

  private:
    std::shared_ptr<Slot<T>> slot_;
};

template <class T, class Start>
class Await {
  public:
    explicit Await(Start start) : start_(std::move(start)) {}
    Await(const Await&) = delete;
    Await& operator=(const Await&) = delete;
    ~Await() {
        if (slot_) slot_->waiting = nullptr;
    }

    [[nodiscard]] bool await_ready() const noexcept { return false; }
    /// If `start` answers at once, the flow continues inside of it, as a callback would; this object may be gone then.
    void await_suspend(std::coroutine_handle<> waiting) {
        slot_ = std::make_shared<Slot<T>>();
        slot_->waiting = waiting;
        auto start = std::move(start_);
        start(Answer<T>(slot_));
    }
    T await_resume() {
        if constexpr (!std::is_void_v<T>) return std::move(*slot_->value);
    }

  private:
    Start start_;
    std::shared_ptr<Slot<T>> slot_;
};

}  // namespace task

/// Waits for a T that a callback brings: `start(done)` begins, `done(value)` answers. Without an answer the flow waits
/// until its Flows ends it. `start` has copies of all it uses: the flow may have ended when it returns.
template <class T, class Start>
task::Await<T, Start> answer_of(Start start) {
    return task::Await<T, Start>(std::move(start));
}

/// Waits so long.
inline auto pause(Loop& loop, std::int64_t milliseconds) {
    return answer_of<void>(
        [&loop, milliseconds](const task::Answer<void>& done) { loop.after(milliseconds, [done] { done(); }); });
}

/// Runs flows and owns them. When it is destroyed (the server stops), it destroys those that still wait, with all that
/// they hold; answers that come later do nothing. Used from the loop only, and not destroyed by one of its flows.
class Flows {
  public:
    /// The client for whom a flow works, for example.
    using Owner = std::weak_ptr<const void>;

    explicit Flows(Loop& loop) : loop_(loop) {}
    ~Flows() {
        *alive_ = false;
        while (!running_.empty()) running_.front().handle.destroy();
    }
    Flows(const Flows&) = delete;
    Flows& operator=(const Flows&) = delete;

    /// Runs the task until it waits for the first time; it continues when its answers come.
    void start(Task<void> work) { start_for({}, std::move(work)); }
    /// The same; then `done(what it gave)`.
    template <class T, class Done>
    void start(Task<T> work, Done done) {
        if (*alive_) run(*this, Owner(), std::move(work), std::move(done));
    }
    /// The same for an owner, with whom it can be ended.
    void start_for(const Owner& owner, Task<void> work) {
        if (*alive_) run(*this, owner, std::move(work), [] {});
    }
    /// Ends the flows that this owner has now (a client has gone), in the next turn of the loop, when none of them
    /// runs.
    void end(const Owner& owner) {
        bool has_flows = false;
        for (Running& one : running_)
            if (!one.owner.owner_before(owner) && !owner.owner_before(one.owner)) has_flows = one.ends = true;
        if (!has_flows) return;
        loop_.post([this, alive = alive_] {
            if (*alive) end_now();
        });
    }
    /// How many have not ended.
    [[nodiscard]] std::size_t size() const { return running_.size(); }

  private:
    struct Running {
        std::coroutine_handle<> handle;
        Owner owner;
        bool ends = false;
    };
    /// The outermost coroutine of a flow. Its frame goes when it has ended.
    struct Root {
        struct promise_type {
            template <class... Rest>
            promise_type(Flows& flows, const Owner& owner, const Rest&... /*rest*/)
                : list(flows.running_),
                  place(list.insert(list.end(), {.handle = std::coroutine_handle<promise_type>::from_promise(*this),
                                                 .owner = owner})) {}
            promise_type(const promise_type&) = delete;
            promise_type& operator=(const promise_type&) = delete;
            ~promise_type() { list.erase(place); }
            static Root get_return_object() { return {}; }
            static std::suspend_never initial_suspend() noexcept { return {}; }
            static std::suspend_never final_suspend() noexcept { return {}; }
            static void return_void() {}
            [[noreturn]] static void unhandled_exception() { std::abort(); }

            std::list<Running>& list;
            std::list<Running>::iterator place;
        };
    };
    template <class T, class Done>
    static Root run(Flows& /*flows*/, Owner /*owner*/, Task<T> work, Done done) {
        if constexpr (std::is_void_v<T>) {
            co_await work;
            done();
        } else {
            T value = co_await work;
            done(std::move(value));
        }
    }
    void end_now() {
        std::vector<std::coroutine_handle<>> ended;
        for (const Running& one : running_)
            if (one.ends) ended.push_back(one.handle);
        for (const auto handle : ended) handle.destroy();
    }

    Loop& loop_;
    std::list<Running> running_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

/// Waits for all of these, which run at the same time.
inline Task<> all_of(Flows& flows, std::vector<Task<>> tasks) {
    const auto left = std::make_shared<std::size_t>(tasks.size() + 1);
    auto start = [&flows, &tasks, left](const task::Answer<void>& done) {
        const auto one_less = [left, done] {
            if (--*left == 0) done();
        };
        for (Task<>& one : tasks) flows.start(std::move(one), one_less);
        one_less();
    };
    co_await answer_of<void>(std::move(start));
}

}  // namespace springtide::server
