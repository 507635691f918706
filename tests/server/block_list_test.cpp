#include "server/room/block_list.hpp"

#include <gtest/gtest.h>

namespace springtide::server {
namespace {

const OriginMarker marker(sha256("a key"));

TEST(BlockListTest, BlocksTheGuestTheDeviceAndTheAddress) {
    BlockList blocked;
    const Origin eve = marker.mark("phone", "203.0.113.7");
    blocked.block_guest("eve");
    blocked.block(eve, {marker.mark("laptop", "198.51.100.1")});
    EXPECT_TRUE(blocked.blocks("eve", {}));
    EXPECT_TRUE(blocked.blocks("new guest", marker.mark("phone", "192.0.2.1")));
    EXPECT_TRUE(blocked.blocks("new guest", marker.mark("other phone", "203.0.113.7")));
    EXPECT_FALSE(blocked.blocks("ben", marker.mark("laptop", "198.51.100.1")));
    EXPECT_FALSE(blocked.blocks("a program", {})) << "nothing is known of it";
}

TEST(BlockListTest, DoesNotBlockTheAddressOfPlayersWhoStay) {
    BlockList blocked;
    blocked.block(marker.mark("phone", "203.0.113.7"), {marker.mark("laptop", "203.0.113.7")});
    EXPECT_FALSE(blocked.blocks("a friend", marker.mark("tablet", "203.0.113.7")));
    EXPECT_TRUE(blocked.blocks("again", marker.mark("phone", "203.0.113.7")));
}

TEST(BlockListTest, GoesAlongToTheRematch) {
    BlockList blocked;
    blocked.block_guest("eve");
    blocked.block(marker.mark("phone", "2001:db8::1"), {});
    BlockList next;
    for (const auto& entry : blocked.entries()) next.add(entry);
    EXPECT_EQ(next.entries(), blocked.entries());
    EXPECT_TRUE(next.blocks("", marker.mark("", "2001:db8::ffff"))) << "an IPv6 address counts by its network";
    EXPECT_FALSE(next.blocks("", marker.mark("", "2001:db8:0:1::1")));
}

TEST(BlockListTest, MarksTellNothingWithoutTheKey) {
    EXPECT_EQ(marker.mark("phone", "::ffff:192.0.2.1").address, marker.mark("", "192.0.2.1").address);
    EXPECT_NE(marker.mark("phone", "192.0.2.1"), OriginMarker(sha256("another")).mark("phone", "192.0.2.1"));
    const Origin origin = marker.mark("phone", "192.0.2.1");
    EXPECT_EQ(origin_from_text(to_text(origin)), origin);
    EXPECT_EQ(origin_from_text("nonsense"), Origin());
}

}  // namespace
}  // namespace springtide::server
