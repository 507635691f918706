#include "server/tournament/standings.hpp"

#include <algorithm>
#include <cstdint>

namespace springtide::tournament {

namespace {

/// Above 0 if `a` is ahead of `b`, below if behind.
int compare(const Standing& a, const Standing& b) {
    if (a.half_points != b.half_points) return a.half_points - b.half_points;
    // Averages as fractions; a person without opponents has none, which counts as the least.
    const auto above = [](const Standing& one, const Standing& other) {
        return static_cast<std::int64_t>(one.opponents_half_points) * std::max(other.opponents, 1);
    };
    const auto left = above(a, b);
    const auto right = above(b, a);
    if (left != right) return left > right ? 1 : -1;
    return a.won - b.won;
}

}  // namespace

int half_points_of(const Places& places, std::size_t seat) {
    int halves = 0;
    for (std::size_t other = 0; other < places.size(); ++other)
        if (other != seat) halves += places[other] > places[seat] ? 2 : places[other] == places[seat] ? 1 : 0;
    return halves;
}

std::vector<Standing> standings(int people, int seats, std::span<const PlayedRound> rounds) {
    std::vector<Standing> all(static_cast<std::size_t>(people));
    for (int one = 0; one < people; ++one) all[static_cast<std::size_t>(one)].person = one;
    const auto of = [&](int one) -> Standing& { return all[static_cast<std::size_t>(one)]; };
    for (const auto& [round, results] : rounds) {
        for (const int one : round.byes) {
            ++of(one).byes;
            of(one).half_points += half_points_of_bye(seats);
        }
        for (std::size_t table = 0; table < round.tables.size(); ++table) {
            const Places& places = results[table];
            if (places.empty()) continue;
            for (std::size_t seat = 0; seat < round.tables[table].people.size(); ++seat) {
                Standing& mine = of(round.tables[table].people[seat]);
                ++mine.played;
                mine.half_points += half_points_of(places, seat);
                if (places[seat] == 0) ++mine.won;
            }
        }
    }
    for (const auto& [round, results] : rounds)
        for (std::size_t table = 0; table < round.tables.size(); ++table) {
            if (results[table].empty()) continue;
            for (const int one : round.tables[table].people)
                for (const int other : round.tables[table].people)
                    if (one != other) {
                        ++of(one).opponents;
                        of(one).opponents_half_points += of(other).half_points;
                    }
        }
    std::ranges::stable_sort(all, [](const Standing& a, const Standing& b) { return compare(a, b) > 0; });
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].place = i > 0 && compare(all[i - 1], all[i]) == 0 ? all[i - 1].place : static_cast<int>(i) + 1;
    return all;
}

}  // namespace springtide::tournament
