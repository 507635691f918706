// Thinking is shared: nobody waits because somebody else asked for much.
#include "server/limits/bot_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <future>

#include "table/games.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

using testing::ElementsAre;
using testing::Lt;

const Payer one{.person = "one", .address = "a"};
const Payer other{.person = "other", .address = "a"};
const Payer elsewhere{.person = "elsewhere", .address = "b"};

TEST(FairQueue, AddressesTakeTurnsAndPeopleAtEachAddress) {
    FairQueue<int> queue;
    for (int i = 1; i <= 3; ++i) queue.push(one, i);
    queue.push(other, 11);
    queue.push(elsewhere, 21);
    queue.push(elsewhere, 22);
    EXPECT_EQ(queue.size(), 6U);
    EXPECT_EQ(queue.addresses(), 2U);
    EXPECT_EQ(queue.waiting_at("a"), 4U);
    std::vector<int> order;
    while (!queue.empty()) order.push_back(queue.pop().second);
    EXPECT_THAT(order, ElementsAre(1, 21, 11, 22, 2, 3));
    EXPECT_EQ(queue.addresses(), 0U);
}

TEST(FairQueue, SomebodyWhoComesLateDoesNotWaitForThoseWhoCameFirst) {
    FairQueue<int> queue;
    for (int i = 0; i < 1000; ++i) queue.push(one, i);
    for (int i = 0; i < 10; ++i) (void)queue.pop();
    queue.push(other, -1);
    int before = 0;
    while (queue.pop().second != -1) ++before;
    EXPECT_THAT(before, Lt(2));
}

TEST(ThinkingTime, IsSharedByThoseWhoWait) {
    EXPECT_EQ(shared_thinking_time(500, 2, 0, 0), 500);
    EXPECT_EQ(shared_thinking_time(500, 2, 1, 1), 500);
    EXPECT_EQ(shared_thinking_time(500, 2, 1, 199), 5);
    EXPECT_EQ(shared_thinking_time(500, 2, 2, 8), 100);
    EXPECT_EQ(shared_thinking_time(2, 2, 1, 199), 2);
}

TEST(ThinkingBudget, IsSpentAndForgivenByTheHour) {
    ThinkingBudget budget(60'000);
    budget.spend(one, 59'999, 0);
    EXPECT_FALSE(budget.is_spent(one, 0));
    budget.spend(one, 1, 0);
    EXPECT_TRUE(budget.is_spent(one, 0));
    EXPECT_FALSE(budget.is_spent(other, 0));
    EXPECT_FALSE(budget.is_spent(one, 60'000)) << "a sixtieth of it is forgiven in a minute";
}

TEST(ThinkingBudget, NewGuestsOfOneAddressDoNotBringMoreThanTheAddressHas) {
    ThinkingBudget budget(60'000);
    for (int i = 0; i < ThinkingBudget::people_per_address; ++i)
        budget.spend({.person = std::to_string(i), .address = "a"}, 60'000, 0);
    EXPECT_TRUE(budget.is_spent({.person = "new", .address = "a"}, 0));
    EXPECT_FALSE(budget.is_spent(elsewhere, 0));
}

/// A trick of Turn the Tide in which everybody is to choose.
std::unique_ptr<Table> a_trick() {
    TableSetup setup;
    setup.players = 4;
    setup.seed = "bots";
    auto table = (*find_game("turn_the_tide"))->create(setup);
    EXPECT_TRUE(table);
    return std::move(*table);
}

TEST(BotPool, APersonsBotIsAnsweredBeforeTheHundredsOfSomebodyElse) {
    std::mutex mutex;
    std::vector<std::string> answered;
    std::promise<void> all;
    constexpr std::size_t asked = 101;
    {
        BotPool pool({.milliseconds = 20, .threads = 1});
        const auto ask = [&](const Payer& payer) {
            pool.ask(payer, a_trick(), 0, "best", [&, person = payer.person](const Expected<BotAnswer>& answer) {
                EXPECT_TRUE(answer);
                const std::scoped_lock lock(mutex);
                answered.push_back(person);
                if (answered.size() == asked) all.set_value();
            });
        };
        for (std::size_t i = 0; i + 1 < asked; ++i) ask(one);
        std::size_t before = 0;
        {
            const std::scoped_lock lock(mutex);
            before = answered.size();
        }
        ask(other);
        all.get_future().wait();
        const auto place = static_cast<std::size_t>(std::ranges::find(answered, "other") - answered.begin());
        EXPECT_LE(place, before + 20) << "it was asked while about " << before << " had been answered";
        EXPECT_EQ(pool.load().waiting, 0);
    }
}

TEST(BotPool, ThreadsBeginWhenThereIsSomethingToThinkAbout) {
    std::vector<std::promise<void>> answered(20);
    std::promise<void> held;
    std::promise<void> go_on;
    BotPool pool({.milliseconds = 1, .threads = 2});
    EXPECT_EQ(pool.load().threads, 0);
    const auto ask = [&](std::promise<void>& done) {
        pool.ask(one, a_trick(), 0, "easy", [&done](const Expected<BotAnswer>&) { done.set_value(); });
    };
    ask(answered[0]);
    EXPECT_EQ(pool.load().threads, 1);
    pool.ask(one, a_trick(), 0, "easy", [&](const Expected<BotAnswer>&) {
        held.set_value();
        go_on.get_future().wait();
    });
    held.get_future().wait();  // one of them is kept busy: another begins where there is none that rests
    for (std::size_t i = 1; i < answered.size(); ++i) ask(answered[i]);
    EXPECT_EQ(pool.load().threads, 2);
    for (auto& one_of_all : answered) one_of_all.get_future().wait();
    go_on.set_value();
}

class BotsAlone : public testing::Test {
  protected:
    BotsAlone() : shard_(loop_, sqlite_stores(folder_), {.public_url = {}, .bots = {.milliseconds = 1}}) {
        EXPECT_TRUE(shard_.open());
        client_->person = People::new_person();
    }
    boost::json::object ask(boost::json::object request) {
        client_->messages.clear();
        shard_.receive(client_, boost::json::serialize(request));
        boost::json::object answer;
        EXPECT_TRUE(loop_.until([&] {
            for (const auto& message : client_->messages) {
                answer = boost::json::parse(message).as_object();
                if (answer.contains("ok")) return true;
            }
            return false;
        }));
        EXPECT_TRUE(answer.at("ok").as_bool()) << answer;
        return answer;
    }
    std::int64_t bot_moves() {
        const auto metrics = metrics_of(shard_);
        const std::string name = "\nspringtide_bot_moves_total ";
        return std::stoll(metrics.substr(metrics.find(name) + name.size()));
    }

    Folder folder_;
    HandLoop loop_;
    Shard shard_;
    std::shared_ptr<HandClient> client_ = std::make_shared<HandClient>();
};

TEST_F(BotsAlone, PauseUntilSomebodyLooks) {
    const auto table = ask({{"op", "create"},
                            {"game", "turn_the_tide"},
                            {"players", 3},
                            {"seats", {"open", {{"bot", "easy"}}, {{"bot", "easy"}}}}})
                           .at("table");
    ask({{"op", "join"}, {"table", table}});
    ask({{"op", "ready"}, {"table", table}});
    EXPECT_TRUE(loop_.until([&] { return bot_moves() >= 2; })) << "both have chosen and wait for the person";
    ask({{"op", "unwatch"}, {"table", table}});
    ask({{"op", "leave"}, {"table", table}});  // from now on a bot plays there too
    const auto paused = bot_moves();
    for (int i = 0; i < 50; ++i) {
        bool turned = false;
        loop_.post([&] { turned = true; });
        EXPECT_TRUE(loop_.until([&] { return turned; }));
    }
    EXPECT_LE(bot_moves(), paused + 1) << "nobody is there to see it";
    ask({{"op", "watch"}, {"table", table}});
    EXPECT_TRUE(loop_.until([&] { return bot_moves() > paused + 10; })) << "somebody watches: they play on";
}

}  // namespace
}  // namespace springtide::server
