#include <benchmark/benchmark.h>

#include <cstring>
#include <iostream>

#include "tests/kit/all_games.hpp"

namespace {

constexpr std::string_view help =
    "Usage: springtide bench [--signature] [options of Google Benchmark]\n\n"
    "Prints the signature of every game, one number that changes with any change of rules or bots, then measures how\n"
    "fast rules and search are on this machine.\n\n"
    "  --signature                 only the signatures, as in tests/signatures.txt\n"
    "  --benchmark_filter=REGEX    only some measurements\n"
    "  --benchmark_format=json     for programs\n\n"
    "Example: springtide bench --benchmark_filter=leiman\n";

void print_signatures(std::ostream& out) {
    for (const auto& checks : springtide::kit::all_games())
        out << checks.game << " " << springtide::kit::full_signature(checks) << "\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "--help") == 0) {
        std::cout << help;
        return 0;
    }
    if (argc > 1 && std::strcmp(argv[1], "--signature") == 0) {
        print_signatures(std::cout);
        return 0;
    }
    print_signatures(std::cerr);  // standard output belongs to the measurements
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
