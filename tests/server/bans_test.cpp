// Who may not be here: guests, where they came from, ranges of addresses; each until its time is over.
#include "server/accounts/bans.hpp"

#include <gtest/gtest.h>

#include "server/accounts/host_desk.hpp"

namespace springtide::server {
namespace {

bool is_in(const char* address, const char* range) {
    const auto all = range_from_text(range);
    const auto one = range_from_text(address);
    EXPECT_TRUE(all && one) << address << " " << range;
    return all && one && all->contains(*one);
}

TEST(AddressRanges, HoldWhatBeginsAlike) {
    EXPECT_TRUE(is_in("203.0.113.9", "203.0.113.0/24"));
    EXPECT_FALSE(is_in("203.0.114.9", "203.0.113.0/24"));
    EXPECT_TRUE(is_in("203.0.113.130", "203.0.113.128/25"));
    EXPECT_FALSE(is_in("203.0.113.127", "203.0.113.128/25"));
    EXPECT_TRUE(is_in("172.31.9.9", "172.16.0.0/12"));
    EXPECT_FALSE(is_in("172.32.0.1", "172.16.0.0/12"));
    EXPECT_TRUE(is_in("203.0.113.9", "203.0.113.9"));
    EXPECT_FALSE(is_in("203.0.113.8", "203.0.113.9"));
    EXPECT_TRUE(is_in("::ffff:203.0.113.9", "203.0.113.0/24")) << "the same address, written otherwise";
    EXPECT_TRUE(is_in("2001:db8:1::7", "2001:db8::/32"));
    EXPECT_FALSE(is_in("2001:db9::7", "2001:db8::/32"));
    EXPECT_FALSE(is_in("203.0.113.9", "2001:db8::/32"));
}

TEST(AddressRanges, ThatAreNoneOrTooWideAreRefused) {
    for (const char* text :
         {"", "/", "here", "203.0.113", "203.0.113.0/", "203.0.113.0/x", "203.0.113.0/33", "203.0.113.0/-1",
          "0.0.0.0/0", "10.0.0.0/7", "::/0", "2001::/15", "2001:db8::/129", "203.0.113.0/24/8", "::ffff:0.0.0.0/7"})
        EXPECT_FALSE(range_from_text(text)) << text;
}

TEST(Bans, CountUntilTheirTimeIsOver) {
    const auto ban = [](const char* target, std::int64_t until) {
        return note_of({.target = target, .name = "Troll", .why = "rude", .until = until, .at = 5}, note_kinds::ban);
    };
    Bans bans;
    const Origin there{.device = "d1", .address = "a1"};
    EXPECT_FALSE(bans.forbids("g1", there, "203.0.113.9", 10));
    bans.use({ban("guest g1", 0),
              ban("address a1", 100),
              ban("range 198.51.100.0/24", 100),
              {.guest = host_guest, .kind = note_kinds::ban, .key = "guest g9", .at = 1, .body = "not JSON"}},
             {note_of({.target = "g2", .name = "", .why = "", .until = 50, .at = 5}, note_kinds::mute)});
    EXPECT_TRUE(bans.forbids("g1", {}, "", 1'000'000)) << "for ever";
    EXPECT_TRUE(bans.forbids("a new guest", there, "", 99));
    EXPECT_FALSE(bans.forbids("a new guest", there, "", 100));
    EXPECT_TRUE(bans.forbids("", {}, "198.51.100.77", 99));
    EXPECT_FALSE(bans.forbids("", {}, "198.51.100.77", 100));
    EXPECT_FALSE(bans.forbids("", {}, "no address", 99));
    EXPECT_FALSE(bans.forbids("g9", {}, "", 1)) << "a note that cannot be read keeps nobody out";
    EXPECT_TRUE(bans.mutes("g2", 49));
    EXPECT_FALSE(bans.mutes("g2", 50));
    bans.use({}, {});
    EXPECT_FALSE(bans.forbids("g1", there, "198.51.100.77", 10)) << "lifted";
}

TEST(Bans, ANoteIsReadAsItWasWritten) {
    const Ban ban{.target = "range 2001:db8::/32", .name = "Åse", .why = "\"why\"", .until = 7, .at = 6};
    const auto read = ban_from(note_of(ban, note_kinds::ban));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->target, ban.target);
    EXPECT_EQ(read->name, ban.name);
    EXPECT_EQ(read->why, ban.why);
    EXPECT_EQ(read->until, 7);
    EXPECT_EQ(read->at, 6);
}

}  // namespace
}  // namespace springtide::server
