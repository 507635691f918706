#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace springtide {

/// Seats are numbered from 0; the left-hand neighbour of seat s is s + 1.
using Seat = std::uint8_t;
inline constexpr int max_seats = 6;

/// A set of seats as bits.
class SeatSet {
  public:
    constexpr SeatSet() = default;
    static constexpr SeatSet of(Seat seat) { return SeatSet(static_cast<std::uint8_t>(1U << seat)); }
    static constexpr SeatSet first(int count) { return SeatSet(static_cast<std::uint8_t>((1U << count) - 1U)); }
    static constexpr SeatSet from_bits(std::uint8_t bits) { return SeatSet(bits); }

    constexpr void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | (1U << seat)); }
    constexpr void erase(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << seat)); }
    [[nodiscard]] constexpr bool contains(Seat seat) const { return ((bits_ >> seat) & 1U) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
    /// The lowest seat of a set that is not empty.
    [[nodiscard]] constexpr Seat front() const { return static_cast<Seat>(std::countr_zero(bits_)); }
    [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }

    friend constexpr bool operator==(SeatSet, SeatSet) = default;

    class Iterator {
      public:
        constexpr explicit Iterator(std::uint8_t rest) : rest_(rest) {}
        constexpr Seat operator*() const { return static_cast<Seat>(std::countr_zero(rest_)); }
        constexpr Iterator& operator++() {
            rest_ = static_cast<std::uint8_t>(rest_ & (rest_ - 1U));
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        std::uint8_t rest_;
    };
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

  private:
    constexpr explicit SeatSet(std::uint8_t bits) : bits_(bits) {}
    std::uint8_t bits_ = 0;
};

/// The actor: a seat, or chance.
class Actor {
  public:
    static constexpr Actor seat(Seat seat) { return Actor(static_cast<std::int8_t>(seat)); }
    static constexpr Actor chance() { return Actor(-1); }
    [[nodiscard]] constexpr bool is_chance() const { return value_ < 0; }
    /// Only for an actor that is not chance.
    [[nodiscard]] constexpr Seat seat() const { return static_cast<Seat>(value_); }
    friend constexpr bool operator==(Actor, Actor) = default;

  private:
    constexpr explicit Actor(std::int8_t value) : value_(value) {}
    std::int8_t value_;
};

/// The next to act: some seats (several if they choose at the same time), or chance, or none when the game is over.
struct ToAct {
    SeatSet seats;
    bool chance = false;

    [[nodiscard]] constexpr bool nobody() const { return !chance && seats.empty(); }
    [[nodiscard]] constexpr bool includes(Actor actor) const {
        return actor.is_chance() ? chance : seats.contains(actor.seat());
    }
    friend constexpr bool operator==(const ToAct&, const ToAct&) = default;
};

/// The observer: a seat, a spectator (sees all that is open), or `all` (sees everything: records, analysis).
class Observer {
  public:
    static constexpr Observer seat(Seat seat) { return Observer(static_cast<std::int8_t>(seat)); }
    static constexpr Observer spectator() { return Observer(-1); }
    static constexpr Observer all() { return Observer(-2); }
    [[nodiscard]] constexpr bool is_seat() const { return value_ >= 0; }
    [[nodiscard]] constexpr bool is_spectator() const { return value_ == -1; }
    [[nodiscard]] constexpr bool is_all() const { return value_ == -2; }
    /// Only for an observer who is a seat.
    [[nodiscard]] constexpr Seat seat() const { return static_cast<Seat>(value_); }
    /// May this observer see what belongs to `owner` alone?
    [[nodiscard]] constexpr bool sees_private(Seat owner) const { return is_all() || value_ == owner; }
    friend constexpr bool operator==(Observer, Observer) = default;

  private:
    constexpr explicit Observer(std::int8_t value) : value_(value) {}
    std::int8_t value_;
};

}  // namespace springtide
