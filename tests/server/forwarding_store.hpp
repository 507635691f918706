#pragma once

#include <memory>

#include "store/store.hpp"

namespace springtide::server {

/// A store that asks another one: what a test makes of a store changes only what it is about.
class ForwardingStore : public Store {
  public:
    explicit ForwardingStore(std::unique_ptr<Store> store) : store_(std::move(store)) {}

    Expected<std::vector<WriteOutcome>> write(std::span<const Write> batch) override { return store_->write(batch); }
    using Store::events;
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
    Expected<std::vector<RoomRow>> stale(std::string_view phase, std::int64_t from, std::int64_t before,
                                         int limit) override {
        return store_->stale(phase, from, before, limit);
    }
    Expected<std::vector<RoomRow>> rooms_of(std::string_view guest, int limit) override {
        return store_->rooms_of(guest, limit);
    }
    Expected<int> seat_of(std::string_view table, std::string_view guest) override {
        return store_->seat_of(table, guest);
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
    [[nodiscard]] bool is_shared() const override { return store_->is_shared(); }
    Expected<bool> claim(std::string_view table) override { return store_->claim(table); }
    void release(std::string_view table) override { store_->release(table); }
    [[nodiscard]] std::int64_t claims_valid_in() const override { return store_->claims_valid_in(); }
    Expected<std::vector<Due>> unclaimed(int limit) override { return store_->unclaimed(limit); }

  private:
    std::unique_ptr<Store> store_;
};

}  // namespace springtide::server
