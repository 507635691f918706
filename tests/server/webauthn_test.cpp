// Answers of authenticators, and of attackers in their place.
#include "server/webauthn/webauthn.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"
#include "server/notify/web_push.hpp"
#include "server/webauthn/cbor.hpp"
#include "server/webauthn/public_key.hpp"
#include "table/sha256.hpp"
#include "tests/server/authenticator.hpp"

namespace springtide::server {
namespace {

const std::string challenge = "Y2hhbGxlbmdlIG9mIGEgdGVzdA";
const std::string origin = "https://tide.example.org";
const std::string host = "tide.example.org";
const WebauthnRequest request{.challenge = challenge, .origins = {origin}, .host = host};

template <class T>
std::string why_not(const Expected<T>& answer) {
    return answer ? "" : std::string(answer.error().reason);
}
std::string why_not_made(Authenticator& key, const Authenticator::Odd& odd) {
    return why_not(read_new_passkey(request, key.make(challenge, origin, host, odd)));
}
std::string why_not_answered(Authenticator& key, const Authenticator::Odd& odd) {
    const KnownKey known{.public_key = key.public_key(), .count = key.count()};
    return why_not(check_assertion(request, key.answer(challenge, origin, host, odd), known));
}

class EveryKind : public testing::TestWithParam<Authenticator::Kind> {};
INSTANTIATE_TEST_SUITE_P(Webauthn, EveryKind,
                         testing::Values(Authenticator::Kind::es256, Authenticator::Kind::ed25519,
                                         Authenticator::Kind::rs256));

TEST_P(EveryKind, IsMadeAndAnswers) {
    Authenticator key(GetParam());
    const auto made = read_new_passkey(request, key.make(challenge, origin, host));
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->id, key.id());
    EXPECT_EQ(made->public_key, key.public_key());
    EXPECT_EQ(made->count, 1U);
    const auto count = check_assertion(request, key.answer(challenge, origin, host),
                                       {.public_key = made->public_key, .count = made->count});
    ASSERT_TRUE(count) << count.error().message;
    EXPECT_EQ(*count, 2U);
}

TEST_P(EveryKind, EveryBitOfAnAnswerCounts) {
    Authenticator key(GetParam());
    const auto honest = key.answer(challenge, origin, host);
    const KnownKey known{.public_key = key.public_key(), .count = 0};
    ASSERT_TRUE(check_assertion(request, honest, known));
    for (std::string Assertion::* part :
         {&Assertion::client_data, &Assertion::authenticator_data, &Assertion::signature})
        for (std::size_t i = 0; i < (honest.*part).size(); ++i)
            for (const int bit : {0, 3, 7}) {
                Assertion changed = honest;
                (changed.*part)[i] = static_cast<char>((changed.*part)[i] ^ (1 << bit));
                EXPECT_FALSE(check_assertion(request, changed, known)) << "byte " << i;
            }
}

TEST(Webauthn, TheKeyOfAnotherDoesNotFit) {
    Authenticator anna;
    Authenticator ben;
    EXPECT_EQ(why_not(check_assertion(request, ben.answer(challenge, origin, host),
                                      {.public_key = anna.public_key(), .count = 0})),
              "passkey_wrong");
}

TEST(Webauthn, AnAnswerForAnotherPageOrMomentIsRefused) {
    Authenticator key;
    for (const auto& why : {&why_not_made, &why_not_answered}) {
        EXPECT_EQ(why(key, {}), "");
        EXPECT_EQ(why(key, {.origin = "https://tide.example.org.evil.example"}), "passkey_elsewhere");
        EXPECT_EQ(why(key, {.origin = "http://tide.example.org"}), "passkey_elsewhere");
        EXPECT_EQ(why(key, {.host = "evil.example"}), "passkey_elsewhere");
        EXPECT_EQ(why(key, {.cross_origin = true}), "passkey_elsewhere");
        EXPECT_EQ(why(key, {.challenge = "b2xk"}), "passkey_too_late");
        EXPECT_EQ(why(key, {.type = "payment.get"}), "passkey_unreadable");
    }
    EXPECT_EQ(why_not_made(key, {.type = "webauthn.get"}), "passkey_unreadable");
    EXPECT_EQ(why_not_answered(key, {.type = "webauthn.create"}), "passkey_unreadable");
}

TEST(Webauthn, ThePersonIsThereAndVerified) {
    Authenticator key;
    for (const auto& why : {&why_not_made, &why_not_answered}) {
        EXPECT_EQ(why(key, {.flags = 0}), "passkey_unverified");
        EXPECT_EQ(why(key, {.flags = Authenticator::present}), "passkey_unverified");
        EXPECT_EQ(why(key, {.flags = Authenticator::verified}), "passkey_unverified");
        const unsigned both = Authenticator::present | Authenticator::verified;
        EXPECT_EQ(why(key, {.flags = both | 8U}), "") << "can be backed up";
        EXPECT_EQ(why(key, {.flags = both | 24U}), "") << "is backed up";
        EXPECT_EQ(why(key, {.flags = both | 16U}), "passkey_unreadable") << "is, and cannot be";
    }
}

TEST(Webauthn, ACopyOfAPasskeyIsNoticedByItsCount) {
    Authenticator key;
    const auto with = [&](std::int64_t count, std::uint32_t known) {
        return why_not(check_assertion(request, key.answer(challenge, origin, host, {.count = count}),
                                       {.public_key = key.public_key(), .count = known}));
    };
    EXPECT_EQ(with(0, 0), "") << "it counts nothing";
    EXPECT_EQ(with(8, 7), "");
    EXPECT_EQ(with(7, 7), "passkey_wrong");
    EXPECT_EQ(with(6, 7), "passkey_wrong");
    EXPECT_EQ(with(0, 7), "passkey_wrong");
    EXPECT_EQ(with(0xFFFFFFFF, 0xFFFFFFFE), "");
}

TEST(Webauthn, ExtensionsAndAttestationsAreReadOver) {
    Authenticator key;
    const std::string extensions = cbor_head(5, 1) + cbor_text("credProtect") + cbor_int(2);
    const unsigned flags = Authenticator::present | Authenticator::verified | 128U;
    EXPECT_EQ(why_not_made(key, {.flags = flags, .extensions = extensions}), "");
    EXPECT_EQ(why_not_answered(key, {.flags = flags, .extensions = extensions}), "");
    EXPECT_EQ(why_not_answered(key, {.flags = flags}), "passkey_unreadable") << "there are none";
    EXPECT_EQ(why_not_answered(key, {.extensions = extensions}), "passkey_unreadable") << "nobody said so";
    const std::string statement = cbor_head(5, 2) + cbor_text("alg") + cbor_int(-7) + cbor_text("x5c") +
                                  cbor_head(4, 1) + cbor_bytes("a certificate");
    EXPECT_EQ(why_not_made(key, {.attestation = statement}), "");
}

/// Of P-256 the generator, and numbers that are no point of it.
TEST(Webauthn, KeysAreOfTheKindsThatAreAccepted) {
    const auto ec = [](std::int64_t algorithm, std::int64_t curve, const std::string& x, const std::string& y) {
        return cbor_head(5, 5) + cbor_int(1) + cbor_int(2) + cbor_int(3) + cbor_int(algorithm) + cbor_int(-1) +
               cbor_int(curve) + cbor_int(-2) + cbor_bytes(x) + cbor_int(-3) + cbor_bytes(y);
    };
    const std::string x = *from_base64url("axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY");
    const std::string y = *from_base64url("T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU");
    EXPECT_TRUE(is_public_key(ec(-7, 1, x, y)));
    EXPECT_FALSE(is_public_key(ec(-7, 1, y, x))) << "not on the curve";
    EXPECT_FALSE(is_public_key(ec(-7, 1, std::string(32, '\0'), std::string(32, '\0')))) << "at infinity";
    EXPECT_FALSE(is_public_key(ec(-35, 1, x, y))) << "ES384";
    EXPECT_FALSE(is_public_key(ec(-7, 2, x, y))) << "P-384";
    EXPECT_FALSE(is_public_key(ec(-7, 1, x.substr(1), y)));
    EXPECT_FALSE(is_public_key(ec(-7, 1, x, y) + "x")) << "something behind it";
    const std::string twice = cbor_head(5, 6) + ec(-7, 1, x, y).substr(1) + cbor_int(3) + cbor_int(-7);
    EXPECT_FALSE(is_public_key(twice)) << "a field twice";
    const auto rsa = [](std::size_t bytes, const std::string& exponent) {
        std::string modulus(bytes, '\x55');
        modulus.front() = '\xC1';
        return cbor_head(5, 4) + cbor_int(1) + cbor_int(3) + cbor_int(3) + cbor_int(-257) + cbor_int(-1) +
               cbor_bytes(modulus) + cbor_int(-2) + cbor_bytes(exponent);
    };
    const std::string exponent = {'\1', '\0', '\1'};
    EXPECT_TRUE(is_public_key(rsa(256, exponent)));
    EXPECT_FALSE(is_public_key(rsa(128, exponent))) << "too short";
    EXPECT_FALSE(is_public_key(rsa(1024, exponent))) << "so long that checking it costs others";
    EXPECT_FALSE(is_public_key(rsa(256, std::string(200, '\xFF')))) << "likewise";
    EXPECT_FALSE(is_public_key(""));
}

/// Chromium's authenticator made these.
TEST(Webauthn, ABrowsersPasskeyIsRead) {
    const auto bytes = [](std::string_view text) { return *from_base64url(text); };
    const std::string page = "http://localhost:41729";
    const MadePasskey made = {
        .client_data =
            bytes("eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiWm1seWMzUSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhv"
                  "c3Q6NDE3MjkiLCJjcm9zc09yaWdpbiI6ZmFsc2V9"),
        .attestation =
            bytes("o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAQECAwQF"
                  "BgcIAQIDBAUGBwgAIIR75xfnPZqlDnnTHcImP9c8RHYzcywoF47oqaLTbUqWpQECAyYgASFYID-bMRWQseqzs-uzkSbOKffP"
                  "V12AnqWllP1ENxC4exwrIlggzNYs__pexfAtvOAfigHMkKwCt0EpaO8DGMfmuKwx1Hw")};
    const auto key = read_new_passkey({.challenge = "Zmlyc3Q", .origins = {page}, .host = "localhost"}, made);
    ASSERT_TRUE(key) << key.error().message;
    EXPECT_EQ(to_base64url(key->id), "hHvnF-c9mqUOedMdwiY_1zxEdjNzLCgXjuipotNtSpY");
    EXPECT_EQ(key->count, 1U);
    const Assertion assertion = {
        .client_data =
            bytes("eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiYzJWamIyNWsiLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0"
                  "OjQxNzI5IiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ"),
        .authenticator_data = bytes("SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg"),
        .signature =
            bytes("MEQCIAJlMktucr4_0TyufzSS1FJHQB7dUjF2Jis1pLleb9yFAiBk8WR8mKEv2WJZjQyqs3J456Wd-q501BS4EOCBbUAneA")};
    const WebauthnRequest second{.challenge = "c2Vjb25k", .origins = {page}, .host = "localhost"};
    EXPECT_EQ(check_assertion(second, assertion, {.public_key = key->public_key, .count = 1}), 2U);
    EXPECT_EQ(why_not(check_assertion(second, assertion, {.public_key = key->public_key, .count = 2})),
              "passkey_wrong");
}

TEST(Webauthn, WhatIsCutOffIsRefused) {
    Authenticator key;
    const auto made = key.make(challenge, origin, host);
    for (std::size_t size = 0; size < made.attestation.size(); ++size) {
        MadePasskey cut = made;
        cut.attestation.resize(size);
        EXPECT_EQ(why_not(read_new_passkey(request, cut)), "passkey_unreadable") << size;
    }
    for (std::size_t size = 0; size < made.client_data.size(); ++size) {
        MadePasskey cut = made;
        cut.client_data.resize(size);
        EXPECT_FALSE(read_new_passkey(request, cut)) << size;
    }
    MadePasskey longer = made;
    longer.attestation += '\0';
    EXPECT_EQ(why_not(read_new_passkey(request, longer)), "passkey_unreadable");
    longer = made;
    longer.client_data.insert(1, R"("padding":")" + std::string(5000, 'x') + R"(",)");
    EXPECT_EQ(why_not(read_new_passkey(request, longer)), "passkey_unreadable");
}

/// Damaged at random: nothing is read that was not there, and nothing takes long (the sanitizers run this, too).
TEST(Webauthn, DamagedAnswersDoNoHarm) {
    Random random(20261119);
    const auto below = [&](std::size_t count) { return random.below(static_cast<std::uint32_t>(count)); };
    Authenticator key;
    const auto made = key.make(challenge, origin, host);
    const auto answer = key.answer(challenge, origin, host);
    const KnownKey known{.public_key = key.public_key(), .count = 0};
    const auto damage = [&](std::string text) {
        for (auto changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
            const auto at = below(text.size());
            switch (below(4)) {
                case 0: text[at] = static_cast<char>(below(256)); break;
                case 1: text.erase(at, 1 + below(8)); break;
                case 2: text.insert(at, 1 + below(8), static_cast<char>(below(256))); break;
                default: text[at] = static_cast<char>("\xFF\x7F\x9F\xBF\x5F\x1B\xBB\xA0"[below(8)]);
            }
        }
        return text;
    };
    for (int i = 0; i < 20'000; ++i) {
        MadePasskey other = made;
        other.attestation = damage(made.attestation);
        if (const auto read = read_new_passkey(request, other)) {
            EXPECT_TRUE(is_public_key(read->public_key));
            EXPECT_LE(read->id.size(), 1023U);
        }
        Assertion changed = answer;
        changed.authenticator_data = damage(answer.authenticator_data);
        if (changed.authenticator_data != answer.authenticator_data) {
            EXPECT_FALSE(check_assertion(request, changed, known));
        }
        CborReader reader(changed.authenticator_data);
        while (reader.skip() && !reader.at_end()) {
        }
    }
}

TEST(Cbor, NumbersTextsAndNesting) {
    EXPECT_EQ(CborReader(cbor_int(-257)).integer(), -257);
    EXPECT_EQ(CborReader(cbor_int(1'000'000)).integer(), 1'000'000);
    EXPECT_EQ(CborReader(std::string(1, '\x3B') + std::string(8, '\xFF')).integer(), std::nullopt) << "below all";
    EXPECT_EQ(CborReader(cbor_text("fmt")).text(), "fmt");
    EXPECT_EQ(CborReader(cbor_text("fmt")).bytes(), std::nullopt);
    EXPECT_FALSE(CborReader("\x9F\x01\xFF").skip()) << "of no definite length";
    EXPECT_TRUE(CborReader("\x81\x81\x81\x81\x81\x81\x01").skip());
    EXPECT_FALSE(CborReader(std::string(100'000, '\x81')).skip()) << "too deep";
    EXPECT_FALSE(CborReader(std::string(100'000, '\xC1')).skip()) << "tags of tags";
    EXPECT_FALSE(CborReader(cbor_head(4, 1ULL << 62U)).skip()) << "more than there is";
    EXPECT_FALSE(CborReader(cbor_head(5, (1ULL << 63U) + 1)).skip()) << "pairs whose number overflows";
    EXPECT_FALSE(CborReader("").skip());
}

}  // namespace
}  // namespace springtide::server
