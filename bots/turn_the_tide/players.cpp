#include "bots/turn_the_tide/players.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "bots/search/simultaneous.hpp"
#include "bots/turn_the_tide/imagined_rounds.hpp"
#include "bots/turn_the_tide/why.hpp"

namespace springtide::turn_the_tide {

namespace {

constexpr int deals_looked_at = 16;
constexpr int default_milliseconds = 2000;

/// About how far one simulation's reward strays.
constexpr float noise = 0.35F;
/// Cards whose shares of wins differ by less are equally good.
constexpr float negligible = 0.01F;
/// Chances below this are left over from the beginning of a search.
constexpr float smallest_chance = 0.05F;

/// In an ending the average strategy has settled. Before, the means say more: of the cards that are surely about as
/// good as the best, the average strategy says how often each is played.
void set_chances(std::vector<JudgedCard>& cards, const Regrets<ImaginedRounds::slots>& root, bool is_ending) {
    std::vector<float> sure_share;
    sure_share.reserve(cards.size());
    for (const JudgedCard& card : cards)
        sure_share.push_back(card.share - 0.7F * noise / std::sqrt(root.visits(card.action.card) + 1));
    const float best = *std::ranges::max_element(sure_share);
    float all = 0;
    for (const JudgedCard& card : cards) all += root.average(card.action.card);
    float sum = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const float average = root.average(cards[i].action.card) / all;
        const bool counts = is_ending ? average >= smallest_chance : sure_share[i] >= best - negligible;
        cards[i].chance = counts ? average : 0;
        sum += cards[i].chance;
    }
    for (std::size_t i = 0; i < cards.size(); ++i)
        cards[i].chance = sum > 0 ? cards[i].chance / sum : (sure_share[i] == best ? 1.0F : 0.0F);
}

}  // namespace

Choice<Action> look_ahead(const Seen<State>& seen, const LookAheadOptions& options, Random& random) {
    const Seat seat = seen.observer().seat();
    const Cards hand = seen.state().hand[seat];
    Choice<Action> choice;
    choice.action.card = static_cast<std::uint8_t>(std::countr_zero(hand));
    if (seen.state().trick == hand_size) return choice;
    if (options.any_card > 0 && random.unit() < options.any_card) {
        choice.action = random_action(seen.state(), seat, random);
        return choice;
    }
    const int players = seen.state().players;
    const EvaluationTable& table =
        options.saves_cards ? evaluation_table_for(players) : shortsighted_table_for(players);
    const auto known = (options.remembers_rounds ? seen : seen.forgetting(Forgettable::earlier_rounds))
                           .forgetting(Forgettable::choices_made);
    const HiddenDeals hidden(known);
    std::array<float, hand_size> worth{};
    for (int deal = 0; deal < deals_looked_at; ++deal) {
        const Appraisal appraisal(hidden.sample(random), seat, table);
        for (std::size_t rank = 0; rank < appraisal.size(); ++rank) worth[rank] += appraisal[rank];
    }
    const auto best = std::max_element(worth.begin(), worth.begin() + count(hand));
    choice.action.card = static_cast<std::uint8_t>(nth_card(hand, static_cast<std::uint32_t>(best - worth.begin())));
    return choice;
}

std::vector<JudgedCard> judge_cards(const Seen<State>& seen, const Thinking& thinking, const BotRequest& request,
                                    Random& random) {
    const Deadline deadline(request, default_milliseconds);  // counting what is hidden takes time, too
    const EvaluationTable& table =
        thinking.table != nullptr ? *thinking.table : evaluation_table_for(seen.state().players);
    ImaginedRounds rounds(thinking.remembers_rounds ? seen : seen.forgetting(Forgettable::earlier_rounds),
                          thinking.tricks_ahead, table);
    SimultaneousSearch<ImaginedRounds> search(rounds, seen.observer().seat(), random);
    search.run(std::min(request.nodes.value_or(thinking.simulations), thinking.simulations),
               request.nodes ? nullptr : &deadline);
    std::vector<JudgedCard> cards;
    for (Cards rest = seen.state().hand[seen.observer().seat()]; rest != 0; rest &= rest - 1) {
        const auto card = static_cast<std::uint8_t>(std::countr_zero(rest));
        cards.push_back({.action = {card}, .share = search.root().mean(card), .chance = 0});
    }
    set_chances(cards, search.root(), rounds.is_ending());
    return cards;
}

Choice<Action> draw_card(const std::vector<JudgedCard>& cards, Random& random) {
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

Choice<Action> search(const Seen<State>& seen, const Thinking& thinking, const BotRequest& request, Random& random) {
    const Cards hand = seen.state().hand[seen.observer().seat()];
    if (count(hand) == 1) return {.action = {static_cast<std::uint8_t>(std::countr_zero(hand))}};
    const auto cards = judge_cards(seen, thinking, request, random);
    auto choice = draw_card(cards, random);
    if (thinking.explains) choice.why = why_play(seen, choice.action, cards, random);
    return choice;
}

}  // namespace springtide::turn_the_tide
