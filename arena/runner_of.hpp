#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "arena/program_player.hpp"
#include "arena/runner.hpp"
#include "bots/game_bots.hpp"
#include "core/decisions.hpp"
#include "core/text.hpp"
#include "notation/game_text.hpp"
#include "table/chance_source.hpp"

namespace springtide::arena {

/// The games of one kind. Our own bots need no text, because a match of baselines plays hundreds of thousands of
/// games.
template <TextRules State>
class RunnerOf final : public Runner {
  public:
    using Action = typename State::Action;
    using Text = GameText<State>;

    /// The options of the plan are known to be good.
    static Expected<std::unique_ptr<Runner>> make(const Plan& plan) {
        auto runner = std::unique_ptr<RunnerOf>(new RunnerOf(plan));
        for (std::size_t i = 0; i < plan.contestants.size(); ++i) {
            if (!plan.contestants[i].is_program()) continue;
            if (const auto awake = runner->programs_[i]->wake(); !awake)
                return fail(awake.error().code,
                            plan.contestants[i].name + " does not answer hello: " + awake.error().message);
        }
        return std::unique_ptr<Runner>(std::move(runner));
    }

    std::optional<GameEnd> play(const Seating& seating, const std::atomic<bool>& stop) override {
        Game game(*this, seating);
        game.begin();
        while (!game.over()) {
            if (stop.load(std::memory_order_relaxed)) return std::nullopt;
            game.step();
        }
        return game.end();
    }

  private:
    explicit RunnerOf(const Plan& plan)
        : plan_(plan),
          options_(*Text::options(*OptionReader::read(Text::info(), plan.options), plan.players)),
          programs_(plan.contestants.size()) {
        for (std::size_t i = 0; i < programs_.size(); ++i)
            if (plan.contestants[i].is_program())
                programs_[i] = std::make_unique<ProgramPlayer>(plan.contestants[i], plan.answer_limit);
    }

    /// One game on its way.
    class Game {
      public:
        Game(RunnerOf& runner, const Seating& seating)
            : runner_(runner),
              seating_(seating),
              state_(start(runner.options_, runner.plan_.players)),
              deal_seed_(runner.plan_.seed + "/" + std::to_string(seating.deal + 1)),
              chance_(deal_seed_) {
            for (const Seat seat : SeatSet::first(runner.plan_.players)) {
                const auto lot = fold(fold_text(0xA2E4A, deal_seed_), std::uint64_t{8} * seating.turn + seat);
                lots_[seat] = Random(lot);
                if (contestant(seat).is_program()) listeners_.insert(seat);
                noted_ = noted_ || takes_notes(seat);
            }
        }

        void begin() {
            const TableTold table{.number = ++runner_.tables_,
                                  .game = Text::info().id,
                                  .players = runner_.plan_.players,
                                  .options = listeners_.empty() ? OptionTexts() : Text::option_texts(state_.options)};
            for (const Seat seat : listeners_)
                if (const auto sits = program(seat).sit_down(table, seat, lots_[seat].next()); !sits)
                    return forfeit(seat, sits.error().message);
        }

        [[nodiscard]] bool over() const { return forfeited_by_.has_value() || is_over(state_); }

        void step() {
            EventList* wanted = listeners_.empty() ? nullptr : &events_;
            events_.clear();
            const ToAct acting = to_act(state_);
            if (acting.chance) {
                Random random = chance_.for_event(drawn_++);
                apply_chance(state_, draw(state_, random), wanted);
            } else {
                const Seat seat = acting.seats.front();
                const auto action = choose(seat);
                if (!action) return forfeit(seat, action.error().message);
                if (noted_) decisions_.decided(state_, seat, *action);
                apply(state_, seat, *action, wanted);
                if (noted_) watch();
            }
            tell();
        }

        GameEnd end() {
            GameEnd end{.share = {}, .points = {}, .forfeited_by = forfeited_by_, .complaint = complaint_};
            Result last = result(state_);
            if (forfeited_by_) {
                last.winners = SeatSet::first(runner_.plan_.players);
                last.winners.erase(*forfeited_by_);
            }
            for (const Seat seat : SeatSet::first(runner_.plan_.players)) {
                end.points[seat] = last.points[seat];
                end.share[seat] = win_share(last, seat);
            }
            for (const Seat seat : listeners_)
                if (seat != forfeited_by_) program(seat).leave(runner_.tables_, seat, last, runner_.plan_.players);
            return end;
        }

      private:
        [[nodiscard]] std::size_t number(Seat seat) const { return seating_.contestants[seat]; }
        [[nodiscard]] const Contestant& contestant(Seat seat) const { return runner_.plan_.contestants[number(seat)]; }
        [[nodiscard]] ProgramPlayer& program(Seat seat) const { return *runner_.programs_[number(seat)]; }

        Expected<Action> choose(Seat seat) {
            const Seen<State> seen = observe(state_, Observer::seat(seat));
            if (listeners_.contains(seat)) return ask_program(seat, seen);
            const BotRequest& request = contestant(seat).request;
            const Action action = ask_bot(seat, seen, request);
            if (!is_legal(state_, seat, action)) return fail(ErrorCode::illegal_action, "its action is not legal");
            return action;
        }

        Action ask_bot(Seat seat, const Seen<State>& seen, const BotRequest& request) {
            if constexpr (LearnsFromPlay<State>)
                return GameBots<State>::choose(request.level, seen, notes_[seat], request, lots_[seat]).action;
            else
                return GameBots<State>::choose(request.level, seen, request, lots_[seat]).action;
        }

        [[nodiscard]] bool takes_notes(Seat seat) const {
            if constexpr (LearnsFromPlay<State>)
                return !contestant(seat).is_program() && GameBots<State>::takes_notes(contestant(seat).request.level);
            else
                return false;
        }

        /// Bots that learn from how the others play see every decision that may be known by now.
        void watch() {
            if constexpr (LearnsFromPlay<State>)
                decisions_.tell(state_, [&](const State& before, Seat who, const Action& action) {
                    for (const Seat seat : SeatSet::first(runner_.plan_.players))
                        if (seat != who && takes_notes(seat))
                            notes_[seat].saw(observe(before, Observer::seat(seat)), who, action);
                });
        }

        Expected<Action> ask_program(Seat seat, const Seen<State>& seen) {
            Question question;
            question.view = object([&](JsonWriter& json) { Text::write_view(seen, json); });
            if constexpr (MemoryText<State>)
                question.memory = object([&](JsonWriter& json) { Text::write_memory(seen, json); });
            for (const Action action : legal_actions(seen.state(), seat))
                question.legal.push_back(Text::action_text(seen.state(), seat, action));
            question.events = std::exchange(heard_[seat], {});
            const auto text = program(seat).choose(runner_.tables_, seat, question);
            if (!text) return std::unexpected(text.error());
            const auto action = Text::parse_action(state_, seat, *text);
            if (action && is_legal(state_, seat, *action)) return *action;
            program(seat).dismiss();
            return fail(ErrorCode::illegal_action, "it played " + in_quotes(*text) + ", but " +
                                                       (action ? Text::why_not(state_, seat, *action).message
                                                               : "an action is " + Text::action_form(state_)));
        }

        template <class Write>
        static std::string object(Write write) {
            JsonWriter json;
            json.begin_object();
            write(json);
            return json.end_object().take();
        }

        /// Every program hears what its seat may know.
        void tell() {
            for (const Seat seat : listeners_)
                for (const Event& event : events_)
                    if (event.visible_to(Observer::seat(seat))) hear(seat, event);
        }

        void hear(Seat seat, const Event& event) {
            if (!program(seat).hears_records())
                return void(std::ranges::move(sentences(Text::events(), event), std::back_inserter(heard_[seat])));
            JsonWriter json;
            write_record(json, Text::events(), event);
            heard_[seat].push_back(json.take());
        }

        void forfeit(Seat seat, const std::string& why) {
            forfeited_by_ = seat;
            complaint_ = contestant(seat).name + " loses deal " + std::to_string(seating_.deal + 1) + " in seat " +
                         std::to_string(seat) + ": " + why;
        }

        RunnerOf& runner_;
        const Seating& seating_;
        State state_;
        std::string deal_seed_;
        ChanceSource chance_;
        std::uint32_t drawn_ = 0;
        std::array<Random, max_seats> lots_ = {Random(0), Random(0), Random(0), Random(0), Random(0), Random(0)};
        SeatSet listeners_;  ///< the seats of programs
        EventList events_;
        std::array<std::vector<std::string>, max_seats> heard_;
        std::optional<Seat> forfeited_by_;
        std::string complaint_;
        std::array<NotesOf<State>, max_seats> notes_{};
        bool noted_ = false;  ///< does any contestant take notes?
        Decisions<State> decisions_;
    };

    const Plan& plan_;
    typename State::Options options_;
    std::vector<std::unique_ptr<ProgramPlayer>> programs_;  ///< by contestant; null for our own bots
    std::uint64_t tables_ = 0;                              ///< games begun
};

}  // namespace springtide::arena
