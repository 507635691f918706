#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/identity/client.hpp"
#include "server/identity/sessions.hpp"
#include "server/storing/commits.hpp"
#include "server/storing/store_thread.hpp"

namespace springtide::server {

/// Somebody as the store knows them.
struct Account {
    std::optional<Token> token;        ///< that identifies them; nothing for a stranger
    GuestRow guest{};                  ///< theirs, or that of a new guest, which is not stored yet
    std::optional<NoteRow> passkey{};  ///< of this account, by which the request proved itself
    std::vector<RatingRow> ratings;    ///< of this guest
    bool name_is_taken = false;        ///< the name that was asked about is claimed by somebody else
};

/// A key that is made once, by the first node there is, and kept with the data.
Expected<Digest> key_of(Store& store, const std::string& name);

/// Who people are: their sessions, names and ratings, where they come from, and who is connected. Whatever the store
/// has to be asked for is told later, in the loop.
class People {
  public:
    template <class T>
    using Done = std::function<void(const Expected<T>&)>;

    People(StoreThread& store, Commits& commits) : store_(store), commits_(commits) {}
    /// Reads the keys, or makes the first ones; waits for them.
    Expected<void> open();

    [[nodiscard]] static Person new_person();
    /// What somebody is called who chose no name.
    [[nodiscard]] static std::string name_of_new(const std::string& guest) { return "Guest " + guest.substr(0, 4); }
    /// Where somebody comes from, as tables remember it.
    [[nodiscard]] Origin origin_of(std::string_view device, std::string_view address) const {
        return marker_->mark(device, address);
    }
    /// What a device keeps that this account logged in on; worth nothing after a new password or "log out everywhere".
    [[nodiscard]] std::string known_device(const GuestRow& guest, const std::string& device) const {
        return marker_->mark_of("known device ", guest.id + " " + std::to_string(guest.valid_from) + " " + device);
    }
    /// Makes a challenge for passkeys recognisable as made here.
    [[nodiscard]] std::string seal_of_challenge(std::string_view what) const {
        return marker_->mark_of("passkey challenge ", what);
    }
    /// How one person is told of another: a mark that means something to them alone.
    [[nodiscard]] std::string handle_of(const std::string& guest, const std::string& other) const {
        return marker_->mark_of("person ", guest + other);
    }
    /// Who a token stands for, with the name they have now; or why not: while the store cannot be read nobody can be
    /// told from a stranger.
    void recognise(const std::string& token, const Done<Person>& done);
    /// The account that a token opens, or that of somebody new; and whether this name is free for them.
    void find_account(const std::string& token, const std::string& name, Done<Account> done);
    void find_account_by_name(const std::string& name, Done<std::optional<Account>> done);
    /// The account of this guest, as it is now.
    void find_account_of(const std::string& guest, Done<Account> done);
    void find_guest(const std::string& id, Done<std::optional<GuestRow>> done);

    void store(Write write, Commits::Stored done) { commits_.add(std::move(write), std::move(done)); }
    /// Stores it, and lets every connection go whose session it ended.
    void end_session(Write write, const Commits::Stored& done);
    /// A token of a new session.
    [[nodiscard]] std::string begin_session(const GuestRow& guest) const;
    /// The same session, signed anew.
    [[nodiscard]] std::string renew_session(const Token& token, const GuestRow& guest) const;
    /// What a token says that was made here just now.
    [[nodiscard]] Token token_of(std::string_view text) const { return sessions_.read(text).value_or(Token()); }

    /// Called with what end_session() ended: in other shards there may be connections, too.
    void on_ended_sessions(std::function<void(const std::vector<EndedSession>&)> ended) { ended_ = std::move(ended); }
    /// Lets everybody go who is connected by one of these.
    void dismiss(const std::vector<EndedSession>& ended);

    void came(Client& client) { connected_.insert(&client); }
    void gone(Client& client) { connected_.erase(&client); }
    [[nodiscard]] std::size_t connected() const { return connected_.size(); }
    [[nodiscard]] const std::unordered_set<Client*>& everybody() const { return connected_; }

    // Keys may be replaced and sessions ended by another process. What the store says of that is read aside, and used
    // here.
    struct News {
        std::string keys;
        std::vector<EndedSession> ended;
    };
    static Expected<News> read_news(Store& store, std::int64_t since);
    /// Asked for news since then.
    [[nodiscard]] std::int64_t news_since() const;
    void hear(const News& news);

  private:
    StoreThread& store_;
    Commits& commits_;
    Sessions sessions_;
    std::int64_t sessions_seen_ = 0;  ///< ended until then, on any node
    std::optional<OriginMarker> marker_;
    std::unordered_set<Client*> connected_;
    std::function<void(const std::vector<EndedSession>&)> ended_ = [](const std::vector<EndedSession>&) {};
};

}  // namespace springtide::server
