// Turn the Tide for many games at once on the accelerator, each game a small value; the same file is compiled for the
// processor (-DON_PROCESSOR) to compare it with game.py, which says the same in tensors and was compared with the rules.
#include <cstdint>

#ifdef ON_PROCESSOR
#define DEVICE
#define KERNEL
static int popcount(uint64_t x) { return __builtin_popcountll(x); }
static int lowest(uint64_t x) { return __builtin_ctzll(x); }
#else
#define DEVICE __device__ __forceinline__
#define KERNEL __global__
DEVICE int popcount(uint64_t x) { return __popcll(x); }
DEVICE int lowest(uint64_t x) { return __ffsll(static_cast<long long>(x)) - 1; }
#endif

constexpr int most = 5;
constexpr int policy_inputs = 1024;
constexpr int value_inputs = 896;
constexpr uint64_t all_cards = (uint64_t{1} << 60) - 1;

struct Game {
    uint64_t dealt[most], hand[most], uncovered[most];  // bit 0 is card 1
    uint64_t random;
    int8_t worth[most], preservers[most], tide[most], score[most];
    int8_t deck[12];
    int8_t low, high, round, trick, cascade, in, players;
    int8_t quarters;  ///< of the games have the cascade
};
static_assert(sizeof(Game) == 168);

DEVICE uint64_t next(Game& g) {  // splitmix64
    uint64_t z = (g.random += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
DEVICE int below(Game& g, int bound) { return static_cast<int>(((next(g) >> 32) * static_cast<uint64_t>(bound)) >> 32); }

DEVICE int draw_tide(Game& g) {
    int left = 0;
    for (int i = 0; i < 12; ++i) left += g.deck[i];
    int lot = below(g, left);
    for (int i = 0; i < 12; ++i) {
        lot -= g.deck[i];
        if (lot < 0) {
            --g.deck[i];
            return i + 1;
        }
    }
    return 12;
}
DEVICE void turn_up(Game& g) {
    const int one = draw_tide(g), two = draw_tide(g);
    g.low = static_cast<int8_t>(one < two ? one : two);
    g.high = static_cast<int8_t>(one < two ? two : one);
}
DEVICE void begin_round(Game& g) {
    for (int s = 0; s < g.players; ++s) {
        g.hand[s] = g.dealt[s];
        g.preservers[s] = g.worth[s];
        g.tide[s] = 0;
    }
    for (int i = 0; i < 12; ++i) g.deck[i] = 2;
    g.in = static_cast<int8_t>((1 << g.players) - 1);
    g.trick = 1;
}
DEVICE void new_game(Game& g) {
    uint64_t rest = all_cards;
    for (int s = 0; s < g.players; ++s) {
        uint64_t hand = 0;
        for (int i = 0; i < 12; ++i) {
            int lot = below(g, popcount(rest));
            uint64_t walk = rest;
            for (; lot > 0; --lot) walk &= walk - 1;
            const uint64_t card = walk & (~walk + 1);
            hand |= card;
            rest &= ~card;
        }
        g.dealt[s] = hand;
        g.uncovered[s] = 0;
        const uint64_t halves = ((uint64_t{1} << 48) - 1) & ~((uint64_t{1} << 12) - 1);
        const uint64_t wholes = ((uint64_t{1} << 36) - 1) & ~((uint64_t{1} << 24) - 1);
        g.worth[s] = static_cast<int8_t>((popcount(hand & halves) + popcount(hand & wholes)) / 2);
        g.score[s] = 0;
    }
    g.round = 1;
    g.cascade = static_cast<int8_t>(static_cast<int>(next(g) >> 62) + g.quarters >= 4);
}

/// What a seat knows of a hand r places to the left, dealt and of these still held.
DEVICE void known(const Game& g, int seat, int r, uint64_t& dealt, uint64_t& hand) {
    const int other = (seat + r) % g.players;
    const uint64_t played = g.dealt[other] & ~g.hand[other];
    dealt = r < g.round ? g.dealt[other] : g.uncovered[other] | played;
    hand = dealt & g.hand[other];
}
DEVICE uint64_t live_for(const Game& g, int seat, uint64_t& unseen) {
    unseen = all_cards;
    uint64_t live = 0;
    for (int r = 0; r < g.players; ++r) {
        uint64_t dealt, hand;
        known(g, seat, r, dealt, hand);
        unseen &= ~dealt;
        if (g.in >> ((seat + r) % g.players) & 1) live |= hand;
    }
    return live | unseen;
}
/// The place of a card among those that count, stretched to 60.
DEVICE int place_of(int card, uint64_t live, int count) {
    return ((2 * popcount(live & ((uint64_t{1} << card) - 1)) + 1) * 30) / count;
}
DEVICE void mark_places(uint8_t* at, uint64_t cards, uint64_t live, int count, int lane, int width) {
    for (int card = lane; card < 60; card += width)
        if (cards >> card & 1) at[place_of(card, live, count)] = 1;
}
DEVICE void mark(uint8_t* at, uint64_t cards, int lane, int width) {
    for (int card = lane; card < 60; card += width) at[card] = cards >> card & 1;
}

/// 46 inputs that are the same for everybody; `back` puts the tides turned up back into the deck.
DEVICE void mark_public(const Game& g, uint8_t* at, bool back) {
    at[0] = 1;
    at[1 + g.players - 3] = 1;
    at[4] = static_cast<uint8_t>(g.cascade);
    at[5 + g.players - g.round] = 1;
    at[10 + g.trick - 1] = 1;
    for (int i = 0; i < 12; ++i) {
        const int left = g.deck[i] + (back ? (g.low == i + 1) + (g.high == i + 1) : 0);
        at[22 + i] = left >= 1;
        at[34 + i] = left >= 2;
    }
}
DEVICE void mark_tides(const Game& g, uint8_t* at) {
    for (int i = 0; i < 12; ++i) {
        at[i] = g.low > i;
        at[12 + i] = g.high > i;
    }
}
DEVICE void mark_seat(const Game& g, int seat, uint8_t* at) {  // 29 inputs
    at[0] = g.in >> seat & 1;
    for (int i = 0; i < 12; ++i) at[1 + i] = g.tide[seat] > i;
    for (int i = 0; i < 8; ++i) {
        at[13 + i] = g.preservers[seat] > i;
        at[21 + i] = g.worth[seat] > i;
    }
}

/// One row of inputs, all zero before.
DEVICE void policy_row(const Game& g, int seat, uint8_t* row, int lane, int width) {
    uint64_t unseen;
    const uint64_t live = live_for(g, seat, unseen);
    const int count = popcount(live);
    for (int r = 0; r < g.players; ++r) {
        uint64_t dealt, hand;
        known(g, seat, r, dealt, hand);
        const int other = (seat + r) % g.players;
        if (!(g.in >> other & 1)) hand = 0;
        mark_places(row + (r == 0 ? 0 : 60 * (r + 1)), hand, live, count, lane, width);
        if (r == 0) mark_places(row + 60, hand & g.uncovered[seat], live, count, lane, width);
        if (g.round < g.players) mark(row + 420 + 60 * r, dealt, lane, width);
        if (lane == r % width) {
            mark_seat(g, other, row + 720 + 29 * r);
            const int missing = 12 - popcount(dealt);
            for (int i = 0; i < 4; ++i) row[865 + 4 * r + i] = missing >= 1 + 3 * i;
            if (r > 0)
                for (int i = 0; i < 16; ++i) row[885 + 16 * (r - 1) + i] = g.score[other] - g.score[seat] >= i - 7;
        }
    }
    mark_places(row + 360, unseen, live, count, lane, width);
    if (lane == 5 % width) mark_public(g, row + 949, false);
    if (lane == 6 % width) mark_tides(g, row + 995);
}
DEVICE void value_row(const Game& g, bool shown, uint8_t* row, int lane, int width) {
    uint64_t live = 0;
    for (int s = 0; s < g.players; ++s)
        if (g.in >> s & 1) live |= g.hand[s];
    const int count = popcount(live);
    int best = -100;
    for (int s = 0; s < g.players; ++s) best = g.score[s] > best ? g.score[s] : best;
    for (int s = 0; s < g.players; ++s) {
        if (g.in >> s & 1) mark_places(row + 60 * s, g.hand[s], live, count, lane, width);
        if (g.round < g.players) mark(row + 300 + 60 * s, g.dealt[s], lane, width);
        if (lane == s % width) {
            mark_seat(g, s, row + 600 + 29 * s);
            for (int i = 0; i < 12; ++i) row[745 + 12 * s + i] = best - g.score[s] > i;
        }
    }
    if (lane == 5 % width) mark_public(g, row + 805, !shown);
    if (lane == 6 % width && shown) {
        mark_tides(g, row + 851);
        row[875] = 1;
    }
}

/// One trick, and what follows; `card` by seat.
DEVICE void play_trick(Game& g, const int* card, float* points, float* shares, uint8_t* ended, uint8_t* over) {
    const int n = g.players;
    int first = -1, second = -1;
    for (int s = 0; s < n; ++s) {
        points[s] = shares[s] = 0;
        if (!(g.in >> s & 1)) continue;
        g.hand[s] &= ~(uint64_t{1} << card[s]);
        if (first < 0 || card[s] > card[first]) {
            second = first;
            first = s;
        } else if (second < 0 || card[s] > card[second]) {
            second = s;
        }
    }
    g.tide[first] = g.low;
    g.tide[second] = g.high;
    for (;;) {
        int level = 0;
        for (int s = 0; s < n; ++s)
            if (g.in >> s & 1 && g.tide[s] > level) level = g.tide[s];
        if (level == 0) break;
        bool paid = false;
        for (int s = 0; s < n; ++s) {
            if (!(g.in >> s & 1) || g.tide[s] != level) continue;
            if (g.preservers[s] > 0) {
                --g.preservers[s];
                paid = true;
            } else {
                g.in = static_cast<int8_t>(g.in & ~(1 << s));
                g.tide[s] = 0;
            }
        }
        if (paid || !g.cascade || popcount(static_cast<uint64_t>(g.in)) <= 2) break;
    }
    *ended = popcount(static_cast<uint64_t>(g.in)) <= 2 || g.trick == 12;
    *over = *ended && g.round == n;
    if (!*ended) {
        ++g.trick;
        return turn_up(g);
    }
    int lowest_tide = 99;
    for (int s = 0; s < n; ++s)
        if (g.in >> s & 1 && g.tide[s] < lowest_tide) lowest_tide = g.tide[s];
    int top = -100, winners = 0;
    for (int s = 0; s < n; ++s) {
        const int gained = g.in >> s & 1 ? g.preservers[s] + (g.tide[s] == lowest_tide) : -1;
        points[s] = static_cast<float>(gained);
        g.score[s] = static_cast<int8_t>(g.score[s] + gained);
        if (g.score[s] > top) {
            top = g.score[s];
            winners = 0;
        }
        winners += g.score[s] == top;
    }
    if (*over) {
        for (int s = 0; s < n; ++s) shares[s] = g.score[s] == top ? 1.0F / static_cast<float>(winners) : 0;
        new_game(g);
    } else {
        for (int s = 0; s < n; ++s) g.uncovered[s] |= g.dealt[s] & ~g.hand[s];
        const uint64_t dealt = g.dealt[n - 1], uncovered = g.uncovered[n - 1];
        const int8_t worth = g.worth[n - 1];
        for (int s = n - 1; s > 0; --s) {
            g.dealt[s] = g.dealt[s - 1];
            g.uncovered[s] = g.uncovered[s - 1];
            g.worth[s] = g.worth[s - 1];
        }
        g.dealt[0] = dealt;
        g.uncovered[0] = uncovered;
        g.worth[0] = worth;
        ++g.round;
    }
    begin_round(g);
    turn_up(g);
}
DEVICE void play_places(Game& g, const int64_t* place, float* points, float* shares, uint8_t* ended, uint8_t* over) {
    int card[most] = {};
    for (int s = 0; s < g.players; ++s) {
        if (!(g.in >> s & 1)) continue;
        uint64_t unseen;
        const uint64_t live = live_for(g, s, unseen);
        const int count = popcount(live);
        for (uint64_t rest = g.hand[s]; rest != 0; rest &= rest - 1) {
            card[s] = lowest(rest);
            if (place_of(card[s], live, count) == place[s]) break;
        }
    }
    play_trick(g, card, points, shares, ended, over);
}

extern "C" {
#ifdef ON_PROCESSOR
void start_games(Game* games, int count, int players, int quarters, uint64_t seed, void*) {
    for (int i = 0; i < count; ++i) {
        Game& g = games[i];
        g = Game{};
        g.players = static_cast<int8_t>(players);
        g.quarters = static_cast<int8_t>(quarters);
        g.random = seed * 0x9E3779B97F4A7C15ULL + static_cast<uint64_t>(i) * 0xD1B54A32D192ED03ULL;
        new_game(g);
        begin_round(g);
        turn_up(g);
    }
}
void tell(const Game* games, int count, int players, const uint8_t* shown, uint8_t* policy, uint8_t* value, uint8_t* can,
          void*) {
    for (int i = 0; i < count; ++i) {
        for (int s = 0; s < players; ++s) {
            policy_row(games[i], s, policy + (int64_t{i} * players + s) * policy_inputs, 0, 1);
            can[i * players + s] = (games[i].in >> s & 1) && games[i].trick < 12;
        }
        value_row(games[i], shown[i], value + int64_t{i} * value_inputs, 0, 1);
    }
}
void play(Game* games, int count, int players, const int64_t* place, float* points, float* shares, uint8_t* ended,
          uint8_t* over, void*) {
    for (int i = 0; i < count; ++i)
        play_places(games[i], place + i * players, points + i * players, shares + i * players, ended + i, over + i);
}
#else
KERNEL void start_kernel(Game* games, int count, int players, int quarters, uint64_t seed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Game g{};
    g.players = static_cast<int8_t>(players);
    g.quarters = static_cast<int8_t>(quarters);
    g.random = seed * 0x9E3779B97F4A7C15ULL + static_cast<uint64_t>(i) * 0xD1B54A32D192ED03ULL;
    new_game(g);
    begin_round(g);
    turn_up(g);
    games[i] = g;
}
/// A warp for every row: four in a block.
KERNEL void tell_kernel(const Game* games, int count, int players, const uint8_t* shown, uint8_t* policy, uint8_t* value,
                        uint8_t* can) {
    __shared__ uint4 room[4][policy_inputs / 16];
    __shared__ Game game[4];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int64_t row = int64_t{blockIdx.x} * 4 + warp;
    const int64_t i = row / (players + 1);
    const int s = static_cast<int>(row % (players + 1));
    if (i >= count) return;
    for (int w = lane; w < static_cast<int>(sizeof(Game) / 8); w += 32)
        reinterpret_cast<uint64_t*>(&game[warp])[w] = reinterpret_cast<const uint64_t*>(&games[i])[w];
    for (int w = lane; w < policy_inputs / 16; w += 32) room[warp][w] = uint4{0, 0, 0, 0};
    __syncwarp();
    const Game& g = game[warp];
    auto* bytes = reinterpret_cast<uint8_t*>(room[warp]);
    if (s < players) {
        policy_row(g, s, bytes, lane, 32);
        if (lane == 0) can[i * players + s] = (g.in >> s & 1) && g.trick < 12;
    } else {
        value_row(g, shown[i], bytes, lane, 32);
    }
    __syncwarp();
    uint4* out = reinterpret_cast<uint4*>(s < players ? policy + (i * players + s) * policy_inputs : value + i * value_inputs);
    for (int w = lane; w < (s < players ? policy_inputs : value_inputs) / 16; w += 32) out[w] = room[warp][w];
}
KERNEL void play_kernel(Game* games, int count, int players, const int64_t* place, float* points, float* shares,
                        uint8_t* ended, uint8_t* over) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Game g = games[i];
    play_places(g, place + int64_t{i} * players, points + int64_t{i} * players, shares + int64_t{i} * players, ended + i,
                over + i);
    games[i] = g;
}
void start_games(Game* games, int count, int players, int quarters, uint64_t seed, cudaStream_t stream) {
    start_kernel<<<(count + 63) / 64, 64, 0, stream>>>(games, count, players, quarters, seed);
}
void tell(const Game* games, int count, int players, const uint8_t* shown, uint8_t* policy, uint8_t* value, uint8_t* can,
          cudaStream_t stream) {
    const int64_t rows = int64_t{count} * (players + 1);
    tell_kernel<<<static_cast<unsigned>((rows + 3) / 4), 128, 0, stream>>>(games, count, players, shown, policy, value, can);
}
void play(Game* games, int count, int players, const int64_t* place, float* points, float* shares, uint8_t* ended,
          uint8_t* over, cudaStream_t stream) {
    play_kernel<<<(count + 63) / 64, 64, 0, stream>>>(games, count, players, place, points, shares, ended, over);
}
#endif
}
