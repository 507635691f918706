#include "server/tournament/pairing.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "core/random.hpp"
#include "server/tournament/plan.hpp"

namespace springtide::tournament {

namespace {

constexpr std::int64_t cost_of_bye_by_points = std::int64_t{1} << 20;  // more than all differences of points together
constexpr std::int64_t cost_of_repeat = std::int64_t{1} << 32;         // more than all of these
constexpr std::int64_t cost_of_bot_again = std::int64_t{1} << 44;      // more than all repeats together
constexpr int most_kicks = 2999;
constexpr int kicks_before_new_start = 1000;  // while any meeting repeats
constexpr int kicks_of_points = 8;            // when no avoidable meeting repeats
constexpr std::size_t size_of_kick = 3;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Tables as places to be filled: group by group, those with a bye last.
class Arrangement {
  public:
    Arrangement(const Rules& rules, std::span<const Entrant> entrants, const Meetings& meetings, Random& random)
        : rules_(rules), entrants_(entrants), meetings_(meetings), random_(random) {
        for (int one = 0; one < static_cast<int>(entrants.size()); ++one)
            if (entrants[at(one)].is_here) order_.push_back(one);
        const int people = static_cast<int>(order_.size());
        const int seats = rules.seats;
        // With fewer people than seats there would be no game at all: then bots sit there in any case.
        const bool with_byes = rules.odd == OddPlayers::bye && people >= seats;
        const int tables = with_byes ? people / seats : (people + seats - 1) / seats;
        byes_ = with_byes ? people % seats : 0;
        const int bots = with_byes ? 0 : tables * seats - people;
        for (int table = 0; table < tables; ++table) {
            const int of_table = bots / tables + (tables - table <= bots % tables ? 1 : 0);
            add_group(seats - of_table, of_table);
        }
        if (byes_ > 0) add_group(byes_, 0);
        for (const int one : order_) fewest_bots_ = std::min(fewest_bots_, meetings.with_bots(one));
        weigh();
        unavoidable_ = least_possible();
    }

    /// A first order: random, then, in a Swiss tournament, by points; byes to the players with the fewest.
    void fill() {
        random_.shuffle(order_);
        if (rules_.format == Format::swiss)
            std::ranges::stable_sort(order_, std::greater(), [&](int one) { return points(one); });
        const auto by_byes = [&](int a, int b) { return meetings_.byes(a) > meetings_.byes(b); };
        if (byes_ == 0) return;
        // Those with the fewest byes last, the weakest of them at the very end; the others by points again.
        auto last = order_;
        std::ranges::stable_sort(last, by_byes);
        const std::vector<int> out(last.end() - byes_, last.end());
        std::erase_if(order_, [&](int one) { return std::ranges::find(out, one) != out.end(); });
        order_.insert(order_.end(), out.begin(), out.end());
    }

    /// Exchanges two people as long as that makes it better, then shakes it a little and tries again; keeps the best.
    void improve() {
        sum_up();
        descend();
        std::vector<int> best = order_;
        std::int64_t least = cost();
        for (int left = most_kicks; left > 0; --left) {
            if (least < unavoidable_ + cost_of_repeat) left = std::min(left, kicks_of_points);
            if (left % kicks_before_new_start == 0) {
                fill();
                sum_up();
            }
            shake();
            descend();
            const auto now = cost();
            if (now <= least) {
                least = now;
                best = order_;
            } else if (now >= least + 2 * cost_of_repeat || random_.below(8) == 0) {
                order_ = best;
                sum_up();
            }
        }
        order_ = best;
        sum_up();
    }

    /// Tables of two: an exact answer if repeats can be avoided.
    void pair_exactly() {
        if (rules_.seats != 2 || cost() < cost_of_repeat) return;
        const int people = static_cast<int>(order_.size());
        const int count = people + people % 2;  // the bot or the bye is one more to be met
        std::vector<int> once(order_);
        std::ranges::sort(once);
        std::vector<char> may_meet(at(count) * at(count), 0);
        const auto alone = [&](int one) { return meetings_.byes(one) + meetings_.with_bots(one); };
        int fewest = std::numeric_limits<int>::max();
        for (const int one : once) fewest = std::min(fewest, alone(one));
        for (int a = 0; a < people; ++a)
            for (int b = 0; b < count; ++b)
                may_meet[at(a) * at(count) + at(b)] = may_meet[at(b) * at(count) + at(a)] =
                    static_cast<char>(a != b && (b == people ? alone(once[at(a)]) == fewest
                                                             : meetings_.between(once[at(a)], once[at(b)]) == 0));
        const auto partners = most_pairs(count, may_meet);
        if (std::ranges::find(partners, -1) != partners.end()) return;
        std::vector<int> order;
        for (int a = 0; a < people; ++a)
            if (partners[at(a)] > a && partners[at(a)] != people) {
                order.push_back(once[at(a)]);
                order.push_back(once[at(partners[at(a)])]);
            }
        if (count != people) order.push_back(once[at(partners[at(people)])]);
        order_ = order;
        sum_up();
        descend();
    }

    /// The next round of a schedule without repeats, if one fits the players present.
    [[nodiscard]] std::optional<Round> planned() {
        std::vector<int> people(order_);
        std::ranges::sort(people);
        const int count = static_cast<int>(people.size());
        if (rules_.odd == OddPlayers::bye && rules_.seats > 2 && count % rules_.seats != 0) return std::nullopt;
        for (int number = 0;; ++number) {
            const auto plan = planned_round(count, rules_.seats, number);
            if (!plan) return std::nullopt;
            Round round;
            for (const auto& seats : *plan) {
                Pairing table;
                for (const int one : seats)
                    if (one < count) table.people.push_back(people[at(one)]);
                if (table.people.empty()) continue;
                random_.shuffle(table.people);
                table.bots = rules_.seats - static_cast<int>(table.people.size());
                if (table.bots > 0 && rules_.seats == 2 && rules_.odd == OddPlayers::bye)
                    round.byes = table.people;
                else
                    round.tables.push_back(std::move(table));
            }
            if (meetings_.repeats(round) == 0 && is_fair(round)) return round;
        }
    }

    [[nodiscard]] Round round() {
        Round made;
        std::size_t next = 0;
        for (const Group& group : groups_) {
            std::vector<int> people(order_.begin() + static_cast<std::ptrdiff_t>(next),
                                    order_.begin() + static_cast<std::ptrdiff_t>(next + group.size));
            next += group.size;
            random_.shuffle(people);  // no player sits first because of points
            if (&group == &groups_.back() && byes_ > 0)
                made.byes = std::move(people);
            else
                made.tables.push_back({.people = std::move(people), .bots = group.bots});
        }
        std::ranges::stable_sort(made.tables, std::greater(), [&](const Pairing& table) {
            int sum = 0;
            for (const int one : table.people) sum += points(one);
            return sum;
        });
        return made;
    }

  private:
    struct Group {
        std::size_t size;
        int bots;
    };

    void add_group(int size, int bots) {
        for (int i = 0; i < size; ++i) group_at_.push_back(groups_.size());
        first_.push_back(group_at_.size() - at(size));
        groups_.push_back({.size = at(size), .bots = bots});
    }

    [[nodiscard]] int points(int one) const { return entrants_[at(one)].half_points; }

    /// The cost of two people at one table.
    void weigh() {
        const int all = meetings_.people();
        weights_.resize(at(all) * at(all));
        for (int a = 0; a < all; ++a)
            for (int b = 0; b < all; ++b) {
                const std::int64_t apart = rules_.format == Format::swiss ? points(a) - points(b) : 0;
                weights_[at(a) * at(all) + at(b)] = cost_of_repeat * meetings_.between(a, b) + apart * apart;
            }
    }
    [[nodiscard]] std::int64_t weight(int a, int b) const { return weights_[at(a) * at(meetings_.people()) + at(b)]; }
    [[nodiscard]] bool is_bye(std::size_t group) const { return byes_ > 0 && group + 1 == groups_.size(); }

    /// The cost of this person in a group, independent of the others.
    [[nodiscard]] std::int64_t cost_alone(int one, std::size_t group) const {
        if (is_bye(group)) return rules_.format == Format::swiss ? cost_of_bye_by_points * points(one) : 0;
        if (groups_[group].bots == 0) return 0;
        const auto again = rules_.seats == 2 ? cost_of_bot_again : cost_of_repeat;
        return again * (meetings_.with_bots(one) - fewest_bots_) * groups_[group].bots;
    }
    [[nodiscard]] std::int64_t& cost_with(int one, std::size_t group) {
        return costs_[group * at(meetings_.people()) + at(one)];
    }
    /// The cost of a person in a group with all its members.
    void sum_up() {
        costs_.assign(groups_.size() * at(meetings_.people()), 0);
        for (const int one : order_) {
            for (std::size_t group = 0; group < groups_.size(); ++group) cost_with(one, group) = cost_alone(one, group);
            for (std::size_t place = 0; place < order_.size(); ++place)
                if (!is_bye(group_at_[place])) cost_with(one, group_at_[place]) += weight(one, order_[place]);
        }
    }
    void exchange(std::size_t a, std::size_t b) {
        const int one = order_[a];
        const int other = order_[b];
        for (const int any : order_) {
            const auto more = weight(any, other) - weight(any, one);
            if (!is_bye(group_at_[a])) cost_with(any, group_at_[a]) += more;
            if (!is_bye(group_at_[b])) cost_with(any, group_at_[b]) -= more;
        }
        std::swap(order_[a], order_[b]);
    }
    [[nodiscard]] std::int64_t cost() {
        std::int64_t twice = 0;
        for (std::size_t place = 0; place < order_.size(); ++place)
            twice += cost_with(order_[place], group_at_[place]) + cost_alone(order_[place], group_at_[place]);
        return twice / 2;
    }

    /// Byes are exchanged only between players with equally many.
    [[nodiscard]] bool may_exchange(std::size_t a, std::size_t b) const {
        if (group_at_[a] == group_at_[b]) return false;
        if (!is_bye(group_at_[a]) && !is_bye(group_at_[b])) return true;
        return meetings_.byes(order_[a]) == meetings_.byes(order_[b]);
    }
    [[nodiscard]] std::int64_t gain(std::size_t a, std::size_t b) {
        const std::size_t ga = group_at_[a];
        const std::size_t gb = group_at_[b];
        const int one = order_[a];
        const int other = order_[b];
        const auto between = weight(one, other);
        return cost_with(one, ga) + cost_with(other, gb) - cost_with(other, ga) - cost_with(one, gb) +
               (is_bye(ga) ? 0 : between) + (is_bye(gb) ? 0 : between);
    }
    void descend() {
        for (bool better = true; better;) {
            better = false;
            for (std::size_t a = 0; a + 1 < order_.size(); ++a)
                for (std::size_t b = a + 1; b < order_.size(); ++b)
                    if (may_exchange(a, b) && gain(a, b) > 0) {
                        exchange(a, b);
                        better = true;
                    }
        }
    }
    /// Some random exchanges, first of all of a player with a repeated meeting.
    void shake() {
        const auto places = static_cast<std::uint32_t>(order_.size());
        std::size_t a = random_.below(places);
        for (std::size_t i = 0; i < order_.size() && cost_with(order_[a], group_at_[a]) < cost_of_repeat; ++i)
            a = (a + 1) % order_.size();
        for (std::size_t i = 0; i < size_of_kick; ++i) {
            const auto b = random_.below(places);
            if (may_exchange(a, b)) exchange(a, b);
            a = random_.below(places);
        }
    }

    /// Less cannot be: some have too few left whom they did not meet, or too few had no bot yet.
    [[nodiscard]] std::int64_t least_possible() const {
        std::int64_t missing = 0;
        std::size_t smallest = order_.size();
        for (const Group& group : groups_) smallest = std::min(smallest, group.size);
        const int fewest_met = byes_ > 0 ? 0 : static_cast<int>(smallest) - 1;
        for (const int one : order_) {
            int left = 0;
            for (const int other : order_)
                if (other != one && meetings_.between(one, other) == 0) ++left;
            missing += std::max(0, fewest_met - left);
        }
        if (rules_.seats == 2) return (missing + 1) / 2 * cost_of_repeat;
        // The players who sat with bots most often get the places with the fewest.
        std::vector<int> counts;
        std::vector<int> bots;
        counts.reserve(order_.size());
        bots.reserve(order_.size());
        for (const int one : order_) counts.push_back(meetings_.with_bots(one) - fewest_bots_);
        for (const std::size_t group : group_at_) bots.push_back(groups_[group].bots);
        std::ranges::sort(counts, std::greater());
        std::ranges::sort(bots);
        std::int64_t again = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) again += std::int64_t{counts[i]} * bots[i];
        return ((missing + 1) / 2 + again) * cost_of_repeat;
    }

    /// No player is alone again before all were.
    [[nodiscard]] bool is_fair(const Round& round) const {
        const auto alone = [&](int one) { return meetings_.byes(one) + meetings_.with_bots(one); };
        int fewest = std::numeric_limits<int>::max();
        for (const int one : order_) fewest = std::min(fewest, alone(one));
        const auto fair = [&](const std::vector<int>& people) {
            return std::ranges::all_of(people, [&](int one) { return alone(one) == fewest; });
        };
        if (!fair(round.byes)) return false;
        return rules_.seats > 2 || std::ranges::all_of(round.tables, [&](const Pairing& table) {
                   return table.bots == 0 || fair(table.people);
               });
    }

    const Rules& rules_;
    std::span<const Entrant> entrants_;
    const Meetings& meetings_;
    Random& random_;
    std::vector<int> order_;  ///< the player of each place
    std::vector<std::size_t> group_at_;
    std::vector<std::size_t> first_;  ///< place of each group
    std::vector<Group> groups_;
    std::vector<std::int64_t> weights_;
    std::vector<std::int64_t> costs_;  ///< of each person in each group
    int byes_ = 0;
    int fewest_bots_ = std::numeric_limits<int>::max();
    std::int64_t unavoidable_ = 0;
};

}  // namespace

Meetings::Meetings(int people, std::span<const Round> rounds)
    : people_(people), met_(at(people) * at(people), 0), bots_(at(people), 0), byes_(at(people), 0) {
    for (const Round& round : rounds) {
        for (const int one : round.byes) ++byes_[at(one)];
        for (const Pairing& table : round.tables)
            for (const int one : table.people) {
                bots_[at(one)] += table.bots;
                for (const int other : table.people)
                    if (one != other) ++met_[index(one, other)];
            }
    }
}

int Meetings::others_met(int one) const {
    int others = 0;
    for (int other = 0; other < people_; ++other) others += between(one, other) > 0 ? 1 : 0;
    return others;
}

int Meetings::repeats(const Round& round) const {
    int again = 0;
    for (const Pairing& table : round.tables)
        for (const int one : table.people)
            for (const int other : table.people)
                if (one < other) again += between(one, other);
    return again;
}

Round pair_round(const Rules& rules, std::span<const Entrant> entrants, std::span<const Round> before,
                 std::uint64_t seed) {
    const Meetings meetings(static_cast<int>(entrants.size()), before);
    Random random(seed);
    Arrangement arrangement(rules, entrants, meetings, random);
    if (std::ranges::none_of(entrants, &Entrant::is_here)) return {};
    if (rules.format == Format::round_robin)
        if (auto planned = arrangement.planned()) return std::move(*planned);
    arrangement.fill();
    arrangement.improve();
    arrangement.pair_exactly();
    return arrangement.round();
}

int rounds_to_meet_all(int people, int seats) {
    if (seats == 2) return people + people % 2 - 1;
    return std::max(1, (people - 1 + seats - 2) / (seats - 1));
}

}  // namespace springtide::tournament
