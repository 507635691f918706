#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/accounts/bot_accounts.hpp"
#include "server/identity/client.hpp"
#include "server/limits/budgets.hpp"
#include "server/room/room.hpp"
#include "server/tables/lists.hpp"

namespace springtide::server {

/// Sends bot accounts their challenges and running games. All of it is read from the store, so it is the same on every
/// node, and the next look sends missed changes.
class BotStreams {
  public:
    /// `budgets` are those of all shards: the limits of bot accounts.
    BotStreams(Lists& lists, Budgets& budgets, const BotLimits& limits)
        : lists_(lists), budgets_(budgets), limits_(limits) {}
    ~BotStreams() { *alive_ = false; }
    BotStreams(const BotStreams&) = delete;
    BotStreams& operator=(const BotStreams&) = delete;

    /// Answers with all there is, after `head`, the begun answer; `done` is called then.
    void follow(const ClientPtr& client, std::string head, std::function<void(const Expected<void>&)> done);
    void forget(const Client& client);
    /// Something may have changed for this bot account: sends its followers the difference.
    void look(const std::string& bot);
    /// The same for all that are followed here.
    void look_at_all();
    [[nodiscard]] bool is_followed(const std::string& bot) const;

    /// The bot accounts at a table or invited to it, changed or not, and those that were there
    /// before.
    std::set<std::string> concerned(const Room& room);
    void forget_table(const std::string& table) { at_table_.erase(table); }

    /// Whether the bot account may change a table once more now.
    bool may_act(const std::string& bot);
    /// Whether this person may challenge this bot account once more in this hour.
    bool may_challenge(const std::string& challenger, const std::string& bot);

  private:
    struct Follower {
        ClientPtr client;
        std::map<std::string, std::string> told{};  ///< by table: its last message
    };
    void tell(Follower& follower, const std::vector<RoomRow>& rooms);

    Lists& lists_;
    Budgets& budgets_;
    BotLimits limits_;
    std::unordered_map<const Client*, Follower> followers_;
    std::unordered_map<std::string, std::set<std::string>> at_table_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace springtide::server
