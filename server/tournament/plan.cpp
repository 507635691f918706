#include "server/tournament/plan.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace springtide::tournament {

namespace {

/// Addition and multiplication of a finite field, for the orders that tables of 64 people can need.
class Field {
  public:
    static std::optional<Field> of_order(int order) {
        constexpr std::array primes{2, 3, 5, 7, 11, 13, 17, 19};
        if (std::ranges::find(primes, order) != primes.end()) return Field(order, 0);
        if (order == 4) return Field(order, 0b111);
        if (order == 8) return Field(order, 0b1011);
        if (order == 16) return Field(order, 0b10011);
        if (order == 9) return Field(order, 0);
        return std::nullopt;
    }
    [[nodiscard]] int sum(int a, int b) const {
        if (polynomial_ != 0) return a ^ b;
        if (order_ == 9) return (a / 3 + b / 3) % 3 * 3 + (a + b) % 3;
        return (a + b) % order_;
    }
    [[nodiscard]] int product(int a, int b) const {
        if (polynomial_ != 0) return carryless(a, b);
        if (order_ != 9) return a * b % order_;
        // Numbers a + bi over the field of three, where ii is -1.
        const int real = (a / 3 * (b / 3) + 2 * (a % 3) * (b % 3)) % 3;
        const int imaginary = (a / 3 * (b % 3) + a % 3 * (b / 3)) % 3;
        return real * 3 + imaginary;
    }

  private:
    Field(int order, int polynomial) : order_(order), polynomial_(polynomial) {}
    [[nodiscard]] int carryless(int a, int b) const {
        int product = 0;
        for (; b != 0; b /= 2) {
            if (b % 2 != 0) product ^= a;
            a *= 2;
            if (a >= order_) a ^= polynomial_;
        }
        return product;
    }
    int order_;
    int polynomial_;
};

/// One stays, the others go round.
std::optional<std::vector<std::vector<int>>> circle(int people, int number) {
    const int ring = people + people % 2 - 1;
    if (number >= ring) return std::nullopt;
    std::vector<std::vector<int>> round = {{ring, number}};
    for (int i = 1; i <= ring / 2; ++i) round.push_back({(number + i) % ring, (number - i + ring) % ring});
    return round;
}

/// Edmonds' search for a path that gives one more person a partner.
class Matching {
  public:
    Matching(int count, const std::vector<char>& may_meet)
        : count_(count), may_meet_(may_meet), partner_(static_cast<std::size_t>(count), -1) {}

    std::vector<int> most() {
        for (int one = 0; one < count_; ++one)
            if (partner_[at(one)] < 0) extend_from(one);
        return partner_;
    }

  private:
    static std::size_t at(int one) { return static_cast<std::size_t>(one); }
    [[nodiscard]] bool may_meet(int one, int other) const { return may_meet_[at(one) * at(count_) + at(other)] != 0; }

    void extend_from(int root) {
        parent_.assign(at(count_), -1);
        base_.resize(at(count_));
        std::iota(base_.begin(), base_.end(), 0);
        reached_.assign(at(count_), 0);
        reached_[at(root)] = 1;
        std::vector<int> ahead = {root};
        for (std::size_t next = 0; next < ahead.size(); ++next)
            if (const int end = look_from(ahead[next], root, ahead); end >= 0) return turn(end);
    }

    /// The end of a path, if one was found.
    int look_from(int one, int root, std::vector<int>& ahead) {
        for (int other = 0; other < count_; ++other) {
            if (!may_meet(one, other) || base_[at(one)] == base_[at(other)] || partner_[at(one)] == other) continue;
            if (other == root || (partner_[at(other)] >= 0 && parent_[at(partner_[at(other)])] >= 0)) {
                close_blossom(one, other, ahead);
            } else if (parent_[at(other)] < 0) {
                parent_[at(other)] = one;
                if (partner_[at(other)] < 0) return other;
                reached_[at(partner_[at(other)])] = 1;
                ahead.push_back(partner_[at(other)]);
            }
        }
        return -1;
    }

    /// An odd ring counts as one from now on.
    void close_blossom(int one, int other, std::vector<int>& ahead) {
        const int base = common_base(one, other);
        in_blossom_.assign(at(count_), 0);
        mark_path(one, base, other);
        mark_path(other, base, one);
        for (int any = 0; any < count_; ++any) {
            if (in_blossom_[at(base_[at(any)])] == 0) continue;
            base_[at(any)] = base;
            if (std::exchange(reached_[at(any)], 1) == 0) ahead.push_back(any);
        }
    }

    [[nodiscard]] int common_base(int one, int other) const {
        std::vector<char> seen(at(count_), 0);
        for (;;) {
            one = base_[at(one)];
            seen[at(one)] = 1;
            if (partner_[at(one)] < 0) break;
            one = parent_[at(partner_[at(one)])];
        }
        for (;;) {
            other = base_[at(other)];
            if (seen[at(other)] != 0) return other;
            other = parent_[at(partner_[at(other)])];
        }
    }

    void mark_path(int one, int base, int child) {
        while (base_[at(one)] != base) {
            in_blossom_[at(base_[at(one)])] = in_blossom_[at(base_[at(partner_[at(one)])])] = 1;
            parent_[at(one)] = child;
            child = partner_[at(one)];
            one = parent_[at(partner_[at(one)])];
        }
    }

    /// Along the path all take the other neighbour.
    void turn(int end) {
        while (end >= 0) {
            const int before = parent_[at(end)];
            const int next = partner_[at(before)];
            partner_[at(end)] = before;
            partner_[at(before)] = end;
            end = next;
        }
    }

    int count_;
    const std::vector<char>& may_meet_;
    std::vector<int> partner_;
    std::vector<int> parent_;
    std::vector<int> base_;
    std::vector<char> reached_;
    std::vector<char> in_blossom_;
};

}  // namespace

std::optional<std::vector<std::vector<int>>> planned_round(int people, int seats, int number) {
    if (number < 0) return std::nullopt;
    if (seats == 2) return circle(people, number);
    const int tables = (people + seats - 1) / seats;
    const auto field = Field::of_order(tables);
    if (!field || tables < seats) return std::nullopt;
    // Person `row` of each column; two of different columns meet in exactly one of the rounds.
    const auto person = [&](int column, int row) { return column * tables + row; };
    std::vector<std::vector<int>> round(static_cast<std::size_t>(tables));
    if (number < tables) {
        for (int table = 0; table < tables; ++table)
            for (int column = 0; column < seats; ++column)
                round[static_cast<std::size_t>(table)].push_back(
                    person(column, field->sum(table, field->product(number, column))));
        return round;
    }
    // One round more, in which those of one column meet.
    if (number > tables || tables % seats != 0 || people != tables * seats) return std::nullopt;
    for (int one = 0; one < people; ++one) round[static_cast<std::size_t>(one / seats)].push_back(one);
    return round;
}

std::vector<int> most_pairs(int count, const std::vector<char>& may_meet) { return Matching(count, may_meet).most(); }

}  // namespace springtide::tournament
