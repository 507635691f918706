// Names that look alike are one name, and accounts of before that rule keep theirs.
#include <gtest/gtest.h>

#include "server/accounts/people.hpp"
#include "server/base/look_alike.hpp"
#include "server/identity/identity.hpp"
#include "server/storing/claims.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

TEST(Names, ThatLookAlikeAreOne) {
    for (const auto& [one, other] :
         std::vector<std::pair<std::string, std::string>>{{"Anna", "ANNA"},       // small and large letters
                                                          {"Anna", "\u0410nna"},  // a Cyrillic A
                                                          {"Anna", "Ann\u0430"},  // a small one
                                                          {"Anna", "\uff21\uff4e\uff4e\uff41"},  // wide letters
                                                          {"Hanna", "\u041danna"},  // alike only as capitals
                                                          {"Ilse", "llse"},
                                                          {"Mike", "M1ke"},
                                                          {"Otto", "0tto"},
                                                          {"Tom", "Torn"},  // alike only as small letters
                                                          {"Stra\u00dfe", "STRASSE"},
                                                          {"Zo\u00eb", "Zoe\u0308"},
                                                          {"Tess (bot)", "Tess (b\u043et)"}})
        EXPECT_EQ(look_of(one), look_of(other)) << one << " " << other;
    for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
             {"Anna", "Anne"}, {"Anna", "\u00c4nna"}, {"Anna B", "AnnaB"}, {"\u5f20\u4f1f", "\u5f20\u4e3d"}})
        EXPECT_NE(look_of(one), look_of(other)) << one << " " << other;
}

TEST(Names, CanBeSeen) {
    for (const char* name :
         {"Anna", "Anna B", "\u00c4nna", "\u5f20\u4f1f", "\u2600 Sun", "Jos\u00e9", "\u0e19\u0e49\u0e33"})
        EXPECT_EQ(name_problem(name), nullptr) << name;
    for (const char* name : {"Anna\u00a0", "An\u00a0na", "Anna\ufe0f", "An\u2800na", "\u2800", "\u3000", "An\u200dna",
                             "An  na", "\u0301Anna", "An\u3164na", "\ue000", "An\U000e0061na", "\u115f"})
        EXPECT_NE(name_problem(name), nullptr) << name;
}

TEST(Names, ThatOnlyABotAccountMayHaveAreRecognised) {
    EXPECT_NE(name_problem("Tess (b\u043et)"), nullptr);
    EXPECT_EQ(name_problem("Botticelli"), nullptr);
}

class ClaimsTest : public testing::Test {
  protected:
    /// An account as a server wrote it that compared only small and large letters.
    void old_account(const std::string& id, const std::string& name, const std::string& claim) {
        std::vector<Write> write(1);
        write[0].moved_guest = GuestRow{.id = id, .name = name, .claimed = claim, .password = "a hash"};
        ASSERT_EQ(store_->write(write)->front(), WriteOutcome::stored);
    }
    std::string owner(const std::string& name) {
        const auto found = owner_of_name(*store_, name);
        return found && *found ? (*found)->id : "";
    }

    Folder folder_;
    std::unique_ptr<SqliteStore> store_ = *SqliteStore::open(folder_.file());
};

TEST_F(ClaimsTest, OldAccountsKeepTheirNamesAndTheirLooks) {
    old_account("a", "Mia", "mia");
    old_account("b", "Tom Mill", "tom mill");
    ASSERT_TRUE(renew_claims(*store_));
    for (const char* name : {"Mia", "MIA", "M1a", "\u041cia"}) EXPECT_EQ(owner(name), "a") << name;
    EXPECT_EQ(owner("Torn Mi11"), "b");
    EXPECT_EQ(owner("Mina"), "");
}

TEST_F(ClaimsTest, OldAccountsThatLookAlikeKeepTheirOwnSpelling) {
    old_account("1 imitates", "\u0410nna", "\u0410nna");
    old_account("2 was imitated", "Anna", "anna");
    old_account("3", "Ilse", "ilse");
    old_account("4", "llse", "llse");  // its old claim is the new one of the account before it
    ASSERT_TRUE(renew_claims(*store_));
    EXPECT_EQ(owner("Anna"), "2 was imitated") << "the plain spelling keeps the name";
    EXPECT_EQ(owner("\u0410nna"), "1 imitates") << "the other one still logs in";
    EXPECT_EQ(owner("Ann\u0430"), "2 was imitated");
    EXPECT_EQ(owner("Ilse"), "3");
    EXPECT_EQ(owner("llse"), "4");
    EXPECT_EQ(owner("1lse"), "3");
    for (const auto& [id, name] : {std::pair("1 imitates", "\u0410nna"), std::pair("4", "LLSE")})
        EXPECT_TRUE(is_claim_of(*(*store_->guest(id))->claimed, name)) << "they can change small and large letters";
    const auto claimed = [&] {
        std::vector<std::string> all;
        const auto guests = store_->claimed_guests("");
        for (const GuestRow& row : *guests) all.push_back(*row.claimed);
        return all;
    };
    const auto before = claimed();
    ASSERT_TRUE(renew_claims(*store_));
    std::vector<Write> anew(1);
    anew[0].facts = {{"claims", "an older Unicode"}};
    ASSERT_TRUE(store_->write(anew));
    ASSERT_TRUE(renew_claims(*store_));
    EXPECT_EQ(claimed(), before) << "done again, it changes nothing";
}

TEST_F(ClaimsTest, AServerRenewsThemWhenItStarts) {
    old_account("a", "Mia", "mia");
    old_account("b", "Kim", "kim");
    HandLoop loop;
    const auto shard = unlimited_shard(loop, folder_);
    EXPECT_EQ(owner("K1m"), "b");
}

}  // namespace
}  // namespace springtide::server
