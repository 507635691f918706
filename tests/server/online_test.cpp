// Who is connected, told to those who follow them: once for each change.
#include "server/accounts/online.hpp"

#include <gtest/gtest.h>

#include "server/accounts/bot_accounts.hpp"
#include "server/identity/identity.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

struct OnlineTest : ::testing::Test {
    Folder folder;
    HandLoop loop;
    StoreThread store{loop, off_loop(folder)};
    Connected connected;
    Online online{loop, store, connected,
                  [](const std::string& guest, const std::string& other) { return guest + other; }};
    std::shared_ptr<HandClient> anna = std::make_shared<HandClient>();

    OnlineTest() { anna->person.guest = "a"; }
    void pause() { loop.let_time_pass(); }
};

TEST_F(OnlineTest, TellsOnceForEachChange) {
    online.follow(anna, {"b"});
    online.came("b");
    online.came("b");
    online.came("c");
    pause();
    EXPECT_EQ(anna->messages, std::vector<std::string>{R"({"friend":{"person":"ab","here":true}})"});
    online.gone("b");
    pause();
    EXPECT_EQ(anna->messages.size(), 1U) << "a second page is still open";
    online.gone("b");
    pause();
    EXPECT_EQ(anna->messages.back(), R"({"friend":{"person":"ab","here":false}})");
}

TEST_F(OnlineTest, APageThatIsLoadedAgainWasNeverGone) {
    online.came("b");
    online.follow(anna, {"b"});
    online.gone("b");
    online.came("b");
    pause();
    EXPECT_TRUE(anna->messages.empty());
}

TEST_F(OnlineTest, NothingIsLostWhereFriendsChangeMeanwhile) {
    online.came("b");
    online.follow(anna, {"b"});
    online.gone("b");
    online.follow(anna, {"b", "c"});
    pause();
    EXPECT_EQ(anna->messages.size(), 1U);
    online.follow(anna, {"c"});
    online.came("b");
    pause();
    EXPECT_EQ(anna->messages.size(), 1U) << "whoever parted is not told of";
}

/// A store that other nodes use, too.
class OfSeveralNodes final : public ForwardingStore {
  public:
    using ForwardingStore::ForwardingStore;
    [[nodiscard]] bool is_shared() const override { return true; }
    Expected<void> tell_others(std::string_view /*words*/) override { return {}; }
};

TEST_F(OnlineTest, ANodeThatIsSilentForLongHasNobodyHereAnyMore) {
    StoreThread shared(loop, std::make_unique<OfSeveralNodes>(off_loop(folder)));
    Online nodes(loop, shared, connected,
                 [](const std::string& guest, const std::string& other) { return guest + other; });
    EXPECT_TRUE(nodes.heard("two", "online + b"));
    nodes.beat(Online::beats_of_silence);
    EXPECT_TRUE(nodes.is_here("b"));
    EXPECT_TRUE(nodes.heard("two", "online alive"));
    nodes.beat(2 * Online::beats_of_silence);
    EXPECT_TRUE(nodes.is_here("b"));
    nodes.beat(2 * Online::beats_of_silence + 4);
    EXPECT_FALSE(nodes.is_here("b"));
}

TEST_F(OnlineTest, HearsOtherNodes) {
    online.follow(anna, {"b"});
    EXPECT_TRUE(online.heard("two", "online + b"));
    EXPECT_TRUE(online.is_here("b"));
    pause();
    EXPECT_TRUE(online.heard("three", "online + b"));
    EXPECT_TRUE(online.heard("two", "online - b"));
    pause();
    EXPECT_EQ(anna->messages.size(), 1U) << "still at the third node";
    EXPECT_TRUE(online.heard("three", "online - b c"));
    pause();
    EXPECT_EQ(anna->messages.size(), 2U);
    EXPECT_FALSE(online.heard("two", "= table 1 0")) << "words of others";
    EXPECT_FALSE(online.heard("two", "online"));
}

TEST(BotAccounts, AreKnownByTheirIdAndTheirName) {
    const std::string bot = new_bot_guest();
    EXPECT_EQ(bot.size(), random_id().size());
    EXPECT_TRUE(is_bot_account(bot));
    EXPECT_FALSE(is_bot_account(random_id()));
    EXPECT_EQ(name_of_bot("Tess").value_or(""), "Tess (bot)");
    EXPECT_EQ(name_of_bot("Tess (bot)").value_or(""), "Tess (bot)");
    EXPECT_EQ(name_of_bot("123456789012345678").value_or(""), "123456789012345678 (bot)");
    EXPECT_FALSE(name_of_bot("1234567890123456789"));
    EXPECT_FALSE(name_of_bot(""));
    EXPECT_FALSE(name_of_bot("Tess (bot) (bot)"));
    EXPECT_NE(name_problem("Tess (BOT)"), nullptr);
    EXPECT_NE(name_problem("Tess(bot)"), nullptr);
    EXPECT_EQ(name_problem("Botticelli"), nullptr);
    EXPECT_EQ(game_with_bots(rated_with_bots("turn_the_tide")), "turn_the_tide");
    EXPECT_EQ(game_with_bots("turn_the_tide"), std::nullopt);
}

}  // namespace
}  // namespace springtide::server
