#include <ctype.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/error.hpp"
#include "core/event.hpp"
#include "core/fixed_list.hpp"
#include "core/json_writer.hpp"
#include "core/late_library.hpp"
#include "core/random.hpp"
#include "core/seat.hpp"
#include "core/text.hpp"

namespace springtide {

TEST(FixedList, HoldsWhatWasPushedAndComparesOnlyThat) {
    FixedList<int, 4> a;
    FixedList<int, 4> b;
    EXPECT_TRUE(a.empty());
    a.push_back(7);
    a.push_back(9);
    b.push_back(7);
    EXPECT_FALSE(a == b);
    b.push_back_if(false, 5);
    EXPECT_EQ(b.size(), 1U);
    b.push_back_if(true, 9);
    EXPECT_TRUE(a == b);
    a.clear();
    EXPECT_EQ(a.size(), 0U);
}

TEST(SeatSet, InsertsErasesAndIteratesInOrder) {
    SeatSet seats;
    seats.insert(4);
    seats.insert(1);
    EXPECT_TRUE(seats.contains(4));
    EXPECT_FALSE(seats.contains(0));
    EXPECT_EQ(seats.front(), 1);
    std::vector<int> in_order;
    for (const Seat seat : seats) in_order.push_back(seat);
    EXPECT_EQ(in_order, (std::vector<int>{1, 4}));
    seats.erase(1);
    EXPECT_EQ(seats, SeatSet::of(4));
    EXPECT_EQ(SeatSet::first(3).size(), 3);
}

TEST(Observer, SeesWhatIsHisOrOpen) {
    EXPECT_TRUE(Observer::all().sees_private(2));
    EXPECT_TRUE(Observer::seat(2).sees_private(2));
    EXPECT_FALSE(Observer::seat(1).sees_private(2));
    EXPECT_FALSE(Observer::spectator().sees_private(2));
    const Event secret{.kind = 0, .seat = 2, .private_to = 2, .values = {}};
    EXPECT_TRUE(secret.visible_to(Observer::seat(2)));
    EXPECT_FALSE(secret.visible_to(Observer::spectator()));
    EXPECT_TRUE(Event{}.visible_to(Observer::spectator()));
}

TEST(Random, IsTheSameGeneratorEverywhere) {
    // xoshiro256++ seeded through splitmix64: these numbers must never change, or old seeds would play other games.
    Random random(1);
    EXPECT_EQ(random.next(), 0x763ba63f94bc22a2U);
    EXPECT_EQ(random.next(), 0x96606b4e465ede1eU);
    EXPECT_EQ(random.next(), 0xcb6595f841d565d9U);
}

TEST(Random, BelowIsUniform) {
    Random random(5);
    std::array<int, 7> seen{};
    for (int i = 0; i < 70000; ++i) ++seen[random.below(7)];
    for (const int count : seen) EXPECT_NEAR(count, 10000, 500);
}

TEST(Random, BelowThrowsAwayWhatWouldFavourSome) {
    // With a bound of 3/4 of the range, plain multiplication would give the values below a third twice as often.
    Random random(6);
    constexpr std::uint32_t bound = 3U << 30U;
    int low = 0;
    for (int i = 0; i < 30000; ++i) low += random.below(bound) < (1U << 30U) ? 1 : 0;
    EXPECT_NEAR(low, 10000, 500);
}

TEST(Random, ShuffleGivesEveryOrder) {
    Random random(8);
    std::array<int, 6> seen{};
    for (int i = 0; i < 60000; ++i) {
        std::array<int, 3> items = {0, 1, 2};
        random.shuffle(items);
        ++seen[static_cast<std::size_t>(items[0] * 2 + (items[1] > items[2] ? 1 : 0))];
    }
    for (const int count : seen) EXPECT_NEAR(count, 10000, 500);
}

TEST(Text, NumbersAreReadStrictly) {
    EXPECT_EQ(parse_int("42"), 42);
    EXPECT_EQ(parse_int("-3"), -3);
    EXPECT_EQ(parse_int("0"), 0);
    for (const auto* bad : {"", " 1", "1 ", "+1", "01", "-0", "1.0", "x", "99999999999999999999"})
        EXPECT_EQ(parse_int(bad), std::nullopt) << bad;
}

template <class Text>
concept CanSplit = requires(Text&& text) { split(std::forward<Text>(text), ','); };
static_assert(CanSplit<const std::string&> && CanSplit<std::string_view> && CanSplit<const char*>);
static_assert(!CanSplit<std::string>, "the parts of a temporary would point into nothing");

TEST(Text, SplitKeepsEmptyParts) {
    using Parts = std::vector<std::string_view>;
    EXPECT_EQ(split("a,,b", ','), (Parts{"a", "", "b"}));
    EXPECT_EQ(split("", ','), (Parts{""}));
    EXPECT_EQ(split(",", ','), (Parts{"", ""}));
}

TEST(Text, QuotesAreCutAndPrintable) {
    EXPECT_EQ(in_quotes("a\x01"
                        "b"),
              "'a.b'");
    EXPECT_LT(in_quotes(std::string(5000, 'x')).size(), 100U);
}

TEST(JsonWriter, WritesNestedValuesWithCommas) {
    JsonWriter json;
    json.begin_object()
        .key("a")
        .value(1)
        .key("b")
        .begin_array()
        .value("x")
        .null()
        .value(true)
        .begin_object()
        .end_object();
    json.end_array().key("c").value("q\"\\\n\x02").end_object();
    EXPECT_EQ(json.text(), R"({"a":1,"b":["x",null,true,{}],"c":"q\"\\\n\u0002"})");
}

namespace late {
const LateLibrary libc("libc.so.6", "libc6");
SPRINGTIDE_LATE_FUNCTION(libc, toupper);
}  // namespace late

TEST(LateLibrary, ItsFunctionsAreFoundByTheirNames) {
    ASSERT_TRUE(late::libc.load());
    EXPECT_EQ(late::toupper('a'), 'A');
    EXPECT_DEATH(static_cast<void>(late::libc.find("no_such_function")), "libc.so.6 has no no_such_function");
}

TEST(LateLibrary, OneThatIsMissingIsAnErrorThatNamesItsPackage) {
    const auto loaded = LateLibrary("libnowhere.so.9", "libnowhere9").load();
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::unavailable);
    EXPECT_NE(loaded.error().message.find("libnowhere9"), std::string::npos) << loaded.error().message;
}

TEST(ErrorCodes, HaveTheNamesOfTheProtocol) {
    EXPECT_EQ(name_of(ErrorCode::bad_json), "bad_json");
    EXPECT_EQ(name_of(ErrorCode::not_your_turn), "not_your_turn");
    EXPECT_EQ(name_of(ErrorCode::limit), "limit");
}

}  // namespace springtide
