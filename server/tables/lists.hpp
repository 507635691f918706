#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/json_writer.hpp"
#include "server/storing/store_thread.hpp"

namespace springtide::server {

/// A table of a person's list, with the seat to move.
void write_own_table(JsonWriter& json, const RoomRow& room);

/// The lists on the page: open tables, the person's own, the best players. Read in another thread, sent in the loop.
class Lists {
  public:
    template <class T>
    using Done = std::function<void(const Expected<T>&)>;
    static constexpr int longest = 100;

    explicit Lists(StoreThread& store) : store_(store) {}

    // Lists that are the same for all, as JSON; requests that wait for one at the same time share one read.
    /// Listed tables: those that wait for players, then those at which they play.
    void lobby(const Done<std::string>& done);
    void best_players(const std::string& game, const Done<std::string>& done);
    /// The best bot accounts, by the games in which one of them sat.
    void best_bots(const std::string& game, const Done<std::string>& done);

    /// How often one of these was read.
    [[nodiscard]] std::size_t reads() const { return reads_; }

    void tables_of(const std::string& guest, Done<std::vector<RoomRow>> done);
    /// `read(store)` aside, `then(what it found)` in the loop.
    template <class Read, class Then>
    void ask(Read read, Then then) {
        store_.ask(std::move(read), std::move(then));
    }

  private:
    /// A read for several requests. Each of them waits for its own turn at the store; the first whose turn it is reads
    /// for all that came before it began.
    struct SharedRead {
        std::atomic<bool> has_begun = false;
        std::vector<Done<std::string>> waiting{};
    };
    void ask_shared(const std::string& name, const std::function<Expected<std::string>(Store&)>& read,
                    const Done<std::string>& done);

    StoreThread& store_;
    std::size_t reads_ = 0;
    std::unordered_map<std::string, std::shared_ptr<SharedRead>> shared_;  ///< the latest of each name
};

}  // namespace springtide::server
