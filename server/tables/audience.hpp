#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "server/identity/client.hpp"
#include "server/limits/address_limits.hpp"
#include "server/room/room.hpp"

namespace springtide::server {

/// Sends messages about tables. They are many times as long as the requests for them, so they count against the
/// address's budget.
class Pusher {
  public:
    explicit Pusher(AddressLimits& limits) : limits_(limits) {}
    void tell(Client& client, std::string message);

    struct Counts {
        std::int64_t pushes = 0;
        std::int64_t whole_pushes = 0;     ///< those of them that tell the whole view
        std::int64_t presence_pushes = 0;  ///< not among them: that tell nothing but who is there
    } counts;

  private:
    AddressLimits& limits_;
};

/// The presence of a table's players: watching it, with a hidden page, or not connected to any node.
struct Presence {
    SeatSet here{};
    SeatSet away{};
    SeatSet gone{};
    friend bool operator==(const Presence&, const Presence&) = default;
};
std::string to_json(const Presence& presence);

/// The watchers of a table and their knowledge: some receive the new events, others the whole view. Only stored events
/// are sent.
class Audience {
  public:
    [[nodiscard]] bool empty() const { return watchers_.empty(); }
    /// The last event that all watchers have received.
    [[nodiscard]] std::int64_t told() const { return told_; }
    /// Whether the player watches, with a page that is seen or hidden.
    [[nodiscard]] bool is_here(Seat seat) const;
    /// Players who are connected to this node.
    [[nodiscard]] Presence connected() const;
    /// All players of the table, on all nodes. Until other nodes have answered, only players who left this node count
    /// as gone.
    [[nodiscard]] Presence presence() const;
    /// Of a seat: its last connection here ended.
    [[nodiscard]] bool has_left(Seat seat) const { return left_.contains(seat); }

    /// Adds a watcher, which receives the whole view with the next messages.
    void add(const ClientPtr& client, const std::string& table);
    void remove(const ClientPtr& client);
    struct Look {
        std::int64_t since = 0;       ///< sends events after this one
        bool takes_presence = false;  ///< receives presence, too
        bool away = false;            ///< with a page that is hidden
    };
    /// Sends the whole view as an answer that begins with `head`; the client watches from now on. The others receive
    /// their events before, so that their next ones begin where this answer ends.
    void show(const ClientPtr& client, const Room& room, const std::string& head, const Look& look, Pusher& pusher);
    /// False if nothing changed.
    bool set_away(const ClientPtr& client, bool away);
    /// Players that are connected to another node; false if nothing changed.
    bool set_elsewhere(const std::string& node, const Presence& connected);
    /// True if this node should ask other nodes for presence: once, for the first watcher. had_answers() ends that.
    bool ask_elsewhere() { return !std::exchange(has_asked_elsewhere_, true) && (asks_elsewhere_ = true); }
    void had_answers() { asks_elsewhere_ = false; }
    /// Sends the presence to all watchers that want it and do not have it yet.
    void tell_presence(const std::string& table, Pusher& pusher);
    /// Sends each watcher the events since its last message. Removes those without permission.
    void tell(const Room& room, Pusher& pusher);
    /// Sends all watchers the reason why they can no longer watch, and removes them.
    void dismiss(const std::string& table, const RefusalReason& why);
    /// All watchers receive the whole view with the next messages, even without new events.
    void show_all_again();
    /// The same, and they drop all earlier messages: the whole history is sent again as it is now.
    void show_all_anew();
    /// Without watchers there is nothing to send: counts all events as sent.
    void catch_up_if_empty(const Room& room);

  private:
    struct Watcher {
        ClientPtr client;
        Observer as = Observer::spectator();
        std::int64_t seen = -1;  ///< the event after which they were shown the table as that observer; -1: not yet
        bool takes_presence = false;
        bool away = false;
        Presence knows{};  ///< sent last
    };
    Watcher& watcher(const ClientPtr& client, const std::string& table);
    static void sit(Watcher& watcher, const Room& room);
    static void add_presence(std::string& message, Watcher& watcher, const Presence& presence);

    std::vector<Watcher> watchers_;
    std::int64_t told_ = 0;
    SeatSet told_acting_;  ///< the seats to act at that time
    SeatSet left_;
    SeatSet players_;                                          ///< seats at which a person sits
    std::vector<std::pair<std::string, Presence>> elsewhere_;  ///< by node
    bool has_asked_elsewhere_ = false;
    bool asks_elsewhere_ = false;  ///< and waits for answers
    bool must_tell_ = false;
    bool tells_anew_ = false;
};

}  // namespace springtide::server
