#pragma once

#include <algorithm>
#include <array>
#include <mutex>

#include "bots/bot_random.hpp"
#include "bots/game_bots.hpp"
#include "core/rules_of.hpp"
#include "core/text.hpp"
#include "notation/game_text.hpp"
#include "python/learn/action_ids.hpp"
#include "python/learn/bytes.hpp"
#include "python/play.hpp"
#include "table/table_of.hpp"

namespace springtide::python {

template <TextRules State>
class PlayOf final : public Play {
  public:
    using Text = GameText<State>;
    using Ids = ActionIds<State>;
    using Action = typename State::Action;

    explicit PlayOf(std::unique_ptr<TableOf<State>> table) : table_(std::move(table)) {}
    explicit PlayOf(const State& origin) : PlayOf(std::make_unique<TableOf<State>>(origin)) {}

    /// A state without a history.
    static std::unique_ptr<Play> without_history(const State& state) {
        auto play = std::make_unique<PlayOf>(state);
        play->has_history_ = false;
        return play;
    }

    /// From a table of this game as a record left it.
    static std::unique_ptr<Play> from_table(std::unique_ptr<Table> table) {
        return std::make_unique<PlayOf>(std::unique_ptr<TableOf<State>>(static_cast<TableOf<State>*>(table.release())));
    }

    [[nodiscard]] std::unique_ptr<Play> clone() const override {
        auto copy = std::make_unique<PlayOf>(table_->copy());
        copy->has_history_ = has_history_;
        const std::scoped_lock lock(watching_);
        copy->notebooks_ = notebooks_;
        return copy;
    }
    [[nodiscard]] bool equals(const Play& other) const override {
        const auto* same_game = dynamic_cast<const PlayOf*>(&other);
        return same_game != nullptr && same_game->state() == state();
    }
    [[nodiscard]] const Table& table() const override { return *table_; }
    [[nodiscard]] int players() const override { return table_->players(); }
    [[nodiscard]] ToAct to_act() const override { return table_->to_act(); }
    [[nodiscard]] Result result() const override { return table_->result(); }
    [[nodiscard]] std::uint64_t hash() const override { return table_->hash(); }
    [[nodiscard]] const char* broken_invariant() const override { return rules_of::broken_invariant(state()); }

    [[nodiscard]] std::vector<int> legal_actions(Seat seat) const override {
        std::vector<int> ids;
        for (const Action action : rules_of::legal_actions(state(), seat)) ids.push_back(Ids::id(action));
        return ids;
    }

    Expected<void> apply(Seat seat, std::int64_t id) override {
        const ToAct acting = to_act();
        if (acting.nobody()) return fail(ErrorCode::over, "the game is over");
        if (!acting.seats.contains(seat))
            return fail(ErrorCode::not_your_turn, acting.chance ? "chance is to act: " + Text::chance_form(state())
                                                                : "seat " + std::to_string(seat) + " is not to act");
        const auto action = action_of_id<State>(id);
        if (!action) return no_such_action(id);
        if (!is_legal(state(), seat, *action)) return std::unexpected(Text::why_not(state(), seat, *action));
        table_->append_action(seat, *action);
        return {};
    }

    [[nodiscard]] Expected<std::string> action_text(Seat seat, std::int64_t id) const override {
        const auto action = action_of_id<State>(id);
        if (!action) return no_such_action(id);
        return Text::action_text(state(), seat, *action);
    }

    [[nodiscard]] Expected<int> parse_action(Seat seat, std::string_view text) const override {
        const auto action = Text::parse_action(state(), seat, text);
        // A text may be well written and still name what no rule ever allows, such as a step between distant cells.
        const int id = action ? Ids::id(*action) : -1;
        if (id < 0 || id >= Ids::count || Ids::action(id) != *action)
            return fail(ErrorCode::bad_notation,
                        in_quotes(text) + " is no action; write " + Text::action_form(state()));
        return id;
    }

    [[nodiscard]] Expected<std::vector<std::pair<std::string, double>>> chance_outcomes() const override {
        if (!to_act().chance) return fail(ErrorCode::not_your_turn, "chance is not to act");
        const std::uint32_t count = outcome_count(state());
        if (count == 0) return fail(ErrorCode::limit, "there are too many outcomes to list; use sample_chance()");
        std::vector<std::pair<std::string, double>> outcomes;
        double total = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto [chance, weight] = outcome(state(), i);
            outcomes.emplace_back(Text::chance_text(state(), chance), weight);
            total += weight;
        }
        for (auto& [text, weight] : outcomes) weight /= total;
        return outcomes;
    }

    Expected<void> apply_outcome(std::int64_t index) override {
        const auto outcomes = chance_outcomes();
        if (!outcomes) return std::unexpected(outcomes.error());
        if (index < 0 || index >= static_cast<std::int64_t>(outcomes->size()))
            return fail(ErrorCode::illegal_action, "chance has no outcome " + std::to_string(index) +
                                                       "; its outcomes are 0 to " +
                                                       std::to_string(outcomes->size() - 1) + " now");
        table_->append_chance(outcome(state(), static_cast<std::uint32_t>(index)).chance);
        return {};
    }

    Expected<void> apply_chance(std::string_view text) override {
        if (!to_act().chance) return fail(ErrorCode::not_your_turn, "chance is not to act");
        const auto chance = Text::parse_chance(state(), text);
        if (!chance) return fail(ErrorCode::bad_notation, "chance is written: " + Text::chance_form(state()));
        if (!is_possible(state(), *chance))
            return fail(ErrorCode::illegal_action, in_quotes(text) + " cannot come now");
        table_->append_chance(*chance);
        return {};
    }

    Expected<std::string> sample_chance(Random& random) override {
        if (!to_act().chance) return fail(ErrorCode::not_your_turn, "chance is not to act");
        const auto chance = draw(state(), random);
        std::string text = Text::chance_text(state(), chance);
        table_->append_chance(chance);
        return text;
    }

    [[nodiscard]] std::string view(Observer observer) const override { return table_->view(observer); }
    [[nodiscard]] std::optional<std::string> memory(Observer observer) const override {
        return table_->memory(observer);
    }

    [[nodiscard]] std::size_t feature_count(Knowledge knowledge) const override {
        return list_fields<State>(state().options, players(), knowledge).size();
    }
    void write_features(Seat seat, Knowledge knowledge, float* out) const override {
        FloatWriter writer(out);
        springtide::write_features(table_->seen(Observer::seat(seat)), knowledge, writer);
    }

    [[nodiscard]] std::unique_ptr<Play> resample(Seat seat, std::uint64_t seed) const override {
        Random random(seed);
        return without_history(rules_of::resample(table_->seen(Observer::seat(seat)), random));
    }

    [[nodiscard]] std::string state_bytes() const override { return bytes_of(state()); }
    [[nodiscard]] std::optional<std::vector<Deed>> history() const override {
        if (!has_history_) return std::nullopt;
        std::vector<Deed> deeds;
        for (const auto& [by, action, line] : table_->as_record().events)
            deeds.emplace_back(by.is_chance() ? -1 : static_cast<int>(by.seat()), action);
        return deeds;
    }

    [[nodiscard]] std::optional<std::string> record() const override {
        if (!has_history_) return std::nullopt;
        return table_->record();
    }

    [[nodiscard]] std::optional<std::string> position() const override {
        if (to_act().chance) return std::nullopt;
        return table_->position();
    }

    [[nodiscard]] Expected<BotChoice> choose(Seat seat, const BotRequest& request) const override {
        if (!to_act().seats.contains(seat))
            return fail(ErrorCode::not_your_turn, "seat " + std::to_string(seat) + " is not to act");
        const std::string_view level =
            request.level.empty() ? GameBots<State>::levels().back().name : std::string_view(request.level);
        const auto names = bot_names_of<State>();
        if (std::ranges::find(names, level) == names.end()) return no_such_level(names, level);
        const Seen<State> seen = table_->seen(Observer::seat(seat));
        Random random = random_for(request);
        const auto choice = choose_with_notes(level, seen, request, random);
        BotChoice answer{Ids::id(choice.action), choice.exact, choice.winner, choice.value, {}};
        for (const Action action : choice.line) answer.line.push_back(Ids::id(action));
        return answer;
    }

  private:
    /// A seat's notes, and the number of events it has received.
    struct Notebook {
        typename TableOf<State>::Told told;
        NotesOf<State> notes = {};
    };

    [[nodiscard]] const State& state() const { return table_->state(); }

    auto choose_with_notes(std::string_view level, const Seen<State>& seen, const BotRequest& request,
                           Random& random) const {
        if constexpr (LearnsFromPlay<State>)
            return GameBots<State>::choose(level, seen, notes_of(seen.observer(), level), request, random);
        else
            return GameBots<State>::choose(level, seen, request, random);
    }

    /// Only what came since the seat was last asked is looked at: a bot that plays a whole game watches it once.
    NotesOf<State> notes_of(Observer observer, std::string_view level) const
        requires LearnsFromPlay<State>
    {
        if (!has_history_ || !GameBots<State>::takes_notes(level)) return {};
        const std::scoped_lock lock(watching_);
        auto& notebook = notebooks_[observer.seat()];
        if (!notebook) notebook = Notebook{.told = table_->nothing_told()};
        table_->tell_on(notebook->told, observer, [&](const Seen<State>& before, Seat who, const Action& action) {
            if (who != observer.seat()) notebook->notes.saw(before, who, action);
        });
        return notebook->notes;
    }

    static std::unexpected<Error> no_such_action(std::int64_t id) {
        return fail(ErrorCode::bad_request, "there is no action " + std::to_string(id) + "; the actions are 0 to " +
                                                std::to_string(Ids::count - 1));
    }

    static std::unexpected<Error> no_such_level(const std::vector<std::string_view>& names, std::string_view level) {
        std::string known;
        for (const auto name : names) known += (known.empty() ? "" : ", ") + std::string(name);
        return fail(ErrorCode::bad_request, "there is no level " + in_quotes(level) + "; the levels are: " + known);
    }

    std::unique_ptr<TableOf<State>> table_;
    bool has_history_ = true;      ///< the game was played from its beginning, or from a position
    mutable std::mutex watching_;  ///< several threads may ask the bots of one state
    mutable std::array<std::optional<Notebook>, max_seats> notebooks_ = {};
};

}  // namespace springtide::python
