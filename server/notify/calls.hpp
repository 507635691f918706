#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/identity/tokens.hpp"
#include "server/notify/sender.hpp"
#include "server/notify/web_push.hpp"
#include "server/room/room.hpp"
#include "server/storing/commits.hpp"
#include "server/storing/store_thread.hpp"

namespace springtide::server {

// The kinds of notes about people, and the value behind each key.
namespace note_kinds {
inline constexpr const char* push = "push";      ///< a browser, by a mark of its address
inline constexpr const char* called = "called";  ///< a table: how often they had acted there when they were called
inline constexpr const char* quiet = "quiet";    ///< a table, or empty for all: they want no calls
inline constexpr const char* mail = "mail";      ///< their confirmed address, by itself
inline constexpr const char* mail_link = "mail_link";    ///< a mark of the link that confirms the address it keeps
inline constexpr const char* recovery = "recovery";      ///< a mark of the link that opens the account
inline constexpr const char* session = "session";        ///< a session, by its id
inline constexpr const char* mail_calls = "mail_calls";  ///< empty: email notifications are on
}  // namespace note_kinds

/// A browser with a push subscription, as its note keeps it.
struct PushDevice {
    PushAddress address;
    Token token;  ///< the session of the subscription; when it is over, the browser gets no notifications
};
std::string to_text(const PushDevice& device);
std::optional<PushDevice> push_device(const NoteRow& note);
/// The key of its note, which does not reveal the address.
std::string push_mark(std::string_view endpoint);

/// A player got the turn and is not at the table.
struct MissedTurn {
    std::string table;
    std::string game;
    std::vector<std::string> guests;  ///< theirs: one for each device
    std::vector<std::string> others;  ///< names of the waiting players
    int acted = 0;                    ///< how often they had acted at this table
    bool is_invitation = false;       ///< an invitation, not a turn
};

std::optional<MissedTurn> missed_turn(const Room& room, Seat seat);
/// The notes about a table, for all its players.
std::vector<NoteKey> notes_of_game(const Room& room);

struct CallSettings {
    std::string public_url{};
    SenderSettings sender{};
};

/// The key by which push services know this server, for all threads. It is read, or made, at its first use: OpenSSL
/// takes three megabytes, and many servers never send notifications.
class ServerPushKey {
  public:
    Expected<PushKey> get(Store& store);

  private:
    std::mutex mutex_;
    std::optional<PushKey> key_;
};

/// A browser's push subscription, with bytes in base64url.
struct PushAddressTexts {
    std::string endpoint;
    std::string point;
    std::string secret;
};

/// Notifies players of their turns: through their browsers, and by email if the host has a mail server. Once for each
/// table, until they act there.
class Calls {
  public:
    Calls(Loop& loop, StoreThread& store, Commits& commits, CallSettings settings);
    ~Calls();
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;

    void call(const MissedTurn& turn);
    /// Sends an email, if the host has a mail server and not too many wait.
    bool send_letter(const std::string& to, const std::string& subject, const std::string& text);

    /// The key that a browser needs to subscribe; for a thread of a store.
    [[nodiscard]] const std::shared_ptr<ServerPushKey>& key() const { return key_; }
    [[nodiscard]] bool has_mail() const { return sender_->has_mail(); }
    /// Whether a browser may be called there and takes what is encrypted for it; looked at aside.
    void check_address(PushAddressTexts texts, std::function<void(const Expected<PushAddress>&)> done);
    [[nodiscard]] const std::string& public_url() const { return settings_.public_url; }
    struct Counts {
        std::int64_t pushes = 0;
        std::int64_t letters = 0;
        std::int64_t failed = 0;
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }

  private:
    /// The ways to notify a player about a table.
    struct Ways {
        std::vector<NoteRow> devices;
        std::vector<NoteKey> over;     ///< devices whose session is over
        std::string mail;              ///< empty: not by email
        std::optional<PushKey> key{};  ///< if there are devices
    };
    static Expected<Ways> read_ways(Store& store, const std::string& guest, const std::string& table, bool has_mail,
                                    ServerPushKey& key);
    void call_guest(const std::string& guest, const MissedTurn& turn);
    void send_all(const std::string& guest, const MissedTurn& turn, const Ways& ways);
    void forget(std::vector<NoteKey> notes);

    Loop& loop_;
    StoreThread& store_;
    Commits& commits_;
    CallSettings settings_;
    std::shared_ptr<ServerPushKey> key_ = std::make_shared<ServerPushKey>();
    Counts counts_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< only looked at in the loop
    std::shared_ptr<Sender> sender_;                              ///< also of what is still being encrypted aside
};

}  // namespace springtide::server
