#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "bots/playout.hpp"
#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"
#include "tests/high_tide_henn/slow_model.hpp"
#include "tests/kit/settings.hpp"

/// The rules and the slow model play the same random games; after every step they must agree on everything.
namespace springtide::high_tide_henn {
namespace {

namespace slow = slow_high_tide_henn;
using Text = GameText<State>;

/// Facts, one per line; compared as text, so that a difference can be read.
class Facts {
  public:
    template <class... Values>
    void add(std::string_view name, const Values&... values) {
        text_ << name;
        ((text_ << ' ' << values), ...);
        text_ << '\n';
    }
    [[nodiscard]] std::string text() const { return text_.str(); }

  private:
    std::ostringstream text_;
};

std::string facts(const slow::Game& game) {
    Facts facts;
    facts.add("round", game.round == 0 ? 1 : game.round);
    if (game.round > 0) {
        facts.add("rental", game.rental.value_or(0));
        for (const auto& space : game.track)
            facts.add("track", space.towel.value_or(-1), space.dice.empty() ? "" : space.dice[0] + space.dice[1]);
        for (const char colour : slow::colours) facts.add("bag", std::ranges::count(game.bag, colour));
    }
    for (const int seat : game.pile) facts.add("pile", seat);
    auto pool = game.pool;
    std::ranges::sort(pool, {}, [](const std::string& die) {
        return slow::colours.find(die[0]) * 8 + static_cast<std::size_t>(slow::number_of(die));
    });
    for (const auto& die : pool) facts.add("pool", die);
    for (const auto& die : game.hand) facts.add("hand", die);
    for (const char colour : slow::colours) {
        const slow::BeachModel& beach = game.beaches.at(colour);
        facts.add("beach", colour, beach.dry_spaces + 1);
        for (const int seat : beach.bar) facts.add("bar", seat);
        for (const auto& [space, seats] : beach.sand)
            for (const int seat : seats) facts.add("sand", space, seat);
        for (const int seat : beach.wet) facts.add("wet", seat);
        for (const auto& [space, value] : beach.coins) facts.add("coin", space, value);
    }
    for (const auto& [seat, coins] : game.coins_of)
        for (const char colour : slow::colours)
            if (coins.contains(colour)) facts.add("has coin", seat, colour, coins.at(colour));
    for (const auto& [seat, colour] : game.surfer) facts.add("surfer", seat, colour);
    if (game.alert != 0) facts.add("alert", game.alert);
    return facts.text();
}

std::string facts(const State& state) {
    Facts facts;
    facts.add("round", int{state.round});
    if (state.phase > Phase::dealing_surfers) {
        facts.add("rental", int{state.track.rental});
        for (int space = 1; space <= space_count(state.players); ++space) {
            const Pair pair = state.track.dice(space);
            facts.add("track", state.track.has_towel(space) ? int{state.track.towel(space)} : -1,
                      state.track.has_dice(space) ? die_text(pair.left) + die_text(pair.right) : "");
        }
        for (const Colour colour : all_colours) facts.add("bag", state.bag.count(colour));
    }
    for (int i = 0; i < state.pile.size(); ++i) facts.add("pile", int{state.pile[i]});
    for (const Colour colour : all_colours)
        for (int number = 1; number <= 6; ++number)
            for (int i = 0; i < state.pool.count(Die(colour, number)); ++i)
                facts.add("pool", die_text(Die(colour, number)));
    if (!(state.hand == Pair{})) {
        facts.add("hand", die_text(state.hand.left));
        facts.add("hand", die_text(state.hand.right));
    }
    for (const Colour colour : all_colours) {
        const Beach& beach = state.beaches[colour];
        facts.add("beach", letter(colour), int{beach.water});
        for (const Seat seat : seats_on(state, colour, 0)) facts.add("bar", int{seat});
        for (int space = 1; space < beach.water; ++space)
            for (const Seat seat : seats_on(state, colour, space)) facts.add("sand", space, int{seat});
        for (Seat seat = 0; seat < state.players; ++seat)
            if (beach.is_wet(seat)) facts.add("wet", int{seat});
        for (std::size_t space = 1; space <= coins_per_colour; ++space)
            if (((beach.coins >> (space - 1)) & 1U) != 0)
                facts.add("coin", space, int{state.coins.values[colour][space - 1]});
    }
    for (Seat seat = 0; seat < state.players; ++seat)
        for (const Colour colour : all_colours)
            if (const auto space = state.coins.taken[seat][colour]; space != 0)
                facts.add("has coin", int{seat}, letter(colour), int{state.coins.values[colour][space - 1U]});
    for (Seat seat = 0; seat < state.players; ++seat)
        if (state.surfers[seat] != no_surfer) facts.add("surfer", int{seat}, letter(state.surfers[seat]));
    if (state.sharks.alert != nobody) facts.add("alert", letter(state.sharks.alert));
    return facts.text();
}

std::vector<std::string> choices(const State& state) {
    std::vector<std::string> texts;
    for (const Seat seat : to_act(state).seats)
        for (const Action action : legal_actions(state, seat)) texts.push_back(Text::action_text(state, seat, action));
    std::ranges::sort(texts);
    return texts;
}

class SideBySide {
  public:
    SideBySide(int players, const Options& options, std::uint64_t seed, bool thorough)
        : state_(start(options, players)), game_(setting(players, options)), random_(seed), thorough_(thorough) {}

    testing::AssertionResult run() {
        while (!is_over(state_)) {
            const int round = state_.round;
            step();
            const bool compare = thorough_ || state_.round != round || is_over(state_);
            if (!same_question() || (compare && facts(state_) != facts(game_))) return difference();
        }
        const Result points = result(state_);
        const auto expected = game_.points();
        const int most = std::ranges::max(expected);
        for (std::size_t seat = 0; seat < expected.size(); ++seat)
            if (points.points[seat] != expected[seat] ||
                points.winners.contains(static_cast<Seat>(seat)) != (expected[seat] == most))
                return difference() << "seat " << seat << ": " << points.points[seat] << " points, the model says "
                                    << expected[seat];
        return testing::AssertionSuccess();
    }

  private:
    static slow::Setting setting(int players, const Options& options) {
        return {.players = players,
                .coins = options.coins,
                .sharks = options.sharks,
                .surfers = options.surfers,
                .german = options.edition == Edition::de,
                .at_once = options.ending == Ending::at_once,
                .beach_length = options.beach_length,
                .rental_start = options.rental_start,
                .shark_values = {options.shark_values.begin(), options.shark_values.end()}};
    }

    testing::AssertionResult difference() const {
        return testing::AssertionFailure() << "the rules say\n" << facts(state_) << "the model\n" << facts(game_);
    }

    /// Is the same seat asked the same thing, or the same expected of chance?
    bool same_question() const {
        if (is_over(state_) || game_.awaits == "over") return is_over(state_) && game_.awaits == "over";
        if (to_act(state_).chance)
            return game_.choices().empty() && Text::chance_form(state_).starts_with(chance_word());
        return state_.acting == game_.active && choices(state_) == game_.choices();
    }
    std::string chance_word() const { return game_.awaits == "waves" ? "roll" : game_.awaits; }

    void step() {
        if (!to_act(state_).chance) {
            const Seat seat = to_act(state_).seats.front();
            const Action action = pick_random_action(state_, seat, random_);
            game_.act(Text::action_text(state_, seat, action));
            apply(state_, seat, action);
            return;
        }
        const Chance chance = draw(state_, random_);
        apply_chance(state_, chance);
        tell_model(chance);
    }

    void tell_model(const Chance& chance) {
        switch (chance.kind) {
            case Chance::Kind::towels:
                return game_.towels({chance.seats.begin(), chance.seats.begin() + state_.players});
            case Chance::Kind::roll: return game_.roll(die_text(chance.dice.left), die_text(chance.dice.right));
            case Chance::Kind::reroll: return game_.reroll({chance.numbers.begin(), chance.numbers.end()});
            case Chance::Kind::alert: return game_.raise_alert(colour_letters[chance.value]);
            case Chance::Kind::shark: return game_.shark(chance.value);
            case Chance::Kind::surfers: {
                std::string by_seat;
                for (Seat seat = 0; seat < state_.players; ++seat) by_seat += letter(chance.seats[seat]);
                return game_.deal_surfers(by_seat);
            }
            case Chance::Kind::coins: {
                std::map<char, std::vector<int>> values;
                for (const Colour colour : all_colours)
                    values[colour_letters[colour]] = {chance.coins[colour].begin(), chance.coins[colour].end()};
                return game_.lay_coins(values);
            }
            case Chance::Kind::baywatch: FAIL() << "the model knows no tiles";
        }
    }

    State state_;
    slow::Game game_;
    Random random_;
    bool thorough_;
};

/// Players, and bits: coins, sharks, surfers, English, ending at once.
struct Mixture {
    int players;
    unsigned bits;
};

void PrintTo(const Mixture& mixture, std::ostream* out) {
    *out << mixture.players << " players" << ((mixture.bits & 1U) != 0 ? ", coins" : "")
         << ((mixture.bits & 2U) != 0 ? ", sharks" : "") << ((mixture.bits & 4U) != 0 ? ", surfers" : "")
         << ((mixture.bits & 8U) != 0 ? ", en" : ", de") << ((mixture.bits & 16U) != 0 ? ", at once" : "");
}

class HighTideHennSideBySide : public testing::TestWithParam<Mixture> {};

constexpr int games_per_mixture = 800 / kit::slowdown;  // 128 mixtures: 102,400 games

TEST_P(HighTideHennSideBySide, RulesAndSlowModelAgree) {
    const auto [players, bits] = GetParam();
    Random random(static_cast<std::uint64_t>(players) * 32 + bits);
    for (int i = 0; i < games_per_mixture; ++i) {
        Options options;
        options.coins = (bits & 1U) != 0;
        options.sharks = (bits & 2U) != 0;
        options.surfers = (bits & 4U) != 0;
        options.edition = (bits & 8U) != 0 ? Edition::en : Edition::de;
        options.ending = (bits & 16U) != 0 ? Ending::at_once : Ending::after_round;
        if (i % 2 == 1) {  // every other game with unusual numbers
            options.beach_length = static_cast<std::uint8_t>(12 + random.below(19));
            options.rental_start = static_cast<std::uint8_t>(2 + random.below(6));
            for (auto& value : options.coin_values) value = static_cast<std::uint8_t>(1 + random.below(5));
            for (auto& value : options.shark_values) value = static_cast<std::uint8_t>(1 + random.below(9));
        }
        ASSERT_TRUE(SideBySide(players, options, random.next(), i % 40 < 2).run()) << "game " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(AllMixtures, HighTideHennSideBySide, testing::ValuesIn([] {
                             std::vector<Mixture> mixtures;
                             for (int players = min_players; players <= max_players; ++players)
                                 for (unsigned bits = 0; bits < 32; ++bits) mixtures.push_back({players, bits});
                             return mixtures;
                         }()));

}  // namespace
}  // namespace springtide::high_tide_henn
