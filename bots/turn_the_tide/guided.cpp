#include "bots/turn_the_tide/guided.hpp"

#include <bit>

#include "bots/turn_the_tide/rollouts.hpp"
#include "bots/turn_the_tide/trick_search.hpp"
#include "bots/turn_the_tide/why.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide::turn_the_tide {

namespace {

constexpr std::uint64_t enough_looks = 5'000;
/// So many looks of one trick err by about as much as shares may differ.
constexpr float first_looks = 1;
using Chances = CardChances;

/// The rewards of a trick, each found once; a table of fixed size, newer ones take the place of older ones.
class KnownRewards {
  public:
    explicit KnownRewards(const Trick& trick) : trick_(trick), entries_(size) {}

    const BySeat<float>& of(const BySeat<std::uint8_t>& ranks, Budget& budget) {
        std::uint32_t key = 1;
        for (const std::uint8_t rank : ranks) key = key * hand_size + rank;
        Entry& entry = entries_[(key * 2654435761U) >> (32U - bits)];
        if (entry.key != key) {
            entry.key = key;
            entry.rewards = trick_.rewards(ranks);
            budget.count(1);
        }
        return entry.rewards;
    }

  private:
    static constexpr unsigned bits = 12;
    static constexpr std::size_t size = std::size_t{1} << bits;
    struct Entry {
        std::uint32_t key = 0;
        BySeat<float> rewards{};
    };
    const Trick& trick_;
    std::vector<Entry> entries_;
};

/// All seats that count know all hands: each searches, answering the others' latest strategies.
Found search_openly(const Trick& trick, Seat searcher, const BySeat<Expected>& all, const Guidance& guidance,
                    Budget& budget, Random& random) {
    const std::size_t held = trick.held();
    KnownRewards known(trick);
    BySeat<Chances> strategy{};
    for (const Seat seat : trick.state().still_in) strategy[seat] = all[seat].skilled;
    BySeat<Chances> sum{};
    Found found;
    // The same rewards again and again cost nothing: looks are limited, too.
    for (std::uint64_t round = 1; round == 1 || (round <= enough_looks && !budget.spent(0.97)); ++round) {
        for (const Seat seat : trick.state().still_in) {
            BySeat<std::uint8_t> ranks{};
            for (const Seat other : trick.state().still_in)
                if (other != seat) ranks[other] = draw_other(all[other], strategy[other], held, random);
            Chances share{};
            for (std::size_t rank = 0; rank < held; ++rank) {
                ranks[seat] = static_cast<std::uint8_t>(rank);
                sum[seat][rank] += known.of(ranks, budget)[seat];
                share[rank] = sum[seat][rank] / static_cast<float>(round);
            }
            // The first looks say little.
            const float early = first_looks / static_cast<float>(round);
            anchor(all[seat].skilled, share, held, guidance.temperature + early, strategy[seat]);
            if (seat == searcher) {
                for (std::size_t rank = 0; rank < held; ++rank) found.chance[rank] += strategy[seat][rank];
                found.share = share;
            }
        }
    }
    return found;
}

/// The possible tables of a seat that sees some of the hands.
struct ImaginedTables {
    const HiddenDeals& hidden;
    const Networks& networks;
    const Company& company;
    const Guidance& guidance;

    [[nodiscard]] State sample(Random& random) const { return hidden.sample(random); }
    [[nodiscard]] int looks() const { return guidance.looks_at_a_deal; }
    [[nodiscard]] Expected expects(const State& state, Seat seat) const {
        return expected(chances_by_way(networks.policy, state, seat, company.careless), company.ways[seat]);
    }
    [[nodiscard]] Expected expects(const State& state, Seat seat, const Budget& /*budget*/, Random& /*random*/) const {
        return expects(state, seat);
    }
};

/// The same with a seat that seems to search ahead: its choice is predicted by the same search.
struct ForeseenTables : ImaginedTables {
    [[nodiscard]] int looks() const { return guidance.looks_at_a_foreseen_deal; }
    [[nodiscard]] Expected expects(const State& state, Seat seat, const Budget& budget, Random& random) const {
        const auto& ways = company.ways[seat];
        auto chances = chances_by_way(networks.policy, state, seat, company.careless);
        if (ways[index(ChoosesBy::foresight)] >= worth_foreseeing && !budget.spent(0.97)) {
            auto& by_foresight = chances[index(ChoosesBy::foresight)];
            const CardChances found = foresee(observe(state, Observer::seat(seat)), guidance, random);
            for (std::size_t rank = 0; rank < by_foresight.size(); ++rank)
                by_foresight[rank] += guidance.foresight_share * (found[rank] - by_foresight[rank]);
        }
        return expected(chances, ways);
    }

  private:
    static constexpr float worth_foreseeing = 0.25F;
};

/// The value of the table after the trick.
struct ByValue {
    Seat searcher;

    void begin(const Trick& /*trick*/) const {}
    void look(Random& /*random*/) const {}
    [[nodiscard]] float reward(const Trick& trick, const BySeat<std::uint8_t>& ranks) const {
        return trick.rewards(ranks)[searcher];
    }
};

}  // namespace

std::vector<JudgedCard> judge_cards_guided(const Seen<State>& seen, const Networks& networks,
                                           const OpponentModel& others, const BotRequest& request, Random& random,
                                           const Guidance& guidance) {
    Budget budget(request, default_milliseconds, enough);
    const Seat searcher = seen.observer().seat();
    const Company company(others, guidance.careless);
    const auto known = seen.forgetting(Forgettable::choices_made);
    const Cards hand = known.state().hand[searcher];
    const std::size_t held = at(count(hand));
    const HiddenDeals hidden(known);
    const ImaginedTables tables{.hidden = hidden, .networks = networks, .company = company, .guidance = guidance};
    const auto look = [&](const auto& table, auto judge) {
        return look_at_tables(table, judge, networks, company, searcher, held, guidance, budget, random);
    };
    if (company.skill(known.state(), searcher) < guidance.least_skill) {
        const Candidates candidates = look(ForeseenTables{tables}, ByRollout(networks, searcher, company, guidance));
        return judged(hand, by_shares_alone(candidates, held, guidance), guidance.smallest_chance);
    }
    Chances own{};
    policy_chances(networks.policy, known.state(), searcher, own, company.careless);
    if (hidden.ways() != 1) {
        const Candidates candidates = look(tables, ByValue{searcher});
        Found found{.chance = {}, .share = candidates.shares()};
        anchor(own, found.share, held, guidance.temperature + guidance.caution * candidates.stray(), found.chance);
        return judged(hand, found, guidance.smallest_chance);
    }
    const Trick trick(networks, hidden.sample(random), company, guidance);
    BySeat<Expected> all{};
    for (const Seat seat : trick.state().still_in) all[seat] = tables.expects(trick.state(), seat);
    return judged(hand, search_openly(trick, searcher, all, guidance, budget, random), guidance.smallest_chance);
}

CardChances foresee(const Seen<State>& seen, const Guidance& guidance, Random& random) {
    BotRequest request;
    request.nodes = static_cast<std::uint64_t>(guidance.foresight / (seen.state().still_in.size() - 1));
    const auto cards = judge_cards(seen, best_thinking, request, random);
    CardChances any{};
    any.fill(1);
    CardChances share{};
    for (std::size_t rank = 0; rank < cards.size(); ++rank) share[rank] = cards[rank].share;
    CardChances chances{};
    anchor(any, share, cards.size(), guidance.foresight_temperature, chances);
    return chances;
}

Choice<Action> guided_search(const Seen<State>& seen, const Networks& networks, const OpponentModel& others,
                             const BotRequest& request, Random& random, const Guidance& guidance) {
    const Cards hand = seen.state().hand[seen.observer().seat()];
    if (count(hand) == 1) return {.action = {static_cast<std::uint8_t>(std::countr_zero(hand))}};
    const auto cards = judge_cards_guided(seen, networks, others, request, random, guidance);
    auto choice = draw_card(cards, random);
    choice.why = why_play(seen, choice.action, cards, random);
    return choice;
}

Choice<Action> policy_choice(const Seen<State>& seen, const Networks& networks, Random& random) {
    const auto known = seen.forgetting(Forgettable::choices_made);
    const Seat seat = seen.observer().seat();
    Found found;
    policy_chances(networks.policy, known.state(), seat, found.chance);
    auto choice = draw_card(judged(known.state().hand[seat], found, Guidance{}.smallest_chance), random);
    choice.value.reset();
    return choice;
}

}  // namespace springtide::turn_the_tide
