#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/decisions.hpp"
#include "core/lifetime.hpp"
#include "core/rules_of.hpp"
#include "core/text.hpp"
#include "notation/game_text.hpp"
#include "table/chance_source.hpp"
#include "table/record.hpp"
#include "table/table.hpp"

namespace springtide {

/// The table of one game: the rules of `State` and its words, joined with a log.
template <TextRules State>
class TableOf final : public Table {
  public:
    using Text = GameText<State>;
    using Action = typename State::Action;
    using Chance = typename State::Chance;

    /// A table whose game begins at this state.
    explicit TableOf(const State& origin) : origin_(origin), state_(origin) {}

    static Expected<std::unique_ptr<Table>> create(const TableSetup& setup) {
        const GameInfo& info = Text::info();
        if (setup.players < info.min_players || setup.players > info.max_players)
            return refuse(reason_of("wrong_players"),
                          {{"game", std::string(info.id)}, {"range", player_range(info)}, {"players", setup.players}});
        const auto reader = OptionReader::read(info, setup.options);
        if (!reader) return std::unexpected(reader.error());
        const auto options = Text::options(*reader, setup.players);
        if (!options) return std::unexpected(options.error());

        auto table = std::make_unique<TableOf>(start(*options, setup.players));
        if (setup.position) {
            auto placed = table->place(*setup.position, *options);
            if (!placed) return std::unexpected(placed.error());
        }
        if (setup.seed) table->continue_with_seed(*setup.seed);
        return std::unique_ptr<Table>(std::move(table));
    }

    [[nodiscard]] const GameInfo& game() const override { return Text::info(); }
    [[nodiscard]] EventBook events() const override { return Text::events(); }
    [[nodiscard]] int players() const override { return player_count(state_); }
    [[nodiscard]] OptionTexts options() const override { return Text::option_texts(state_.options); }
    [[nodiscard]] std::string seat_name(Seat seat) const override { return Text::seat_name(state_, seat); }
    [[nodiscard]] ToAct to_act() const override { return rules_of::to_act(state_); }
    [[nodiscard]] Result result() const override { return rules_of::result(state_); }
    [[nodiscard]] std::uint64_t hash() const override { return rules_of::hash(state_); }

    /// Everything, hidden or not: for analysis that is never shown to players.
    [[nodiscard]] const State& state() const SPRINGTIDE_LIFETIME_BOUND { return state_; }
    /// The knowledge that the table gives a bot in this seat.
    [[nodiscard]] Seen<State> seen(Observer observer) const { return observe(state_, observer); }

    /// How many of the decisions an observer has already received.
    struct Told {
        State state;
        Decisions<State> decisions = {};
        std::size_t entries = 0;
    };
    [[nodiscard]] Told nothing_told() const { return {.state = origin_}; }

    /// Every decision that all players know by now, as this observer saw it: visit(knowledge before it, actor, action).
    template <class Visit>
    void retell(Observer observer, Visit visit) const {
        Told told = nothing_told();
        tell_on(told, observer, visit);
    }
    /// The same for an observer that received a part, if nothing was undone since.
    template <class Visit>
    void tell_on(Told& told, Observer observer, Visit visit) const {
        for (; told.entries < log_.size(); ++told.entries) {
            const Entry& entry = log_[told.entries];
            if (entry.retracts)
                told.decisions.took_back(entry.by.seat());
            else if (!entry.by.is_chance())
                told.decisions.decided(told.state, entry.by.seat(), entry.action);
            fold_in(told.state, play_of(entry), nullptr);
            told.decisions.tell(told.state, [&](const State& before, Seat who, const Action& action) {
                visit(observe(before, observer), who, action);
            });
        }
    }

    using Table::play;
    Expected<Story> play(Actor by, std::string_view action) override {
        auto entry = understand(by, action);
        if (!entry) return std::unexpected(entry.error());
        Story story;
        append(*entry, &story);
        if (source_) let_chance_act(&story);
        return story;
    }

    /// The same for callers that hold it as a value: an action that is legal, a chance event that is possible.
    void append_action(Seat seat, Action action) {
        append({.by = Actor::seat(seat), .retracts = false, .action = action, .chance = {}}, nullptr);
    }
    void append_chance(const Chance& chance) {
        append({.by = Actor::chance(), .retracts = false, .action = {}, .chance = chance}, nullptr);
    }

    DrawnChance play_chance(Random random) override {
        const Chance chance = draw(state_, random);
        DrawnChance drawn{.text = Text::chance_text(state_, chance), .story = {}};
        append({.by = Actor::chance(), .retracts = false, .action = {}, .chance = chance}, &drawn.story);
        return drawn;
    }

    Expected<Story> retract(Seat seat) override {
        if (!may_retract().contains(seat)) return refuse(reason_of("nothing_to_retract"));
        Story story;
        append({.by = Actor::seat(seat), .retracts = true, .action = {}, .chance = {}}, &story);
        return story;
    }

    [[nodiscard]] SeatSet may_retract() const override {
        if constexpr (SimultaneousRules<State>)
            return retractable(state_);
        else
            return {};
    }

    [[nodiscard]] bool may_undo() const override { return undo_target().has_value(); }

    Expected<void> undo() override {
        const auto target = undo_target();
        if (!target) return refuse(reason_of("nothing_to_undo"));
        back_to(*target);
        return {};
    }

    void back_to(std::size_t length) override {
        if (length >= log_.size()) return;
        log_.erase(log_.begin() + static_cast<std::ptrdiff_t>(length), log_.end());
        if (kept_ && kept_->length > length) kept_.reset();
        chances_.resize(kept_ ? kept_->chances + chance_count(kept_->length) : chance_count(0));
        state_ = kept_ ? kept_->state : origin_;
        for (std::size_t i = kept_ ? kept_->length : 0; i < log_.size(); ++i)
            fold_in(state_, play_of(log_[i]), nullptr);
    }

    Expected<std::size_t> withdraw(Seat seat, Story* story) override {
        if (!may_retract().contains(seat)) return refuse(reason_of("nothing_to_retract"));
        std::size_t at = log_.size();
        while (log_[at - 1].by != Actor::seat(seat) || log_[at - 1].retracts) --at;
        --at;
        if (kept_ && kept_->length > at) kept_.reset();
        fold_in(state_, {.by = Actor::seat(seat), .retracts = true, .action = {}, .chance = {}}, story);
        log_.erase(log_.begin() + static_cast<std::ptrdiff_t>(at));
        return at;
    }

    [[nodiscard]] std::vector<std::string> legal(Seat seat) const override {
        std::vector<std::string> texts;
        for (const Action action : legal_actions(state_, seat))
            texts.push_back(Text::action_text(state_, seat, action));
        std::ranges::sort(texts);
        return texts;
    }

    [[nodiscard]] std::optional<std::string> outlooks([[maybe_unused]] Seat seat) const override {
        if constexpr (OutlookText<State>) {
            const auto seen = observe(state_, Observer::seat(seat));
            std::vector<std::pair<std::string, Action>> actions;
            for (const Action action : legal_actions(state_, seat))
                actions.emplace_back(Text::action_text(state_, seat, action), action);
            std::ranges::sort(actions, {}, &std::pair<std::string, Action>::first);
            JsonWriter json;
            json.begin_array();
            for (const auto& [text, action] : actions) {
                json.begin_object();
                Text::write_outlook(seen, seat, action, json);
                json.end_object();
            }
            return json.end_array().take();
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> standing([[maybe_unused]] Observer observer) const override {
        if constexpr (OutlookText<State>) {
            JsonWriter json;
            json.begin_array();
            Text::write_standing(observe(state_, observer), json);
            return json.end_array().take();
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::vector<std::string>> chances() const override {
        std::vector<std::string> texts;
        if (!to_act().chance) return texts;
        const std::uint32_t count = outcome_count(state_);
        if (count == 0) return std::nullopt;
        for (std::uint32_t i = 0; i < count; ++i) texts.push_back(Text::chance_text(state_, outcome(state_, i).chance));
        std::ranges::sort(texts);
        return texts;
    }

    [[nodiscard]] std::string draw_chance(Random random) const override {
        return Text::chance_text(state_, draw(state_, random));
    }

    [[nodiscard]] std::string chance_form() const override { return Text::chance_form(state_); }

    [[nodiscard]] std::string view(Observer observer) const override { return view_text(observe(state_, observer)); }
    [[nodiscard]] std::string first_view(Observer observer) const override {
        return view_text(observe(origin_, observer));
    }
    [[nodiscard]] std::optional<std::string> memory(Observer observer) const override {
        return memory_text(observe(state_, observer));
    }

    [[nodiscard]] Story story() const override {
        Story story;
        State state = origin_;
        for (const Entry& entry : log_) fold_in(state, play_of(entry), &story);
        return story;
    }

    [[nodiscard]] bool has_secrets() const override { return rules_of::has_secrets<State>(state_.options); }

    [[nodiscard]] Record as_record() const override {
        Record record;
        record.game = Text::info().id;
        record.players = players();
        record.options = options();
        if (source_) record.seed = source_->seed();
        record.position = position_;
        record.result = result_text(to_act().nobody(), result(), players());
        State state = origin_;
        for (const Entry& entry : log_) {
            record.events.push_back({.by = entry.by, .action = play_text(state, play_of(entry)), .line = 0});
            fold_in(state, play_of(entry), nullptr);
        }
        return record;
    }

    void continue_with_seed(std::string seed) override {
        source_.emplace(std::move(seed));
        let_chance_act(nullptr);
    }

    [[nodiscard]] std::unique_ptr<Table> clone() const override { return copy(); }
    /// The same for callers that know the game's type.
    [[nodiscard]] std::unique_ptr<TableOf> copy() const {
        auto copy = std::make_unique<TableOf>(origin_);
        copy->state_ = state_;
        copy->log_ = log_;
        copy->chances_ = chances_;
        copy->source_ = source_;
        copy->position_ = position_;
        if (kept_) copy->kept_ = std::make_unique<Kept>(*kept_);
        return copy;
    }

    [[nodiscard]] std::size_t log_size() const override { return log_.size(); }
    [[nodiscard]] LogEntry log_entry(std::size_t number) const override {
        return {.by = log_[number].by, .retracts = log_[number].retracts};
    }

    [[nodiscard]] Expected<std::uint64_t> perft([[maybe_unused]] int depth,
                                                [[maybe_unused]] std::uint64_t limit) const override {
        if constexpr (requires { rules_of::perft(state_, depth, limit); }) {
            const auto nodes = rules_of::perft(state_, depth, limit);
            if (!nodes) return refuse(reason_of("too_many_sequences"), {{"limit", static_cast<std::int64_t>(limit)}});
            return *nodes;
        }
        return refuse(reason_of("no_perft"), {{"game", std::string(Text::info().id)}});
    }

    [[nodiscard]] std::optional<std::string> position() const override {
        if constexpr (PositionText<State>) return Text::position_text(state_);
        return std::nullopt;
    }

  private:
    struct Play {
        Actor by;
        bool retracts = false;
        Action action{};
        Chance chance{};
    };
    /// A play as the log keeps it. Chance events are much larger than actions and much rarer: they lie apart.
    struct Entry {
        Actor by;
        bool retracts = false;
        Action action{};
        std::uint32_t chance = 0;  ///< its number among the chance events
    };
    [[nodiscard]] Play play_of(const Entry& entry) const {
        Play play{.by = entry.by, .retracts = entry.retracts, .action = entry.action, .chance = {}};
        if (entry.by.is_chance()) play.chance = chances_[entry.chance];
        return play;
    }
    [[nodiscard]] std::size_t chance_count(std::size_t from) const {
        return static_cast<std::size_t>(std::ranges::count_if(log_.begin() + static_cast<std::ptrdiff_t>(from),
                                                              log_.end(),
                                                              [](const Entry& one) { return one.by.is_chance(); }));
    }
    /// A fold near the end of a long log, so that taking back the last actions does not begin at the first.
    struct Kept {
        std::size_t length;
        std::size_t chances;
        State state;
    };
    static constexpr std::size_t kept_every = 256;

    Expected<void> place(const std::string& position, const typename State::Options& options) {
        if constexpr (PositionText<State>) {
            auto state = Text::parse_position(position, options);
            if (!state) return std::unexpected(state.error());
            origin_ = state_ = *state;
            position_ = position;
            return {};
        }
        return refuse(reason_of("no_positions"), {{"game", std::string(Text::info().id)}});
    }

    /// The entry a text means, or why it is refused.
    Expected<Play> understand(Actor by, std::string_view text) const {
        const ToAct acting = to_act();
        if (acting.nobody()) return refuse(reason_of("game_over"));
        if (!acting.includes(by)) return whose_turn(acting);
        if (by.is_chance()) {
            const auto chance = Text::parse_chance(state_, text);
            if (!chance) return refuse(reason_of("no_chance"), {{"form", Text::chance_form(state_)}});
            if (!is_possible(state_, *chance))
                return refuse(reason_of("chance_impossible"),
                              {{"text", printable(text)}, {"form", Text::chance_form(state_)}});
            return Play{.by = by, .retracts = false, .action = {}, .chance = *chance};
        }
        const auto action = Text::parse_action(state_, by.seat(), text);
        if (!action)
            return refuse(reason_of("no_action"), {{"text", printable(text)}, {"form", Text::action_form(state_)}});
        if (!is_legal(state_, by.seat(), *action)) return std::unexpected(Text::why_not(state_, by.seat(), *action));
        return Play{.by = by, .retracts = false, .action = *action, .chance = {}};
    }

    std::unexpected<Error> whose_turn(const ToAct& acting) const {
        if (acting.chance) return refuse(reason_of("chance_acts"), {{"form", Text::chance_form(state_)}});
        std::string names;
        for (const Seat seat : acting.seats)
            names += (names.empty() ? "" : ", ") + seat_name(seat) + " (seat " + std::to_string(seat) + ")";
        return refuse(reason_of("others_act"), {{"players", names}});
    }

    std::string play_text(const State& before, const Play& play) const {
        if (play.retracts) return std::string(retract_word);
        if (play.by.is_chance()) return Text::chance_text(before, play.chance);
        return Text::action_text(before, play.by.seat(), play.action);
    }

    static void fold_in(State& state, const Play& play, Story* story) {
        EventList events;
        EventList* wanted = story == nullptr ? nullptr : &events;
        if (play.by.is_chance()) {
            apply_chance(state, play.chance, wanted);
        } else if (play.retracts) {
            if constexpr (SimultaneousRules<State>) rules_of::retract(state, play.by.seat(), wanted);
        } else {
            apply(state, play.by.seat(), play.action, wanted);
        }
        if (story != nullptr) story->insert(story->end(), events.begin(), events.end());
    }

    void append(const Play& play, Story* story) {
        if (!log_.empty() && log_.size() % kept_every == 0 && (!kept_ || kept_->length < log_.size()))
            kept_ = std::make_unique<Kept>(Kept{log_.size(), chances_.size(), state_});
        fold_in(state_, play, story);
        log_.push_back({play.by, play.retracts, play.action, static_cast<std::uint32_t>(chances_.size())});
        if (play.by.is_chance()) chances_.push_back(play.chance);
    }

    void let_chance_act(Story* story) {
        while (to_act().chance) {
            Random random = source_->for_event(static_cast<std::uint32_t>(chances_.size()));
            append({.by = Actor::chance(), .retracts = false, .action = {}, .chance = draw(state_, random)}, story);
        }
    }

    /// How long the log is once the last play is taken back; nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> undo_target() const {
        auto size = log_.size();
        if (source_)
            while (size > 0 && log_[size - 1].by.is_chance()) --size;
        if (size == 0) return std::nullopt;
        return size - 1;
    }

    State origin_;  ///< the state before the first entry of the log
    State state_;
    std::vector<Entry> log_;
    std::vector<Chance> chances_;
    std::unique_ptr<Kept> kept_;
    std::optional<ChanceSource> source_;
    std::optional<std::string> position_;
};

}  // namespace springtide
