#include "bots/turn_the_tide/guided.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bots/search/budget.hpp"
#include "bots/search/logarithm.hpp"
#include "bots/turn_the_tide/why.hpp"
#include "core/fixed_list.hpp"
#include "rules/turn_the_tide/hidden_deals.hpp"

namespace springtide::turn_the_tide {

namespace {

constexpr int default_milliseconds = 2000;
/// Tables judged; more change nothing that matters.
constexpr std::uint64_t enough = 60'000;
constexpr std::uint64_t enough_looks = 5'000;
/// So many looks of one trick err by about as much as shares may differ.
constexpr float first_looks = 1;
using Chances = CardChances;

/// Who chooses how.
struct Company {
    SeatSet careless;
    BySeat<std::array<float, ways_to_choose>> ways{};

    Company(const OpponentModel& others, float any_card) : careless(others.careless()) {
        for (const Seat seat : SeatSet::first(max_players)) {
            ways[seat] = others.of(seat);
            for (float& way : ways[seat]) way *= 1 - any_card;
            ways[seat][index(ChoosesBy::lot)] += any_card;
        }
    }
};

/// What a seat may play: as a skilled player would, or else as it seems to.
struct Expected {
    Chances skilled{};
    Chances otherwise{};
    float is_otherwise = 0;
};

Expected expected(const Networks& networks, const State& state, Seat seat, const Company& company) {
    const auto chances = chances_by_way(networks.policy, state, seat, company.careless);
    const auto& ways = company.ways[seat];
    Expected card{.skilled = chances[index(ChoosesBy::policy)],
                  .otherwise = {},
                  .is_otherwise = 1 - ways[index(ChoosesBy::policy)]};
    for (std::size_t way = index(ChoosesBy::own_ideas); way < ways_to_choose; ++way)
        for (std::size_t rank = 0; rank < hand_size; ++rank)
            card.otherwise[rank] += ways[way] / card.is_otherwise * chances[way][rank];
    return card;
}

/// One trick from a state in which every hand is known.
class Trick {
  public:
    Trick(const Networks& networks, const State& state, const Company& company, const Guidance& guidance)
        : state_(state),
          value_(networks.value, state, company.careless),
          worth_of_a_point_(guidance.worth_of_a_point),
          held_(static_cast<std::size_t>(hand_size + 1 - state.trick)) {}

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
                worth.share[seat] + worth_of_a_point_ * (worth.later[seat] - all / static_cast<float>(after.players));
        return rewards;
    }

  private:
    State state_;
    TableValue value_;
    float worth_of_a_point_;
    std::size_t held_;
};

std::uint8_t draw_rank(const Chances& chances, std::size_t held, Random& random) {
    auto rest = static_cast<float>(random.unit());
    std::size_t rank = 0;
    for (; rank + 1 < held && rest >= chances[rank]; ++rank) rest -= chances[rank];
    return static_cast<std::uint8_t>(rank);
}
std::uint8_t draw_other(const Expected& other, const Chances& skilled, std::size_t held, Random& random) {
    return draw_rank(random.unit() < other.is_otherwise ? other.otherwise : skilled, held, random);
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

/// The policy, moved towards the cards that did better.
void anchor(const Chances& policy, const Chances& share, std::size_t held, float temperature, Chances& chance) {
    const float most = *std::max_element(share.begin(), share.begin() + static_cast<std::ptrdiff_t>(held));
    float all = 0;
    for (std::size_t rank = 0; rank < held; ++rank)
        all += chance[rank] =
            std::max(policy[rank], 0.0001F) * exponential(std::max(-60.0F, (share[rank] - most) / temperature));
    for (std::size_t rank = 0; rank < held; ++rank) chance[rank] /= all;
}

/// All hands are known to all who count: everybody searches, each answering what the others have come to play.
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

/// The own cards that are still looked at, and what was found of each.
class Candidates {
  public:
    Candidates(std::size_t held, float hopeless) : held_(held), hopeless_(hopeless) {
        for (std::size_t rank = 0; rank < held; ++rank) open_.push_back(static_cast<std::uint8_t>(rank));
    }

    [[nodiscard]] const FixedList<std::uint8_t, hand_size>& open() const { return open_; }
    void add(std::uint8_t rank, float reward) {
        sum_[rank] += reward;
        last_[rank] = reward;
    }
    /// All that are open were looked at once more; now and then those go that have no hope.
    void looked() {
        looks_ += 1;
        float mean = 0;
        for (const std::uint8_t rank : open_) mean += last_[rank];
        mean /= static_cast<float>(open_.size());
        for (const std::uint8_t rank : open_) {
            const float off = last_[rank] - mean;
            off_[rank] += off;
            off_squares_[rank] += off * off;
        }
        if (looks_ < next_cull_) return;
        next_cull_ *= 2;
        float most = -1;
        for (const std::uint8_t rank : open_) most = std::max(most, sum_[rank] / looks_);
        const float bound = hopeless_ + spread / std::sqrt(looks_);
        FixedList<std::uint8_t, hand_size> kept;
        for (const std::uint8_t rank : open_) {
            const float behind = most - sum_[rank] / looks_;
            if (behind > bound)
                behind_[rank] = behind;
            else
                kept.push_back(rank);
        }
        open_ = kept;
    }
    /// About how far the means of two cards may be from each other by luck alone.
    [[nodiscard]] float stray() const {
        float variance = 0;
        for (const std::uint8_t rank : open_)
            variance += std::max(0.0F, off_squares_[rank] / looks_ - off_[rank] / looks_ * (off_[rank] / looks_));
        return std::sqrt(2 * variance / static_cast<float>(open_.size()) / looks_);
    }
    /// Means; a card that was given up stands as far behind the best as it did then.
    [[nodiscard]] Chances shares() const {
        Chances share{};
        float most = -1;
        for (const std::uint8_t rank : open_) most = std::max(most, share[rank] = sum_[rank] / looks_);
        for (std::size_t rank = 0; rank < held_; ++rank)
            if (behind_[rank] > 0) share[rank] = most - behind_[rank];
        return share;
    }

  private:
    static constexpr float first_cull = 24;
    /// About three times how far the difference of two cards strays from one look to the next.
    static constexpr float spread = 0.9F;

    std::size_t held_;
    float hopeless_;
    FixedList<std::uint8_t, hand_size> open_;
    Chances sum_{};
    Chances last_{};
    Chances off_{};  ///< from the mean of all that were open
    Chances off_squares_{};
    Chances behind_{};
    float looks_ = 0;
    float next_cull_ = first_cull;
};

/// Some hands are hidden: many ways they may lie, the others as they would see it then.
Found search_hidden(const HiddenDeals& hidden, Seat searcher, const Networks& networks, const Chances& policy,
                    std::size_t held, const Company& company, const Guidance& guidance, Budget& budget,
                    Random& random) {
    Candidates candidates(held, guidance.hopeless);
    do {
        const Trick trick(networks, hidden.sample(random), company, guidance);
        BySeat<Expected> others{};
        for (const Seat seat : trick.state().still_in)
            if (seat != searcher) others[seat] = expected(networks, trick.state(), seat, company);
        for (int look = 0; look < guidance.looks_at_a_deal; ++look) {
            BySeat<std::uint8_t> ranks{};
            for (const Seat seat : trick.state().still_in)
                if (seat != searcher) ranks[seat] = draw_other(others[seat], others[seat].skilled, held, random);
            for (const std::uint8_t rank : candidates.open()) {
                ranks[searcher] = rank;
                candidates.add(rank, trick.rewards(ranks)[searcher]);
            }
            budget.count(candidates.open().size());
            candidates.looked();
        }
    } while (candidates.open().size() > 1 && !budget.spent(0.97));
    Found found{.chance = {}, .share = candidates.shares()};
    anchor(policy, found.share, held, guidance.temperature + guidance.caution * candidates.stray(), found.chance);
    return found;
}

std::vector<JudgedCard> judged(Cards hand, const Found& found, float smallest_chance) {
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

std::vector<JudgedCard> judge_cards_guided(const Seen<State>& seen, const Networks& networks,
                                           const OpponentModel& others, const BotRequest& request, Random& random,
                                           const Guidance& guidance) {
    Budget budget(request, default_milliseconds, enough);
    const Seat searcher = seen.observer().seat();
    const Company company(others, guidance.careless);
    const auto known = seen.forgetting(Forgettable::choices_made);
    const Cards hand = known.state().hand[searcher];
    const HiddenDeals hidden(known);
    Chances own{};
    policy_chances(networks.policy, known.state(), searcher, own, company.careless);
    if (hidden.ways() != 1)
        return judged(
            hand, search_hidden(hidden, searcher, networks, own, at(count(hand)), company, guidance, budget, random),
            guidance.smallest_chance);
    const Trick trick(networks, hidden.sample(random), company, guidance);
    BySeat<Expected> all{};
    for (const Seat seat : trick.state().still_in) all[seat] = expected(networks, trick.state(), seat, company);
    return judged(hand, search_openly(trick, searcher, all, guidance, budget, random), guidance.smallest_chance);
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
