#include <gtest/gtest.h>

#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "notation/high_tide_leiman_certificate.hpp"
#include "tests/solver/brute_force.hpp"

namespace springtide::test {

using namespace high_tide_leiman;

namespace {

std::optional<Certificate> certificate_of(Solver& solver, const State& state) {
    return make_certificate(state, *solver.winner(state),
                            [&solver](const State& now) { return std::optional(solver.prove(now)->action); });
}

/// A late position: its certificate is short enough to be spoilt everywhere.
Certificate short_certificate() {
    Random random(3);
    Solver solver;
    for (;;)
        for (const Late& late : late_positions(random, 500))
            if (auto made = certificate_of(solver, late.state);
                made && made->answers.size() > 20 && made->answers.size() < 200)
                return *made;
}

}  // namespace

TEST(Certificate, fifty_set_ups_are_proven_with_the_rules_alone) {
    Random random(50);
    Solver solver(std::size_t{1} << 22U);
    for (int round = 0; round < 50; ++round) {
        const State state = first_position(draw_setup(random));
        solver.clear();
        const auto made = certificate_of(solver, state);
        ASSERT_TRUE(made);
        const auto read = parse_certificate(certificate_text(*made));
        ASSERT_TRUE(read) << read.error().message;
        const auto checked = check(*read);
        ASSERT_TRUE(checked) << checked.error().message;
        EXPECT_EQ(checked->positions, made->answers.size());
        EXPECT_GT(checked->endings, 0U);
        EXPECT_EQ(read->winner, *solver.winner(state));
    }
}

TEST(Certificate, agrees_with_brute_force_on_late_positions) {
    Random random(4);
    Solver solver;
    for (const auto& [state, ending] : late_positions(random, 2000)) {
        const auto made = certificate_of(solver, state);
        ASSERT_TRUE(made);
        EXPECT_EQ(made->winner, ending.winner);
        EXPECT_TRUE(check(*made));
        EXPECT_FALSE(make_certificate(state, opponent(ending.winner), [&solver](const State& now) {
            return std::optional(solver.prove(now)->action);
        })) << "nobody can certify a lost position";
    }
}

TEST(Certificate, a_wrong_winner_or_answer_proves_nothing) {
    const Certificate right = short_certificate();
    ASSERT_TRUE(check(right));
    Certificate wrong = right;
    wrong.winner = opponent(right.winner);
    EXPECT_FALSE(check(wrong));
    int accepted = 0;
    for (std::size_t i = 0; i < right.answers.size(); ++i) {
        wrong = right;
        wrong.answers[i] = '~';
        EXPECT_FALSE(check(wrong)) << "answer " << i << " is no legal move";
        wrong.answers[i] = right.answers[i] == '!' ? '"' : '!';
        accepted += check(wrong) ? 1 : 0;
    }
    EXPECT_LT(accepted, static_cast<int>(right.answers.size()) / 2) << "few other answers win as well";
    wrong = right;
    wrong.answers.pop_back();
    EXPECT_FALSE(check(wrong));
    wrong.answers += "!!";
    EXPECT_FALSE(check(wrong));
}

TEST(Certificate, a_text_that_is_cut_changed_or_of_another_version_is_refused_with_a_sentence) {
    const std::string text = certificate_text(short_certificate());
    ASSERT_TRUE(parse_certificate(text));
    for (std::size_t size = 0; size + 1 < text.size(); ++size) {
        const auto cut = parse_certificate(text.substr(0, size));
        ASSERT_FALSE(cut) << "cut to " << size;
        EXPECT_FALSE(cut.error().message.empty());
    }
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        std::string changed = text;
        changed[i] = changed[i] == 'p' ? 'b' : 'p';
        EXPECT_FALSE(parse_certificate(changed)) << "byte " << i;
    }
    std::string later = text;
    later.replace(text.find(" 1 "), 3, " 2 ");
    EXPECT_NE(parse_certificate(later).error().message.find("version"), std::string::npos);
    EXPECT_NE(parse_certificate("hello").error().message.find("no certificate"), std::string::npos);
}

}  // namespace springtide::test
