#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/rules.hpp"

namespace springtide {

/// The knowledge of a seat as floats, mostly from 0 to 1. Each game specialises this in learn/<game>.hpp with
///   template <class Out> static void observation(const Seen<State>&, Out&);   the open table, for this seat
///   template <class Out> static void memory(const Seen<State>&, Out&);        its knowledge beyond that
/// The observer is always a seat. Seats are counted from there to the left, so that every seat can learn from all.
template <class State>
struct Features;

/// value / most for the numbers that games are made of, at [most][value]: dividing takes longer than looking up.
inline constexpr int share_numbers = 64;
inline constexpr auto shares = [] {
    std::array<std::array<float, share_numbers>, share_numbers> all{};
    for (std::size_t most = 1; most < share_numbers; ++most)
        for (std::size_t value = 0; value < share_numbers; ++value)
            all[most][value] = static_cast<float>(value) / static_cast<float>(most);
    return all;
}();

/// The bits of a byte as floats, at [byte][bit].
inline constexpr auto bits_as_floats = [] {
    std::array<std::array<float, 8>, 256> all{};
    for (std::size_t byte = 0; byte < all.size(); ++byte)
        for (std::size_t bit = 0; bit < 8; ++bit) all[byte][bit] = ((byte >> bit) & 1U) != 0 ? 1.0F : 0.0F;
    return all;
}();

/// Writes floats one after the other.
class FloatWriter {
  public:
    explicit FloatWriter(float* out) : out_(out) {}

    void field(std::string_view, std::string_view) {}
    void number(float value) { *out_++ = value; }
    void share(int value, int most) {
        const auto row = static_cast<unsigned>(most);
        const auto place = static_cast<unsigned>(value);
        number(row < share_numbers && place < share_numbers ? shares[row][place]
                                                            : static_cast<float>(value) / static_cast<float>(most));
    }
    void flag(bool value) { number(value ? 1.0F : 0.0F); }
    void zeros(std::size_t count) {
        std::memset(out_, 0, count * sizeof(float));
        out_ += count;
    }
    /// All zero if `index` is not below `size`.
    void one_hot(unsigned index, unsigned size) {
        for (unsigned i = 0; i < size; ++i) out_[i] = 0.0F;
        if (index < size) out_[index] = 1.0F;
        out_ += size;
    }
    /// The lowest bits, one float for each.
    void bits(std::uint64_t bits, unsigned count) {
        for (; count >= 8; count -= 8, bits >>= 8U, out_ += 8)
            std::memcpy(out_, bits_as_floats[bits & 255U].data(), 8 * sizeof(float));
        std::memcpy(out_, bits_as_floats[bits & 255U].data(), count * sizeof(float));
        out_ += count;
    }

  private:
    float* out_;
};

/// A named part of a row of floats.
struct Field {
    std::string_view name;
    std::size_t offset;
    std::size_t size;
    std::string_view help;
};

/// Takes the same calls and notes which floats mean what.
class FieldLister {
  public:
    void field(std::string_view name, std::string_view help) { fields_.push_back({name, size_, 0, help}); }
    void number(float) { grow(1); }
    void share(int, int) { grow(1); }
    void flag(bool) { grow(1); }
    void zeros(std::size_t count) { grow(count); }
    void one_hot(unsigned, unsigned size) { grow(size); }
    void bits(std::uint64_t, unsigned count) { grow(count); }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }

  private:
    void grow(std::size_t size) {
        assert(!fields_.empty());
        fields_.back().size += size;
        size_ += size;
    }
    std::vector<Field> fields_;
    std::size_t size_ = 0;
};

/// The extent of a seat's knowledge: the open table, or that and the addition of a perfect memory.
enum class Knowledge { observation, information };

template <Rules State, class Out>
void write_features(const Seen<State>& seen, Knowledge knowledge, Out& out) {
    Features<State>::observation(seen, out);
    if (knowledge == Knowledge::information) Features<State>::memory(seen, out);
}

/// Which floats mean what; the same for every state with these options and so many players.
template <Rules State>
FieldLister list_fields(const typename State::Options& options, int players, Knowledge knowledge) {
    FieldLister lister;
    write_features(observe(start(options, players), Observer::seat(0)), knowledge, lister);
    return lister;
}

/// Calls visit(seat) for all seats, the observer first, then to the left.
template <class Visit>
void for_seats_from(Seat first, int players, Visit&& visit) {
    for (int seat = first; seat < players; ++seat) visit(static_cast<Seat>(seat));
    for (int seat = 0; seat < first; ++seat) visit(static_cast<Seat>(seat));
}

/// How far to the left of the observer a seat is.
constexpr unsigned seats_left_of(Seat observer, Seat seat, int players) {
    return static_cast<unsigned>(seat < observer ? seat + players - observer : seat - observer);
}

}  // namespace springtide
