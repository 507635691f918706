#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace springtide {

/// One step of splitmix64: turns related seeds into unrelated numbers.
constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
}

/// Folds one more number into a running hash; the order counts.
constexpr std::uint64_t fold(std::uint64_t hash, std::uint64_t value) { return mix(std::rotl(hash, 23) ^ value); }

/// A number from a text, the same everywhere (seeds typed by people).
constexpr std::uint64_t fold_text(std::uint64_t hash, std::string_view text) {
    for (const char c : text) hash = fold(hash, static_cast<unsigned char>(c));
    return fold(hash, text.size());
}

/// xoshiro256++: our own generator, because the standard distributions differ between libraries
/// and native and WebAssembly builds must play identical games from one seed.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) {
        for (auto& word : state_) word = seed = mix(seed);
    }
    /// From 256 bits that are random already.
    explicit constexpr Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17U;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound), exactly: multiply and shift, throwing away the few values that would favour some.
    constexpr std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32U) * bound;
        auto low = static_cast<std::uint32_t>(product);
        if (low < bound) {
            const std::uint32_t threshold = (0U - bound) % bound;
            while (low < threshold) {
                product = (next() >> 32U) * bound;
                low = static_cast<std::uint32_t>(product);
            }
        }
        return static_cast<std::uint32_t>(product >> 32U);
    }

    /// Uniform in [0, 1) with 53 bits.
    constexpr double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

    /// Fisher-Yates over anything with size() and operator[].
    template <class List>
    constexpr void shuffle(List& list) {
        for (auto left = static_cast<std::uint32_t>(list.size()); left > 1; --left) {
            const auto pick = below(left);
            auto item = list[left - 1];
            list[left - 1] = list[pick];
            list[pick] = item;
        }
    }

    /// The generator's state, from which all further numbers follow.
    [[nodiscard]] constexpr const std::array<std::uint64_t, 4>& state() const { return state_; }

  private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace springtide
