#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/rules.hpp"
#include "core/text.hpp"
#include "notation/game_text.hpp"
#include "table/games.hpp"
#include "tests/kit/settings.hpp"

/// Random games with every generic check at every state. Any game that offers Rules and GameText gets all of it.
/// Nothing here needs a test library: the same checks run under WebAssembly.
namespace springtide::kit {

struct Report {
    std::uint64_t games = 0;
    std::uint64_t states = 0;
    std::string problem;  ///< empty if every check held
};

template <TextRules State>
class GameWalk {
  public:
    using Text = GameText<State>;
    using Action = typename State::Action;
    using Chance = typename State::Chance;

    GameWalk(const TableSetup& setting, std::uint64_t seed, Report& report)
        : setting_(setting), random_(seed), report_(report) {}

    /// Plays one game to its end; false with report.problem set if a check failed.
    bool run() {
        auto made = new_table(Text::info().id, setting_);
        if (!made) return wrong("a table could not be made: " + made.error().message);
        table_ = std::move(*made);
        const auto reader = OptionReader::read(Text::info(), setting_.options);
        const auto options = Text::options(*reader, setting_.players);
        state_ = start(*options, setting_.players);
        ++report_.games;
        for (int moves = 0; !is_over(state_); ++moves) {
            if (moves > 20000) return wrong("the game does not end");
            if (!check_state() || !advance()) return false;
        }
        return check_state() && check_end();
    }

  private:
    bool wrong(const std::string& what) {
        report_.problem = std::string(Text::info().id) + ", " + describe(setting_) + ": " + what +
                          (table_ ? "\n" + table_->record() : "");
        return false;
    }
    bool sometimes(std::uint32_t one_in) { return random_.below(one_in) == 0; }

    bool check_state() {
        ++report_.states;
        if (const char* broken = broken_invariant(state_)) return wrong(std::string("invariant broken: ") + broken);
        State copy = state_;
        if (!(copy == state_)) return wrong("a copy differs from its original");
        if (hash(state_) != hash_from_scratch(state_))
            return wrong("the hash kept up to date differs from the recomputed one");
        if (hash(state_) != table_->hash()) return wrong("the table and the rules went different ways");
        if (player_count(state_) != setting_.players) return wrong("the number of players changed");
        if (result(state_).winners.empty() == is_over(state_))
            return wrong("there are winners exactly when it is over");
        if (to_act(state_).chance && !to_act(state_).seats.empty()) return wrong("chance and a seat act together");
        return check_seats() && check_observers() && (!sometimes(16) || check_record());
    }

    /// Legal actions: sorted, unique, accepted; everything else refused and nothing changed.
    bool check_seats() {
        for (int s = 0; s < setting_.players; ++s) {
            const auto seat = static_cast<Seat>(s);
            const auto actions = legal_actions(state_, seat);
            if (actions.empty() == to_act(state_).seats.contains(seat))
                return wrong("seat " + std::to_string(s) + " has actions exactly when it is to act: broken");
            if (!std::ranges::is_sorted(actions)) return wrong("legal actions are not sorted");
            std::vector<std::string> texts;
            for (std::size_t i = 0; i < actions.size(); ++i) {
                if (i > 0 && actions[i] == actions[i - 1]) return wrong("a legal action is listed twice");
                if (!is_legal(state_, seat, actions[i])) return wrong("a listed action is not legal");
                texts.push_back(Text::action_text(state_, seat, actions[i]));
                if (Text::parse_action(state_, seat, texts.back()) != actions[i])
                    return wrong("the action '" + texts.back() + "' is read back as another");
                remember(actions[i]);
            }
            std::ranges::sort(texts);
            if (std::ranges::adjacent_find(texts) != texts.end()) return wrong("two actions are written alike");
            if (table_->legal(seat) != texts) return wrong("the table lists other actions than the rules");
            if (!check_illegal(seat, actions)) return false;
        }
        return true;
    }

    bool check_illegal(Seat seat, const typename State::ActionList& actions) {
        const auto listed = [&](Action action) { return std::ranges::binary_search(actions, action); };
        for (const Action action : known_)
            if (is_legal(state_, seat, action) != listed(action)) return wrong("is_legal and legal_actions disagree");
        if constexpr (sizeof(Action) <= 2) {
            if (sometimes(16 * slowdown))
                for (std::uint32_t bits = 0; bits < (1U << (8 * sizeof(Action))); ++bits)
                    if (!agrees_on_bits(bits, seat, listed))
                        return wrong("is_legal accepts an action that is not listed");
        } else {
            for (int i = 0; i < 32; ++i)
                if (!agrees_on_bits(random_.next(), seat, listed))
                    return wrong("is_legal accepts an action that is not listed");
        }
        if (known_.empty() || !sometimes(4)) return true;
        const Action attempt = known_[random_.below(static_cast<std::uint32_t>(known_.size()))];
        if (listed(attempt)) return true;
        const auto before = table_->record();
        const auto refused = table_->play(Actor::seat(seat), Text::action_text(state_, seat, attempt));
        if (refused) return wrong("the table accepted an illegal action");
        const ErrorCode expected = is_over(state_)                       ? ErrorCode::over
                                   : to_act(state_).seats.contains(seat) ? ErrorCode::illegal_action
                                                                         : ErrorCode::not_your_turn;
        if (refused.error().code != expected && refused.error().code != ErrorCode::bad_notation)
            return wrong("refused with the wrong code: " + refused.error().message);
        if (refused.error().message.empty()) return wrong("refused without a reason");
        if (table_->record() != before || table_->hash() != hash(state_))
            return wrong("a refused action changed the table");
        return true;
    }

    template <class Listed>
    bool agrees_on_bits(std::uint64_t bits, Seat seat, const Listed& listed) {
        Action action;
        std::memcpy(static_cast<void*>(&action), &bits, sizeof action);
        return !is_legal(state_, seat, action) || listed(action);
    }

    /// What observers see: nothing but what the filter gives, and no way to tell a resampled state from the real one.
    bool check_observers() {
        if (!check_observer(Observer::spectator()) || !check_observer(Observer::all())) return false;
        for (int s = 0; s < setting_.players; ++s)
            if (!check_observer(Observer::seat(static_cast<Seat>(s)))) return false;
        return true;
    }

    bool check_observer(Observer observer) {
        const Seen<State> seen = observe(state_, observer);
        if (observer.is_all() && !(seen.state() == state_)) return wrong("something is hidden from 'all'");
        if (!(observe(seen.state(), observer) == seen)) return wrong("observing twice hides more than observing once");
        if (!(to_act(seen.state()) == to_act(state_))) return wrong("an observer cannot see who is to act");
        const std::string view = view_text(seen);
        if (table_->view(observer) != view) return wrong("the table shows another view than the filter gives");

        const State other = resample(seen, random_);
        if (const char* broken = broken_invariant(other))
            return wrong(std::string("a resampled state is broken: ") + broken);
        const Seen<State> seen_again = observe(other, observer);
        if (!(seen_again == seen)) return wrong("a resampled state looks different to the observer");
        if (view_text(seen_again) != view) return wrong("two states the observer cannot tell apart give two views");
        if (observer.is_seat()) {
            const auto actions = legal_actions(state_, observer.seat());
            if (!(legal_actions(other, observer.seat()) == actions))
                return wrong("hidden things change the legal actions");
            if (!(legal_actions(seen.state(), observer.seat()) == actions))
                return wrong("the legal actions cannot be told from what the seat sees");
        }
        return true;
    }

    static std::string view_text(const Seen<State>& seen) {
        JsonWriter json;
        json.begin_object();
        Text::write_view(seen, json);
        json.end_object();
        return json.take();
    }

    bool check_record() {
        const std::string record = table_->record();
        const auto loaded = load_table(record);
        if (!loaded) return wrong("its own record is refused: " + loaded.error().message);
        if ((*loaded)->record() != record) return wrong("the record changes when it is loaded and written again");
        if ((*loaded)->hash() != table_->hash()) return wrong("the loaded record gives another state");
        if ((*loaded)->view(Observer::all()) != table_->view(Observer::all()))
            return wrong("the loaded record shows another view");
        return true;
    }

    bool advance() {
        const std::string before = table_->record();
        const std::uint64_t hash_before = table_->hash();
        std::string text;
        Actor by = Actor::chance();
        if (to_act(state_).chance) {
            const Chance chance = draw(state_, random_);
            if (!check_chance(chance)) return false;
            text = Text::chance_text(state_, chance);
            if (const auto read = Text::parse_chance(state_, text); !read || !(*read == chance))
                return wrong("the chance event '" + text + "' is read back as another");
            apply_chance(state_, chance, nullptr);
        } else {
            by = Actor::seat(random_seat());
            const auto actions = legal_actions(state_, by.seat());
            const Action action = actions[random_.below(static_cast<std::uint32_t>(actions.size()))];
            text = Text::action_text(state_, by.seat(), action);
            if (!check_retract(by.seat(), action)) return false;
            apply(state_, by.seat(), action, nullptr);
        }
        const auto played = table_->play(by, text);
        if (!played) return wrong("a legal action is refused: " + text + ": " + played.error().message);
        if (sometimes(8)) {
            if (!table_->undo()) return wrong("the last play cannot be taken back");
            if (table_->hash() != hash_before || table_->record() != before) return wrong("undo does not lead back");
            if (!table_->play(by, text)) return wrong("an action taken back cannot be played again");
        }
        if (table_->hash() != hash(state_)) return wrong("the table and the rules went different ways after " + text);
        return true;
    }

    Seat random_seat() {
        auto skip = random_.below(static_cast<std::uint32_t>(to_act(state_).seats.size()));
        for (const Seat seat : to_act(state_).seats)
            if (skip-- == 0) return seat;
        return 0;
    }

    bool check_chance(const Chance& drawn) {
        if (!is_possible(state_, drawn)) return wrong("chance drew something impossible");
        const std::uint32_t count = outcome_count(state_);
        if (count > max_listed_outcomes) return wrong("too many outcomes are listed");
        if (count == 0 || !sometimes(4)) return true;
        bool found = false;
        std::vector<std::string> texts;
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto [chance, weight] = outcome(state_, i);
            if (weight == 0 || !is_possible(state_, chance)) return wrong("an impossible outcome is listed");
            found = found || chance == drawn;
            texts.push_back(Text::chance_text(state_, chance));
        }
        std::ranges::sort(texts);
        if (std::ranges::adjacent_find(texts) != texts.end()) return wrong("an outcome is listed twice");
        return found || wrong("chance drew something that is not listed");
    }

    bool check_retract([[maybe_unused]] Seat seat, [[maybe_unused]] Action action) {
        if constexpr (SimultaneousRules<State>) {
            if (to_act(state_).seats.size() == 1) return true;  // the last choice reveals everything
            State chosen = state_;
            apply(chosen, seat, action, nullptr);
            if (!retractable(chosen).contains(seat)) return wrong("a secret choice cannot be taken back");
            retract(chosen, seat);
            if (!(chosen == state_)) return wrong("taking back a choice does not lead back");
        }
        return true;
    }

    bool check_end() {
        if (!check_record()) return false;
        const auto refused = table_->play(Actor::seat(0), "x");
        return (!refused && refused.error().code == ErrorCode::over) || wrong("a finished game goes on");
    }

    void remember(Action action) {
        if (known_.size() < 512 && std::ranges::find(known_, action) == known_.end()) known_.push_back(action);
    }

    TableSetup setting_;
    Random random_;
    Report& report_;
    std::unique_ptr<Table> table_;
    State state_{};
    std::vector<Action> known_;
};

/// One random game for every mixture of choices and flags and every number of players (at most `most` mixtures
/// each), then `more` games with any options at all.
template <TextRules State>
Report random_games(std::uint64_t seed, std::size_t most, int more) {
    Report report;
    Random random(seed);
    const GameInfo& game = GameText<State>::info();
    for (int players = game.min_players; players <= game.max_players; ++players)
        for (const TableSetup& setting : all_settings(game, players, most, random))
            if (!GameWalk<State>(setting, random.next(), report).run()) return report;
    for (int i = 0; i < more; ++i)
        if (!GameWalk<State>(random_setting(game, random), random.next(), report).run()) return report;
    return report;
}

/// Chance draws as often as the weights of its listed outcomes say. Walks random games and compares at the first
/// `moments` chance events that can be listed; a fair generator fails this about once in ten million runs.
template <TextRules State>
Report chance_is_fair(std::uint64_t seed, int moments, int draws) {
    Report report;
    Random random(seed);
    while (moments > 0) {
        const TableSetup setting = random_setting(GameText<State>::info(), random);
        const auto reader = OptionReader::read(GameText<State>::info(), setting.options);
        State state = start(*GameText<State>::options(*reader, setting.players), setting.players);
        ++report.games;
        while (!is_over(state)) {
            if (!to_act(state).chance) {
                const Seat seat = to_act(state).seats.front();
                const auto actions = legal_actions(state, seat);
                apply(state, seat, actions[random.below(static_cast<std::uint32_t>(actions.size()))], nullptr);
                continue;
            }
            const std::uint32_t count = outcome_count(state);
            if (count > 1 && moments > 0 && random.below(3) == 0) {
                --moments;
                ++report.states;
                std::vector<Outcome<typename State::Chance>> outcomes;
                double total = 0;
                for (std::uint32_t i = 0; i < count; ++i) {
                    outcomes.push_back(outcome(state, i));
                    total += outcomes.back().weight;
                }
                std::vector<double> seen(count, 0.0);
                for (int i = 0; i < draws; ++i) {
                    const auto drawn = draw(state, random);
                    for (std::size_t at = 0; at < count; ++at)
                        if (outcomes[at].chance == drawn) seen[at] += 1;
                }
                double chi_squared = 0;
                for (std::uint32_t i = 0; i < count; ++i) {
                    const double expected = double{1} * draws * outcomes[i].weight / total;
                    chi_squared += (seen[i] - expected) * (seen[i] - expected) / expected;
                }
                // Wilson and Hilferty: the cube root of chi squared over its mean is nearly normal.
                const double freedom = count - 1.0;
                const double spread = 2 / (9 * freedom);
                if ((std::cbrt(chi_squared / freedom) - (1 - spread)) / std::sqrt(spread) > 5.5) {
                    report.problem = std::string(GameText<State>::info().id) + ", " + describe(setting) + ": " +
                                     GameText<State>::chance_form(state) + " is drawn unevenly";
                    return report;
                }
            }
            apply_chance(state, draw(state, random), nullptr);
        }
    }
    return report;
}

}  // namespace springtide::kit
