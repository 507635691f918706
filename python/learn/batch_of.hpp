#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

#include "bots/game_bots.hpp"
#include "bots/playout.hpp"
#include "python/learn/action_ids.hpp"
#include "python/learn/batch.hpp"
#include "python/learn/bytes.hpp"
#include "python/learn/thread_pool.hpp"

namespace springtide {

/// Games as plain values in one row. A game's course depends on its seed alone, never on the threads.
template <NumberedActions State>
class BatchOf final : public Batch {
  public:
    using Action = typename State::Action;
    using Ids = ActionIds<State>;

    BatchOf(const typename State::Options& options, int players, BatchSetup setup)
        : setup_(std::move(setup)), fresh_(start(options, players)), players_(players), pool_(setup_.threads) {
        width_ = list_fields<State>(options, players, setup_.knowledge).size();
        setup_.bots.resize(static_cast<std::size_t>(players));
        slots_.resize(setup_.games, Slot{.state = fresh_, .random = Random(0)});
        seed_slots({});
        pool_.run(slots_.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t game = begin; game < end; ++game) begin_game(slots_[game]);
        });
    }

    [[nodiscard]] std::size_t games() const override { return slots_.size(); }
    [[nodiscard]] std::size_t rows() const override { return slots_.size() * rows_per_game(); }
    [[nodiscard]] int threads() const override { return pool_.size(); }

    void reset(std::span<const std::uint64_t> seeds, const BatchRows& out) override {
        seed_slots(seeds);
        pool_.run(slots_.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t game = begin; game < end; ++game) {
                begin_game(slots_[game]);
                if (out.rewards != nullptr) std::fill_n(out.rewards + game * seats(), seats(), 0.0F);
                if (out.done != nullptr) out.done[game] = 0;
                show(game, out);
            }
        });
    }

    Expected<void> step(std::span<const std::int32_t> actions, const BatchRows& out) override {
        const std::size_t refused = first_refused(actions);
        if (refused != none)
            return fail(ErrorCode::illegal_action, "in game " + std::to_string(refused / rows_per_game()) +
                                                       " the action " + std::to_string(actions[refused]) +
                                                       " is not legal now; nothing was played");
        pool_.run(slots_.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t game = begin; game < end; ++game) {
                play(slots_[game], actions.data() + game * rows_per_game());
                settle(game, out);
                show(game, out);
            }
        });
        return {};
    }

    void random_actions(std::span<std::int32_t> actions) override {
        pool_.run(slots_.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t game = begin; game < end; ++game)
                for_rows(game, [&](std::size_t row, Seat seat, bool acts) {
                    Slot& slot = slots_[game];
                    actions[row] = acts ? Ids::id(pick_random_action(slot.state, seat, slot.random)) : -1;
                });
        });
    }

    [[nodiscard]] std::string state_bytes(std::size_t game) const override { return bytes_of(slots_[game].state); }

    Expected<void> put_state(std::size_t game, std::string_view bytes, const BatchRows& out) override {
        const auto state = value_of_bytes<State>(bytes);
        if (!state || !fits(*state)) return fail(ErrorCode::bad_request, "this is no state of the games of this batch");
        Slot next = slots_[game];
        next.state = *state;
        move_on(next);
        if (is_over(next.state))
            return fail(ErrorCode::over, "this game ends before the caller is to act; nothing was put in");
        next.earned = returns_of(result(next.state), false, players_, setup_.rewards);
        slots_[game] = next;
        if (out.rewards != nullptr) std::fill_n(out.rewards + game * seats(), seats(), 0.0F);
        if (out.done != nullptr) out.done[game] = 0;
        show(game, out);
        return {};
    }

    [[nodiscard]] std::string save() const override {
        std::string bytes;
        for (const Slot& slot : slots_) bytes += bytes_of(slot);
        return bytes;
    }

    Expected<void> load(std::string_view bytes) override {
        std::vector<Slot> loaded;
        for (; bytes.size() >= sizeof(Slot); bytes.remove_prefix(sizeof(Slot)))
            loaded.push_back(*value_of_bytes<Slot>(bytes.substr(0, sizeof(Slot))));
        const auto goes_on = [&](const Slot& slot) {
            return fits(slot.state) && slot.turned < seats() && to_act(slot.state).seats.contains(slot.acting) &&
                   bot_of(slot, slot.acting).empty();
        };
        if (!bytes.empty() || loaded.size() != slots_.size() || !std::ranges::all_of(loaded, goes_on))
            return fail(ErrorCode::bad_request, "this was not saved from a batch like this one");
        slots_ = std::move(loaded);
        return {};
    }

  private:
    struct Slot {
        State state;
        Random random;
        Returns earned{};          ///< up to the last step
        std::uint32_t turned = 0;  ///< how many seats the bots have moved on
        Seat acting = 0;           ///< whom the caller plays next; at the end of a game, whom they played last
    };
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// A state of these games, as the rules would make it.
    [[nodiscard]] bool fits(const State& state) const {
        return state.options == fresh_.options && player_count(state) == players_ && broken_invariant(state) == nullptr;
    }
    [[nodiscard]] std::size_t seats() const { return static_cast<std::size_t>(players_); }
    [[nodiscard]] std::size_t rows_per_game() const { return setup_.every_seat ? seats() : 1; }

    void seed_slots(std::span<const std::uint64_t> seeds) {
        for (std::size_t game = 0; game < slots_.size(); ++game) {
            slots_[game].random = Random(seeds.empty() ? fold(setup_.seed, game) : seeds[game]);
            slots_[game].turned = setup_.rotate ? static_cast<std::uint32_t>(game % seats()) : 0;
        }
    }

    /// The level that plays this seat, "" for the caller.
    [[nodiscard]] const std::string& bot_of(const Slot& slot, Seat seat) const {
        return setup_.bots[(seat + seats() - slot.turned) % seats()];
    }

    /// Calls visit(row, seat, is it to act) for the rows of a game.
    template <class Visit>
    void for_rows(std::size_t game, Visit&& visit) {
        const Slot& slot = slots_[game];
        if (!setup_.every_seat) {
            visit(game, slot.acting, true);
            return;
        }
        const SeatSet acting = to_act(slot.state).seats;
        for (const Seat seat : SeatSet::first(players_))
            visit(game * seats() + seat, seat, acting.contains(seat) && bot_of(slot, seat).empty());
    }

    std::size_t first_refused(std::span<const std::int32_t> actions) {
        std::atomic<std::size_t> first = none;
        pool_.run(slots_.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t game = begin; game < end; ++game)
                for_rows(game, [&](std::size_t row, Seat seat, bool acts) {
                    if (!acts) return;
                    const auto action = action_of_id<State>(actions[row]);
                    if (action && is_legal(slots_[game].state, seat, *action)) return;
                    std::size_t known = first;
                    while (row < known && !first.compare_exchange_weak(known, row)) {
                    }
                });
        });
        return first;
    }

    void play(Slot& slot, const std::int32_t* actions) {
        if (!setup_.every_seat) {
            apply(slot.state, slot.acting, Ids::action(*actions), nullptr);
            return;
        }
        for (const Seat seat : to_act(slot.state).seats)
            if (bot_of(slot, seat).empty()) apply(slot.state, seat, Ids::action(actions[seat]), nullptr);
    }

    /// Lets chance and bots act until the caller is to act, or the game is over.
    void move_on(Slot& slot) const {
        for (;;) {
            const ToAct acting = to_act(slot.state);
            if (acting.nobody()) return;
            if (acting.chance) {
                apply_chance(slot.state, draw(slot.state, slot.random), nullptr);
                continue;
            }
            SeatSet callers;
            SeatSet bots;
            for (const Seat seat : acting.seats) (bot_of(slot, seat).empty() ? callers : bots).insert(seat);
            // If several seats choose at once the caller comes first, so a bot's choice need not be hidden from it.
            if (!callers.empty()) {
                slot.acting = callers.front();
                return;
            }
            const BotRequest request{.level = {}, .milliseconds = {}, .seed = {}, .nodes = setup_.bot_nodes};
            for (const Seat seat : bots) {
                const auto choice = GameBots<State>::choose(
                    bot_of(slot, seat), observe(slot.state, Observer::seat(seat)), request, slot.random);
                apply(slot.state, seat, choice.action, nullptr);
            }
        }
    }

    void begin_game(Slot& slot) const {
        do {
            slot.state = fresh_;
            slot.earned = {};
            move_on(slot);
        } while (is_over(slot.state));
    }

    /// Completes a step after the caller's actions: bots, chance, rewards, and a new game after the end.
    void settle(std::size_t game, const BatchRows& out) {
        Slot& slot = slots_[game];
        move_on(slot);
        const bool over = is_over(slot.state);
        if (setup_.rewards == RewardKind::points || over) {
            const Returns now = returns_of(result(slot.state), over, players_, setup_.rewards);
            if (out.rewards != nullptr)
                for (std::size_t seat = 0; seat < seats(); ++seat)
                    out.rewards[game * seats() + seat] = now[seat] - slot.earned[seat];
            slot.earned = now;
        } else if (out.rewards != nullptr) {
            std::fill_n(out.rewards + game * seats(), seats(), 0.0F);
        }
        if (out.done != nullptr) out.done[game] = over ? 1 : 0;
        if (!over) return;
        if (out.final_observations != nullptr)
            for_rows(game, [&](std::size_t row, Seat seat, bool) { write(slot, seat, out.final_observations, row); });
        if (setup_.rotate) slot.turned = (slot.turned + 1) % static_cast<std::uint32_t>(players_);
        begin_game(slot);
    }

    void write(const Slot& slot, Seat seat, float* rows, std::size_t row) const {
        FloatWriter writer(rows + row * width_);
        write_features(observe(slot.state, Observer::seat(seat)), setup_.knowledge, writer);
    }

    void show(std::size_t game, const BatchRows& out) {
        const Slot& slot = slots_[game];
        for_rows(game, [&](std::size_t row, Seat seat, bool acts) {
            if (out.observations != nullptr) write(slot, seat, out.observations, row);
            if (out.current != nullptr) out.current[row] = setup_.every_seat ? (acts ? 1 : 0) : seat;
            if (out.masks == nullptr) return;
            std::uint8_t* mask = out.masks + row * static_cast<std::size_t>(Ids::count);
            std::memset(mask, 0, static_cast<std::size_t>(Ids::count));
            if (!acts) return;
            for (const Action action : legal_actions(slot.state, seat)) mask[Ids::id(action)] = 1;
        });
    }

    BatchSetup setup_;
    State fresh_;
    int players_;
    std::size_t width_ = 0;  ///< floats of an observation
    ThreadPool pool_;
    std::vector<Slot> slots_;
};

}  // namespace springtide
