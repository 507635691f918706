// Solves first moves of Leiman's High Tide on a GPU: thousands of searches at a time, one per thread, all with one
// table of bounds. The search is that of bots/high_tide_leiman/solver_search.cpp; README.md says how it is used and
// checked.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

using Bits = std::uint32_t;

constexpr int cells = 19;
constexpr int levels = 20;
constexpr int tile_kinds = 3;
constexpr int bit_numbers = 27;
constexpr int deepest = 72;    // plies of a search; a task that goes deeper is given up: its bounds are 15 and 0
constexpr int most_hops = 64;  // of a position; likewise
constexpr int block_size = 128;
constexpr int top_score = 15;  // the best of the sixteen endings
constexpr int least_win = 8;
// Results before and after: the lower four bits are what blue gets at least, the upper four what he gets at most.
constexpr std::uint8_t unknown = 0xF0;

const int bit_of_cell[cells] = {2, 3, 4, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19, 20, 21, 24, 25, 26};

__constant__ int steps[6] = {1, 6, 5, -1, -6, -5};
__device__ std::uint64_t tile_keys[tile_kinds][cells][bit_numbers];

struct Position {
    std::uint8_t tiles[cells];  // 0 blue, 1 pink, 2 neutral
    std::uint8_t from;          // a first move of blue by cell numbers; from == to: none, blue is to move
    std::uint8_t to;
};

// What is asked of a task. The first: the margin too, but only of moves that win.
enum class Aim : int { winner_then_margin, margin };

struct Board {
    Bits tiles[levels];
    Bits owned[2][levels];
    std::uint8_t height[28];
    Bits tops[2];
    Bits movable;
    int pad;
    std::uint64_t hash;
};
static_assert(sizeof(Board) == 296);

struct Frame {
    std::uint64_t hash;
    Bits tops[2];
    Bits movable;
    std::uint32_t nodes_before;
    std::int8_t want;
    std::int8_t best;
    std::uint8_t count;
    std::uint8_t tried;
    std::uint8_t before;
    int items[most_hops];
};

struct Thread {
    Board board;
    Frame frames[deepest];
    std::int16_t history[2][256];
    std::uint8_t answers[256];
    std::uint8_t killers[deepest][2];
    int task;  // -1: needs a new one
    int ply;
    int want;
    int low;
    int high;
    int root_mover;
    std::uint8_t before;
    std::uint32_t nodes;
    std::uint64_t all_nodes;
};

struct Job {
    const Position* positions;
    const int* order;       // in which they are taken
    std::uint8_t* results;  // low | high << 4 for blue: what is known before, and what was found once done
    int count;
    int* next;
    int* running;
    int* done;
    std::uint64_t* table;
    std::uint64_t row_mask;
    Bits* outlines;
    Aim aim;
};

__device__ Bits spread(Bits c) { return c | c << 1 | c >> 1 | c << 5 | c >> 5 | c << 6 | c >> 6; }

__device__ Bits loose_on_level(Bits t) {
    const Bits a = t >> 1, b = t >> 6, c = t >> 5, d = t << 1, e = t << 6, f = t << 5;
    const Bits held = (a | b) & (b | c) & (c | d) & (d | e) & (e | f) & (f | a);
    return t & ~held & (a | b | c | d | e | f);
}

__device__ Bits looking_at(Bits cells_seen, int d) {
    const int by = steps[d];
    return by > 0 ? cells_seen >> by : cells_seen << -by;
}

__device__ bool connected(Bits c) {
    Bits reached = c & (~c + 1U);
    for (;;) {
        const Bits further = spread(reached) & c;
        if (further == reached) return reached == c;
        reached = further;
    }
}

// On the table lifting must leave the others in one piece (L7); answers are kept for all.
__device__ Bits loose_on_table(Bits tiles, Bits* outlines) {
    constexpr Bits known = Bits{1} << 31;
    Bits& kept = outlines[tiles >> 2];
    const Bits seen = __ldcg(&kept);
    if (seen & known) return seen & ~known;
    Bits once = 0, twice = 0;
    for (int d = 0; d < 6; ++d) {
        const Bits ends = looking_at(tiles, d) & ~looking_at(tiles, (d + 1) % 6);
        twice |= once & ends;
        once |= ends;
    }
    Bits loose = loose_on_level(tiles);
    for (Bits doubtful = loose & twice; doubtful != 0; doubtful &= doubtful - 1) {
        const Bits lifted = doubtful & (~doubtful + 1U);
        if (!connected(tiles & ~lifted)) loose &= ~lifted;
    }
    __stcg(&kept, loose | known);
    return loose;
}

__device__ Bits loose_at(const Board& b, int level, Bits tiles, Bits* outlines) {
    return level == 0 ? loose_on_table(tiles, outlines) : loose_on_level(tiles);
}

__device__ int score_of_margin(int margin, bool wins_level) {
    return margin > 0 ? margin + 8 : margin < 0 ? margin + 7 : wins_level ? 8 : 7;
}

// An entry: 46 bits of the hash, 4 bits of generation, 6 of effort, 4 + 4 of bounds. Four to a row.
constexpr int key_shift = 18;

__device__ void find(const Job& job, std::uint64_t key, int& least, int& most) {
    const ulonglong2* row = reinterpret_cast<const ulonglong2*>(job.table + (key & job.row_mask) * 4);
    const ulonglong2 one = __ldcg(row), two = __ldcg(row + 1);
    least = 0;
    most = top_score;
    std::uint64_t entry = 0;
    if ((one.x ^ key) >> key_shift == 0)
        entry = one.x;
    else if ((one.y ^ key) >> key_shift == 0)
        entry = one.y;
    else if ((two.x ^ key) >> key_shift == 0)
        entry = two.x;
    else if ((two.y ^ key) >> key_shift == 0)
        entry = two.y;
    if (entry != 0) {
        least = static_cast<int>(entry & 15);
        most = top_score - static_cast<int>((entry >> 4) & 15);
    }
}

__device__ void keep(const Job& job, std::uint64_t key, int least, int most, std::uint32_t nodes, int generation) {
    std::uint64_t* row = job.table + (key & job.row_mask) * 4;
    const ulonglong2 one = __ldcg(reinterpret_cast<ulonglong2*>(row));
    const ulonglong2 two = __ldcg(reinterpret_cast<ulonglong2*>(row) + 1);
    const std::uint64_t entries[4] = {one.x, one.y, two.x, two.y};
    std::uint64_t effort = 33 - __clz(nodes | 0);
    int place = -1;
    int cheapest = 1 << 20;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const std::uint64_t entry = entries[i];
        if (entry != 0 && (entry ^ key) >> key_shift == 0) {
            least = max(least, static_cast<int>(entry & 15));
            most = min(most, top_score - static_cast<int>((entry >> 4) & 15));
            effort = max(effort, (entry >> 8) & 63);
            place = i;
            cheapest = -1;
        } else {
            // What was found long ago counts less.
            const int age = (generation - static_cast<int>(entry >> 14)) & 15;
            const int worth = static_cast<int>((entry >> 8) & 63) - 4 * age;
            if (entry == 0 ? cheapest > -1000 : worth < cheapest) {
                place = i;
                cheapest = entry == 0 ? -1000 : worth;
            }
        }
        if (cheapest == -1) cheapest = -100000;
    }
    const std::uint64_t made = (key >> key_shift << key_shift) | static_cast<std::uint64_t>(generation & 15) << 14 |
                               effort << 8 | static_cast<std::uint64_t>(top_score - most) << 4 |
                               static_cast<std::uint64_t>(least);
    __stcg(row + place, made);
}

__device__ std::uint64_t key_of(int mover, std::uint64_t hash) {
    return mover == 0 ? hash : hash ^ 0xD6E8FEB86659FD93ULL;
}

__device__ void move_tile(Board& b, int from, int to, Bits* outlines) {
    const Bits fb = Bits{1} << from, tb = Bits{1} << to;
    const int level = --b.height[from];
    const int landing = b.height[to]++;
    const Bits level_tops = b.tiles[level] & ~b.tiles[level + 1];
    const Bits landing_tops = b.tiles[landing] & ~b.tiles[landing + 1];
    const Bits left = b.tiles[level] &= ~fb;
    const Bits entered = b.tiles[landing] |= tb;
    const Bits loose_left = loose_at(b, level, left, outlines);
    const Bits loose_entered = loose_on_level(entered);
    Bits movable = (b.movable & ~(level_tops | landing_tops | tb)) | (level_tops & ~fb & ~tb & loose_left) |
                   ((landing_tops | tb) & loose_entered);
    int kind = 2;
#pragma unroll
    for (int seat = 0; seat < 2; ++seat) {
        const Bits is = (b.owned[seat][level] >> from) & 1U;
        if (is) kind = seat;
        b.owned[seat][level] &= ~fb;
        b.owned[seat][landing] |= is << to;
        Bits tops = (b.tops[seat] & ~(fb | tb)) | is << to;
        if (level > 0) tops |= b.owned[seat][level - 1] & fb;
        b.tops[seat] = tops;
    }
    if (level > 0) movable |= loose_at(b, level - 1, b.tiles[level - 1], outlines) & fb;
    b.movable = movable;
    b.hash ^= tile_keys[kind][level][from] ^ tile_keys[kind][landing][to];
}

__device__ void put_back(Board& b, int from, int to, const Frame& frame) {
    const int level = b.height[from]++;
    const int landing = --b.height[to];
    const Bits fb = Bits{1} << from, tb = Bits{1} << to;
    b.tiles[landing] &= ~tb;
    b.tiles[level] |= fb;
#pragma unroll
    for (int seat = 0; seat < 2; ++seat) {
        b.owned[seat][level] |= ((b.owned[seat][landing] >> to) & 1U) << from;
        b.owned[seat][landing] &= ~tb;
        b.tops[seat] = frame.tops[seat];
    }
    b.movable = frame.movable;
    b.hash = frame.hash;
}

__device__ int final_score_of_blue(const Board& b, int last_mover) {
    const int margin = __popc(b.tops[0]) - __popc(b.tops[1]);
    int highest = 0;
    while (b.tiles[highest + 1] != 0) ++highest;
    const bool blue = b.owned[0][highest] != 0, pink = b.owned[1][highest] != 0;
    return score_of_margin(margin, blue != pink ? blue : last_mover == 0);
}

__device__ void lay_out(Board& b, const Position& position, Bits* outlines, const int* bits) {
    for (int l = 0; l < levels; ++l) b.tiles[l] = b.owned[0][l] = b.owned[1][l] = 0;
    for (int i = 0; i < 28; ++i) b.height[i] = 0;
    b.hash = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const int at = bits[cell];
        const int kind = position.tiles[cell];
        b.tiles[0] |= Bits{1} << at;
        if (kind < 2) b.owned[kind][0] |= Bits{1} << at;
        b.height[at] = 1;
        b.hash ^= tile_keys[kind][0][at];
    }
    b.tops[0] = b.owned[0][0];
    b.tops[1] = b.owned[1][0];
    b.movable = loose_on_table(b.tiles[0], outlines);
    if (position.from != position.to) move_tile(b, bits[position.from], bits[position.to], outlines);
}

__constant__ int bits_of_cells[cells];

// Lists the hops of the position on the board into `frame`. Returns the score if they decide at once, else -1.
__device__ int list_hops(const Job& job, const Board& b, int mover, int want, int before, Frame& frame, int& best_out) {
    const int other = 1 - mover;
    int best = 0;
    int count = 0;
    const int came_to = (before >> 3) + steps[before & 7];
    for (Bits movers = b.movable & ~b.tops[other]; movers != 0; movers &= movers - 1) {
        const int from = __ffs(movers) - 1;
        const Bits fb = Bits{1} << from;
        const int level = b.height[from] - 1;
        const Bits here = b.tiles[level];
        const Bits level_tops = here & ~b.tiles[level + 1];
        const Bits left = here & ~fb;
        const Bits loose = loose_at(b, level, left, job.outlines);
        const Bits is_own = (b.tops[mover] >> from) & 1U;
        Bits movable_without = (b.movable & ~level_tops) | (level_tops & ~fb & loose);
        Bits own_without = b.tops[mover] & ~fb;
        Bits others_without = b.tops[other];
        if (level > 0) {
            movable_without |= loose_at(b, level - 1, b.tiles[level - 1], job.outlines) & fb;
            own_without |= b.owned[mover][level - 1] & fb;
            others_without |= b.owned[other][level - 1] & fb;
        }
        const int kind = is_own ? mover : 2;
        const std::uint64_t hash_without = b.hash ^ tile_keys[kind][level][from];
        for (int d = 0; d < 6; ++d) {
            const int to = from + steps[d];
            if (to < 0 || to >= bit_numbers || ((here >> to) & 1U) == 0) continue;
            const Bits tb = Bits{1} << to;
            const int landing = b.height[to];
            const Bits there = b.tiles[landing];
            const Bits tops = (there & ~b.tiles[landing + 1]) | tb;
            const Bits movable = (movable_without & ~tops) | (tops & loose_on_level(there | tb));
            const Bits own = (own_without & ~tb) | is_own << to;
            const Bits others = others_without & ~tb;
            const Bits replies = movable & ~own;
            if (replies == 0) {
                const int ahead = __popc(own) - __popc(others);
                int score;
                if (ahead != 0) {
                    score = score_of_margin(ahead, false);
                } else {
                    int highest = 0;
                    while (b.tiles[highest + 1] != 0) ++highest;
                    highest = max(highest, landing);
                    const bool mine = b.owned[mover][highest] != 0 || (landing == highest && is_own);
                    const bool theirs = b.owned[other][highest] != 0;
                    score = mine != theirs ? (mine ? 8 : 7) : 8;
                }
                best = max(best, score);
                if (score >= want) {
                    best_out = best;
                    return score;
                }
                continue;
            }
            int least, most;
            find(job, key_of(other, hash_without ^ tile_keys[kind][landing][to]), least, most);
            if (top_score - most >= want) return top_score - most;
            if (top_score - least < want) {
                best = max(best, top_score - least);
                continue;
            }
            int score = -17 * level + 29 * __popc((spread(tb) & ~tb) & b.tiles[0]) + 138 * __popc(replies) -
                        28 * __popc(movable & own) + 44 * __popc(others);
            if (!is_own) score -= 26;
            if (from == came_to) score -= 36;
            if (count < most_hops) frame.items[count] = (score << 8) | (from * 8 + d);
            ++count;
        }
    }
    frame.count = static_cast<std::uint8_t>(min(count, 255));
    best_out = best;
    return -1;
}

__device__ void raise_scores(Thread& t, Frame& frame, int mover, int ply, int before) {
    const int first = t.killers[ply][0], second = t.killers[ply][1], earlier = t.killers[max(ply - 2, 0)][0];
    const int answer = t.answers[before];
    for (int i = 0; i < frame.count; ++i) {
        const int item = frame.items[i];
        const int hop = item & 255;
        int by = -(t.history[mover][hop] / 68);
        if (hop == first) by -= 71;
        if (hop == second) by -= 49;
        if (hop == earlier) by -= 20;
        if (hop == answer) by -= 18;
        frame.items[i] = item + by * 256;
    }
}

__device__ void learn(Thread& t, const Frame& frame, int mover, int ply) {
    const int place = frame.tried - 1;
    const int best = frame.items[place] & 255;
    t.answers[frame.before] = static_cast<std::uint8_t>(best);
    if (t.killers[ply][0] != best) {
        t.killers[ply][1] = t.killers[ply][0];
        t.killers[ply][0] = static_cast<std::uint8_t>(best);
    }
    std::int16_t& rewarded = t.history[mover][best];
    rewarded = static_cast<std::int16_t>(rewarded + (4096 - rewarded) / 16);
    for (int i = 0; i < place; ++i) {
        std::int16_t& lowered = t.history[mover][frame.items[i] & 255];
        lowered = static_cast<std::int16_t>(lowered - (4096 + lowered) / 16);
    }
}

__device__ void finish(const Job& job, Thread& t, int low, int high) {
    job.results[t.task] = static_cast<std::uint8_t>(low | high << 4);
    atomicAdd(job.done, 1);
    t.task = -1;
}

// Is there more to find? A task that was given up has its bounds the wrong way round.
__device__ bool is_open(const Job& job, std::uint8_t known) {
    const int low = known & 15, high = known >> 4;
    return low < high && !(job.aim == Aim::winner_then_margin && high < least_win);
}

// A root question is answered for the root's mover: either the task is done or the next question begins.
__device__ void answered(const Job& job, Thread& t, int score) {
    if (score >= t.want)
        t.low = max(t.low, score);
    else
        t.high = min(t.high, score);
    const bool blue = t.root_mover == 0;
    const int low = blue ? t.low : top_score - t.high;
    const int high = blue ? t.high : top_score - t.low;
    const bool enough = low == high || (job.aim == Aim::winner_then_margin && high < least_win);
    if (enough) {
        finish(job, t, low, high);
        return;
    }
    t.want = score >= t.want ? t.low + 1 : t.high;
}

// Who wins; where that is known, the nearest question to it that is not.
__device__ int first_question(int root_mover, int low, int high) {
    const int of_blue = min(max(least_win, low + 1), high);
    return root_mover == 0 ? of_blue : top_score + 1 - of_blue;
}

__global__ void __launch_bounds__(block_size, 6) work(Job job, Thread* threads, int positions_each, int generation) {
    __shared__ Board boards[block_size];
    Thread& t = threads[blockIdx.x * block_size + threadIdx.x];
    Board& b = boards[threadIdx.x];
    b = t.board;
    int idle = 0;
    for (int round = 0; round < positions_each; ++round) {
        if (t.task < 0) {
            const int turn = idle ? job.count : atomicAdd(job.next, 1);
            const int task = turn < job.count ? job.order[turn] : turn;
            if (task >= job.count) {
                idle = 1;
            } else if (is_open(job, job.results[task])) {
                const int low = job.results[task] & 15, high = job.results[task] >> 4;
                t.task = task;
                t.ply = 0;
                t.root_mover = job.positions[task].from != job.positions[task].to ? 1 : 0;
                t.low = t.root_mover == 0 ? low : top_score - high;
                t.high = t.root_mover == 0 ? high : top_score - low;
                t.want = first_question(t.root_mover, low, high);
                t.before = 0;
                lay_out(b, job.positions[task], job.outlines, bits_of_cells);
                if ((b.movable & ~b.tops[1 - t.root_mover]) == 0) {
                    const int score = final_score_of_blue(b, 1 - t.root_mover);
                    finish(job, t, score, score);
                }
            }
        }
        const bool at_work = t.task >= 0;
        int ply = t.ply;
        int result = -1;
        int mover = t.root_mover ^ (ply & 1);
        if (at_work) {
            Frame& frame = t.frames[ply];
            const int want = ply == 0 ? t.want : frame.want;
            const int before = ply == 0 ? 0 : frame.before;
            int best = 0;
            ++t.nodes;
            ++t.all_nodes;
            result = list_hops(job, b, mover, want, before, frame, best);
            if (result >= 0) {
                keep(job, key_of(mover, b.hash), result, top_score, 0, generation);
            } else {
                frame.want = static_cast<std::int8_t>(want);
                frame.best = static_cast<std::int8_t>(best);
                frame.tried = 0;
                frame.before = static_cast<std::uint8_t>(before);
                frame.nodes_before = t.nodes;
                frame.hash = b.hash;
                frame.tops[0] = b.tops[0];
                frame.tops[1] = b.tops[1];
                frame.movable = b.movable;
                if (frame.count > most_hops || ply + 1 >= deepest) {
                    finish(job, t, top_score, 0);  // given up
                } else {
                    raise_scores(t, frame, mover, ply, before);
                }
            }
        }
        // Up as far as positions are decided, then down one hop.
        while (t.task >= 0) {
            if (result >= 0) {
                if (ply == 0) {
                    answered(job, t, result);
                    t.ply = 0;
                    break;
                }
                --ply;
                mover ^= 1;
                Frame& parent = t.frames[ply];
                const int hop = parent.items[parent.tried - 1] & 255;
                put_back(b, hop >> 3, (hop >> 3) + steps[hop & 7], parent);
                const int score = top_score - result;
                parent.best = static_cast<std::int8_t>(max(static_cast<int>(parent.best), score));
                result = -1;
                if (score >= parent.want) {
                    learn(t, parent, mover, ply);
                    keep(job, key_of(mover, b.hash), score, top_score, t.nodes - parent.nodes_before + 1, generation);
                    result = score;
                    continue;
                }
            }
            Frame& frame = t.frames[ply];
            if (frame.tried == frame.count) {
                keep(job, key_of(mover, b.hash), 0, frame.best, t.nodes - frame.nodes_before + 1, generation);
                result = frame.best;
                continue;
            }
            int at = frame.tried;
            int lowest = frame.items[at];
            const int first = lowest;
            for (int i = at + 1; i < frame.count; ++i) {
                const int item = frame.items[i];
                if (item < lowest) {
                    lowest = item;
                    at = i;
                }
            }
            frame.items[at] = first;
            frame.items[frame.tried] = lowest;
            ++frame.tried;
            const int hop = lowest & 255;
            move_tile(b, hop >> 3, (hop >> 3) + steps[hop & 7], job.outlines);
            Frame& child = t.frames[ply + 1];
            child.want = static_cast<std::int8_t>(top_score + 1 - frame.want);
            child.before = static_cast<std::uint8_t>(hop);
            t.ply = ply + 1;
            break;
        }
        if (idle && t.task < 0) break;
    }
    t.board = b;
    if (t.task >= 0) atomicAdd(job.running, 1);
}

std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
}

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(2);
}

template <class Item>
Item* allocate(std::size_t count) {
    Item* items = nullptr;
    check(cudaMalloc(&items, count * sizeof(Item)), "memory of the GPU");
    check(cudaMemset(items, 0, count * sizeof(Item)), "memory of the GPU");
    return items;
}

std::vector<std::uint8_t> read_file(const char* name) {
    std::vector<std::uint8_t> bytes;
    if (std::FILE* file = std::fopen(name, "rb")) {
        std::uint8_t part[65536];
        for (std::size_t got; (got = std::fread(part, 1, sizeof part, file)) > 0;)
            bytes.insert(bytes.end(), part, part + got);
        std::fclose(file);
    }
    return bytes;
}

void write_file(const std::string& name, const std::vector<std::uint8_t>& bytes) {
    const std::string beside = name + ".new";
    std::FILE* file = std::fopen(beside.c_str(), "wb");
    if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || std::fclose(file) != 0 ||
        std::rename(beside.c_str(), name.c_str()) != 0) {
        std::fprintf(stderr, "cannot write %s\n", name.c_str());
        std::exit(2);
    }
}

/// One set-up of every class, as SetupClasses::representative gives them.
std::vector<Position> class_representatives() {
    const int inner_ring[6] = {4, 5, 8, 10, 13, 14};
    const int outer_ring[12] = {0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17, 18};
    // Turned by a sixth, and mirrored, in cells: rows and columns as axial coordinates around the centre.
    int maps[12][cells];
    const auto place = [](int cell) { return std::pair{bit_of_cell[cell] % 6 - 2, bit_of_cell[cell] / 6 - 2}; };
    const auto cell_at = [&](std::pair<int, int> wanted) {
        int cell = 0;
        while (place(cell) != wanted) ++cell;
        return cell;
    };
    for (int symmetry = 0; symmetry < 12; ++symmetry)
        for (int cell = 0; cell < cells; ++cell) {
            auto [q, r] = place(cell);
            if (symmetry >= 6) std::swap(q, r);
            for (int turn = 0; turn < symmetry % 6; ++turn) {
                const int turned = -r;
                r = q + r;
                q = turned;
            }
            maps[symmetry][cell] = cell_at({q, r});
        }
    using Ring = std::vector<std::uint8_t>;
    const auto arrangements = [](Ring ring) {
        std::vector<Ring> all;
        do all.push_back(ring);
        while (std::next_permutation(ring.begin(), ring.end()));
        return all;
    };
    const auto inner = arrangements({0, 0, 1, 1, 2, 2});
    const auto outer = arrangements({0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2});
    // The order of set-ups is that of inner ring, then outer ring, each cell by cell.
    std::vector<Position> found;
    for (const Ring& in : inner)
        for (const Ring& out : outer) {
            Position setup{};
            setup.tiles[9] = 2;
            for (int i = 0; i < 6; ++i) setup.tiles[inner_ring[i]] = in[static_cast<std::size_t>(i)];
            for (int i = 0; i < 12; ++i) setup.tiles[outer_ring[i]] = out[static_cast<std::size_t>(i)];
            bool lowest = true;
            for (int symmetry = 0; symmetry < 12 && lowest; ++symmetry) {
                std::uint8_t twin[cells];
                for (int cell = 0; cell < cells; ++cell) twin[maps[symmetry][cell]] = setup.tiles[cell];
                int order = 0;
                for (int i = 0; i < 6 && order == 0; ++i) order = twin[inner_ring[i]] - setup.tiles[inner_ring[i]];
                for (int i = 0; i < 12 && order == 0; ++i) order = twin[outer_ring[i]] - setup.tiles[outer_ring[i]];
                lowest = order >= 0;
            }
            if (lowest) found.push_back(setup);
        }
    return found;
}

/// Every first move of blue in reading order: at the start exactly the tiles of the outer ring are loose (L6), and all
/// stacks are equally high (L5).
void add_first_moves(std::vector<Position>& positions, Position position) {
    const int steps_of[6] = {-6, -5, -1, 1, 5, 6};
    const auto cell_at = [](int at) {
        const int* found = std::find(bit_of_cell, bit_of_cell + cells, at);
        return found == bit_of_cell + cells ? -1 : static_cast<int>(found - bit_of_cell);
    };
    for (int cell = 0; cell < cells; ++cell) {
        int neighbours[6];
        int count = 0;
        for (const int step : steps_of)
            if (const int to = cell_at(bit_of_cell[cell] + step); to >= 0) neighbours[count++] = to;
        if (count == 6 || position.tiles[cell] == 1) continue;
        for (int i = 0; i < count; ++i) {
            position.from = static_cast<std::uint8_t>(cell);
            position.to = static_cast<std::uint8_t>(neighbours[i]);
            positions.push_back(position);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fprintf(stderr,
                     "solve moves|margins|endings RESULTS SECONDS TABLE_ROWS_AS_POWER_OF_TWO CLASSES (0: all)\n");
        return 2;
    }
    const std::string mode = argv[1];
    const bool endings = mode == "endings";
    auto setups = class_representatives();
    if (const int wanted = std::atoi(argv[5]); wanted > 0) setups.resize(std::min<std::size_t>(setups.size(), wanted));
    std::vector<Position> asked;
    std::vector<int> begins;
    for (const Position& setup : setups) {
        begins.push_back(static_cast<int>(asked.size()));
        if (endings)
            asked.push_back(setup);
        else
            add_first_moves(asked, setup);
    }
    begins.push_back(static_cast<int>(asked.size()));
    std::vector<int> order;  // the moves of a class together, the classes mixed: a part is then a fair sample
    for (std::size_t i = 0; i < setups.size(); ++i) {
        const std::size_t at = i * 1'000'003 % setups.size();
        for (int task = begins[at]; task < begins[at + 1]; ++task) order.push_back(task);
    }
    const int count = static_cast<int>(asked.size());
    auto results = read_file(argv[2]);
    if (results.empty()) results.assign(asked.size(), unknown);
    if (results.size() != asked.size()) {
        std::fprintf(stderr, "the results belong to other set-ups\n");
        return 2;
    }
    const double seconds = std::atof(argv[3]);
    const auto row_bits = static_cast<unsigned>(std::atoi(argv[4]));

    std::vector<std::uint64_t> keys(tile_kinds * cells * bit_numbers);
    std::uint64_t seed = 0x1E1A;
    for (auto& key : keys) key = seed = mix(seed);
    check(cudaMemcpyToSymbol(tile_keys, keys.data(), keys.size() * 8), "keys");
    check(cudaMemcpyToSymbol(bits_of_cells, bit_of_cell, sizeof bit_of_cell), "cells");

    int processors = 0;
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "device");
    check(cudaFuncSetAttribute(work, cudaFuncAttributePreferredSharedMemoryCarveout, 100), "carveout");
    const int blocks = processors * 6;
    const int thread_count = blocks * block_size;
    Thread* threads = allocate<Thread>(thread_count);
    {
        const int none = -1;
        for (int i = 0; i < thread_count; ++i)
            check(cudaMemcpyAsync(&threads[i].task, &none, sizeof none, cudaMemcpyHostToDevice), "threads");
    }
    Job job{};
    auto* positions = allocate<Position>(count);
    check(cudaMemcpy(positions, asked.data(), asked.size() * sizeof(Position), cudaMemcpyHostToDevice), "positions");
    job.positions = positions;
    int* ordered = allocate<int>(count);
    check(cudaMemcpy(ordered, order.data(), order.size() * sizeof(int), cudaMemcpyHostToDevice), "order");
    job.order = ordered;
    job.results = allocate<std::uint8_t>(count);
    check(cudaMemcpy(job.results, results.data(), results.size(), cudaMemcpyHostToDevice), "results");
    job.count = count;
    int* counters = allocate<int>(3);
    job.next = counters;
    job.running = counters + 1;
    job.done = counters + 2;
    job.table = allocate<std::uint64_t>(std::size_t{4} << row_bits);
    job.row_mask = (std::uint64_t{1} << row_bits) - 1;
    job.outlines = allocate<Bits>(std::size_t{1} << 25U);
    job.aim = mode == "moves" ? Aim::winner_then_margin : Aim::margin;

    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    double said = 0;
    for (int slice = 0;; ++slice) {
        check(cudaMemset(job.running, 0, sizeof(int)), "counters");
        const double before = std::chrono::duration<double>(Clock::now() - start).count();
        work<<<blocks, block_size>>>(job, threads, 5000, static_cast<int>(before / 20) & 15);
        check(cudaGetLastError(), "launch");
        check(cudaDeviceSynchronize(), "search");
        int now[3];
        check(cudaMemcpy(now, counters, sizeof now, cudaMemcpyDeviceToHost), "counters");
        const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
        const bool over = (now[1] == 0 && now[0] >= count) || elapsed > seconds;
        if (over || elapsed - said >= 15) {
            said = elapsed;
            std::printf("%.0f s, slice %d: %d taken, %d at work, %d done of %d\n", elapsed, slice,
                        std::min(now[0], count), now[1], now[2], count);
            std::fflush(stdout);
            check(cudaMemcpy(results.data(), job.results, results.size(), cudaMemcpyDeviceToHost), "results");
            write_file(argv[2], results);
        }
        if (over) break;
    }
    std::vector<Thread> last(1024);
    std::uint64_t nodes = 0;
    for (int i = 0; i < thread_count; i += 1024) {
        const int part = std::min(1024, thread_count - i);
        check(cudaMemcpy(last.data(), threads + i, part * sizeof(Thread), cudaMemcpyDeviceToHost), "threads");
        for (int k = 0; k < part; ++k) nodes += last[k].all_nodes;
    }
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    std::printf("%.3e positions searched, %.1f million a second\n", static_cast<double>(nodes), nodes / elapsed / 1e6);
    return 0;
}
