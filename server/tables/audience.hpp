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

/// Where the players of a table are: in sight of it, with a page that is hidden, or not connected to any node.
struct Presence {
    SeatSet here{};
    SeatSet away{};
    SeatSet gone{};
    friend bool operator==(const Presence&, const Presence&) = default;
};
std::string to_json(const Presence& presence);

/// Who watches a table, and what each of them knows of it: some are told what happened since, others are shown the
/// whole. It is only asked to tell what is stored.
class Audience {
  public:
    [[nodiscard]] bool empty() const { return watchers_.empty(); }
    /// The last event that everybody knows.
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

    /// Watches from now on, and is shown the whole with what is told next.
    void add(const ClientPtr& client, const std::string& table);
    void remove(const ClientPtr& client);
    struct Look {
        std::int64_t since = 0;       ///< what happened after this event is told
        bool takes_presence = false;  ///< is told who is there, too
        bool away = false;            ///< with a page that is hidden
    };
    /// Shows the whole as an answer that begins with `head`; they watch from now on. Everybody else is told before, so
    /// that their next events begin where this answer ends.
    void show(const ClientPtr& client, const Room& room, const std::string& head, const Look& look, Pusher& pusher);
    /// False where nothing changed.
    bool set_away(const ClientPtr& client, bool away);
    /// Players who are connected to another node; false where nothing changed.
    bool set_elsewhere(const std::string& node, const Presence& connected);
    /// True if other nodes must be asked who is there: once, for the first watcher. had_answers(): that is over.
    bool ask_elsewhere() { return !std::exchange(has_asked_elsewhere_, true) && (asks_elsewhere_ = true); }
    void had_answers() { asks_elsewhere_ = false; }
    /// Everybody who wants to know and does not know yet is told who is there.
    void tell_presence(const std::string& table, Pusher& pusher);
    /// Everybody hears what happened since they were last told. Whoever may not watch any more hears that, and goes.
    void tell(const Room& room, Pusher& pusher);
    /// Everybody hears why there is nothing to watch any more, and goes.
    void dismiss(const std::string& table, const RefusalReason& why);
    /// Everybody is shown the whole with what is told next, whether or not anything happened.
    void show_all_again();
    /// The same, and they forget everything that was told before: it is told again as it is now.
    void show_all_anew();
    /// While nobody watches, nobody has to be told what happened before.
    void catch_up_if_empty(const Room& room);

  private:
    struct Watcher {
        ClientPtr client;
        Observer as = Observer::spectator();
        std::int64_t seen = -1;  ///< the event after which they were shown the table as that observer; -1: not yet
        bool takes_presence = false;
        bool away = false;
        Presence knows{};  ///< was told last
    };
    Watcher& watcher(const ClientPtr& client, const std::string& table);
    static void sit(Watcher& watcher, const Room& room);
    static void add_presence(std::string& message, Watcher& watcher, const Presence& presence);

    std::vector<Watcher> watchers_;
    std::int64_t told_ = 0;
    SeatSet told_acting_;  ///< who had to act then
    SeatSet left_;
    SeatSet players_;                                          ///< seats at which a person sits
    std::vector<std::pair<std::string, Presence>> elsewhere_;  ///< by node
    bool has_asked_elsewhere_ = false;
    bool asks_elsewhere_ = false;  ///< and waits for answers
    bool must_tell_ = false;
    bool tells_anew_ = false;
};

}  // namespace springtide::server
