#include "server/door.hpp"

#include <gtest/gtest.h>

namespace springtide::server {
namespace {

const OriginMarker marker(sha256("a key"));

TEST(DoorTest, IsClosedToTheGuestTheDeviceAndTheAddress) {
    Door door;
    const Origin eve = marker.mark("phone", "203.0.113.7");
    door.close_to_guest("eve");
    door.close_to(eve, {marker.mark("laptop", "198.51.100.1")});
    EXPECT_TRUE(door.is_closed_to("eve", {}));
    EXPECT_TRUE(door.is_closed_to("new guest", marker.mark("phone", "192.0.2.1")));
    EXPECT_TRUE(door.is_closed_to("new guest", marker.mark("other phone", "203.0.113.7")));
    EXPECT_FALSE(door.is_closed_to("ben", marker.mark("laptop", "198.51.100.1")));
    EXPECT_FALSE(door.is_closed_to("a program", {})) << "nothing is known of it";
}

TEST(DoorTest, StaysOpenToTheAddressOfWhoStays) {
    Door door;
    door.close_to(marker.mark("phone", "203.0.113.7"), {marker.mark("laptop", "203.0.113.7")});
    EXPECT_FALSE(door.is_closed_to("a friend", marker.mark("tablet", "203.0.113.7")));
    EXPECT_TRUE(door.is_closed_to("again", marker.mark("phone", "203.0.113.7")));
}

TEST(DoorTest, GoesAlongToTheRematch) {
    Door door;
    door.close_to_guest("eve");
    door.close_to(marker.mark("phone", "2001:db8::1"), {});
    Door next;
    for (const auto& entry : door.entries()) next.add(entry);
    EXPECT_EQ(next.entries(), door.entries());
    EXPECT_TRUE(next.is_closed_to("", marker.mark("", "2001:db8::ffff"))) << "an IPv6 address counts by its network";
    EXPECT_FALSE(next.is_closed_to("", marker.mark("", "2001:db8:0:1::1")));
}

TEST(DoorTest, MarksTellNothingWithoutTheKey) {
    EXPECT_EQ(marker.mark("phone", "::ffff:192.0.2.1").address, marker.mark("", "192.0.2.1").address);
    EXPECT_NE(marker.mark("phone", "192.0.2.1"), OriginMarker(sha256("another")).mark("phone", "192.0.2.1"));
    const Origin origin = marker.mark("phone", "192.0.2.1");
    EXPECT_EQ(origin_from_text(to_text(origin)), origin);
    EXPECT_EQ(origin_from_text("nonsense"), Origin());
}

}  // namespace
}  // namespace springtide::server
