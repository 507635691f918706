#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "notation/high_tide_henn.hpp"
#include "notation/high_tide_henn_words.hpp"
#include "rules/high_tide_henn/scoring.hpp"

namespace springtide::high_tide_henn {

using Text = GameText<State>;
using Texts = std::vector<std::string>;

/// A game that a test leads where it wants, in the words of the notation.
class Situation {
  public:
    explicit Situation(int players, const Options& options = {}) : state(start(options, players)) {}

    /// Chance events, each in its turn.
    Situation& chance(std::initializer_list<std::string_view> texts) {
        for (const auto text : texts) {
            const auto read = Text::parse_chance(state, text);
            const bool possible = read && is_possible(state, *read);
            EXPECT_TRUE(possible) << "chance cannot do: " << text << "; expected " << Text::chance_form(state);
            if (!possible) return *this;
            events.clear();
            apply_chance(state, *read, &events);
        }
        return *this;
    }
    Situation& chance(std::string_view text) { return chance({text}); }

    /// Decisions of whoever is to act.
    Situation& play(std::initializer_list<std::string_view> texts) {
        for (const auto text : texts) {
            EXPECT_FALSE(to_act(state).seats.empty()) << text << ": no player is to act";
            if (to_act(state).seats.empty()) return *this;
            const Seat seat = to_act(state).seats.front();
            const auto read = Text::parse_action(state, seat, text);
            const bool legal = read && is_legal(state, seat, *read);
            EXPECT_TRUE(legal) << "seat " << int{seat} << " may not: " << text;
            if (!legal) return *this;
            events.clear();
            apply(state, seat, *read, &events);
        }
        return *this;
    }
    Situation& play(std::string_view text) { return play({text}); }

    /// A whole turn by rolling and accepting.
    Situation& turn(std::string_view dice) {
        play("roll");
        chance("roll " + std::string(dice));
        return play("accept");
    }

    [[nodiscard]] int acting() const { return to_act(state).seats.empty() ? -1 : to_act(state).seats.front(); }
    [[nodiscard]] Texts legal() const {
        Texts texts;
        if (acting() < 0) return texts;
        const auto seat = static_cast<Seat>(acting());
        for (const Action action : legal_actions(state, seat)) texts.push_back(Text::action_text(state, seat, action));
        return texts;
    }
    [[nodiscard]] bool allows(std::string_view text) const {
        const auto seat = static_cast<Seat>(acting());
        const auto read = acting() < 0 ? std::nullopt : Text::parse_action(state, seat, text);
        return read && is_legal(state, seat, *read);
    }
    /// Why an action is refused; empty if it is not.
    [[nodiscard]] std::string refusal(std::string_view text) const {
        const auto seat = static_cast<Seat>(acting());
        const auto read = Text::parse_action(state, seat, text);
        EXPECT_TRUE(read) << text;
        if (!read || is_legal(state, seat, *read)) return "";
        return Text::why_not(state, seat, *read).message;
    }
    [[nodiscard]] bool chance_may(std::string_view text) const {
        const auto read = Text::parse_chance(state, text);
        return read && is_possible(state, *read);
    }
    /// What the last play told, in words.
    [[nodiscard]] Texts told() const {
        Texts texts;
        for (const Event& event : events)
            std::ranges::move(sentences(Text::events(), event), std::back_inserter(texts));
        return texts;
    }
    [[nodiscard]] bool told(std::string_view line) const {
        const Texts lines = told();
        return std::ranges::find(lines, line) != lines.end();
    }

    /// The seats on a space from left to right.
    [[nodiscard]] std::vector<int> on(char beach, int space) const {
        std::vector<int> seats;
        for (const Seat seat : seats_on(state, colour(beach), space)) seats.push_back(seat);
        return seats;
    }
    [[nodiscard]] int where(int seat, char beach) const {
        return state.beaches[colour(beach)].space(static_cast<Seat>(seat));
    }
    [[nodiscard]] bool wet(int seat, char beach) const {
        return state.beaches[colour(beach)].is_wet(static_cast<Seat>(seat));
    }
    [[nodiscard]] int water(char beach) const { return state.beaches[colour(beach)].water; }
    [[nodiscard]] std::vector<int> pile() const {
        std::vector<int> seats;
        for (int i = 0; i < state.pile.size(); ++i) seats.push_back(state.pile[i]);
        return seats;
    }
    /// What lies on a space of the track: "", "towel 2" or "y2 b1".
    [[nodiscard]] std::string track(int space) const {
        if (state.track.has_towel(space)) return "towel " + std::to_string(state.track.towel(space));
        return state.track.has_dice(space) ? pair_text(state.track.dice(space)) : "";
    }
    [[nodiscard]] int in_pool(std::string_view die) const { return state.pool.count(*parse_die(die)); }
    [[nodiscard]] int points(int seat, char beach) const {
        return score(state).beaches[colour(beach)][static_cast<std::size_t>(seat)].points;
    }
    [[nodiscard]] std::vector<int> points_on(char beach) const {
        std::vector<int> all;
        for (int seat = 0; seat < state.players; ++seat) all.push_back(points(seat, beach));
        return all;
    }

    /// Puts a deckchair somewhere, as if it had just come there.
    Situation& stand(int seat, char beach, int space) {
        state.beaches[colour(beach)].put(static_cast<Seat>(seat), space);
        return *this;
    }
    Situation& flood(char beach, int first_flooded) {
        state.beaches[colour(beach)].water = static_cast<std::uint8_t>(first_flooded);
        return *this;
    }
    /// A tile won in an earlier round.
    Situation& give(int seat, Tile tile) {
        auto& own = state.baywatch;
        const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(tile));
        own.tiles[static_cast<std::size_t>(seat)] =
            static_cast<std::uint16_t>(own.tiles[static_cast<std::size_t>(seat)] | bit);
        own.turned_up = static_cast<std::uint16_t>(own.turned_up | bit);
        return *this;
    }
    [[nodiscard]] bool has(int seat, Tile tile) const {
        return ((state.baywatch.tiles[static_cast<std::size_t>(seat)] >> static_cast<unsigned>(tile)) & 1U) != 0;
    }

    State state;
    EventList events;

  private:
    static Colour colour(char letter) { return *parse_colour(std::string_view(&letter, 1)); }
};

/// The space number that stands for the water in stand().
inline constexpr int sea = water_space;

}  // namespace springtide::high_tide_henn
