#pragma once

#include <boost/json/fwd.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "server/bot_thread.hpp"
#include "server/identity.hpp"
#include "server/limits.hpp"
#include "server/loop.hpp"
#include "server/room.hpp"
#include "store/group_writer.hpp"

namespace springtide::server {

/// Somebody who is connected.
class Client {
  public:
    Client() = default;
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    virtual ~Client() = default;
    virtual void send(std::string message) = 0;

    Person person;
    std::set<std::string> watching;
    Bucket chat{5, 0.5};
};
using ClientPtr = std::shared_ptr<Client>;

struct HallSettings {
    std::string public_url;
    int bot_milliseconds = 500;
    std::size_t tables_watched = 64;          ///< by one connection
    std::size_t tables_created_hourly = 200;  ///< by one guest
};

/// Every table there is, and the road of a request: decide, fold, store, then answer and tell. It lives in one thread.
class Hall {
  public:
    Hall(Loop& loop, std::unique_ptr<Store> reader, std::unique_ptr<Store> writer, HallSettings settings);
    ~Hall();
    Hall(const Hall&) = delete;
    Hall& operator=(const Hall&) = delete;

    /// Takes up the games that were running when the last process ended.
    Expected<void> open();
    /// No new requests; what is under way is finished. `done` is called when all is stored.
    void close(std::function<void()> done);
    [[nodiscard]] bool ready() const { return !closing_ && healthy_; }

    void receive(const ClientPtr& client, std::string_view message);
    void gone(const ClientPtr& client);

    /// A client came; gone() is called for it once.
    void came() { ++counts_.clients; }
    [[nodiscard]] Store& reader() { return *reader_; }
    [[nodiscard]] Loop& loop() { return loop_; }
    [[nodiscard]] const Signer& signer() const { return *signer_; }
    /// Who a token stands for, with the name he has now.
    [[nodiscard]] std::optional<Person> person_of(std::string_view token);
    [[nodiscard]] Person new_person() const;
    /// `done` is called in the loop.
    void store_guest(GuestRow guest, std::function<void(Expected<WriteOutcome>)> done);

    /// The room as it is stored, or why there is none; it may go away with the next event of the loop.
    Expected<const Room*> look(const std::string& table);

    /// Another node appended up to this event.
    void heard(const std::string& table, std::int64_t seq);
    /// Other nodes may have appended anything.
    void heard_nothing();
    [[nodiscard]] std::string metrics() const;

  private:
    using Done = std::function<void(Expected<void>)>;
    struct Entry {
        std::unique_ptr<Room> room;
        std::set<ClientPtr> watchers;
        std::deque<std::function<void()>> waiting;
        bool busy = false;
        bool thinking = false;
        std::int64_t told = 0;                   ///< the last event the watchers know
        std::int64_t heard = 0;                  ///< the last event of another node
        std::optional<std::int64_t> claimed_in;  ///< the store's session in which the table is ours
        std::int64_t alarm_for = 0;              ///< the deadline for which an alarm is set
    };

    Expected<Entry*> entry(const std::string& table);
    void forget_if_idle(const std::string& table);
    /// Runs when no event of this table is under way.
    void when_free(const std::string& table, std::function<void()> work);
    void perform(const std::string& table, RoomEvent event, Done done);
    void stored(const std::string& table, const Expected<WriteOutcome>& outcome, const Done& done);
    void tell_watchers(Entry& entry);
    void go_on(const std::string& table);

    // By itself, in hall_duty.cpp.
    bool is_ours(Entry& entry);
    Expected<void> take_up_tables(std::int64_t down_from);
    void give_time_back(const std::string& table, std::int64_t from);
    bool missed_something(const std::string& table);
    void catch_up(const std::string& table);
    void ask_bot(const std::string& table, Seat seat, const std::string& level, const std::string& kind);
    void set_alarm(const std::string& table);
    void ring(const std::string& table);
    void beat();
    void after_beat();
    std::vector<RatingRow> new_ratings(const Room& room);

    // Requests, in hall_requests.cpp.
    Expected<void> answer(const ClientPtr& client, const std::string& id, const boost::json::object& request);
    Expected<void> hello(const ClientPtr& client, const std::string& id, const boost::json::object& request);
    Expected<void> create(const ClientPtr& client, const std::string& id, const boost::json::object& request);
    void watch(const ClientPtr& client, const std::string& id, const std::string& table, std::int64_t since);
    void change(const ClientPtr& client, const std::string& id, const std::string& table, const std::string& op,
                const boost::json::object& request, int attempt = 1);
    void rematch(const ClientPtr& client, const std::string& id, const std::string& table);
    void begin_watching(const ClientPtr& client, const std::string& table, Entry& entry);

    Loop& loop_;
    HallSettings settings_;
    std::unique_ptr<Store> reader_;
    std::optional<Signer> signer_;
    std::unordered_map<std::string, Entry> entries_;
    std::unordered_map<std::string, Bucket> creators_;
    bool closing_ = false;
    bool healthy_ = true;
    std::int64_t last_beat_ = 0;
    std::size_t under_way_ = 0;
    std::function<void()> when_closed_;
    struct Counts {
        std::int64_t requests = 0;
        std::int64_t refusals = 0;
        std::int64_t events = 0;
        std::int64_t pushes = 0;
        std::int64_t bot_moves = 0;
        std::int64_t conflicts = 0;
        std::int64_t failures = 0;
        std::int64_t clients = 0;
    } counts_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< what was posted looks whether we are still there
    BotThread bots_;
    GroupWriter writer_;
};

}  // namespace springtide::server
