// Simulates club nights and says how fair their rounds were: springtide-tournaments [nights [seed [searches]]]
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "tests/tournament/simulation.hpp"

namespace {

using namespace springtide;
using namespace springtide::tournament;

int usage() {
    std::fprintf(
        stderr,
        "springtide-tournaments [nights [seed [searches]]]: simulates so many club nights (10,000 unless told)\n");
    return 2;
}

}  // namespace

int main(int count, char** words) {
    const long nights = count > 1 ? std::strtol(words[1], nullptr, 10) : 10'000;
    const unsigned long long seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
    const long searches = count > 3 ? std::strtol(words[3], nullptr, 10) : 5;
    if (count > 4 || nights < 1 || searches < 0) return usage();
    const auto begun = std::chrono::steady_clock::now();
    Random random(seed);
    Found kinds[2][5];
    for (long i = 0; i < nights; ++i) {
        Night night = any_night(random);
        night.other_searches = static_cast<int>(searches);
        const auto found = Simulation(night, seed * 1'000'003 + static_cast<std::uint64_t>(i)).run();
        kinds[night.rules.format == Format::swiss ? 0 : 1][night.rules.seats - fewest_seats].add(found);
        if ((i + 1) % 500 == 0) std::fprintf(stderr, "\r%ld of %ld nights", i + 1, nights);
    }
    std::fprintf(stderr, "\n");
    std::printf(
        "format       seats  rounds  no repeat  proved  searched  avoidable   steady nights by difference of others "
        "met\n");
    Found all;
    for (int format = 0; format < 2; ++format)
        for (int seats = fewest_seats; seats <= most_seats; ++seats) {
            const Found& found = kinds[format][seats - fewest_seats];
            all.add(found);
            std::printf("%-12s %5d %7lld %10lld %7lld %9lld %10lld  ", format == 0 ? "swiss" : "round robin", seats,
                        static_cast<long long>(found.rounds), static_cast<long long>(found.without_repeats),
                        static_cast<long long>(found.proved), static_cast<long long>(found.searched),
                        static_cast<long long>(found.avoidable));
            for (std::size_t i = 0; i < found.spreads.size(); ++i)
                if (found.spreads[i] != 0) std::printf(" %zu:%lld", i, static_cast<long long>(found.spreads[i]));
            std::printf("\n");
        }
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    std::printf("%ld nights, %lld rounds, %.0f s. Rules broken (a place for everybody, byes and bots spread): %zu\n",
                nights, static_cast<long long>(all.rounds), seconds, all.complaints.size());
    for (const auto& complaint : all.complaints) std::printf("%s\n", complaint.c_str());
    return all.complaints.empty() ? 0 : 1;
}
