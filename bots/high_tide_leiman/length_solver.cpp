#include "bots/high_tide_leiman/length_solver.hpp"

#include <algorithm>
#include <cassert>

#include "bots/high_tide_leiman/after.hpp"

namespace springtide::high_tide_leiman {

namespace {

constexpr int never = LengthBounds::never;

/// One move more than the position after it needs.
constexpr int after_a_move(int length) { return length == never ? never : length + 1; }

/// Most rounds can be ended within so many moves; if not, the search tries so many more.
constexpr int first_guess = 20;
constexpr int next_guess = 5;

/// Far above anything a hop's effect can give.
constexpr int best_before = -100'000;

}  // namespace

void LengthSolver::clear() {
    solver_.clear();
    table_.clear();
    experience_ = {};
    history_ = {};
    count_.clear();
}

std::uint64_t LengthSolver::key(Seat mover, std::uint64_t tiles_hash) const {
    return tiles_hash ^ (mover == seat_blue ? 0 : 0xD6E8FEB86659FD93ULL) ^
           (winner_ == seat_blue ? 0 : 0xA0761D6478BD642FULL);
}

/// Can the winner end the round as such within `left` moves? If so, the answer is a number of moves, at most
/// `left`, within which they can; if not, it is a number above `left` that they need at least.
template <Seat mover>
int LengthSolver::search(int ply, int left, Hop before) {
    constexpr Seat other = opponent(mover);
    if (!count_.visit()) return 0;
    const std::uint64_t nodes_before = count_.nodes();
    const bool wins = mover == winner_;
    int found = wins ? never : 0;
    Hop best{};
    const auto decides = [&](Hop hop, int length) {
        if (wins ? length < found : length > found) {
            found = length;
            best = hop;
        }
        return wins ? found <= left : found > left;
    };

    HopQueue& queue = queues_[static_cast<std::size_t>(ply)];
    queue.clear();
    const Hop remembered = table_.find(key(mover, board_.hash)).best;
    const auto room = [&queue]() -> HopEffect& { return queue.room(); };
    bool decided = any_hop<mover>(board_, outlines_, room, [&](const HopEffect& effect) {
        const Hop hop = effect.hop;
        if (effect.replies() == 0) {
            const bool won = (value_after<mover>(board_, effect) > 0) == (winner_ == seat_blue);
            return decides(hop, won ? 1 : never);
        }
        if (left == 1) return decides(hop, 2);
        const LengthBounds known = table_.find(key(other, effect.hash)).bounds;
        if (known.at_most < left) return decides(hop, after_a_move(known.at_most));
        if (known.at_least >= left) return decides(hop, after_a_move(known.at_least));
        queue.keep(first_score(effect, before, winning_weights) + (hop == remembered ? best_before : 0));
        return false;
    });
    if (!decided) {
        experience_.raise_scores(queue, ply, before, winning_weights);
        history_.raise_scores(queue, mover, winning_weights);
    }
    for (std::size_t tried = 0; tried < queue.size() && !decided; ++tried) {
        const HopEffect& effect = queue.take(tried);
        const Hop hop = effect.hop;
        const Followed undo = follow<mover>(board_, effect);
        const int length = after_a_move(search<other>(ply + 1, left - 1, hop));
        take_back<mover>(board_, effect, undo);
        if (count_.broken_off()) return 0;
        decided = decides(hop, length);
        if (decided) {
            experience_.learn(hop, ply, before);
            history_.learn(queue, tried, mover);
        }
    }

    const auto bound = static_cast<std::uint8_t>(found);
    table_.keep(key(mover, board_.hash),
                found <= left ? LengthBounds{.at_most = bound} : LengthBounds{.at_least = bound}, best,
                count_.nodes() - nodes_before);
    if (ply == 0) root_choice_ = best;
    return found;
}

int LengthSolver::ask(const State& state, int left) {
    board_ = search_board(state, outlines_);
    return state.mover == seat_blue ? search<seat_blue>(0, left, {}) : search<seat_pink>(0, left, {});
}

/// The length from here, asked for from `guess` on; root_choice_ is then a move that keeps to it. A guess that is too
/// high costs little, because what ends the round within many moves is found in no time and mostly shows how it ends
/// sooner; one that is too low costs a proof that the loser holds out, and after each of them the next.
int LengthSolver::search_root(const State& state, int guess) {
    int least = 1;
    int most = never;
    Hop hurries{};
    std::optional<Hop> delays;
    for (int left = guess; least < most;) {
        const int found = ask(state, left);
        if (count_.broken_off()) return 0;
        if (found <= left) {
            most = found;
            hurries = root_choice_;
        } else {
            least = found;
            delays = root_choice_;
        }
        left = most == never ? std::max(least, left + next_guess) : most - 1;
    }
    root_choice_ = state.mover != winner_ && delays ? *delays : hurries;
    return most;
}

bool LengthSolver::find_winner(const State& state) {
    assert(state.phase == Phase::moving);
    const auto asked_before = solver_.nodes();
    const auto winner = solver_.winner(state);
    count_.begin_question();
    count_.add(solver_.nodes() - asked_before);
    if (winner) winner_ = *winner;
    return winner.has_value();
}

std::optional<ForcedWin> LengthSolver::forced_win(const State& state) {
    if (!find_winner(state)) return std::nullopt;
    const int length = search_root(state, first_guess);
    if (count_.broken_off()) return std::nullopt;
    return ForcedWin{.winner = winner_, .length = static_cast<std::size_t>(length)};
}

std::optional<bool> LengthSolver::lasts_longer(const State& state, int moves) {
    if (!find_winner(state)) return std::nullopt;
    const int found = ask(state, moves);
    return count_.broken_off() ? std::nullopt : std::optional(found > moves);
}

std::optional<LengthSolver::Round> LengthSolver::round(const State& state) {
    const auto forced = forced_win(state);
    if (!forced) return std::nullopt;
    Round round{.winner = forced->winner, .line = {}};
    int left = static_cast<int>(forced->length);
    for (State now = state;;) {
        const Action action = action_of(root_choice_);
        round.line.push_back(action);
        now = after(now, action);
        if (search_board(now, outlines_).movers(now.mover) == 0) return round;  // L8
        search_root(now, --left);
        if (count_.broken_off()) return std::nullopt;
    }
}

}  // namespace springtide::high_tide_leiman
