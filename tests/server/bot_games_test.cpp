// Whole games of every number of players against the server's bots, every level in its seat. Under the sanitizers, in
// `asan`, this is what looks at the bots on the server's road.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "core/random.hpp"
#include "table/games.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

constexpr int thinking_ms = 2;

/// Keeps the last answer and what it was last shown of the table.
class Player final : public Client {
  public:
    void send(std::string message) override {
        auto read = boost::json::parse(message).as_object();
        if (read.contains("view")) shown = read;
        if (read.contains("ok")) answer = std::move(read);
    }
    boost::json::object answer;
    boost::json::object shown;
};

class BotGames : public testing::Test {
  protected:
    BotGames()
        : shard_(loop_, sqlite_stores(folder_), {.public_url = {}, .bots = {.milliseconds = thinking_ms}}),
          player_(std::make_shared<Player>()) {
        EXPECT_TRUE(shard_.open());
        player_->person = People::new_person();
    }

    const boost::json::object& ask(const boost::json::object& request) {
        player_->answer.clear();
        shard_.receive(player_, boost::json::serialize(request));
        EXPECT_TRUE(loop_.until([&] { return !player_->answer.empty(); }));
        EXPECT_TRUE(player_->answer.at("ok").as_bool()) << player_->answer;
        return player_->answer;
    }

    /// A person on seat 0, who plays at random, and bots elsewhere. True if the game ends.
    bool play_out(const std::string& game, int players) {
        const auto levels = bot_levels(game);
        boost::json::array seats = {"open"};
        for (int seat = 1; seat < players; ++seat)  // the strongest first: they look at the most
            seats.push_back(boost::json::object{
                {"bot", levels[levels.size() - 1 - static_cast<std::size_t>(seat - 1) % levels.size()]}});
        const auto table = std::string(
            ask({{"op", "create"}, {"game", game}, {"players", players}, {"seats", seats}}).at("table").as_string());
        player_->shown.clear();
        ask({{"op", "join"}, {"table", table}});
        ask({{"op", "ready"}, {"table", table}});
        Random random(static_cast<std::uint64_t>(players));
        const auto over = [&] { return player_->shown.at("over").as_bool(); };
        const auto may_act = [&] { return !player_->shown.at("legal").as_array().empty(); };
        while (loop_.until([&] { return !player_->shown.empty() && (over() || may_act()); })) {
            if (over()) return true;
            const auto legal = std::exchange(player_->shown, {}).at("legal").as_array();
            const auto chosen = random.below(static_cast<std::uint32_t>(legal.size()));
            ask({{"op", "play"}, {"table", table}, {"action", legal[chosen]}});
        }
        return false;
    }

    Folder folder_;
    HandLoop loop_;
    Shard shard_;
    std::shared_ptr<Player> player_;
};

TEST_F(BotGames, EndWithEveryNumberOfPlayers) {
    for (const Game& game : games()) {
        const auto& info = game.info();
        for (int players = info.min_players; players <= info.max_players; ++players)
            EXPECT_TRUE(play_out(std::string(info.id), players)) << info.id << " with " << players;
    }
}

}  // namespace
}  // namespace springtide::server
