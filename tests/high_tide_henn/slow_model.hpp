#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Henn's High Tide once more, written straight from the clauses with vectors and maps and without a thought for speed:
/// base game, coins, sharks and surfers. It shares nothing with rules/; dice, beaches and decisions are texts.
namespace slow_high_tide_henn {

using Strings = std::vector<std::string>;

struct Setting {
    int players = 4;
    bool coins = false;
    bool sharks = false;
    bool surfers = false;
    bool german = true;
    bool at_once = false;
    int beach_length = 20;
    int rental_start = 4;
    std::vector<int> shark_values = {1, 2, 2, 3, 3, 4, 4};
};

inline const std::string colours = "kpboyw";

/// A dice pair, or a towel, or nothing.
struct TrackSpace {
    Strings dice;
    std::optional<int> towel;
};

struct BeachModel {
    int dry_spaces = 20;                   ///< H5, H17
    std::map<int, std::vector<int>> sand;  ///< space to seats, left to right (H14)
    std::set<int> bar;
    std::set<int> wet;
    std::map<int, int> coins;  ///< space to value (HC1)
};

inline int number_of(const std::string& die) { return die[1] - '0'; }

/// H11
inline Strings laid_down(const std::string& a, const std::string& b) {
    if (number_of(a) > number_of(b)) return {a, b};
    if (number_of(a) < number_of(b)) return {b, a};
    return colours.find(a[0]) <= colours.find(b[0]) ? Strings{a, b} : Strings{b, a};
}

class Game {
  public:
    explicit Game(const Setting& chosen) : setting(chosen), sharks_left(chosen.shark_values) {
        for (const char colour : colours) {
            beaches[colour].dry_spaces = setting.beach_length;
            for (int seat = 0; seat < setting.players; ++seat) beaches[colour].bar.insert(seat);  // H1
        }
        awaits = "towels";
    }

    // What chance does.
    void towels(const std::vector<int>& top_first) {
        pile = top_first;
        awaits = setting.coins ? "coins" : setting.surfers ? "surfers" : "";
        if (awaits.empty()) start_round();
    }
    void lay_coins(const std::map<char, std::vector<int>>& values) {
        for (const auto& [colour, row] : values)
            for (int space = 1; space <= 8; ++space)
                beaches[colour].coins[space] = row[static_cast<std::size_t>(space - 1)];
        awaits = setting.surfers ? "surfers" : "";
        if (awaits.empty()) start_round();
    }
    void deal_surfers(const std::string& by_seat) {
        for (std::size_t seat = 0; seat < by_seat.size(); ++seat) surfer[static_cast<int>(seat)] = by_seat[seat];
        start_round();
    }
    void raise_alert(char colour) {
        alert = colour;
        start_turn();
    }
    void roll(const std::string& a, const std::string& b) {
        for (const auto& die : {a, b}) bag.erase(std::ranges::find(bag, die[0]));
        if (awaits == "waves") {
            track[first_free()].dice = laid_down(a, b);  // H16
            waves_or_shark();
            return;
        }
        hand = laid_down(a, b);
        awaits = "answer";
    }
    void reroll(const std::vector<int>& numbers) {
        std::size_t next = 0;
        if (rolling_again == "left" || rolling_again == "both") hand[0][1] = static_cast<char>('0' + numbers[next++]);
        if (rolling_again == "right" || rolling_again == "both") hand[1][1] = static_cast<char>('0' + numbers[next++]);
        move();
    }
    void shark(int spaces) {  // HS2 to HS4
        sharks_left.erase(std::ranges::find(sharks_left, spaces));
        BeachModel& beach = beaches[alert];
        if (!beach.sand.empty()) {
            auto& [space, seats] = *beach.sand.rbegin();
            const int seat = setting.german ? seats.back() : seats.front();
            const int to = std::max(0, space - spaces);
            lift(beach, seat);
            put_down(beach, seat, to);
        }
        bring_waves();
    }

    // What players do.
    Strings choices() const {
        if (awaits == "choose") {
            Strings list;
            if (free_usable() > 0) list.push_back("roll");  // H9
            for (std::size_t i = 0; i < track.size(); ++i)
                if (!track[i].dice.empty()) list.push_back("take " + std::to_string(i + 1));
            return list;
        }
        if (awaits == "answer") return free_usable() >= 2 ? Strings{"accept", "decline"} : Strings{"accept"};  // H10
        if (awaits == "choose_reroll")                                                                         // H12
            return taken_from == 1 ? Strings{"reroll both", "reroll left", "reroll none", "reroll right"}
                                   : Strings{"reroll left", "reroll none", "reroll right"};
        if (awaits == "order") return {"first left", "first right"};
        if (awaits == "coin") return {"coin leave", "coin take"};
        return {};
    }
    void act(const std::string& choice) {
        if (choice == "roll") {
            awaits = "roll";
        } else if (choice.starts_with("take ")) {
            taken_from = choice[5] - '0';
            hand = track[static_cast<std::size_t>(taken_from - 1)].dice;
            track[static_cast<std::size_t>(taken_from - 1)].dice.clear();
            if (taken_from <= 2)
                awaits = "choose_reroll";
            else
                move();
        } else if (choice == "accept") {
            move();
        } else if (choice == "decline") {  // H11
            track[first_free()].dice = hand;
            hand.clear();
            awaits = "roll";
        } else if (choice == "reroll none") {
            move();
        } else if (choice.starts_with("reroll ")) {
            rolling_again = choice.substr(7);
            awaits = "reroll";
        } else if (choice == "first left" || choice == "first right") {
            if (choice == "first right") std::swap(to_move[0], to_move[1]);
            walk();
        } else {
            if (choice == "coin take") {
                BeachModel& beach = beaches[coin_on];
                coins_of[active][coin_on] = beach.coins[space_of(beach, active)];
                beach.coins.erase(space_of(beach, active));
            }
            walk();
        }
    }

    // Scoring, H21 to H23, HC4, HU2, HU3.
    std::vector<int> points() const {
        std::vector<int> sum(static_cast<std::size_t>(setting.players), 0);
        for (const auto& [colour, beach] : beaches) {
            std::vector<int> ranking;  // nearest to the water first
            for (auto space = beach.sand.rbegin(); space != beach.sand.rend(); ++space)
                ranking.insert(ranking.end(), space->second.rbegin(), space->second.rend());
            std::vector<int> prizes = setting.players >= 5 ? std::vector<int>{4, 2, 1} : std::vector<int>{4, 2};
            for (const int seat : beach.bar) sum[static_cast<std::size_t>(seat)] += is_surfer(seat, colour) ? 2 : 1;
            std::erase_if(ranking, [&, c = colour](int seat) { return is_surfer(seat, c); });
            for (const int seat : beach.wet) {
                if (!is_surfer(seat, colour)) continue;
                sum[static_cast<std::size_t>(seat)] += 6;
                prizes.erase(prizes.begin());
            }
            for (std::size_t place = 0; place < std::min(prizes.size(), ranking.size()); ++place)
                sum[static_cast<std::size_t>(ranking[place])] += prizes[place];
        }
        if (setting.coins) add_coin_points(sum);
        return sum;
    }

    // Everything there is; public, because a model has nothing to protect.
    Setting setting;
    std::string awaits;
    int round = 0;
    int active = 0;
    std::vector<int> pile;
    std::vector<TrackSpace> track;
    std::optional<int> rental;
    std::vector<char> bag;
    Strings pool;
    Strings hand;
    int taken_from = 0;
    std::string rolling_again;
    std::vector<std::pair<char, int>> to_move;
    char coin_on = 0;
    std::map<char, BeachModel> beaches;
    std::map<int, std::map<char, int>> coins_of;
    std::map<int, char> surfer;
    std::vector<int> sharks_left;
    char alert = 0;

  private:
    bool is_surfer(int seat, char colour) const { return surfer.contains(seat) && surfer.at(seat) == colour; }

    void start_round() {
        ++round;
        bag.clear();
        for (const char colour : colours) bag.insert(bag.end(), setting.players <= 4 ? 2U : 3U, colour);  // H2
        pool.clear();
        track.assign(static_cast<std::size_t>(setting.players + 1), {});  // H3
        rental.reset();
        if (setting.rental_start <= setting.players + 1) rental = setting.rental_start;  // H4
        turns_taken = 0;
        if (setting.sharks)
            awaits = "alert";
        else
            start_turn();
    }

    void start_turn() {
        active = pile.front();
        pile.erase(pile.begin());
        if (turns_taken > 0 && rental) {  // H7
            if (*rental == setting.players + 1)
                rental.reset();
            else
                ++*rental;
        }
        ++turns_taken;
        hand.clear();
        taken_from = 0;
        awaits = "choose";
    }

    std::size_t first_free() const {
        std::size_t space = 0;
        while (track[space].towel || !track[space].dice.empty()) ++space;
        return space;
    }

    int free_usable() const {  // H8
        int count = 0;
        for (std::size_t i = 0; i < track.size(); ++i)
            if (!track[i].towel && track[i].dice.empty() && (!rental || static_cast<int>(i) + 1 < *rental)) ++count;
        return count;
    }

    static int space_of(const BeachModel& beach, int seat) {
        for (const auto& [space, seats] : beach.sand)
            if (std::ranges::find(seats, seat) != seats.end()) return space;
        return 0;
    }
    static void lift(BeachModel& beach, int seat) {
        beach.bar.erase(seat);
        for (auto& [space, seats] : beach.sand) std::erase(seats, seat);
        std::erase_if(beach.sand, [](const auto& entry) { return entry.second.empty(); });
    }
    static void put_down(BeachModel& beach, int seat, int space) {
        if (space == 0)
            beach.bar.insert(seat);
        else if (space > beach.dry_spaces)  // H18
            beach.wet.insert(seat);
        else
            beach.sand[space].push_back(seat);  // H14
    }

    bool may_take_coin(char colour, int space) const {  // HC2
        const BeachModel& beach = beaches.at(colour);
        if (!setting.coins || beach.wet.contains(active) || space > beach.dry_spaces) return false;
        const auto own = coins_of.find(active);
        return beach.coins.contains(space) && (own == coins_of.end() || !own->second.contains(colour));
    }

    void move() {  // H13
        to_move = {{hand[0][0], number_of(hand[0])}, {hand[1][0], number_of(hand[1])}};
        const auto [colour, left] = to_move[0];
        const int right = to_move[1].second;
        if (to_move[1].first == colour) {
            const int from = space_of(beaches[colour], active);
            const bool coin_left = may_take_coin(colour, from + left);
            const bool coin_right = may_take_coin(colour, from + right);
            if (!coin_left && !coin_right) {
                to_move = {{colour, left + right}};
            } else if (left != right) {  // HC3
                awaits = "order";
                return;
            }
        }
        walk();
    }

    void walk() {
        while (!to_move.empty()) {
            const auto [colour, spaces] = to_move.front();
            to_move.erase(to_move.begin());
            BeachModel& beach = beaches[colour];
            if (beach.wet.contains(active)) continue;  // H18
            const int to = space_of(beach, active) + spaces;
            lift(beach, active);
            put_down(beach, active, to);
            if (may_take_coin(colour, to)) {
                coin_on = colour;
                awaits = "coin";
                return;
            }
        }
        end_turn();
    }

    bool somebody_wet() const {
        return std::ranges::any_of(beaches, [](const auto& entry) { return !entry.second.wet.empty(); });
    }

    void end_turn() {  // H15
        track[first_free()].towel = active;
        pool.insert(pool.end(), hand.begin(), hand.end());
        hand.clear();
        if (setting.at_once && somebody_wet()) {  // H19
            awaits = "over";
        } else if (!pile.empty()) {
            start_turn();
        } else if (std::ranges::any_of(track, [](const TrackSpace& space) { return !space.dice.empty(); })) {
            waves_or_shark();
        } else {
            awaits = "waves";  // H16
        }
    }

    void waves_or_shark() {
        if (setting.sharks)
            awaits = "shark";
        else
            bring_waves();
    }

    void flood(char colour, int spaces) {  // H17, H18
        BeachModel& beach = beaches[colour];
        beach.dry_spaces = std::max(0, beach.dry_spaces - spaces);
        while (!beach.sand.empty() && beach.sand.rbegin()->first > beach.dry_spaces) {
            const auto caught = beach.sand.rbegin()->second;
            beach.wet.insert(caught.begin(), caught.end());
            beach.sand.erase(std::prev(beach.sand.end()));
        }
    }

    void bring_waves() {
        const auto pair = std::ranges::find_if(track, [](const TrackSpace& space) { return !space.dice.empty(); });
        flood(pair->dice[0][0], 3);
        flood(pair->dice[1][0], 2);
        if (round == 6 || somebody_wet()) {  // H19
            awaits = "over";
            return;
        }
        pile.clear();
        for (const TrackSpace& space : track)
            if (space.towel) pile.insert(pile.begin(), *space.towel);  // H20
        start_round();
    }

    void add_coin_points(std::vector<int>& sum) const {         // HC4
        std::vector<std::pair<std::vector<int>, int>> ranking;  // total, then black, purple, …
        for (const auto& [seat, coins] : coins_of) {
            std::vector<int> worth = {0};
            for (const char colour : colours) {
                worth.push_back(coins.contains(colour) ? coins.at(colour) : 0);
                worth[0] += worth.back();
            }
            ranking.emplace_back(worth, seat);
        }
        std::ranges::sort(ranking, std::greater{});
        const std::vector<int> prizes = setting.players >= 5 ? std::vector<int>{4, 2, 1} : std::vector<int>{4, 2};
        for (std::size_t i = 0; i < ranking.size(); ++i) {
            std::size_t place = i;
            while (place > 0 && ranking[place - 1].first == ranking[i].first) --place;
            if (place < prizes.size()) sum[static_cast<std::size_t>(ranking[i].second)] += prizes[place];
        }
    }

    int turns_taken = 0;
};

}  // namespace slow_high_tide_henn
