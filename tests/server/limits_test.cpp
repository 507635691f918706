// What one address may spend, and what text may look like.
#include <gtest/gtest.h>

#include "server/base/clean_text.hpp"
#include "server/base/origin.hpp"
#include "server/identity/identity.hpp"
#include "server/limits/address_limits.hpp"

namespace springtide::server {
namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point start = Clock::time_point() + std::chrono::hours(1);

TEST(AddressLimits, AReconnectBringsNoNewBudget) {
    AddressLimits limits({.tables = {.at_once = 3, .per_second = 0.5}});
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(limits.take("one", Cost::table, start));
    EXPECT_FALSE(limits.take("one", Cost::table, start)) << "whatever connection or guest asks";
    EXPECT_TRUE(limits.take("two", Cost::table, start)) << "others have their own";
    EXPECT_TRUE(limits.take("one", Cost::event, start)) << "and so has what else one does";
    EXPECT_FALSE(limits.take("one", Cost::table, start + std::chrono::seconds(1)));
    EXPECT_TRUE(limits.take("one", Cost::table, start + std::chrono::seconds(3)));
    EXPECT_TRUE(limits.take("", Cost::table, start));
}

TEST(AddressLimits, CostMoreForMore) {
    AddressLimits limits({.bytes = {.at_once = 1000, .per_second = 10}});
    EXPECT_TRUE(limits.take("one", Cost::bytes, start, 999));
    EXPECT_FALSE(limits.take("one", Cost::bytes, start, 2));
    EXPECT_TRUE(limits.take("one", Cost::bytes, start + std::chrono::seconds(10), 100));
}

TEST(AddressLimits, WhatIsSpentBeforehandComesBackFirst) {
    AddressLimits limits({.bytes = {.at_once = 1000, .per_second = 10}});
    limits.spend("one", Cost::bytes, start, 1500);
    EXPECT_FALSE(limits.take("one", Cost::bytes, start + std::chrono::seconds(40), 1));
    EXPECT_TRUE(limits.take("one", Cost::bytes, start + std::chrono::seconds(60), 1));
    EXPECT_TRUE(limits.take("two", Cost::bytes, start, 1));
    limits.spend("", Cost::bytes, start, 1500);
}

TEST(AddressLimits, ForgetWhoSpentNothing) {
    AddressLimits limits({.tables = {.at_once = 1, .per_second = 1}});
    for (std::size_t i = 0; i < AddressLimits::most; ++i)
        EXPECT_TRUE(limits.take("address " + std::to_string(i), Cost::table, start));
    EXPECT_TRUE(limits.take("one more", Cost::table, start + std::chrono::hours(1)));
    EXPECT_EQ(limits.size(), 1U);
}

TEST(AddressLimits, TheNetworksOfAWideOneHaveSixteenBudgetsTogether) {
    AddressLimits limits({.tables = {.at_once = 4, .per_second = 0.5}});
    int taken = 0;
    for (int i = 0; i < 100; ++i) {
        const std::string network = "network " + std::to_string(i);
        limits.belongs(network, "/48", start);
        taken += limits.take(network, Cost::table, start);
    }
    EXPECT_EQ(taken, 64);
    EXPECT_TRUE(limits.take("another network", Cost::table, start));
    limits.belongs("another network", "", start);
    EXPECT_TRUE(limits.take("another network", Cost::table, start)) << "IPv4 belongs to none";
}

TEST(AddressLimits, OnlyIPv6HasWideNetworks) {
    EXPECT_EQ(wide_network_of("2001:db8:1:2::1"), wide_network_of("2001:db8:1:ffff::2"));
    EXPECT_NE(wide_network_of("2001:db8:1:2::1"), wide_network_of("2001:db8:2:2::1"));
    for (const char* other : {"192.0.2.7", "::ffff:192.0.2.7", "", "no address", "a:b"})
        EXPECT_EQ(wide_network_of(other), "") << other;
}

TEST(AddressLimits, AnIPv6AddressCountsByItsNetwork) {
    EXPECT_EQ(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:2:ffff:1:2:3"));
    EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
    EXPECT_EQ(network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"));
    EXPECT_NE(network_of("192.0.2.7"), network_of("192.0.2.8"));
}

TEST(CleanText, NamesAreWhatTheyLookLike) {
    EXPECT_TRUE(is_plain("Zoë 陈 Müller-O'Neil 🏝"));
    for (const char* bad : {"a\tb", "a\x7f", "a\u200bb", "a\u202eb", "\u2066a", "a\u00adb", "\ufeffa", "a\u0085b",
                            "a\u2028b", "a\U000e0041", "a\xff", "a\xc0\x80", "a\xe2\x80", "\u3164", "a\u061c"})
        EXPECT_FALSE(is_plain(bad)) << bad;
    EXPECT_FALSE(is_plain(std::string_view("a\0b", 3)));
    EXPECT_NE(name_problem("An\u200bna"), nullptr) << "a second Anna that nobody can tell from the first";
    EXPECT_EQ(name_problem("Anna"), nullptr);
}

TEST(CleanText, TalkIsNeutralised) {
    EXPECT_EQ(plain_text("two\nlines\r\n"), "two lines");
    EXPECT_EQ(plain_text("a\u202egnp.exe"), "agnp.exe");
    EXPECT_EQ(plain_text("z\u200b\u200b\u200bero"), "zero");
    EXPECT_EQ(plain_text("\U0001F469\u200d\U0001F4BB"), "\U0001F469\u200d\U0001F4BB") << "joiners stay where they join";
    EXPECT_EQ(plain_text("\u200d\u200da"), "a");
    EXPECT_EQ(plain_text(std::string_view("a\0b\xff", 4)), "ab");
    EXPECT_EQ(plain_text("\u200b\u2060"), "");
    EXPECT_EQ(plain_text("a\xed\xa0\x80"
                         "b"),
              "ab")
        << "half a pair of UTF-16 is no character";
}

TEST(CleanText, AnIdHasItsForm) {
    EXPECT_TRUE(is_id("0123456789abcdef0123456789abcdef"));
    EXPECT_FALSE(is_id("0123456789abcdef0123456789abcde"));
    EXPECT_FALSE(is_id("0123456789abcdef0123456789abcdeF"));
    EXPECT_FALSE(is_id(std::string("0123456789abcdef0123456789abcde") + '\0'));
    EXPECT_FALSE(is_id("' OR 1=1 --  56789abcdef01234567"));
}

}  // namespace
}  // namespace springtide::server
