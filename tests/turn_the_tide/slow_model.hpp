#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Turn the Tide once more, slow and plain: sets, maps and lists, written clause by clause and sharing nothing with
/// rules/. The comparison test plays both side by side.
namespace springtide::slow_turn_the_tide {

/// T2, in halves.
inline int halves_on(int card) {
    if (card >= 25 && card <= 36) return 2;
    if ((card >= 13 && card <= 24) || (card >= 37 && card <= 48)) return 1;
    return 0;
}

struct Player {
    int hand_number = 0;         ///< which of the dealt hands this is
    std::set<int> began_with;    ///< the 12 cards of this round
    std::set<int> hand;          ///< what is left of them
    int preservers = 0;          ///< face up
    std::vector<int> tide_pile;  ///< the last one shows
    bool out = false;
    std::optional<int> chosen;
    int score = 0;
};

class Game {
  public:
    Game(int number_of_players, bool with_cascade, bool with_leftovers_open)
        : players(static_cast<std::size_t>(number_of_players)),
          cascade(with_cascade),
          leftovers_open(with_leftovers_open),
          memories(players.size()) {}

    std::vector<Player> players;
    bool cascade;
    bool leftovers_open;
    std::set<int> left_out;
    std::multiset<int> tide_deck;
    std::vector<int> upturned;
    std::map<std::size_t, int> last_trick;
    int round = 0;  ///< 0 before the deal
    int trick = 0;
    bool over = false;
    /// By player: the cards they know of every dealt hand, and what everybody knows of it.
    std::vector<std::map<int, std::set<int>>> memories;
    std::map<int, std::set<int>> common_memory;

    void deal(const std::vector<std::set<int>>& hands) {
        for (int card = 1; card <= 60; ++card) left_out.insert(card);
        for (std::size_t seat = 0; seat < players.size(); ++seat) {
            players[seat].hand_number = static_cast<int>(seat);
            players[seat].began_with = hands[seat];
            for (const int card : hands[seat]) left_out.erase(card);
        }
        round = 1;
        begin_round();
    }

    void turn_up(int first, int second) {
        for (const int tide : {first, second}) {
            tide_deck.erase(tide_deck.find(tide));
            upturned.push_back(tide);
        }
    }

    void choose(std::size_t seat, int card) {
        players[seat].chosen = card;
        if (to_choose().empty()) play_trick();
    }
    void take_back(std::size_t seat) { players[seat].chosen.reset(); }

    /// T6, T11: who has to choose a card now.
    [[nodiscard]] std::vector<std::size_t> to_choose() const {
        std::vector<std::size_t> seats;
        for (std::size_t seat = 0; seat < players.size(); ++seat)
            if (!upturned.empty() && !players[seat].out && !players[seat].chosen) seats.push_back(seat);
        return seats;
    }

    [[nodiscard]] std::optional<int> tide(std::size_t seat) const {
        if (players[seat].out || players[seat].tide_pile.empty()) return std::nullopt;
        return players[seat].tide_pile.back();  // T8
    }

    /// T5.
    [[nodiscard]] int worth(std::size_t seat) const {
        int halves = 0;
        for (const int card : players[seat].began_with) halves += halves_on(card);
        return halves / 2;
    }

    /// T17.
    [[nodiscard]] std::set<std::size_t> winners() const {
        std::set<std::size_t> best;
        for (std::size_t seat = 0; seat < players.size(); ++seat)
            if (over && std::ranges::none_of(players, [&](const Player& p) { return p.score > players[seat].score; }))
                best.insert(seat);
        return best;
    }

  private:
    [[nodiscard]] std::size_t number_in() const {
        return static_cast<std::size_t>(std::ranges::count_if(players, [](const Player& p) { return !p.out; }));
    }

    void begin_round() {
        trick = 1;
        tide_deck.clear();
        for (int level = 1; level <= 12; ++level) tide_deck.insert({level, level});  // T3, T16
        for (std::size_t seat = 0; seat < players.size(); ++seat) {
            Player& player = players[seat];
            player.hand = player.began_with;
            player.preservers = worth(seat);
            player.tide_pile.clear();
            player.out = false;
            memories[seat][player.hand_number] = player.began_with;  // they see all of it
        }
    }

    void play_trick() {
        // T6, T10: reveal.
        last_trick.clear();
        for (std::size_t seat = 0; seat < players.size(); ++seat) {
            Player& player = players[seat];
            if (!player.chosen) continue;
            last_trick[seat] = *player.chosen;
            player.hand.erase(*player.chosen);
            for (auto& memory : memories) memory[player.hand_number].insert(*player.chosen);
            common_memory[player.hand_number].insert(*player.chosen);
            player.chosen.reset();
        }
        // T7.
        std::vector<std::pair<int, std::size_t>> ranking;
        for (const auto& [seat, card] : last_trick) ranking.emplace_back(card, seat);
        std::ranges::sort(ranking, std::greater<>());
        std::ranges::sort(upturned);
        players[ranking[0].second].tide_pile.push_back(upturned[0]);
        players[ranking[1].second].tide_pile.push_back(upturned[1]);
        upturned.clear();

        charge();
        if (number_in() <= 2 || trick == 12)  // T13
            end_round();
        else
            ++trick;
    }

    void charge() {
        std::map<int, std::vector<std::size_t>> by_level;
        for (std::size_t seat = 0; seat < players.size(); ++seat)
            if (const auto level = tide(seat)) by_level[*level].push_back(seat);
        if (by_level.empty()) return;  // nobody shows a tide card
        bool somebody_paid = false;
        for (const std::size_t seat : by_level.rbegin()->second) {  // T9
            if (players[seat].preservers > 0) {
                --players[seat].preservers;
                somebody_paid = true;
            } else {
                players[seat].out = true;  // T11
            }
        }
        if (!somebody_paid && cascade && number_in() > 2) charge();  // T12, T13
    }

    void end_round() {
        // T15: the lowest level among those still in; without a card it is 0.
        std::map<int, std::vector<std::size_t>> by_level;
        for (std::size_t seat = 0; seat < players.size(); ++seat)
            if (!players[seat].out) by_level[tide(seat).value_or(0)].push_back(seat);
        for (const std::size_t seat : by_level.begin()->second) players[seat].score += 1;
        // T14.
        for (Player& player : players) player.score += player.out ? -1 : player.preservers;

        if (round == static_cast<int>(players.size())) {  // T17
            over = true;
            return;
        }
        // T16: everybody hands their cards to the next seat.
        std::vector<std::pair<int, std::set<int>>> given;
        for (const Player& player : players) given.emplace_back(player.hand_number, player.began_with);
        for (std::size_t seat = 0; seat < players.size(); ++seat) {
            Player& receiver = players[(seat + 1) % players.size()];
            receiver.hand_number = given[seat].first;
            receiver.began_with = given[seat].second;
        }
        ++round;
        begin_round();
    }
};

}  // namespace springtide::slow_turn_the_tide
