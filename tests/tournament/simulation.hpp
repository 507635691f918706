// A whole club night without a server: people come, play by chance and strength, enter late and leave; every round is
// looked at.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "server/tournament/plan.hpp"
#include "server/tournament/standings.hpp"

namespace springtide::tournament {

/// How many a round of a simulation had to do with repeats.
struct Found {
    std::int64_t rounds = 0;
    std::int64_t without_repeats = 0;
    std::int64_t proved = 0;    ///< repeats that nobody could avoid: by counting, by matching, or all ways were tried
    std::int64_t searched = 0;  ///< repeats that other searches could not avoid either
    std::int64_t avoidable = 0;
    std::int64_t steady = 0;  ///< nights in which nobody came late or left
    std::vector<std::int64_t>
        spreads;  ///< of those: by the difference between who met the most others and who met the fewest
    std::vector<std::string> complaints;

    void add(const Found& other) {
        rounds += other.rounds;
        without_repeats += other.without_repeats;
        proved += other.proved;
        searched += other.searched;
        avoidable += other.avoidable;
        steady += other.steady;
        if (spreads.size() < other.spreads.size()) spreads.resize(other.spreads.size());
        for (std::size_t i = 0; i < other.spreads.size(); ++i) spreads[i] += other.spreads[i];
        complaints.insert(complaints.end(), other.complaints.begin(), other.complaints.end());
    }
};

struct Night {
    Rules rules;
    int people = 0;
    int rounds = 0;
    double late = 0;    ///< chance that somebody enters before a round
    double leaves = 0;  ///< chance that somebody goes before a round
    int other_searches = 5;
};

/// Every way to fill tables of `seats` with people who never met; only for few people.
inline bool can_avoid(std::vector<int> left, int seats, const Meetings& meetings) {
    if (left.empty()) return true;
    std::vector<int> table = {left.front()};
    left.erase(left.begin());
    const std::function<bool(std::size_t)> fill = [&](std::size_t from) {
        if (std::ssize(table) == seats) {
            std::vector<int> rest;
            std::ranges::copy_if(left, std::back_inserter(rest),
                                 [&](int one) { return std::ranges::find(table, one) == table.end(); });
            return can_avoid(rest, seats, meetings);
        }
        for (std::size_t i = from; i < left.size(); ++i) {
            if (std::ranges::any_of(table, [&](int one) { return meetings.between(one, left[i]) > 0; })) continue;
            table.push_back(left[i]);
            if (fill(i + 1)) return true;
            table.pop_back();
        }
        return false;
    };
    return fill(0);
}

class Simulation {
  public:
    Simulation(const Night& night, std::uint64_t seed) : night_(night), random_(seed), seed_(seed) {
        for (int i = 0; i < night.people; ++i) enter();
    }

    Found run() {
        bool steady = true;
        for (int number = 0; number < night_.rounds; ++number) {
            if (number > 0 && random_.unit() < night_.late && std::ssize(entrants_) < most_people) {
                enter();
                steady = false;
            }
            if (number > 0 && random_.unit() < night_.leaves && here().size() > 2) {
                const auto people = here();
                entrants_[at(people[random_.below(static_cast<std::uint32_t>(people.size()))])].is_here = false;
                steady = false;
            }
            play(number);
        }
        if (steady) {
            const Meetings all(static_cast<int>(entrants_.size()), rounds_);
            int most = 0;
            int fewest = most_people;
            for (const int one : here()) {
                most = std::max(most, all.others_met(one));
                fewest = std::min(fewest, all.others_met(one));
            }
            found_.steady = 1;
            found_.spreads.resize(at(most - fewest + 1));
            found_.spreads.back() = 1;
        }
        return found_;
    }
    [[nodiscard]] const std::vector<PlayedRound>& played() const { return played_; }

  private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    void enter() {
        entrants_.push_back({});
        strength_.push_back(random_.unit());
    }
    [[nodiscard]] std::vector<int> here() const {
        std::vector<int> people;
        for (int one = 0; one < static_cast<int>(entrants_.size()); ++one)
            if (entrants_[at(one)].is_here) people.push_back(one);
        return people;
    }
    void complain(const std::string& what) {
        found_.complaints.push_back("seed " + std::to_string(seed_) + ", round " + std::to_string(rounds_.size() + 1) +
                                    " of " + std::to_string(night_.people) + " people at tables of " +
                                    std::to_string(night_.rules.seats) + ": " + what);
    }

    void play(int number) {
        const auto seed = mix(seed_ + static_cast<std::uint64_t>(number));
        const Round round = pair_round(night_.rules, entrants_, rounds_, seed);
        check(round);
        PlayedRound played{.round = round, .results = {}};
        for (const Pairing& table : round.tables) {
            std::vector<double> worth;
            for (const int one : table.people) worth.push_back(strength_[at(one)] + random_.unit());
            for (int bot = 0; bot < table.bots; ++bot) worth.push_back(0.5 + random_.unit());
            for (double& one : worth) one = static_cast<int>(one * 10);  // some share a place
            Places places;
            for (const double one : worth)
                places.push_back(
                    static_cast<int>(std::ranges::count_if(worth, [&](double other) { return other > one; })));
            played.results.push_back(places);
        }
        played_.push_back(played);
        rounds_.push_back(round);
        for (const Standing& one : standings(static_cast<int>(entrants_.size()), night_.rules.seats, played_))
            entrants_[at(one.person)].half_points = one.half_points;
    }

    void check(const Round& round) {
        const auto people = here();
        const Meetings meetings(static_cast<int>(entrants_.size()), rounds_);
        const Rules& rules = night_.rules;
        std::vector<int> seated(round.byes);
        int bots = 0;
        int least_bots = rules.seats;
        int most_bots = 0;
        for (const Pairing& table : round.tables) {
            seated.insert(seated.end(), table.people.begin(), table.people.end());
            if (std::ssize(table.people) + table.bots != rules.seats) complain("a table is not full");
            if (table.people.empty()) complain("bots play alone");
            bots += table.bots;
            least_bots = std::min(least_bots, table.bots);
            most_bots = std::max(most_bots, table.bots);
        }
        std::ranges::sort(seated);
        if (seated != people) complain("not everybody has one place");
        const int over = static_cast<int>(people.size()) % rules.seats;
        const bool may_bye = rules.odd == OddPlayers::bye && std::ssize(people) >= rules.seats;
        if (std::ssize(round.byes) != (may_bye ? over : 0)) complain("another number of byes");
        if (bots != (may_bye || over == 0 ? 0 : rules.seats - over)) complain("another number of bots");
        if (most_bots - least_bots > 1) complain("bots are not spread");
        int fewest_byes = most_people;
        int fewest_bots = most_rounds * most_seats;
        for (const int one : people) {
            fewest_byes = std::min(fewest_byes, meetings.byes(one));
            fewest_bots = std::min(fewest_bots, meetings.with_bots(one));
        }
        std::vector<int> without;  // a bye, ordered by how many they had
        for (const int one : people)
            if (std::ranges::find(round.byes, one) == round.byes.end()) without.push_back(meetings.byes(one));
        for (const int one : round.byes)
            if (!without.empty() && meetings.byes(one) > std::ranges::min(without)) complain("a bye too early");
        if (rules.seats == 2)
            for (const Pairing& table : round.tables)
                if (table.bots > 0 && meetings.with_bots(table.people.front()) > fewest_bots)
                    complain("a bot too early");
        judge(round, meetings, people);
    }

    void judge(const Round& round, const Meetings& meetings, const std::vector<int>& people) {
        ++found_.rounds;
        const int repeats = meetings.repeats(round);
        if (repeats == 0) {
            ++found_.without_repeats;
        } else if (!may_be_avoided(round, meetings, people)) {
            ++found_.proved;
        } else {
            for (int i = 1; i <= night_.other_searches; ++i) {
                const auto seed = mix(seed_ ^ static_cast<std::uint64_t>(i) << 32U);
                if (meetings.repeats(pair_round(night_.rules, entrants_, rounds_, seed)) >= repeats) continue;
                ++found_.avoidable;
                return;
            }
            ++found_.searched;
        }
    }

    /// False where it is certain that somebody must meet again.
    bool may_be_avoided(const Round& round, const Meetings& meetings, const std::vector<int>& people) const {
        const int seats = night_.rules.seats;
        const int count = static_cast<int>(people.size());
        const auto alone = [&](int one) { return meetings.byes(one) + meetings.with_bots(one); };
        if (seats == 2) {
            int fewest = most_rounds;
            for (const int one : people) fewest = std::min(fewest, alone(one));
            const int all = count + count % 2;
            std::vector<char> may(at(all) * at(all), 0);
            for (int a = 0; a < count; ++a)
                for (int b = 0; b < count; ++b)
                    may[at(a) * at(all) + at(b)] =
                        static_cast<char>(a != b && meetings.between(people[at(a)], people[at(b)]) == 0);
            for (int a = 0; a < count && all > count; ++a)
                may[at(a) * at(all) + at(count)] = may[at(count) * at(all) + at(a)] =
                    static_cast<char>(alone(people[at(a)]) == fewest);
            const auto partners = most_pairs(all, may);
            return std::ranges::find(partners, -1) == partners.end();
        }
        if (!round.byes.empty()) return true;
        if (count % seats == 0 && count <= 16) return can_avoid(people, seats, meetings);
        std::size_t smallest = at(seats);
        for (const Pairing& table : round.tables) smallest = std::min(smallest, table.people.size());
        for (const int one : people) {
            const auto left = std::ranges::count_if(
                people, [&](int other) { return other != one && meetings.between(one, other) == 0; });
            if (left + 1 < static_cast<std::ptrdiff_t>(smallest)) return false;
        }
        return true;
    }

    Night night_;
    Random random_;
    std::uint64_t seed_;
    std::vector<Entrant> entrants_;
    std::vector<double> strength_;
    std::vector<Round> rounds_;
    std::vector<PlayedRound> played_;
    Found found_;
};

/// A night of the usual kind, drawn by chance: 4 to 64 people, tables of two to six, as many rounds as an evening has.
inline Night any_night(Random& random) {
    Night night;
    night.people = fewest_people + static_cast<int>(random.below(most_people - fewest_people + 1));
    night.rules.seats = fewest_seats + static_cast<int>(random.below(most_seats - fewest_seats + 1));
    night.rules.format = random.below(2) == 0 ? Format::swiss : Format::round_robin;
    night.rules.odd = random.below(2) == 0 ? OddPlayers::bot : OddPlayers::bye;
    night.rounds = 3 + static_cast<int>(random.below(6));
    if (random.below(2) == 0) {
        night.late = 0.4;
        night.leaves = 0.4;
    }
    return night;
}

}  // namespace springtide::tournament
