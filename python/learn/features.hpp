#pragma once

#include <cassert>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/rules.hpp"

namespace springtide {

/// What a seat knows as floats, mostly from 0 to 1. Each game specialises this in learn/<game>.hpp with
///   template <class Out> static void observation(const Seen<State>&, Out&);   what lies on the table for this seat
///   template <class Out> static void memory(const Seen<State>&, Out&);        what it knows beyond that
/// The observer is always a seat. Seats are counted from there to the left, so that every seat can learn from all.
template <class State>
struct Features;

/// Writes floats one after the other.
class FloatWriter {
  public:
    explicit FloatWriter(float* out) : out_(out) {}

    void field(std::string_view, std::string_view) {}
    void number(float value) { *out_++ = value; }
    void share(int value, int most) { number(static_cast<float>(value) / static_cast<float>(most)); }
    void flag(bool value) { number(value ? 1.0F : 0.0F); }
    /// All zero if `index` is not below `size`.
    void one_hot(unsigned index, unsigned size) {
        for (unsigned i = 0; i < size; ++i) out_[i] = 0.0F;
        if (index < size) out_[index] = 1.0F;
        out_ += size;
    }
    /// The lowest bits, one float for each.
    void bits(std::uint64_t bits, unsigned count) {
        for (unsigned i = 0; i < count; ++i) out_[i] = static_cast<float>(static_cast<int>((bits >> i) & 1U));
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

/// How much of what a seat knows: what lies on the table, or that and what a perfect memory adds.
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
    for (int i = 0; i < players; ++i) visit(static_cast<Seat>((first + i) % players));
}

/// How far to the left of the observer a seat is.
constexpr unsigned seats_left_of(Seat observer, Seat seat, int players) {
    return static_cast<unsigned>((seat + players - observer) % players);
}

}  // namespace springtide
