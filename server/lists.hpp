#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/json_writer.hpp"
#include "server/store_thread.hpp"

namespace springtide::server {

/// A table of somebody's list, with whose turn it is.
void write_own_table(JsonWriter& json, const RoomRow& room);

/// What people look for: open tables, their own, the best players. Read aside, told in the loop.
class Lists {
  public:
    template <class T>
    using Done = std::function<void(const Expected<T>&)>;
    static constexpr int longest = 100;

    explicit Lists(StoreThread& store) : store_(store) {}

    /// Listed tables: those that wait for players, then those at which they play.
    void lobby(Done<std::vector<RoomRow>> done);
    void tables_of(const std::string& guest, Done<std::vector<RoomRow>> done);
    void best_players(const std::string& game, Done<std::vector<RatingRow>> done);
    /// The best bot accounts, by the games in which one of them sat.
    void best_bots(const std::string& game, Done<std::vector<RatingRow>> done);
    /// `read(store)` aside, `then(what it found)` in the loop.
    template <class Read, class Then>
    void ask(Read read, Then then) {
        store_.ask(std::move(read), std::move(then));
    }

  private:
    StoreThread& store_;
};

}  // namespace springtide::server
