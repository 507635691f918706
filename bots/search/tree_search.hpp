#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "bots/search/playout_search.hpp"

/// Monte-Carlo tree search with chance nodes, for any number of players that act one after another.
///
/// Every simulation begins with a state that agrees with the seat's observations, goes down the tree, adds one decision
/// to it and plays the game out from there. Chance comes between two decisions: its outcome is part of the next seat's
/// view, so an action has as many decisions after it as outcomes were met. The key of a decision is the knowledge of
/// its own seat alone: no player in the tree knows more than at the table, and a situation that is reached in two ways
/// is one.
namespace springtide {

/// Seats act one at a time: for simultaneous, secret choices best replies are no plan.
template <class State>
concept TurnRules = Rules<State> && !SimultaneousRules<State>;

struct TreeSettings {
    /// Room for so many actions of decisions in the tree, taken once; when it is full, the tree grows no more.
    std::uint32_t most_actions;
    double curiosity;  ///< how much an action gains by having been tried seldom
    double favour;     ///< how much of that goes to what a quick player would do; all share the rest
    /// Does every player search (max^n), or only the one to move? Then the others play in the tree as they do in
    /// playouts.
    bool everybody_searches;
};

/// `make_players(playout)` gives the players of a playout. The tree first tries their choices, or their
/// favourite(state, seat) if they have that.
template <TurnRules State, class MakePlayers>
class TreeSearch {
  public:
    using Action = typename State::Action;
    using Candidates = FixedList<Candidate<Action>, State::ActionList::capacity()>;

    TreeSearch(const Seen<State>& seen, std::uint64_t seed, MakePlayers make_players, const TreeSettings& settings)
        : seen_(seen),
          self_(seen.observer().seat()),
          seed_(seed),
          make_players_(std::move(make_players)),
          settings_(settings),
          table_(std::bit_ceil(std::size_t{settings.most_actions})) {
        edges_.reserve(settings.most_actions);
        nodes_.reserve(settings.most_actions / 2);  // every decision has two actions or more
        auto players = make_players_(seed);
        const auto actions = legal_actions(seen.state(), self_);
        for (const Action action : actions) candidates_.push_back({.action = action});
        add_node(hash(seen.state()), self_, actions, likely(players, seen.state(), self_));
    }

    /// The actions of the seat, the one tried most often first.
    const Candidates& run(Budget& budget) {
        constexpr int between_looks = 16;
        do {
            for (int i = 0; i < between_looks; ++i) simulate();
            budget.count(between_looks);
        } while (!budget.spent(1));
        for (std::size_t i = 1; i < candidates_.size(); ++i)
            for (std::size_t j = i; j > 0 && is_better(candidates_[j], candidates_[j - 1]); --j)
                std::swap(candidates_[j], candidates_[j - 1]);
        return candidates_;
    }

    /// The size of the tree.
    [[nodiscard]] std::size_t decisions() const { return nodes_.size(); }
    [[nodiscard]] std::size_t actions() const { return edges_.size(); }

  private:
    /// One seat's decision in one situation, as that seat knows it.
    struct Node {
        std::uint64_t key;
        std::uint32_t first_edge;
        std::uint32_t visits;
        double worth;  ///< sum for the seat that decides, as in Edge
        std::uint16_t edges;
        Seat seat;
    };
    struct Edge {
        Action action;
        std::uint32_t visits;
        double worth;
        float prior;
    };
    struct Step {
        std::uint32_t node;
        std::uint32_t edge;
    };
    static constexpr std::size_t deepest = 64;

    /// The k-th time an action of the root is tried, it meets the luck that the others met the k-th time.
    void simulate() {
        path_.clear();
        const std::uint32_t first = select(0);
        const std::uint64_t playout = fold(seed_, edges_[first].visits);
        Random guess(playout);
        State state = resample(seen_, guess);
        auto players = make_players_(playout);
        apply(state, self_, edges_[first].action, nullptr);
        Guided<decltype(players)> guided{*this, players};
        play_on(state, guided, playout);
        learn(state, candidates_[first]);
    }

    /// Chooses by the tree as far as it reaches, and then as the players do.
    template <PlayoutPlayers<State> Players>
    struct Guided {
        TreeSearch& search;
        Players& players;
        bool in_tree = true;

        Action choose(const State& state, Seat seat) {
            std::uint32_t edge = none;
            if (in_tree && (search.settings_.everybody_searches || seat == search.self_))
                edge = search.go_down(state, seat, players, in_tree);
            return edge == none ? players.choose(state, seat) : search.edges_[edge].action;
        }
    };

    /// The action to try in a situation that the tree knows. One that it does not know is added, and the playout
    /// begins.
    template <class Players>
    std::uint32_t go_down(const State& state, Seat seat, Players& players, bool& in_tree) {
        const std::uint64_t key = hash(observe(state, Observer::seat(seat)).state());
        const std::uint32_t node = find(key);
        if (node != none) {
            if (path_.size() < deepest) return select(node);
            in_tree = false;
            return none;
        }
        const auto actions = legal_actions(state, seat);
        if (actions.size() == 1) return none;
        in_tree = false;
        if (edges_.size() + actions.size() <= settings_.most_actions)
            add_node(key, seat, actions, likely(players, state, seat));
        return none;
    }

    template <class Players>
    static Action likely(Players& players, const State& state, Seat seat) {
        if constexpr (requires { players.favourite(state, seat); })
            return players.favourite(state, seat);
        else
            return players.choose(state, seat);
    }

    /// The edge that promises most, in worth so far and in what is not known of it; notes the step.
    std::uint32_t select(std::uint32_t index) {
        const Node& node = nodes_[index];
        const double curiosity = settings_.curiosity * std::sqrt(node.visits + 1.0);
        const double mean = node.visits > 0 ? node.worth / node.visits : 0;
        std::uint32_t best = node.first_edge;
        double highest = -1e9;
        for (std::uint32_t e = node.first_edge; e < node.first_edge + node.edges; ++e) {
            const Edge& edge = edges_[e];
            const double worth = edge.visits > 0 ? edge.worth / edge.visits : mean;
            const double promise = worth + curiosity * static_cast<double>(edge.prior) / (1.0 + edge.visits);
            if (promise <= highest) continue;
            highest = promise;
            best = e;
        }
        path_.push_back({.node = index, .edge = best});
        return best;
    }

    /// Every decision on the way learns what the end was worth to its own seat.
    void learn(const State& end, Candidate<Action>& candidate) {
        const Result last = result(end);
        std::array<Worth, max_seats> worth;
        for (const Seat seat : SeatSet::first(player_count(end))) worth[seat] = worth_of(last, player_count(end), seat);
        for (const Step step : path_) {
            Node& node = nodes_[step.node];
            const double found = worth[node.seat].together();
            ++node.visits;
            node.worth += found;
            ++edges_[step.edge].visits;
            edges_[step.edge].worth += found;
        }
        ++candidate.playouts;
        candidate.wins += worth[self_].win;
        candidate.margin += worth[self_].margin;
        candidate.worth += worth[self_].together();
    }

    static bool is_better(const Candidate<Action>& a, const Candidate<Action>& b) {
        return a.playouts != b.playouts ? a.playouts > b.playouts : a.worth > b.worth;
    }

    void add_node(std::uint64_t key, Seat seat, const typename State::ActionList& actions, Action favourite) {
        table_[slot_of(key)] = static_cast<std::uint32_t>(nodes_.size()) + 1;
        nodes_.push_back({.key = key,
                          .first_edge = static_cast<std::uint32_t>(edges_.size()),
                          .visits = 0,
                          .worth = 0,
                          .edges = static_cast<std::uint16_t>(actions.size()),
                          .seat = seat});
        const double share = (1 - settings_.favour) / static_cast<double>(actions.size());
        for (const Action action : actions) {
            const double prior = action == favourite ? share + settings_.favour : share;
            edges_.push_back({.action = action, .visits = 0, .worth = 0, .prior = static_cast<float>(prior)});
        }
    }

    /// The slot of a key in the table, used or free. There are always free slots: two actions for every node.
    [[nodiscard]] std::size_t slot_of(std::uint64_t key) const {
        std::size_t slot = static_cast<std::size_t>(key) & (table_.size() - 1);
        while (table_[slot] != 0 && nodes_[table_[slot] - 1].key != key) slot = (slot + 1) & (table_.size() - 1);
        return slot;
    }
    static constexpr std::uint32_t none = ~0U;
    [[nodiscard]] std::uint32_t find(std::uint64_t key) const { return table_[slot_of(key)] - 1; }

    const Seen<State>& seen_;
    Seat self_;
    std::uint64_t seed_;
    MakePlayers make_players_;
    TreeSettings settings_;
    Candidates candidates_;  ///< by edge of the root until they are ordered
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> table_;  ///< node and 1, by key; 0 is free
    FixedList<Step, deepest> path_;
};

}  // namespace springtide
