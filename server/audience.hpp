#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/address_limits.hpp"
#include "server/client.hpp"
#include "server/room.hpp"

namespace springtide::server {

/// Sends what is told about tables. It is many times as long as what asks for it, so it counts as what its reader sends
/// does.
class Teller {
  public:
    explicit Teller(AddressLimits& limits) : limits_(limits) {}
    void tell(Client& client, std::string message);

    struct Counts {
        std::int64_t pushes = 0;
        std::int64_t whole_pushes = 0;  ///< those of them that tell the whole view
    } counts;

  private:
    AddressLimits& limits_;
};

/// Who watches a table, and what each of them knows of it: some are told what happened since, others are shown the
/// whole. It is only asked to tell what is stored.
class Audience {
  public:
    [[nodiscard]] bool empty() const { return watchers_.empty(); }
    /// The last event that everybody knows.
    [[nodiscard]] std::int64_t told() const { return told_; }
    [[nodiscard]] bool is_here(Seat seat) const { return here().contains(seat); }
    /// Seats whose players watch.
    [[nodiscard]] SeatSet here() const;
    /// Seats whose players watched, and do not any more: a page that was closed, a line that broke.
    [[nodiscard]] SeatSet gone() const;
    /// Of a seat: its last connection here ended.
    [[nodiscard]] bool has_left(Seat seat) const { return left_.contains(seat); }

    /// Watches from now on, and is shown the whole with what is told next.
    void add(const ClientPtr& client, const std::string& table);
    void remove(const ClientPtr& client);
    /// Shows the whole as an answer that begins with `head`, with what happened after `since`; they watch from now on.
    /// Everybody else is told before, so that their next events begin where this answer ends.
    void show(const ClientPtr& client, const Room& room, const std::string& head, std::int64_t since, Teller& teller);
    /// Everybody hears what happened since they were last told. Whoever may not watch any more hears that, and goes.
    void tell(const Room& room, Teller& teller);
    /// Everybody is shown the whole with what is told next, whether or not anything happened.
    void show_all_again();
    /// While nobody watches, nobody has to be told what happened before.
    void catch_up_if_empty(const Room& room);

  private:
    struct Watcher {
        ClientPtr client;
        Observer as = Observer::spectator();
        std::int64_t seen = -1;  ///< the event after which they were shown the table as that observer; -1: not yet
    };
    Watcher& watcher(const ClientPtr& client, const std::string& table);

    std::vector<Watcher> watchers_;
    std::int64_t told_ = 0;
    SeatSet told_acting_;  ///< who had to act then
    SeatSet left_;
    bool must_tell_ = false;
};

}  // namespace springtide::server
