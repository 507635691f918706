// check-certificate FILE: 0 and what is proven, or 2 and a sentence. See README.md.
#include <fstream>
#include <iostream>
#include <iterator>

#include "checker.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: check-certificate FILE, as springtide solve --proof FILE writes it\n";
        return 2;
    }
    std::ifstream file(argv[1], std::ios::binary);
    if (!file) {
        std::cerr << "cannot read " << argv[1] << "\n";
        return 2;
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    try {
        const auto [claim, positions, endings] = leiman_checker::check(text);
        std::cout << "Proven: " << (claim.winner == 'b' ? "blue" : "pink") << " wins";
        if (claim.tiles > 0)
            std::cout << " by " << claim.tiles << (claim.tiles == 1 ? " tile" : " tiles") << " or more";
        std::cout << ": " << claim.position << "\n(" << positions << " positions answered, " << endings
                  << " rounds played to their end)\n";
    } catch (const leiman_checker::Flaw& flaw) {
        std::cerr << flaw.what() << "\n";
        return 2;
    }
    return 0;
}
