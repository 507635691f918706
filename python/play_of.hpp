#pragma once

#include <algorithm>

#include "bots/game_bots.hpp"
#include "bots/lots.hpp"
#include "core/rules_of.hpp"
#include "core/text.hpp"
#include "learn/action_ids.hpp"
#include "learn/bytes.hpp"
#include "notation/game_text.hpp"
#include "python/play.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide::python {

template <TextRules State>
class PlayOf final : public Play {
  public:
    using Text = GameText<State>;
    using Ids = ActionIds<State>;
    using Action = typename State::Action;
    using Chance = typename State::Chance;

    explicit PlayOf(const State& origin) : origin_(origin), state_(origin) {}

    /// A state that nobody played up to.
    static std::unique_ptr<Play> without_history(const State& state) {
        auto play = std::make_unique<PlayOf>(state);
        play->has_history_ = false;
        return play;
    }

    /// From a position in one line.
    static Expected<std::unique_ptr<Play>> from_position(std::string_view text,
                                                         const typename State::Options& options) {
        if constexpr (PositionText<State>) {
            const auto state = Text::parse_position(text, options);
            if (!state) return std::unexpected(state.error());
            auto play = std::make_unique<PlayOf>(*state);
            play->position_ = std::string(text);
            return play;
        }
        return fail(ErrorCode::bad_request, std::string(Text::info().id) + " has no notation for positions");
    }

    /// From a record that load_table() accepted, with the options it names.
    static Expected<std::unique_ptr<Play>> from_record(const Record& record, const typename State::Options& options) {
        auto play = std::make_unique<PlayOf>(start(options, record.players));
        if (record.position) {
            auto placed = from_position(*record.position, options);
            if (!placed) return placed;
            play.reset(static_cast<PlayOf*>(placed->release()));
        }
        for (const Record::Line& line : record.events) play->follow(line);
        return play;
    }

    [[nodiscard]] std::unique_ptr<Play> clone() const override {
        auto copy = std::make_unique<PlayOf>(origin_);
        copy->state_ = state_;
        copy->log_ = log_;
        copy->has_history_ = has_history_;
        copy->position_ = position_;
        return copy;
    }
    [[nodiscard]] bool equals(const Play& other) const override {
        const auto* same_game = dynamic_cast<const PlayOf*>(&other);
        return same_game != nullptr && same_game->state_ == state_;
    }
    [[nodiscard]] int players() const override { return player_count(state_); }
    [[nodiscard]] ToAct to_act() const override { return rules_of::acting(state_); }
    [[nodiscard]] Result result() const override { return rules_of::points(state_); }
    [[nodiscard]] std::uint64_t hash() const override { return rules_of::code(state_); }
    [[nodiscard]] const char* broken_invariant() const override { return rules_of::complaint(state_); }

    [[nodiscard]] std::vector<int> legal_actions(Seat seat) const override {
        std::vector<int> ids;
        for (const Action action : rules_of::actions(state_, seat)) ids.push_back(Ids::id(action));
        return ids;
    }

    Expected<void> apply(Seat seat, std::int64_t id) override {
        const ToAct acting = to_act();
        if (acting.nobody()) return fail(ErrorCode::over, "the game is over");
        if (!acting.seats.contains(seat))
            return fail(ErrorCode::not_your_turn, acting.chance ? "chance is to act: " + Text::chance_form(state_)
                                                                : "seat " + std::to_string(seat) + " is not to act");
        const auto action = action_of_id<State>(id);
        if (!action) return no_such_action(id);
        if (!is_legal(state_, seat, *action)) return std::unexpected(Text::why_not(state_, seat, *action));
        append({.by = Actor::seat(seat), .action = *action, .chance = {}});
        return {};
    }

    [[nodiscard]] Expected<std::string> action_text(Seat seat, std::int64_t id) const override {
        const auto action = action_of_id<State>(id);
        if (!action) return no_such_action(id);
        return Text::action_text(state_, seat, *action);
    }

    [[nodiscard]] Expected<int> parse_action(Seat seat, std::string_view text) const override {
        const auto action = Text::parse_action(state_, seat, text);
        // A text may be well written and still name what no rule ever allows, such as a step between distant cells.
        const int id = action ? Ids::id(*action) : -1;
        if (id < 0 || id >= Ids::count || Ids::action(id) != *action)
            return fail(ErrorCode::bad_notation, in_quotes(text) + " is no action; write " + Text::action_form(state_));
        return id;
    }

    [[nodiscard]] Expected<std::vector<std::pair<std::string, double>>> chance_outcomes() const override {
        if (!to_act().chance) return fail(ErrorCode::not_your_turn, "chance is not to act");
        const std::uint32_t count = outcome_count(state_);
        if (count == 0) return fail(ErrorCode::limit, "there are too many outcomes to list; use sample_chance()");
        std::vector<std::pair<std::string, double>> outcomes;
        double total = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto [chance, weight] = outcome(state_, i);
            outcomes.emplace_back(Text::chance_text(state_, chance), weight);
            total += weight;
        }
        for (auto& [text, weight] : outcomes) weight /= total;
        return outcomes;
    }

    Expected<void> apply_outcome(std::int64_t index) override {
        const auto outcomes = chance_outcomes();
        if (!outcomes) return std::unexpected(outcomes.error());
        if (index < 0 || index >= static_cast<std::int64_t>(outcomes->size()))
            return fail(ErrorCode::illegal_action,
                        "chance has the outcomes 0 to " + std::to_string(outcomes->size() - 1) + " now");
        append(
            {.by = Actor::chance(), .action = {}, .chance = outcome(state_, static_cast<std::uint32_t>(index)).chance});
        return {};
    }

    Expected<void> apply_chance(std::string_view text) override {
        if (!to_act().chance) return fail(ErrorCode::not_your_turn, "chance is not to act");
        const auto chance = Text::parse_chance(state_, text);
        if (!chance) return fail(ErrorCode::bad_notation, "chance is written: " + Text::chance_form(state_));
        if (!is_possible(state_, *chance)) return fail(ErrorCode::illegal_action, in_quotes(text) + " cannot come now");
        append({.by = Actor::chance(), .action = {}, .chance = *chance});
        return {};
    }

    Expected<std::string> sample_chance(Random& random) override {
        if (!to_act().chance) return fail(ErrorCode::not_your_turn, "chance is not to act");
        const Chance chance = draw(state_, random);
        std::string text = Text::chance_text(state_, chance);
        append({.by = Actor::chance(), .action = {}, .chance = chance});
        return text;
    }

    [[nodiscard]] std::string view(Observer observer) const override { return view_text(observe(state_, observer)); }
    [[nodiscard]] std::optional<std::string> memory(Observer observer) const override {
        return memory_text(observe(state_, observer));
    }

    [[nodiscard]] std::size_t feature_count(Knowledge knowledge) const override {
        return list_fields<State>(state_.options, players(), knowledge).size();
    }
    void write_features(Seat seat, Knowledge knowledge, float* out) const override {
        FloatWriter writer(out);
        springtide::write_features(observe(state_, Observer::seat(seat)), knowledge, writer);
    }

    [[nodiscard]] std::unique_ptr<Play> resample(Seat seat, std::uint64_t seed) const override {
        Random random(seed);
        return without_history(rules_of::imagine(observe(state_, Observer::seat(seat)), random));
    }

    [[nodiscard]] std::string state_bytes() const override { return bytes_of(state_); }
    [[nodiscard]] std::optional<std::vector<Deed>> history() const override {
        if (!has_history_) return std::nullopt;
        std::vector<Deed> deeds;
        retell([&](Actor by, std::string text) {
            deeds.emplace_back(by.is_chance() ? -1 : static_cast<int>(by.seat()), std::move(text));
        });
        return deeds;
    }

    [[nodiscard]] std::optional<std::string> record() const override {
        if (!has_history_) return std::nullopt;
        Record record;
        record.game = Text::info().id;
        record.players = players();
        record.options = Text::option_texts(state_.options);
        record.position = position_;
        record.result = result_text(to_act().nobody(), result(), players());
        retell([&](Actor by, std::string text) { record.events.push_back({by, std::move(text), 0}); });
        return to_text(record);
    }

    [[nodiscard]] std::optional<std::string> position() const override {
        if constexpr (PositionText<State>)
            if (!to_act().chance) return Text::position_text(state_);
        return std::nullopt;
    }

    [[nodiscard]] Expected<BotChoice> choose(Seat seat, const BotRequest& request) const override {
        if (!to_act().seats.contains(seat))
            return fail(ErrorCode::not_your_turn, "seat " + std::to_string(seat) + " is not to act");
        const std::string_view level =
            request.level.empty() ? GameBots<State>::levels().back() : std::string_view(request.level);
        const auto names = bot_names_of<State>();
        if (std::ranges::find(names, level) == names.end()) return no_such_level(names, level);
        const Seen<State> seen = observe(state_, Observer::seat(seat));
        Random random = lots_for(request);
        const auto retell = [&](auto visit) {
            State state = origin_;
            for (const Entry& entry : log_) {
                if (!entry.by.is_chance()) visit(observe(state, seen.observer), entry.by.seat(), entry.action);
                fold_in(state, entry);
            }
        };
        const auto choice = choose_after(retell, level, seen, request, random);
        BotChoice answer{Ids::id(choice.action), choice.exact, choice.winner, choice.value, {}};
        for (const Action action : choice.line) answer.line.push_back(Ids::id(action));
        return answer;
    }

  private:
    struct Entry {
        Actor by;
        Action action;
        Chance chance;
    };

    static std::unexpected<Error> no_such_action(std::int64_t id) {
        return fail(ErrorCode::bad_request, "there is no action " + std::to_string(id) + "; the actions are 0 to " +
                                                std::to_string(Ids::count - 1));
    }

    static std::unexpected<Error> no_such_level(const std::vector<std::string_view>& names, std::string_view level) {
        std::string known;
        for (const auto name : names) known += (known.empty() ? "" : ", ") + std::string(name);
        return fail(ErrorCode::bad_request, "there is no level " + in_quotes(level) + "; the levels are: " + known);
    }

    static void fold_in(State& state, const Entry& entry) {
        if (entry.by.is_chance())
            rules_of::play(state, entry.chance);
        else
            rules_of::play(state, entry.by.seat(), entry.action);
    }

    void append(const Entry& entry) {
        fold_in(state_, entry);
        if (has_history_) log_.push_back(entry);
    }

    /// A line of a record that is known to be good. A choice that was taken back leaves no trace.
    void follow(const Record::Line& line) {
        if (line.by.is_chance()) {
            append({.by = line.by, .action = {}, .chance = *Text::parse_chance(state_, line.action)});
        } else if (line.action != retract_word) {
            append({.by = line.by, .action = *Text::parse_action(state_, line.by.seat(), line.action), .chance = {}});
        } else if constexpr (SimultaneousRules<State>) {
            retract(state_, line.by.seat());
            const auto last = std::ranges::find(log_.rbegin(), log_.rend(), line.by, &Entry::by);
            log_.erase(std::next(last).base());
        }
    }

    /// Calls visit(who, what in notation) for everything that was done.
    template <class Visit>
    void retell(Visit&& visit) const {
        State state = origin_;
        for (const Entry& entry : log_) {
            visit(entry.by, entry.by.is_chance() ? Text::chance_text(state, entry.chance)
                                                 : Text::action_text(state, entry.by.seat(), entry.action));
            fold_in(state, entry);
        }
    }

    State origin_;  ///< the state before the first entry of the log
    State state_;
    std::vector<Entry> log_;
    bool has_history_ = true;
    std::optional<std::string> position_;
};

}  // namespace springtide::python
