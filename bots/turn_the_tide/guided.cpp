#include "bots/turn_the_tide/guided.hpp"

#include <algorithm>
#include <bit>

#include "bots/search/budget.hpp"
#include "bots/search/logarithm.hpp"
#include "bots/turn_the_tide/memory.hpp"
#include "bots/turn_the_tide/why.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide::turn_the_tide {

namespace {

constexpr int default_milliseconds = 2000;
/// Tables judged; more change nothing that matters.
constexpr std::uint64_t enough = 60'000;
/// A point is worth this much of a win, as in training.
constexpr float worth_of_a_point = 0.02F;
/// So much regret stands for what the policy knows before anything is searched.
constexpr float trust_in_policy = 0.5F;
/// And so many looks stand for it in the average that is played.
constexpr float looks_of_policy = 10;
/// How much better a card must be to be played e times as often as the policy would, where hands are hidden.
constexpr float temperature = 0.02F;
constexpr float smallest_chance = 0.02F;
/// One in so many cards of the others is any card: nobody is only what the policy takes him for.
constexpr float careless = 0.03F;
constexpr int looks_at_a_deal = 2;

using Chances = std::array<float, hand_size>;

/// One trick from a state in which every hand is known.
class Trick {
  public:
    Trick(const Networks& networks, const State& state)
        : state_(state), value_(networks.value, state), held_(static_cast<std::size_t>(hand_size + 1 - state.trick)) {}

    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] std::size_t held() const { return held_; }

    /// What everybody gets of it if they play the cards of these ranks.
    [[nodiscard]] BySeat<float> rewards(const BySeat<std::uint8_t>& ranks) const {
        State after = state_;
        for (const Seat seat : state_.still_in)
            apply(after, seat, {static_cast<std::uint8_t>(nth_card(state_.hand[seat], ranks[seat]))}, nullptr);
        TableWorth worth;
        if (after.phase == Phase::over) {
            const Result end = result(after);
            for (const Seat seat : end.winners) worth.share[seat] = static_cast<float>(win_share(end, seat));
        } else {
            worth = value_.after(after);
        }
        float all = 0;
        for (std::size_t seat = 0; seat < after.players; ++seat)
            all += worth.later[seat] += static_cast<float>(after.scores[seat]);
        BySeat<float> rewards{};
        for (std::size_t seat = 0; seat < after.players; ++seat)
            rewards[seat] =
                worth.share[seat] + worth_of_a_point * (worth.later[seat] - all / static_cast<float>(after.players));
        return rewards;
    }

  private:
    State state_;
    TableValue value_;
    std::size_t held_;
};

std::uint8_t draw_rank(const Chances& chances, std::size_t held, Random& random) {
    auto rest = static_cast<float>(random.unit());
    std::size_t rank = 0;
    for (; rank + 1 < held && rest >= chances[rank]; ++rank) rest -= chances[rank];
    return static_cast<std::uint8_t>(rank);
}
/// What one of the others plays.
std::uint8_t draw_other(const Chances& chances, std::size_t held, Random& random) {
    if (random.unit() < careless) return static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(held)));
    return draw_rank(chances, held, random);
}

/// What was found about the own cards.
struct Found {
    Chances chance{};
    Chances share{};
};

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

/// All hands are known to all who count: everybody searches, by regret matching that begins with the policy.
Found search_openly(const Trick& trick, Seat searcher, const BySeat<Chances>& policy, Budget& budget, Random& random) {
    const std::size_t held = trick.held();
    KnownRewards known(trick);
    BySeat<Chances> strategy = policy;
    BySeat<Chances> regret{};
    BySeat<Chances> average{};
    for (const Seat seat : trick.state().still_in)
        for (std::size_t rank = 0; rank < held; ++rank) {
            regret[seat][rank] = trust_in_policy * policy[seat][rank];
            average[seat][rank] = looks_of_policy * policy[seat][rank];
        }
    Found found;
    float looks = 0;
    // The same rewards again and again cost nothing: looks are limited, too.
    for (std::uint64_t round = 1; round <= enough && !budget.spent(0.97); ++round) {
        for (const Seat seat : trick.state().still_in) {
            BySeat<std::uint8_t> ranks{};
            for (const Seat other : trick.state().still_in)
                if (other != seat) ranks[other] = draw_other(strategy[other], held, random);
            Chances reward{};
            float mean = 0;
            for (std::size_t rank = 0; rank < held; ++rank) {
                ranks[seat] = static_cast<std::uint8_t>(rank);
                reward[rank] = known.of(ranks, budget)[seat];
                mean += strategy[seat][rank] * reward[rank];
            }
            const auto weight = static_cast<float>(round);
            float all = 0;
            for (std::size_t rank = 0; rank < held; ++rank) {
                if (seat == searcher) found.share[rank] += reward[rank];
                average[seat][rank] += weight / (weight + looks_of_policy) * strategy[seat][rank];
                regret[seat][rank] = std::max(0.0F, regret[seat][rank] + reward[rank] - mean);
                all += regret[seat][rank];
            }
            for (std::size_t rank = 0; rank < held; ++rank)
                strategy[seat][rank] = all > 0 ? regret[seat][rank] / all : policy[seat][rank];
        }
        looks += 1;
    }
    for (std::size_t rank = 0; rank < held; ++rank) {
        found.share[rank] /= std::max(1.0F, looks);
        found.chance[rank] = average[searcher][rank];
    }
    return found;
}

/// Some hands are hidden: many ways they may lie, the others by the policy as they would see it then.
Found search_hidden(const HiddenDeals& hidden, Seat searcher, const Networks& networks, const Chances& policy,
                    std::size_t held, Budget& budget, Random& random) {
    Found found;
    float looks = 0;
    while (looks == 0 || !budget.spent(0.97)) {
        const Trick trick(networks, hidden.sample(random));
        BySeat<Chances> others{};
        for (const Seat seat : trick.state().still_in)
            if (seat != searcher) policy_chances(networks.policy, trick.state(), seat, others[seat]);
        for (int look = 0; look < looks_at_a_deal; ++look) {
            BySeat<std::uint8_t> ranks{};
            for (const Seat seat : trick.state().still_in)
                if (seat != searcher) ranks[seat] = draw_other(others[seat], held, random);
            for (std::size_t rank = 0; rank < held; ++rank) {
                ranks[searcher] = static_cast<std::uint8_t>(rank);
                found.share[rank] += trick.rewards(ranks)[searcher];
            }
            looks += 1;
        }
        budget.count(looks_at_a_deal * held);
    }
    float most = 0;
    for (std::size_t rank = 0; rank < held; ++rank) {
        found.share[rank] /= looks;
        most = rank == 0 ? found.share[0] : std::max(most, found.share[rank]);
    }
    for (std::size_t rank = 0; rank < held; ++rank)
        found.chance[rank] =
            std::max(policy[rank], 0.0001F) * exponential(std::max(-60.0F, (found.share[rank] - most) / temperature));
    return found;
}

Choice<Action> drawn(const std::vector<JudgedCard>& cards, Random& random) {
    Choice<Action> choice;
    auto rest = static_cast<float>(random.unit());
    for (const JudgedCard& card : cards) {
        if (card.chance == 0) continue;
        choice.action = card.action;
        choice.value = card.share;
        rest -= card.chance;
        if (rest < 0) break;
    }
    return choice;
}

std::vector<JudgedCard> judged(Cards hand, const Found& found) {
    std::vector<JudgedCard> cards;
    float all = 0;
    for (std::size_t rank = 0; hand != 0; hand &= hand - 1, ++rank) {
        cards.push_back({.action = {static_cast<std::uint8_t>(std::countr_zero(hand))},
                         .share = found.share[rank],
                         .chance = found.chance[rank]});
        all += found.chance[rank];
    }
    float kept = 0;
    for (JudgedCard& card : cards) {
        if (card.chance < smallest_chance * all) card.chance = 0;
        kept += card.chance;
    }
    for (JudgedCard& card : cards) card.chance /= kept;
    return cards;
}

}  // namespace

std::vector<JudgedCard> judge_cards_guided(const Seen<State>& seen, const Networks& networks, const BotRequest& request,
                                           Random& random) {
    Budget budget(request, default_milliseconds, enough);
    const Seat searcher = seen.observer().seat();
    const auto known = before_any_choice(seen);
    const Cards hand = known.state().hand[searcher];
    const HiddenDeals hidden(known);
    Chances own{};
    policy_chances(networks.policy, known.state(), searcher, own);
    if (hidden.ways() != 1)
        return judged(hand, search_hidden(hidden, searcher, networks, own, at(count(hand)), budget, random));
    const Trick trick(networks, hidden.sample(random));
    BySeat<Chances> policy{};
    for (const Seat seat : trick.state().still_in) policy_chances(networks.policy, trick.state(), seat, policy[seat]);
    return judged(hand, search_openly(trick, searcher, policy, budget, random));
}

Choice<Action> guided_search(const Seen<State>& seen, const Networks& networks, const BotRequest& request,
                             Random& random) {
    const Cards hand = seen.state().hand[seen.observer().seat()];
    if (count(hand) == 1) return {.action = {static_cast<std::uint8_t>(std::countr_zero(hand))}};
    const auto cards = judge_cards_guided(seen, networks, request, random);
    auto choice = drawn(cards, random);
    choice.why = why_play(seen, choice.action, cards, random);
    return choice;
}

Choice<Action> policy_choice(const Seen<State>& seen, const Networks& networks, Random& random) {
    const auto known = before_any_choice(seen);
    const Seat seat = seen.observer().seat();
    Found found;
    policy_chances(networks.policy, known.state(), seat, found.chance);
    auto choice = drawn(judged(known.state().hand[seat], found), random);
    choice.value.reset();
    return choice;
}

}  // namespace springtide::turn_the_tide
