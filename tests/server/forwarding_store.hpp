#pragma once

#include <memory>

#include "store/store.hpp"

namespace springtide::server {

/// A store that asks another one: what a test makes of a store changes only what it is about.
class ForwardingStore : public Store {
  public:
    explicit ForwardingStore(std::unique_ptr<Store> store) : store_(std::move(store)) {}
    /// Called before everything that may have to wait for a disk or another machine.
    virtual void before(const char* /*what*/) {}

    Expected<std::vector<WriteOutcome>> write(std::span<const Write> batch) override {
        return asked("write").write(batch);
    }
    using Store::events;
    Expected<std::vector<StoredEvent>> events(std::string_view table, std::int64_t after, int limit) override {
        return asked("events").events(table, after, limit);
    }
    Expected<std::vector<std::vector<StoredEvent>>> events_after(std::span<const After> tables, int limit) override {
        return asked("events_after").events_after(tables, limit);
    }
    Expected<std::int64_t> last_seq(std::string_view table) override { return asked("last_seq").last_seq(table); }
    Expected<std::optional<RoomRow>> room(std::string_view table) override { return asked("room").room(table); }
    Expected<std::vector<std::string>> tables(std::string_view after, int limit) override {
        return asked("tables").tables(after, limit);
    }
    Expected<std::vector<RoomRow>> rooms(std::string_view phase, bool listed_only, int limit) override {
        return asked("rooms").rooms(phase, listed_only, limit);
    }
    Expected<std::vector<RoomRow>> stale(std::string_view phase, std::int64_t from, std::int64_t before,
                                         int limit) override {
        return asked("stale").stale(phase, from, before, limit);
    }
    Expected<std::vector<RoomRow>> rooms_of(std::string_view guest, int limit) override {
        return asked("rooms_of").rooms_of(guest, limit);
    }
    Expected<int> seat_of(std::string_view table, std::string_view guest) override {
        return asked("seat_of").seat_of(table, guest);
    }
    Expected<std::optional<GuestRow>> guest(std::string_view id) override { return asked("guest").guest(id); }
    Expected<std::optional<GuestRow>> guest_by_claim(std::string_view claimed) override {
        return asked("guest_by_claim").guest_by_claim(claimed);
    }
    Expected<std::vector<GuestRow>> claimed_guests(std::string_view after) override {
        return asked("claimed_guests").claimed_guests(after);
    }
    Expected<std::vector<RatingRow>> ratings_of(std::string_view guest) override {
        return asked("ratings_of").ratings_of(guest);
    }
    Expected<std::vector<RatingRow>> best_ratings(std::string_view game, int limit) override {
        return asked("best_ratings").best_ratings(game, limit);
    }
    Expected<std::vector<RatingRow>> listed_ratings(std::string_view game, std::int64_t at, int limit) override {
        return asked("listed_ratings").listed_ratings(game, at, limit);
    }
    Expected<std::optional<std::string>> fact(std::string_view name) override { return asked("fact").fact(name); }
    Expected<bool> is_ended(std::string_view session) override { return asked("is_ended").is_ended(session); }
    Expected<std::vector<EndedSession>> sessions_ended(std::int64_t after) override {
        return asked("sessions_ended").sessions_ended(after);
    }
    Expected<std::optional<DailyAttempt>> daily_attempt(std::int64_t day, std::string_view game,
                                                        std::string_view guest) override {
        return asked("daily_attempt").daily_attempt(day, game, guest);
    }
    Expected<std::vector<DailyAttempt>> daily_best(std::int64_t day, std::string_view game, int limit) override {
        return asked("daily_best").daily_best(day, game, limit);
    }
    Expected<std::vector<DailyScore>> daily_scores(std::int64_t day, std::string_view game) override {
        return asked("daily_scores").daily_scores(day, game);
    }
    Expected<void> daily_ways(std::int64_t day, std::string_view game, int limit, const TakeWay& take) override {
        return asked("daily_ways").daily_ways(day, game, limit, take);
    }
    Expected<ClubLog> club(std::string_view id) override { return asked("club").club(id); }
    Expected<std::vector<ClubRow>> clubs(std::int64_t from, std::int64_t before, int limit) override {
        return asked("clubs").clubs(from, before, limit);
    }
    Expected<std::vector<NoteRow>> notes(std::string_view guest, std::string_view kind, int limit) override {
        return asked("notes").notes(guest, kind, limit);
    }
    Expected<std::optional<NoteRow>> note(const NoteKey& key) override { return asked("note").note(key); }
    Expected<std::vector<NoteRow>> notes_by_key(std::string_view kind, std::string_view key, int limit) override {
        return asked("notes_by_key").notes_by_key(kind, key, limit);
    }
    Expected<std::vector<std::string>> tables_of(std::string_view guest) override {
        return asked("tables_of").tables_of(guest);
    }
    Expected<std::vector<DailyAttempt>> daily_attempts_of(std::string_view guest) override {
        return asked("daily_attempts_of").daily_attempts_of(guest);
    }
    Expected<void> set_aside(std::string_view table, std::string_view why) override {
        return asked("set_aside").set_aside(table, why);
    }
    Expected<void> tell_others(std::string_view words) override { return asked("tell_others").tell_others(words); }
    [[nodiscard]] bool is_shared() const override { return store_->is_shared(); }
    Expected<bool> claim(std::string_view table) override { return asked("claim").claim(table); }
    void release(std::string_view table) override { asked("release").release(table); }
    [[nodiscard]] std::int64_t claims_valid_in() const override { return store_->claims_valid_in(); }
    Expected<void> join() override { return asked("join").join(); }
    Expected<bool> renew() override { return asked("renew").renew(); }
    Expected<void> leave() override { return asked("leave").leave(); }
    Expected<std::vector<Due>> take_unclaimed(std::int64_t due_before, int limit) override {
        return asked("take_unclaimed").take_unclaimed(due_before, limit);
    }

  private:
    Store& asked(const char* what) {
        before(what);
        return *store_;
    }
    std::unique_ptr<Store> store_;
};

}  // namespace springtide::server
