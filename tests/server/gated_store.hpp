#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "store/sqlite_store.hpp"

namespace springtide::server {

/// What a test does to the disk.
class Gate {
  public:
    enum class Mood { works, refuses, is_late };

    void close() {
        const std::scoped_lock lock(mutex_);
        open_ = false;
    }
    void open(Mood mood) {
        {
            const std::scoped_lock lock(mutex_);
            open_ = true;
            mood_ = mood;
        }
        wake_.notify_all();
    }
    Mood pass() {
        std::unique_lock lock(mutex_);
        ++waiting_;
        wake_.notify_all();
        wake_.wait(lock, [this] { return open_; });
        --waiting_;
        return mood_;
    }
    /// Until a write stands before it.
    void wait_for_a_write() {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return waiting_ > 0; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool open_ = true;
    int waiting_ = 0;
    Mood mood_ = Mood::works;
};

/// A SQLite store whose writes wait before a gate.
class GatedStore final : public Store {
  public:
    GatedStore(std::unique_ptr<SqliteStore> store, Gate& gate) : store_(std::move(store)), gate_(gate) {}

    Expected<std::vector<WriteOutcome>> write(std::span<const Write> batch) override {
        switch (gate_.pass()) {
            case Gate::Mood::refuses: return fail(ErrorCode::unavailable, "no room on the disk");
            case Gate::Mood::is_late: return std::vector<WriteOutcome>(batch.size(), WriteOutcome::conflict);
            default: return store_->write(batch);
        }
    }
    Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after, int limit) override {
        return store_->events(table, after, limit);
    }
    Expected<std::int64_t> last_seq(std::string_view table) override { return store_->last_seq(table); }
    Expected<std::optional<RoomRow>> room(std::string_view table) override { return store_->room(table); }
    Expected<std::vector<std::string>> tables(std::string_view after, int limit) override {
        return store_->tables(after, limit);
    }
    Expected<std::vector<RoomRow>> rooms(std::string_view phase, bool listed_only, int limit) override {
        return store_->rooms(phase, listed_only, limit);
    }
    Expected<std::vector<RoomRow>> stale(std::string_view phase, std::int64_t before, int limit) override {
        return store_->stale(phase, before, limit);
    }
    Expected<std::vector<RoomRow>> rooms_of(std::string_view guest, int limit) override {
        return store_->rooms_of(guest, limit);
    }
    Expected<std::optional<GuestRow>> guest(std::string_view id) override { return store_->guest(id); }
    Expected<std::optional<GuestRow>> guest_by_claim(std::string_view claimed) override {
        return store_->guest_by_claim(claimed);
    }
    Expected<std::vector<RatingRow>> ratings_of(std::string_view guest) override { return store_->ratings_of(guest); }
    Expected<std::vector<RatingRow>> best_ratings(std::string_view game, int limit) override {
        return store_->best_ratings(game, limit);
    }
    Expected<std::optional<std::string>> fact(std::string_view name) override { return store_->fact(name); }
    Expected<bool> is_ended(std::string_view session) override { return store_->is_ended(session); }
    Expected<std::vector<EndedSession>> sessions_ended(std::int64_t after) override {
        return store_->sessions_ended(after);
    }
    Expected<void> set_aside(std::string_view table, std::string_view why) override {
        return store_->set_aside(table, why);
    }
    [[nodiscard]] bool is_shared() const override { return false; }
    Expected<bool> claim(std::string_view table) override { return store_->claim(table); }
    void release(std::string_view table) override { store_->release(table); }
    [[nodiscard]] std::int64_t claims_valid_in() const override { return 0; }
    Expected<std::vector<Due>> unclaimed(int limit) override { return store_->unclaimed(limit); }

  private:
    std::unique_ptr<SqliteStore> store_;
    Gate& gate_;
};

}  // namespace springtide::server
