// Honest chance: the hash by its published vectors, then whole games proved, and every kind of forgery found.
#include "table/verify.hpp"

#include <gtest/gtest.h>

#include "table/committed_chance.hpp"
#include "table/games.hpp"
#include "table/record.hpp"
#include "table/sha256.hpp"

namespace springtide {
namespace {

const Digest secret = sha256("a secret of the host");

/// A game of first legal actions under committed chance, as the server writes it.
std::string honest_record(std::string_view game, int players, std::size_t moves) {
    const std::vector<std::string> contributions(static_cast<std::size_t>(players), "mine");
    const CommittedChance chance(secret, "table-1", contributions);
    auto table = *new_table(game, {.players = players, .options = {}, .seed = {}, .position = {}});
    std::uint32_t drawn = 0;
    for (std::size_t move = 0; move < moves && !table->over(); ++move) {
        while (table->to_act().chance) {
            const std::string text = table->draw_chance(chance.for_event(drawn++));
            EXPECT_TRUE(table->play(Actor::chance(), text)) << text;
        }
        if (table->over()) break;
        const Seat seat = table->to_act().seats.front();
        EXPECT_TRUE(table->play(Actor::seat(seat), table->legal(seat).front()));
    }
    auto record = *parse_record(table->record());
    record.tags = {
        {"Table", "table-1"}, {"Commitment", CommittedChance::commitment(secret)}, {"Secret", to_hex(secret)}};
    for (int seat = 0; seat < players; ++seat) record.tags.emplace_back("Contribution" + std::to_string(seat), "mine");
    return to_text(record);
}

std::string with(std::string text, const std::string& old_part, const std::string& new_part) {
    const auto at = text.find(old_part);
    EXPECT_NE(at, std::string::npos) << old_part;
    return text.replace(at, old_part.size(), new_part);
}

TEST(Sha256, PublishedVectors) {
    EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(to_hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(to_hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(to_hex(sha256(std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, HmacByRfc4231) {
    Digest key{};  // the RFC's key of 20 bytes; HMAC fills up with zeros anyway
    for (std::size_t i = 0; i < 20; ++i) key[i] = 0x0b;
    EXPECT_EQ(to_hex(hmac_sha256(key, "Hi There")), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
}

TEST(Sha256, HexAndBack) {
    EXPECT_EQ(digest_from_hex(to_hex(secret)), secret);
    EXPECT_FALSE(digest_from_hex("12"));
    EXPECT_FALSE(digest_from_hex(std::string(64, 'g')));
}

TEST(Verify, HonestGamesOfEveryKind) {
    for (const Game& game : games()) {
        const auto verified = verify_record(honest_record(game.info().id, game.info().max_players, 400));
        ASSERT_TRUE(verified) << game.info().id << ": " << verified.error().message;
        EXPECT_GT(verified->chance_events, 0);
        EXPECT_EQ(verified->commitment, CommittedChance::commitment(secret));
    }
}

TEST(Verify, AnotherSecretIsForged) {
    const auto verified =
        verify_record(with(honest_record("high_tide_leiman", 2, 3), to_hex(secret), to_hex(sha256("x"))));
    ASSERT_FALSE(verified);
    EXPECT_NE(verified.error().message.find("FORGED"), std::string::npos);
}

TEST(Verify, AnotherContributionIsForged) {
    const auto verified = verify_record(
        with(honest_record("high_tide_leiman", 2, 3), "[Contribution1 \"mine\"]", "[Contribution1 \"yours\"]"));
    ASSERT_FALSE(verified);
    EXPECT_NE(verified.error().message.find("FORGED: line"), std::string::npos) << verified.error().message;
}

TEST(Verify, APossibleButDifferentDieIsForged) {
    // Two tides that the deck does hold, but that were not drawn.
    const std::string record = honest_record("turn_the_tide", 3, 1);
    const auto at = record.find("chance tides ") + 13;
    const std::string drawn = record.substr(at, record.find('\n', at) - at);
    const auto verified =
        verify_record(with(record, "chance tides " + drawn, drawn == "1 2" ? "chance tides 3 4" : "chance tides 1 2"));
    ASSERT_FALSE(verified);
    EXPECT_NE(verified.error().message.find("FORGED: line"), std::string::npos) << verified.error().message;
}

TEST(Verify, WhatTheRulesRefuseIsRefusedWithItsLine) {
    const std::string record = honest_record("high_tide_leiman", 2, 6);
    const auto last = record.find_last_of('\n', record.size() - 2);
    const auto verified = verify_record(record.substr(0, last + 1) + "0 a1-a1\n");
    ASSERT_FALSE(verified);
    EXPECT_TRUE(verified.error().message.starts_with("line ")) << verified.error().message;
    EXPECT_NE(verified.error().reason, "forged_line");
    EXPECT_EQ(verify_record(with(record, "[Result \"*\"]", "[Result \"winner 0, points 3 0\"]")).error().reason,
              "wrong_result");
}

TEST(Verify, ARecordWithoutProofIsRefused) {
    const auto table = *new_table("high_tide_leiman", {.players = 2, .options = {}, .seed = "s", .position = {}});
    const auto verified = verify_record(table->record());
    ASSERT_FALSE(verified);
    EXPECT_NE(verified.error().message.find("no proof"), std::string::npos);
}

TEST(Verify, HalfAProofIsNone) {
    const std::string record = honest_record("high_tide_leiman", 2, 3);
    const auto reason_without = [&](const std::string& name) {
        const auto at = record.find("[" + name + " ");
        EXPECT_NE(at, std::string::npos) << name;
        const auto verified = verify_record(record.substr(0, at) + record.substr(record.find('\n', at) + 1));
        return verified ? "" : verified.error().reason;
    };
    for (const char* name : {"Table", "Commitment", "Secret"}) EXPECT_EQ(reason_without(name), "no_proof") << name;
    EXPECT_EQ(reason_without("Contribution1"), "no_contribution");
    EXPECT_EQ(verify_record(with(record, to_hex(secret), "no digits")).error().reason, "bad_secret");
}

TEST(Verify, Contributions) {
    EXPECT_TRUE(is_short_contribution(std::string(64, 'a')) && is_printing("any text, 64 characters at most"));
    EXPECT_FALSE(is_short_contribution(std::string(65, 'a')));
    EXPECT_FALSE(is_printing("two\nlines"));
}

}  // namespace
}  // namespace springtide
