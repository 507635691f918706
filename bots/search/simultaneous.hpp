#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <unordered_map>

#include "bots/deadline.hpp"
#include "bots/search/regret.hpp"
#include "core/fixed_list.hpp"
#include "core/rules.hpp"

namespace springtide {

/// The parts of a game that a search for simultaneous choices needs.
template <class Game>
concept SimultaneousGame = SimultaneousRules<typename Game::State> &&
                           requires(Game& game, const typename Game::State& state, typename Game::State::Action action,
                                    Seat seat, Random& random) {
                               /// Begins a simulation: a full state that agrees with the searching seat's knowledge,
                               /// before any seat has chosen. The same sequence of calls gives the same states with the
                               /// same random numbers.
                               { game.begin(random) } -> std::same_as<typename Game::State>;
                               /// An action has the same slot in all states that begin() may give; there are
                               /// `Game::slots` of them.
                               { Game::slot(action) } -> std::same_as<std::uint8_t>;
                               /// May the search find the other seats' choices in this simulation, or do they choose by
                               /// themselves?
                               { game.is_searched(seat, random) } -> std::same_as<bool>;
                               /// A quick choice, for seats and moments that are not searched.
                               { game.choose(state, seat, random) } -> std::same_as<typename Game::State::Action>;
                               /// Are choices in this later state worth remembering from one simulation to the next?
                               { game.is_in_tree(state) } -> std::same_as<bool>;
                               /// Does a simulation end here, and with what for every seat, 0 to 1 or little beyond?
                               { game.is_over(state) } -> std::same_as<bool>;
                               { game.rewards(state) } -> std::same_as<std::array<float, max_seats>>;
                           };

/// Search where several seats choose at once and in secret. Every simulation begins with a state sampled from what
/// the seat has seen; at the root, and in the tree below it where states come back often enough, choices are made by
/// regret matching, elsewhere by the game's quick choice.
template <SimultaneousGame Game>
class SimultaneousSearch {
  public:
    using State = typename Game::State;
    using Action = typename State::Action;

    SimultaneousSearch(Game& game, Seat searcher, Random& random) : game_(game), searcher_(searcher), random_(random) {}

    /// Until so many simulations are done, or the time is nearly up: choosing and saying why take a little, too.
    void run(std::uint64_t simulations, const Deadline* deadline) {
        constexpr std::uint64_t between_looks = 32;
        constexpr double share_of_time = 0.97;
        while (done_ < simulations) {
            if (deadline != nullptr && done_ % between_looks == 0 && done_ > 0 && deadline->passed(share_of_time))
                return;
            simulate();
            ++done_;
        }
    }

    [[nodiscard]] std::uint64_t simulations() const { return done_; }
    /// The regrets at the root for the searching seat's actions, by slot.
    [[nodiscard]] const Regrets<Game::slots>& root() const { return root_[searcher_]; }

  private:
    static constexpr std::size_t most_actions = State::ActionList::capacity();
    static constexpr std::size_t deepest = 3;
    static constexpr std::size_t most_nodes = 20'000;

    using Node = std::array<Regrets<most_actions>, max_seats>;

    /// One choice by regret matching, to learn from when its reward is known.
    template <class Table>
    struct Step {
        Table* table = nullptr;
        std::array<std::uint8_t, most_actions> slots;
        std::array<float, most_actions> strategy;
        std::size_t size = 0;
        std::size_t chosen = 0;
        float chance = 1;
        Seat seat = 0;

        void draw(Random& random) {
            constexpr float explored = 0.4F;
            table->strategy_over({slots.data(), size}, {strategy.data(), size});
            if (random.unit() < explored) {
                chosen = random.below(static_cast<std::uint32_t>(size));
            } else {
                auto rest = static_cast<float>(random.unit());
                for (chosen = 0; chosen + 1 < size && rest >= strategy[chosen]; ++chosen) rest -= strategy[chosen];
            }
            chance = (1 - explored) * strategy[chosen] + explored / static_cast<float>(size);
        }
        void learn(float reward) const {
            table->learn({slots.data(), size}, {strategy.data(), size}, chosen, chance, reward);
        }
    };
    using RootStep = Step<Regrets<Game::slots>>;
    using TreeStep = Step<Regrets<most_actions>>;
    using Choices = FixedList<std::pair<Seat, Action>, max_seats>;

    void simulate() {
        root_steps_.clear();
        tree_steps_.clear();
        State state = game_.begin(random_);
        choose_at_root(state);
        while (!game_.is_over(state)) {
            const ToAct acting = to_act(state);
            if (acting.chance) {
                apply_chance(state, draw(state, random_), nullptr);
                continue;
            }
            Node* node = game_.is_in_tree(state) ? node_of(state) : nullptr;
            Choices choices;
            for (const Seat seat : acting.seats) choices.push_back({seat, choose_below(state, seat, node)});
            for (const auto& [seat, action] : choices) apply(state, seat, action, nullptr);
        }
        const auto rewards = game_.rewards(state);
        for (const RootStep& step : root_steps_) step.learn(rewards[step.seat]);
        for (const TreeStep& step : tree_steps_) step.learn(rewards[step.seat]);
    }

    void choose_at_root(State& state) {
        Choices choices;
        for (const Seat seat : to_act(state).seats) {
            if (seat != searcher_ && !game_.is_searched(seat, random_)) {
                choices.push_back({seat, game_.choose(state, seat, random_)});
                continue;
            }
            const auto actions = legal_actions(state, seat);
            RootStep step;
            step.table = &root_[seat];
            step.seat = seat;
            for (const Action action : actions) step.slots[step.size++] = Game::slot(action);
            step.draw(random_);
            choices.push_back({seat, actions[step.chosen]});
            root_steps_.push_back(step);
        }
        for (const auto& [seat, action] : choices) apply(state, seat, action, nullptr);
    }

    Action choose_below(const State& state, Seat seat, Node* node) {
        const bool searched = node != nullptr && tree_steps_.size() < deepest * max_seats &&
                              (seat == searcher_ || game_.is_searched(seat, random_));
        if (!searched) return game_.choose(state, seat, random_);
        const auto actions = legal_actions(state, seat);
        TreeStep step;
        step.table = &(*node)[seat];
        step.seat = seat;
        for (; step.size < actions.size(); ++step.size) step.slots[step.size] = static_cast<std::uint8_t>(step.size);
        step.draw(random_);
        tree_steps_.push_back(step);
        return actions[step.chosen];
    }

    /// The node of a state, or none when there is no room for more.
    Node* node_of(const State& state) {
        const auto found = tree_.find(hash(state));
        if (found != tree_.end()) return &found->second;
        if (tree_.size() >= most_nodes) return nullptr;
        return &tree_.try_emplace(hash(state)).first->second;
    }

    Game& game_;
    Seat searcher_;
    Random& random_;
    std::uint64_t done_ = 0;
    std::array<Regrets<Game::slots>, max_seats> root_{};
    std::unordered_map<std::uint64_t, Node> tree_;
    FixedList<RootStep, max_seats> root_steps_;
    FixedList<TreeStep, deepest * max_seats> tree_steps_;
};

}  // namespace springtide
