#include "server/identity/tokens.hpp"

#include <gtest/gtest.h>

#include "server/base/steady_time.hpp"
#include "server/net/known_hosts.hpp"

namespace springtide::server {
namespace {

const Token token{.guest = std::string(32, 'a'), .session = std::string(16, 'b'), .issued = 1234, .is_old = false};

TEST(SigningKeys, ANewKeyLogsNobodyOutUntilTheOldOneIsForgotten) {
    const auto first = *SigningKeys::from_text(to_hex(sha256("first")));
    const std::string text = first.sign(token);
    ASSERT_TRUE(first.read(text));
    EXPECT_EQ(first.read(text)->session, token.session);
    EXPECT_EQ(first.read(text)->issued, 1234);
    const auto second = first.rotated(sha256("second"), false);
    ASSERT_TRUE(second.read(text));
    EXPECT_TRUE(second.read(text)->is_old);
    EXPECT_FALSE(second.read(second.sign(token))->is_old);
    EXPECT_FALSE(first.read(second.sign(token))) << "a key that is not there yet";
    EXPECT_FALSE(second.rotated(sha256("third"), true).read(text));
    EXPECT_EQ(SigningKeys::from_text(second.text())->text(), second.text());
}

TEST(SigningKeys, NothingOfATokenCanBeChanged) {
    const auto keys = *SigningKeys::from_text(to_hex(sha256("key")));
    const std::string text = keys.sign(token);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string forged = text;
        forged[i] = forged[i] == '1' ? '2' : '1';
        EXPECT_FALSE(keys.read(forged)) << i;
        EXPECT_FALSE(keys.read(text.substr(0, i))) << i;
    }
    EXPECT_FALSE(keys.read(text + "0"));
}

TEST(SigningKeys, DamageIsASentence) {
    EXPECT_FALSE(SigningKeys::from_text("1:nonsense"));
    EXPECT_FALSE(SigningKeys::from_text(""));
}

TEST(KnownHosts, AreOursAndNobodyElses) {
    const KnownHosts hosts("https://tide.example.org", "tide.lan");
    for (const char* ours :
         {"tide.example.org", "Tide.Example.org:443", "localhost:8470", "127.0.0.1:1", "[::1]", "", "tide.lan"})
        EXPECT_TRUE(hosts.know(ours)) << ours;
    for (const char* foreign :
         {"evil.example", "tide.example.org.evil.example", "127.0.0.1.evil.example", "1.2.3", "[evil]"})
        EXPECT_FALSE(hosts.know(foreign)) << foreign;
}

TEST(SteadyTime, DoesNotJumpWithTheWallClock) {
    using std::chrono::milliseconds;
    const SteadyTime::Steady start{};
    const SteadyTime time(1'000'000, start);
    EXPECT_EQ(time.at(start), 1'000'000);
    // Whatever the wall clock says by now, it is not asked again.
    EXPECT_EQ(time.at(start + milliseconds(250)), 1'000'250);
}

}  // namespace
}  // namespace springtide::server
