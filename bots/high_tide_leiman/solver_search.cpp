#include <algorithm>
#include <limits>

#include "bots/high_tide_leiman/solver.hpp"

namespace springtide::high_tide_leiman {

namespace {

/// What makes a move worth trying first, found by measuring searched positions; the lowest sum is tried first.
/// Above all the opponent should be left with few tiles to move: proofs of positions with few replies are short.
namespace weight {
constexpr int mobile_reply = 138;
constexpr int own_mobile_tile = -28;
constexpr int opponents_visible = 44;
constexpr int level_left = -17;
constexpr int neutral_moved = -26;
constexpr int neighbour_of_target = 29;
constexpr int first_killer = -71;
constexpr int second_killer = -49;
constexpr int killer_before = -20;  // two plies nearer to the root
constexpr int answer = -18;
constexpr int from_where_the_opponent_came = -36;
constexpr int history_divisor = -68;
}  // namespace weight

constexpr int history_limit = 4096;
constexpr int history_pace = 16;
/// Stands for a move that succeeds: no refuted one took that long.
constexpr std::uint64_t best_effort = std::numeric_limits<std::uint64_t>::max();

/// What a tile landing on a cell does to the level it lands on, worked out once for all that can land there.
struct Landing {
    Bits unchanged;  ///< top tiles that keep their mobility
    Bits movable;    ///< of the others, those that may now move
    int score;
};

}  // namespace

struct Solver::Undo {
    std::array<Bits, 2> tops;
    Bits movable;
    Bits loose_left;
    Bits loose_entered;
    std::uint64_t hash;
};

Solver::Undo Solver::make(Hop hop) {
    const Bits from = Bits{1} << hop.from;
    const Bits to = Bits{1} << hop.to;
    const std::size_t level = --board_.height[hop.from];
    const std::size_t landing = board_.height[hop.to]++;
    const Undo undo{board_.tops, board_.movable, board_.loose[level], board_.loose[landing], board_.hash};

    const Bits level_tops = board_.tiles[level] & ~board_.tiles[level + 1];
    const Bits landing_tops = board_.tiles[landing] & ~board_.tiles[landing + 1];
    board_.tiles[level] &= ~from;
    board_.tiles[landing] |= to;
    board_.loose[level] = level == 0 ? outlines_.loose(board_.tiles[0]) : loose_on_level(board_.tiles[level]);
    board_.loose[landing] = loose_on_level(board_.tiles[landing]);
    board_.movable = (board_.movable & ~(level_tops | landing_tops | to)) |
                     (level_tops & ~from & ~to & board_.loose[level]) | ((landing_tops | to) & board_.loose[landing]);
    auto tile = static_cast<unsigned>(Tile::neutral);
    for (const Seat seat : {seat_blue, seat_pink}) {
        const Bits is_owned = (board_.owned[seat][level] >> hop.from) & 1U;
        tile -= is_owned * (2U - seat);
        board_.owned[seat][level] &= ~from;
        board_.owned[seat][landing] |= is_owned << hop.to;
        board_.tops[seat] = (board_.tops[seat] & ~(from | to)) | is_owned << hop.to;
        if (level > 0) board_.tops[seat] |= board_.owned[seat][level - 1] & from;
    }
    if (level > 0) board_.movable |= board_.loose[level - 1] & from;
    board_.hash ^= tile_key(static_cast<Tile>(tile), static_cast<int>(level), hop.from) ^
                   tile_key(static_cast<Tile>(tile), static_cast<int>(landing), hop.to);
    return undo;
}

void Solver::unmake(Hop hop, const Undo& undo) {
    const std::size_t level = board_.height[hop.from]++;
    const std::size_t landing = --board_.height[hop.to];
    const Bits to = Bits{1} << hop.to;
    board_.tiles[landing] &= ~to;
    board_.tiles[level] |= Bits{1} << hop.from;
    for (const Seat seat : {seat_blue, seat_pink}) {
        board_.owned[seat][level] |= ((board_.owned[seat][landing] >> hop.to) & 1U) << hop.from;
        board_.owned[seat][landing] &= ~to;
    }
    board_.loose[level] = undo.loose_left;
    board_.loose[landing] = undo.loose_entered;
    board_.tops = undo.tops;
    board_.movable = undo.movable;
    board_.hash = undo.hash;
}

std::uint64_t Solver::key(Seat mover, std::uint64_t tiles_hash) const {
    return tiles_hash ^ bar_key_ ^ (mover == seat_blue ? 0 : 0xD6E8FEB86659FD93ULL);
}

void Solver::reward(Seat mover, int ply, Hop before, Hop best) {
    answers_[index_of(before)] = best;
    Killers& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers.first != best) killers = {best, killers.first};
    auto& history = history_[mover][index_of(best)];
    history = static_cast<std::int16_t>(history + (history_limit - history) / history_pace);
}

void Solver::note_at_root(Hop hop, std::uint64_t effort) {
    if (effort < root_effort_) return;
    root_choice_ = hop;
    root_effort_ = effort;
}

int Solver::value_after(Hop hop, Seat mover) {
    const Undo undo = make(hop);
    const int value = board_.value(mover);
    unmake(hop, undo);
    return value;
}

/// The mover succeeds with a move whose result needed no search.
bool Solver::found_at_once(Seat mover, int ply, Hop hop) {
    if (ply == 0) note_at_root(hop, best_effort);
    table_.keep(key(mover, board_.hash), true, 0);
    return true;
}

/// Lists the hops that need a search, as score and cells in one number. Those that end the round and those whose
/// result is known are judged at once; true as soon as one of them succeeds.
template <Seat mover>
bool Solver::list_hops(int ply, Hop before, Listed& listed) {
    constexpr Seat other = opponent(mover);
    const SearchBoard& here = board_;
    std::array<Landing, 27> landings;
    Bits landings_known = 0;
    for (Bits movers = here.movers(mover); movers != 0; movers &= movers - 1) {
        const auto from = static_cast<std::uint8_t>(std::countr_zero(movers));
        const Bits from_bit = Bits{1} << from;
        const std::size_t level = here.height[from] - 1U;
        const Bits level_tops = here.tiles[level] & ~here.tiles[level + 1];
        const Bits left = here.tiles[level] & ~from_bit;
        const Bits loose = level == 0 ? outlines_.loose(left) : loose_on_level(left);
        const Bits is_own = (here.tops[mover] >> from) & 1U;
        Bits movable_without = (here.movable & ~level_tops) | (level_tops & ~from_bit & loose);
        Bits own_without = here.tops[mover] & ~from_bit;
        Bits others_without = here.tops[other];
        if (level > 0) {
            movable_without |= here.loose[level - 1] & from_bit;
            own_without |= here.owned[mover][level - 1] & from_bit;
            others_without |= here.owned[other][level - 1] & from_bit;
        }
        const auto& keys = tile_keys[is_own == 0 ? static_cast<std::size_t>(Tile::neutral) : mover];
        const std::uint64_t hash_without = here.hash ^ keys[level][from];
        int score_of_tile = weight::level_left * static_cast<int>(level);
        if (is_own == 0) score_of_tile += weight::neutral_moved;
        if (from == before.to) score_of_tile += weight::from_where_the_opponent_came;

        for (Bits targets = beside[from] & here.tiles[level]; targets != 0; targets &= targets - 1) {
            const auto to = static_cast<std::uint8_t>(std::countr_zero(targets));
            const Bits to_bit = Bits{1} << to;
            const std::size_t landing = here.height[to];
            Landing& landed = landings[to];
            if ((landings_known & to_bit) == 0) {
                landings_known |= to_bit;
                const Bits tops = (here.tiles[landing] & ~here.tiles[landing + 1]) | to_bit;
                landed = {.unchanged = ~tops,
                          .movable = tops & loose_on_level(here.tiles[landing] | to_bit),
                          .score = weight::neighbour_of_target * std::popcount(beside[to] & here.tiles[0])};
            }
            const Bits movable = (movable_without & landed.unchanged) | landed.movable;
            const Bits own = (own_without & ~to_bit) | is_own << to;
            const Bits others = others_without & ~to_bit;
            const Bits replies = movable & ~own;
            const Hop hop{from, to};
            if (replies == 0) {  // L8: the round ends with this move
                if (succeeds(mover, value_after(hop, mover))) return found_at_once(mover, ply, hop);
                if (ply == 0) note_at_root(hop, 0);
                continue;
            }
            const auto known = table_.find(key(other, hash_without ^ keys[landing][to]));
            if (known == ProofTable::Known::failure) return found_at_once(mover, ply, hop);
            if (known == ProofTable::Known::success) {
                if (ply == 0) note_at_root(hop, 1);
                continue;
            }
            const int score = score_of_tile + landed.score + weight::mobile_reply * std::popcount(replies) +
                              weight::own_mobile_tile * std::popcount(movable & own) +
                              weight::opponents_visible * std::popcount(others);
            listed.push_back(score * 1024 + from * 32 + to);
        }
    }
    return false;
}

template <Seat mover>
bool Solver::search(int ply, Hop before) {
    constexpr Seat other = opponent(mover);
    if (++nodes_ >= next_watch_) {
        next_watch_ = nodes_ + watch_interval_;
        if (watch_ != nullptr && !watch_(watch_context_, nodes_)) broken_off_ = true;
    }
    if (broken_off_) return false;
    const std::uint64_t nodes_before = nodes_;

    Listed listed;
    if (list_hops<mover>(ply, before, listed)) return true;
    const Killers killers = killers_[static_cast<std::size_t>(ply)];
    const Hop killer_before = killers_[static_cast<std::size_t>(std::max(ply - 2, 0))].first;
    const Hop answer = answers_[index_of(before)];
    for (auto& item : listed) {
        const auto index = static_cast<std::size_t>(item & 1023);
        int score = history_[mover][index] / weight::history_divisor;
        if (index == index_of(killers.first)) score += weight::first_killer;
        if (index == index_of(killers.second)) score += weight::second_killer;
        if (index == index_of(killer_before)) score += weight::killer_before;
        if (index == index_of(answer)) score += weight::answer;
        item += score * 1024;
    }

    for (std::size_t tried = 0; tried < listed.size(); ++tried) {
        std::size_t best = tried;
        for (std::size_t i = tried + 1; i < listed.size(); ++i)
            if (listed[i] < listed[best]) best = i;
        std::swap(listed[tried], listed[best]);
        const Hop hop{static_cast<std::uint8_t>((listed[tried] >> 5) & 31),
                      static_cast<std::uint8_t>(listed[tried] & 31)};
        const std::uint64_t nodes_before_hop = nodes_;
        const Undo undo = make(hop);
        const bool refuted = search<other>(ply + 1, hop);
        unmake(hop, undo);
        if (broken_off_) return false;
        if (ply == 0) note_at_root(hop, refuted ? nodes_ - nodes_before_hop : best_effort);
        if (!refuted) {
            reward(mover, ply, before, hop);
            for (std::size_t i = 0; i < tried; ++i) {
                auto& history = history_[mover][static_cast<std::size_t>(listed[i] & 1023)];
                history = static_cast<std::int16_t>(history - (history_limit + history) / history_pace);
            }
            table_.keep(key(mover, board_.hash), true, nodes_ - nodes_before);
            return true;
        }
    }
    table_.keep(key(mover, board_.hash), false, nodes_ - nodes_before);
    return false;
}

bool Solver::mover_succeeds(Seat mover) {
    return mover == seat_blue ? search<seat_blue>(0, {}) : search<seat_pink>(0, {});
}

}  // namespace springtide::high_tide_leiman
