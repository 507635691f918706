// Rating farms, simulated with the real store: many accounts at a few addresses that lose to one of them, and honest
// players beside them, who must still be rated well and listed.
#include <cmath>
#include <set>

#include "core/random.hpp"
#include "server/base/origin.hpp"
#include "server/competitions/rating.hpp"
#include "server/competitions/results.hpp"
#include "store/sqlite_store.hpp"
#include "tests/server/club_table.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

constexpr int settled_from = 15;
constexpr std::int64_t day = 24LL * 3600 * 1000;

struct Account {
    std::string name;
    std::string place;
    double strength = 1500;
};

/// A server at which games end. Games from one place are not rated, as results.cpp decides it.
class FarmingTest : public testing::Test {
  protected:
    std::vector<Account> accounts(const std::string& name, std::size_t count, std::size_t places) {
        std::vector<Account> made;
        std::vector<Write> guests;
        for (std::size_t i = 0; i < count; ++i) {
            const auto id = name + std::to_string(i);
            made.push_back({.name = id, .place = name + "'s place " + std::to_string(i % places)});
            guests.emplace_back().moved_guest = GuestRow{.id = id, .name = id, .claimed = id, .password = "a hash"};
        }
        EXPECT_TRUE(store_->write(guests));
        return made;
    }
    void play(const Account& winner, const Account& loser, std::int64_t at) {
        if (winner.place == loser.place) return;
        Write& game = games_.emplace_back();
        game.table = std::to_string(++played_);
        game.rating_change =
            change_of({winner.name, loser.name}, {winner.place, loser.place},
                      {.places = {0, 1}, .gave_up = {}, .meetings = {}, .settled_from = settled_from, .at = at});
        game.rating_change->game = "g";
        if (games_.size() >= 500) store_games();
    }
    void play_honestly(const Account& a, const Account& b, std::int64_t at) {
        const double chance = 1 / (1 + std::pow(10, (b.strength - a.strength) / 400));
        random_.below(1'000'000) < static_cast<std::uint32_t>(chance * 1e6) ? play(a, b, at) : play(b, a, at);
    }
    void store_games() {
        ASSERT_TRUE(store_->write(games_));
        games_.clear();
    }
    RatingRow rating(const Account& account) {
        store_games();
        const auto rows = store_->ratings_of(account.name);
        return rows && !rows->empty() ? rows->front() : RatingRow();
    }
    /// Those of them whom the leaderboard shows.
    int listed(const std::vector<Account>& among, std::int64_t at) {
        store_games();
        std::set<std::string> names;
        for (const Account& one : among) names.insert(one.name);
        const auto rows = *store_->listed_ratings("g", at, 1000);
        return static_cast<int>(
            std::ranges::count_if(rows, [&](const auto& row) { return names.contains(row.guest); }));
    }
    std::size_t below(std::size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }

    Folder folder_;
    std::unique_ptr<SqliteStore> store_ = *SqliteStore::open(folder_.file());
    Random random_{5};
    std::vector<Write> games_;
    int played_ = 0;
};

TEST_F(FarmingTest, AHundredAccountsAtTenAddressesGainNothingAndAreNeverListed) {
    const auto farm = accounts("farm", 100, 10);
    double most = 0;
    std::int64_t at = day;
    for (int week = 0; week < 6; ++week, at += 7 * day) {
        for (std::size_t a = 1; a < farm.size(); ++a)  // they make each other known first
            for (std::size_t b = a + 1; b < farm.size(); b += 11) play(farm[a], farm[b], at);
        for (int again = 0; again < 2; ++again)
            for (std::size_t i = 1; i < farm.size(); ++i) {
                Account farmer = farm[0];
                farmer.place = farm[(i + 1) % 10].place;  // at every address in turn
                play(farmer, farm[i], at + again);
            }
        most = std::max(most, rating(farm[0]).rating);
        EXPECT_EQ(listed(farm, at), 0) << "in week " << week;
    }
    for (const Account& one : farm) most = std::max(most, rating(one).rating);
    std::cout << "100 accounts, 10 addresses, " << rating(farm[0]).games << " games won in 6 weeks: gained "
              << most - 1500 << " points\n";
    EXPECT_LE(most, 1560);
}

TEST_F(FarmingTest, HonestPlayersAreRatedAndListedAndAFarmLiftsNoneOfThem) {
    auto people = accounts("person", 60, 60);
    for (std::size_t i = 0; i < people.size(); ++i) people[i].strength = 1200 + 10 * static_cast<double>(i);
    const auto off = [&] {
        double sum = 0;
        for (const Account& one : people) sum += std::abs(rating(one).rating - one.strength);
        return sum / static_cast<double>(people.size());
    };
    constexpr int days = 60;
    for (int today = 0; today < days; ++today)
        for (std::size_t game = 0; game < people.size() / 2; ++game) {
            const auto a = below(people.size());
            const auto b = (a + 1 + below(people.size() - 1)) % people.size();
            play_honestly(people[a], people[b], (today + 1) * day);
        }
    const double apart = off();
    const int shown = listed(people, days * day);
    std::cout << "60 people, about one game a day: after " << days << " days off by " << apart << " points on average, "
              << shown << " listed\n";
    EXPECT_LT(apart, 80);
    EXPECT_GE(shown, 55);
    const auto farm = accounts("farm", 100, 10);
    const double before = rating(people[30]).rating;
    for (int again = 0; again < 3; ++again)
        for (const Account& one : farm) play(people[30], one, (days + again) * day);
    EXPECT_EQ(rating(people[30]).rating, before) << "300 wins against accounts that nobody knows";
    EXPECT_EQ(listed(farm, days * day), 0);
}

TEST(Origin, OfOneCustomerIsOnePlace) {
    EXPECT_EQ(site_of("2001:db8:1:2::1"), site_of("2001:db8:1:ffff::2"));
    EXPECT_NE(site_of("2001:db8:1::1"), site_of("2001:db8:2::1"));
    EXPECT_EQ(site_of("203.0.113.9"), "");
    EXPECT_EQ(site_of("::ffff:203.0.113.9"), "");
    const OriginMarker marker(sha256("a key"));
    const Origin one = marker.mark("a phone", "2001:db8:1:2::1");
    EXPECT_EQ(origin_from_text(to_text(one)), one);
    EXPECT_TRUE(one.is_shared_with(marker.mark("a laptop", "2001:db8:1:ffff::2")));
    EXPECT_NE(one.address, marker.mark("a laptop", "2001:db8:1:ffff::2").address) << "bans know the network";
    EXPECT_FALSE(one.is_shared_with(marker.mark("a laptop", "2001:db8:2:2::1")));
    const Origin home = marker.mark("a tablet", "203.0.113.9");
    EXPECT_EQ(origin_from_text(to_text(home)), home);
    EXPECT_FALSE(one.is_shared_with(home));
    EXPECT_TRUE(home.is_shared_with(marker.mark("a tablet", "203.0.113.10"))) << "one device";
    EXPECT_FALSE(Origin().is_shared_with(Origin())) << "nothing is known of them";
}

TEST(Origin, GamesFromOnePlaceOrDeviceAreNotRated) {
    for (const bool same : {false, true}) {
        HandRoom table({.game = "high_tide_leiman", .players = 2});
        table.have_claimed = true;
        table.origins = {{"Anna", {.device = "a", .address = "x"}},
                         {"Ben", {.device = "b", .address = same ? "x" : "y"}}};
        table.begin({"Anna", "Ben"});
        EXPECT_EQ(table.room.is_rated(), !same);
        for (int i = 0; i < 12; ++i) table.play();
        table.act("Ben", ResignRequest{});
        const auto change = rating_change(table.room, settled_from);
        ASSERT_EQ(change.has_value(), !same);
        if (change) {
            EXPECT_EQ(change->places, (std::vector<std::string>{"x", "y"}));
        }
    }
}

TEST(Origin, OfAPlayerForWhomTheServerSetTheSeatIsKnownFromTheirFirstAction) {
    for (const bool same : {false, true}) {
        ClubTableRoom table(false);
        table.origins = {{"Anna", {.device = "a", .address = "x"}},
                         {"Ben", {.device = "b", .address = same ? "x" : "y"}}};
        EXPECT_FALSE(table.room.is_of_one_origin());
        for (int i = 0; i < 12; ++i) table.play();
        EXPECT_EQ(table.room.is_of_one_origin(), same);
        table.act("Ben", ResignRequest{});
        EXPECT_EQ(rating_change(table.room, settled_from).has_value(), !same);
    }
}

}  // namespace
}  // namespace springtide::server
