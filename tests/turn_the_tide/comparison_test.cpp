#include <gtest/gtest.h>

#include <sstream>

#include "bots/playout.hpp"
#include "notation/turn_the_tide.hpp"
#include "tests/kit/settings.hpp"
#include "tests/turn_the_tide/slow_model.hpp"

/// The rules and the slow model play the same random games; after every step they must agree on everything.
namespace springtide::turn_the_tide {
namespace {

namespace slow = slow_turn_the_tide;

std::set<int> as_set(Cards cards) {
    std::set<int> set;
    for (int card = 1; card <= weather_cards; ++card)
        if (contains(cards, card)) set.insert(card);
    return set;
}

/// What the slow model says, one fact per line; compared as text, so that a difference can be read.
class Facts {
  public:
    template <class... Values>
    void add(std::string_view name, const Values&... values) {
        text_ << name;
        ((text_ << ' ' << values), ...);
        text_ << '\n';
    }
    void add_cards(std::string_view name, std::size_t seat, const std::set<int>& cards) {
        text_ << name << ' ' << seat << ':';
        for (const int card : cards) text_ << ' ' << card;
        text_ << '\n';
    }
    [[nodiscard]] std::string text() const { return text_.str(); }

  private:
    std::ostringstream text_;
};

std::string facts(const slow::Game& game) {
    Facts facts;
    facts.add("round", game.round, game.trick, game.over);
    for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
        const slow::Player& player = game.players[seat];
        facts.add("seat", seat, player.preservers, game.worth(seat), game.tide(seat).value_or(0), player.out,
                  player.chosen.value_or(0), player.score,
                  game.last_trick.contains(seat) ? game.last_trick.at(seat) : 0);
        facts.add_cards("dealt", seat, player.began_with);
        facts.add_cards("hand", seat, player.hand);
    }
    facts.add_cards("left out", 0, game.left_out);
    for (const std::size_t seat : game.to_choose()) facts.add("to choose", seat);
    for (const int tide : game.upturned) facts.add("turned up", tide);
    for (const int tide : game.tide_deck) facts.add("in the deck", tide);
    for (const std::size_t seat : game.winners()) facts.add("winner", seat);
    return facts.text();
}

std::string facts(const State& state) {
    Facts facts;
    facts.add("round", int{state.round}, int{state.trick}, is_over(state));
    const Result points = result(state);
    for (std::size_t seat = 0; seat < state.players; ++seat) {
        facts.add("seat", seat, int{state.preservers[seat]}, int{state.worth[seat]}, int{state.tide[seat]},
                  !state.still_in.contains(static_cast<Seat>(seat)), int{state.chosen[seat]}, points.points[seat],
                  int{state.last_trick[seat]});
        facts.add_cards("dealt", seat, as_set(state.dealt[seat]));
        facts.add_cards("hand", seat, as_set(state.hand[seat]));
    }
    facts.add_cards("left out", 0, as_set(state.left_out));
    for (const Seat seat : to_act(state).seats) facts.add("to choose", int{seat});
    for (const int tide : state.upturned)
        if (tide != 0) facts.add("turned up", tide);
    for (int level = 1; level <= highest_tide; ++level)
        for (int i = 0; i < tides_left(state.tide_deck, level); ++i) facts.add("in the deck", level);
    for (const Seat seat : points.winners) facts.add("winner", int{seat});
    return facts.text();
}

/// The quick comparison, made in every game before and after every trick; facts() then says what differs.
bool agree(const State& state, const slow::Game& game) {
    bool same = state.round == game.round && state.trick == game.trick && is_over(state) == game.over;
    const Result points = result(state);
    for (std::size_t seat = 0; seat < state.players; ++seat) {
        const slow::Player& player = game.players[seat];
        same = same && state.preservers[seat] == player.preservers && state.tide[seat] == game.tide(seat).value_or(0) &&
               state.still_in.contains(static_cast<Seat>(seat)) == !player.out && points.points[seat] == player.score &&
               count(state.hand[seat]) == static_cast<int>(player.hand.size());
        const auto actions = legal_actions(state, static_cast<Seat>(seat));
        const bool chooses = !game.upturned.empty() && !player.out && !player.chosen;
        same = same && (chooses ? std::ranges::equal(actions, player.hand, {}, [](Action a) { return int{a.card}; })
                                : actions.empty());
    }
    return same;
}

/// While a trick is being chosen only this changes.
bool agree_on_who_chooses(const State& state, const slow::Game& game) {
    SeatSet choosing;
    for (const std::size_t seat : game.to_choose()) choosing.insert(static_cast<Seat>(seat));
    return to_act(state).seats == choosing;
}

/// What an observer knows of every hand: of the slow model, by memory of everything that ever lay open.
bool knows_the_same(const State& state, const slow::Game& game, Observer observer) {
    const Seen<State> seen = observe(state, observer);
    const auto& memory = observer.is_seat() ? game.memories[observer.seat()] : game.common_memory;
    for (std::size_t seat = 0; seat < state.players; ++seat) {
        const slow::Player& player = game.players[seat];
        const auto found = memory.find(player.hand_number);
        const std::set<int> known = found == memory.end() ? std::set<int>() : found->second;
        std::set<int> held;
        for (const int card : known)
            if (player.hand.contains(card)) held.insert(card);
        if (as_set(seen.state().dealt[seat]) != known || as_set(seen.state().hand[seat]) != held) return false;
        const bool own = observer.is_seat() && observer.seat() == seat;
        if (seen.state().chosen[seat] != (own ? player.chosen.value_or(0) : player.chosen ? int{hidden_card} : 0))
            return false;
    }
    return as_set(seen.state().left_out) == (game.leftovers_open ? game.left_out : std::set<int>());
}

class SideBySide {
  public:
    SideBySide(int players, Options options, std::uint64_t seed, bool thorough)
        : state_(start(options, players)),
          game_(players, options.cascade, options.leftovers_open),
          random_(seed),
          thorough_(thorough) {}

    testing::AssertionResult run() {
        while (!is_over(state_)) {
            step();
            const bool nobody_chose = retractable(state_).empty();
            if (!agree_on_who_chooses(state_, game_) || (nobody_chose && !agree(state_, game_)) ||
                (thorough_ && facts(state_) != facts(game_)))
                return testing::AssertionFailure() << "the rules say\n"
                                                   << facts(state_) << "the model\n"
                                                   << facts(game_);
            if (thorough_ && !all_know_the_same()) return testing::AssertionFailure() << "knowledge\n" << facts(state_);
        }
        return testing::AssertionSuccess();
    }

  private:
    void step() {
        if (to_act(state_).chance) {
            const Chance chance = draw(state_, random_);
            apply_chance(state_, chance);
            if (chance.kind == Chance::Kind::tides) {
                game_.turn_up(chance.tides[0], chance.tides[1]);
            } else {
                std::vector<std::set<int>> hands;
                for (std::size_t seat = 0; seat < state_.players; ++seat) hands.push_back(as_set(chance.hands[seat]));
                game_.deal(hands);
            }
            return;
        }
        const auto waiting = game_.to_choose();
        const std::size_t seat = waiting[random_.below(static_cast<std::uint32_t>(waiting.size()))];
        const Action action = pick_random_action(state_, static_cast<Seat>(seat), random_);
        apply(state_, static_cast<Seat>(seat), action);
        game_.choose(seat, action.card);
        if (retractable(state_).contains(static_cast<Seat>(seat)) && random_.below(16) == 0) {
            retract(state_, static_cast<Seat>(seat));
            game_.take_back(seat);
        }
    }

    bool all_know_the_same() const {
        for (const Seat seat : SeatSet::first(state_.players))
            if (!knows_the_same(state_, game_, Observer::seat(seat))) return false;
        return knows_the_same(state_, game_, Observer::spectator());
    }

    State state_;
    slow::Game game_;
    Random random_;
    bool thorough_;
};

struct Setting {
    int players;
    Edition edition;
    bool cascade;
};

void PrintTo(const Setting& setting, std::ostream* out) {
    *out << setting.players << " players, " << (setting.edition == Edition::amigo ? "amigo" : "gamewright")
         << (setting.cascade ? ", cascade" : ", no cascade");
}

class TurnTheTideSideBySide : public testing::TestWithParam<Setting> {};

constexpr int games_per_setting = 8500 / kit::slowdown;  // 12 settings: 102,000 games

TEST_P(TurnTheTideSideBySide, RulesAndSlowModelAgree) {
    const auto [players, edition, cascade] = GetParam();
    const auto seed = static_cast<std::uint64_t>(players * 4 + static_cast<int>(edition) * 2 + (cascade ? 1 : 0));
    Random seeds(seed);
    for (int i = 0; i < games_per_setting; ++i) {
        const Options options{.edition = edition, .cascade = cascade, .leftovers_open = i % 3 == 0};
        ASSERT_TRUE(SideBySide(players, options, seeds.next(), i % 400 == 0).run()) << "game " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(AllSettings, TurnTheTideSideBySide, testing::ValuesIn([] {
                             std::vector<Setting> settings;
                             for (int players = min_players; players <= max_players; ++players)
                                 for (const Edition edition : {Edition::amigo, Edition::gamewright})
                                     for (const bool cascade : {false, true})
                                         settings.push_back({players, edition, cascade});
                             return settings;
                         }()));

}  // namespace
}  // namespace springtide::turn_the_tide
