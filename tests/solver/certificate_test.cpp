#include <gtest/gtest.h>

#include "bots/high_tide_leiman/setup_classes.hpp"
#include "bots/high_tide_leiman/solver.hpp"
#include "notation/high_tide_leiman_certificate.hpp"
#include "tests/solver/brute_force.hpp"
#include "tools/leiman_checker/checker.hpp"

namespace springtide::test {

using namespace high_tide_leiman;

namespace {

std::optional<Certificate> certificate_of(Solver& solver, const State& state) {
    return make_certificate(state, *solver.winner(state),
                            [&solver](const State& now) { return std::optional(solver.prove(now)->action); });
}

/// Of the win and of the margin that can be forced.
std::optional<Certificate> margin_certificate_of(Solver& solver, const State& state) {
    const Ending ending = *solver.ending(state);
    const int tiles = std::abs(ending.margin);
    return make_certificate(
        state, ending.winner, [&](const State& now) { return solver.move_for(now, least_win + tiles); }, tiles);
}

/// Why the checker that knows nothing of this repository refuses a text; "" if it does not.
std::string flaw_of(const std::string& text) {
    try {
        leiman_checker::check(text);
    } catch (const leiman_checker::Flaw& flaw) {
        return flaw.what();
    }
    return "";
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
        const auto elsewhere = leiman_checker::check(certificate_text(*made));
        EXPECT_EQ(elsewhere.positions, made->answers.size()) << "the separate checker plays the same rounds";
        EXPECT_EQ(elsewhere.certificate.winner, read->winner == seat_blue ? 'b' : 'p');
    }
}

TEST(Certificate, a_margin_is_proven_by_both_checkers_and_one_tile_more_by_none) {
    Random random(4);
    Solver solver;
    std::vector<Late> all;
    while (all.size() < 400) std::ranges::copy(late_positions(random, 500), std::back_inserter(all));
    int with_tiles = 0;
    for (const auto& [state, ending] : all) {
        const auto made = margin_certificate_of(solver, state);
        ASSERT_TRUE(made);
        EXPECT_EQ(made->tiles, std::abs(ending.margin));
        const std::string text = certificate_text(*made);
        const auto read = parse_certificate(text);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->tiles, made->tiles);
        EXPECT_TRUE(check(*read));
        EXPECT_EQ(flaw_of(text), "");
        Certificate more = *made;
        ++more.tiles;
        if (more.tiles > 7) continue;
        EXPECT_FALSE(check(more));
        EXPECT_NE(flaw_of(certificate_text(more)).find("fewer tiles"), std::string::npos);
        with_tiles += made->tiles > 0 ? 1 : 0;
    }
    EXPECT_GT(with_tiles, 100);
}

TEST(Certificate, the_separate_checker_refuses_what_is_cut_changed_or_of_another_version) {
    const Certificate right = short_certificate();
    const std::string text = certificate_text(right);
    EXPECT_EQ(flaw_of(text), "");
    for (std::size_t size = 0; size < text.find("sum "); ++size) EXPECT_NE(flaw_of(text.substr(0, size)), "") << size;
    for (std::size_t i = 0; i < right.answers.size(); ++i) {
        Certificate wrong = right;
        wrong.answers[i] = '~';
        EXPECT_NE(flaw_of(certificate_text(wrong)), "");
        wrong.answers[i] = right.answers[i] == '!' ? '"' : '!';
        EXPECT_EQ(flaw_of(certificate_text(wrong)).empty(), check(wrong).has_value()) << "both judge alike: " << i;
    }
    Certificate wrong = right;
    wrong.winner = opponent(right.winner);
    EXPECT_NE(flaw_of(certificate_text(wrong)), "");
    std::string later = text;
    later.replace(text.find(" 1 "), 3, " 3 ");
    EXPECT_NE(flaw_of(later).find("version"), std::string::npos);
    EXPECT_EQ(flaw_of("hello"), "this is no certificate");
    EXPECT_NE(flaw_of(""), "");
}

TEST(Certificate, agrees_with_brute_force_on_late_positions) {
    Random random(4);
    Solver solver;
    std::vector<Late> all;
    while (all.size() < 200) std::ranges::copy(late_positions(random, 1000), std::back_inserter(all));
    for (const auto& [state, ending] : all) {
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
    wrong = right;
    wrong.answers += "!";
    EXPECT_FALSE(check(wrong)) << "an answer is left over";
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
    later.replace(text.find(" 1 "), 3, " 3 ");
    EXPECT_NE(parse_certificate(later).error().message.find("version"), std::string::npos);
    EXPECT_NE(parse_certificate("hello").error().message.find("no certificate"), std::string::npos);
}

}  // namespace springtide::test
