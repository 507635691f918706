// One player of Turn the Tide among others, any of them with networks from a file: measures wins, and how often each
// goes under. Players that are not shipped, the unseen opponents and best responses of a training, can play only here.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/statistics.hpp"
#include "bots/turn_the_tide/bots.hpp"
#include "bots/turn_the_tide/guided.hpp"
#include "core/decisions.hpp"
#include "core/text.hpp"
#include "table/chance_source.hpp"

namespace springtide::turn_the_tide {
namespace {

constexpr std::string_view help =
    "springtide-tide-field [--players N] [--deals N] [--seconds S] [--threads N] [--seed TEXT] [--cascade]\n"
    "                      [--record FILE] [--networks FILE] ONE REST\n"
    "  ONE sits among REST, every deal from every seat; a line of JSON says what came of it.\n"
    "  A player: best@400n, best@10ms, best_1@10ms, network, random, hard … as in the arena; =FILE after it brings "
    "other\n"
    "  networks (network=a.bin, best@400n=a.bin), and ,name=number its settings (best@400n,temperature=0.05=a.bin;\n"
    "  notes=0: it does not watch how the others play; told=1: ONE is told every hand and how often each of REST, who "
    "must be\n"
    "  best_1, plays each card).\n"
    "  --record: every trick with a choice is added to a file, for clone.py; without the cards of ONE where it is "
    "another\n"
    "  than REST: they say nothing of how REST plays.\n"
    "  --networks: these take the place of the shipped ones for everybody, and for the notes on others.\n";

struct Player {
    std::string name;
    BotRequest request;
    std::optional<Networks> networks;  ///< in place of the shipped ones
    Guidance guidance;

    bool watches = true;
    bool is_told = false;  ///< the other hands, and the others' probability of each card

    [[nodiscard]] bool takes_notes() const { return watches && GameBots<State>::takes_notes(request.level); }

    [[nodiscard]] Action choose(const Seen<State>& seen, const OpponentModel& others, Random& random) const {
        const Networks* nets = networks ? &*networks : turn_the_tide::networks();
        if (request.level == "network") return policy_choice(seen, *nets, random).action;
        if (request.level != "best")
            return GameBots<State>::choose(request.level, seen, others, request, random).action;
        const Cards hand = seen.state().hand[seen.observer().seat()];
        if (count(hand) == 1) return only_card(hand);
        return draw_card(judge_cards_guided(seen, *nets, others, request, random, guidance), random).action;
    }

    [[nodiscard]] Action choose_told(const State& state, Seat seat, const Player& rest, const OpponentModel& others,
                                     Random& random) const {
        if (count(state.hand[seat]) == 1) return only_card(state.hand[seat]);
        BySeat<CardChances> chances{};
        for (const Seat other : state.still_in) {
            if (other == seat) continue;
            const auto seen = observe(state, Observer::seat(other)).forgetting(Forgettable::choices_made);
            const auto cards = judge_cards(seen, best_thinking, rest.request, random);
            for (std::size_t rank = 0; rank < cards.size(); ++rank) chances[other][rank] = cards[rank].chance;
        }
        const Networks* nets = networks ? &*networks : turn_the_tide::networks();
        return draw_card(judge_cards_told(state, seat, *nets, others, chances, request, random, guidance), random)
            .action;
    }

  private:
    static Action only_card(Cards hand) { return {static_cast<std::uint8_t>(std::countr_zero(hand))}; }
};

bool set(Guidance& guidance, std::string_view name, float to) {
    if (name == "temperature") return guidance.temperature = to, true;
    if (name == "caution") return guidance.caution = to, true;
    if (name == "careless") return guidance.careless = to, true;
    if (name == "point") return guidance.worth_of_a_point = to, true;
    if (name == "smallest") return guidance.smallest_chance = to, true;
    if (name == "looks") return guidance.looks_at_a_deal = static_cast<int>(to), true;
    if (name == "hopeless") return guidance.hopeless = to, true;
    if (name == "skill") return guidance.least_skill = to, true;
    if (name == "tricks") return guidance.rollout_tricks = static_cast<int>(to), true;
    if (name == "foresight") return guidance.foresight = static_cast<int>(to), true;
    if (name == "rollout_temperature") return guidance.rollout_temperature = to, true;
    if (name == "rollout_caution") return guidance.rollout_caution = to, true;
    return false;
}

std::optional<Player> parse(const std::string& text) {
    Player player{.name = text, .request = {}, .networks = {}, .guidance = {}};
    player.request.cpu_time = true;
    std::string rest = text;
    if (const auto file = rest.rfind('=');
        file != std::string::npos && rest.find('.', file) != std::string::npos && rest.substr(file).ends_with(".bin")) {
        std::ifstream stream(rest.substr(file + 1), std::ios::binary);
        const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(stream), {}};
        player.networks = read_networks(bytes);
        if (!player.networks) return std::nullopt;
        rest.resize(file);
    }
    const auto parts = split(rest, ',');
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const auto is = parts[i].find('=');
        if (parts[i] == "notes=0") {
            player.watches = false;
            continue;
        }
        if (parts[i] == "told=1") {
            player.is_told = true;
            continue;
        }
        if (is == std::string_view::npos) return std::nullopt;
        const auto number = parts[i].substr(is + 1);
        float to = 0;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), to);
        if (error != std::errc() || end != number.data() + number.size() ||
            !set(player.guidance, parts[i].substr(0, is), to))
            return std::nullopt;
    }
    const std::string_view who = parts[0];
    const auto at_sign = who.find('@');
    player.request.level = who.substr(0, at_sign);
    if (at_sign == std::string_view::npos) return player;
    const auto budget = who.substr(at_sign + 1);
    const auto number = parse_int(budget.substr(0, budget.find_first_not_of("0123456789")));
    if (!number) return std::nullopt;
    if (budget.ends_with("ms"))
        player.request.milliseconds = number;
    else
        player.request.nodes = static_cast<std::uint64_t>(*number);
    return player;
}

/// A trick as games.cu has it, and the rank of the card in hand that each seat plays.
struct Record {
    std::array<std::uint64_t, max_players> dealt, hand, uncovered;
    std::uint64_t unused_random;
    BySeat<std::uint8_t> worth, preservers, tide;
    BySeat<std::int8_t> score;
    std::array<std::uint8_t, highest_tide> deck;
    std::uint8_t low, high, round, trick, cascade, in, players, unused;
    BySeat<std::uint8_t> rank;
    std::array<std::uint8_t, 3> unused_end;

    explicit Record(const State& state)
        : unused_random(0),
          worth(state.worth),
          preservers(state.preservers),
          tide(state.tide),
          score(state.scores),
          low(std::min(state.upturned[0], state.upturned[1])),
          high(std::max(state.upturned[0], state.upturned[1])),
          round(state.round),
          trick(state.trick),
          cascade(state.options.cascade ? 1 : 0),
          in(0),
          players(state.players),
          unused(0),
          unused_end() {
        for (std::size_t seat = 0; seat < max_players; ++seat) {
            dealt[seat] = state.dealt[seat] >> 1U;
            hand[seat] = state.hand[seat] >> 1U;
            uncovered[seat] = state.uncovered[seat] >> 1U;
        }
        for (int level = 1; level <= highest_tide; ++level)
            deck[at(level - 1)] = static_cast<std::uint8_t>(tides_left(state.tide_deck, level));
        for (const Seat seat : state.still_in) in = static_cast<std::uint8_t>(in | 1U << seat);
        rank.fill(255);
    }
};
static_assert(sizeof(Record) == 176);

struct Found {
    arena::Sample share;
    std::array<std::uint64_t, 2> sank{};  ///< the one, the rest
    std::array<std::uint64_t, 2> rounds{};
};

struct Match {
    Player one, rest;
    int players = 3;
    bool cascade = false;
    std::uint64_t deals = 1000;
    double seconds = 1e9;
    std::string seed = "field";
    std::ostream* records = nullptr;

    void play(std::uint64_t deal, Found& found, std::mutex& mutex, const std::atomic<bool>& stop) const {
        double won = 0;
        std::array<std::uint64_t, 2> sank{};
        std::array<std::uint64_t, 2> rounds{};
        std::vector<Record> tricks;
        const std::string deal_seed = seed + "/" + std::to_string(deal);
        for (const Seat hero : SeatSet::first(players)) {
            Options options;
            options.cascade = cascade;
            State state = start(options, players);
            const ChanceSource chance(deal_seed);
            std::uint32_t drawn = 0;
            std::vector<Random> lots;
            for (const Seat seat : SeatSet::first(players))
                lots.emplace_back(fold(fold_text(0xF1E1D, deal_seed), std::uint64_t{8} * hero + seat));
            std::array<OpponentModel, max_players> notes{};
            Decisions<State> decisions;
            while (!is_over(state)) {
                if (stop) return;
                if (to_act(state).chance) {
                    Random random = chance.for_event(drawn++);
                    apply_chance(state, draw(state, random));
                    continue;
                }
                const Seat seat = to_act(state).seats.front();
                if (state.to_choose == state.still_in) tricks.emplace_back(state);
                const auto before = state.scores;
                const int round = state.round;
                const Player& player = seat == hero ? one : rest;
                const Action action =
                    player.is_told ? player.choose_told(state, seat, rest, notes[seat], lots[seat])
                                   : player.choose(observe(state, Observer::seat(seat)), notes[seat], lots[seat]);
                if (seat != hero || one.name == rest.name)
                    tricks.back().rank[seat] =
                        static_cast<std::uint8_t>(count(state.hand[seat] & (card_bit(action.card) - 1)));
                decisions.decided(state, seat, action);
                apply(state, seat, action);
                decisions.tell(state, [&](const State& known, Seat who, Action played) {
                    for (const Seat other : SeatSet::first(players))
                        if (other != who && (other == hero ? one : rest).takes_notes())
                            notes[other].saw(observe(known, Observer::seat(other)), who, played);
                });
                if (state.round != round || is_over(state))
                    for (const Seat other : SeatSet::first(players)) {
                        const std::size_t who = other == hero ? 0 : 1;
                        ++rounds[who];
                        sank[who] += state.scores[other] < before[other] ? 1U : 0U;
                    }
            }
            won += win_share(result(state), hero) / players;
        }
        const std::scoped_lock lock(mutex);
        if (records != nullptr) {
            std::erase_if(tricks, [](const Record& trick) { return trick.trick == hand_size; });
            records->write(reinterpret_cast<const char*>(tricks.data()),
                           static_cast<std::streamsize>(tricks.size() * sizeof(Record)));
        }
        found.share.add(won);
        for (std::size_t who = 0; who < 2; ++who) {
            found.sank[who] += sank[who];
            found.rounds[who] += rounds[who];
        }
    }

    [[nodiscard]] Found run(unsigned threads) const {
        Found found;
        std::mutex mutex;
        std::atomic<std::uint64_t> next = 0;
        std::atomic<bool> stop = false;
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        std::atomic<unsigned> running = threads;
        std::vector<std::jthread> workers;
        workers.reserve(threads);
        for (unsigned i = 0; i < threads; ++i)
            workers.emplace_back([&] {
                for (std::uint64_t deal = next++; deal < deals && !stop; deal = next++) {
                    play(deal, found, mutex, stop);
                    if (std::chrono::steady_clock::now() >= end) stop = true;
                }
                --running;
            });
        while (running > 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            if (std::chrono::steady_clock::now() >= end) stop = true;
        }
        return found;
    }
};

int main_of(const std::vector<std::string>& words) {
    Match match;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::vector<Player> players;
    std::ofstream records;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--cascade") {
            match.cascade = true;
        } else if (word.starts_with("--") && i + 1 < words.size()) {
            const std::string& value = words[++i];
            if (word == "--seed") {
                match.seed = value;
                continue;
            }
            if (word == "--record") {
                records.open(value, std::ios::binary | std::ios::app);
                if (!records) return std::cerr << "cannot write " << value << "\n", 2;
                match.records = &records;
                continue;
            }
            if (word == "--networks") {
                std::ifstream stream(value, std::ios::binary);
                const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(stream), {}};
                static_cast<void>(networks());  // the shipped ones come first
                if (!provide_networks(bytes)) return std::cerr << value << " holds no networks\n", 2;
                continue;
            }
            const auto number = parse_int(value);
            if (!number || *number < 1) return std::cerr << value << " is no number for " << word << "\n", 2;
            if (word == "--players" && *number >= min_players && *number <= max_players)
                match.players = *number;
            else if (word == "--deals")
                match.deals = static_cast<std::uint64_t>(*number);
            else if (word == "--seconds")
                match.seconds = *number;
            else if (word == "--threads")
                threads = static_cast<unsigned>(*number);
            else
                return std::cerr << help, 2;
        } else if (auto player = parse(word)) {
            players.push_back(std::move(*player));
        } else {
            return std::cerr << "no such player: " << word << "\n" << help, 2;
        }
    }
    if (players.size() != 2) return std::cerr << help, 2;
    match.one = std::move(players[0]);
    match.rest = std::move(players[1]);
    if (match.rest.is_told || (match.one.is_told && match.rest.request.level != "best_1"))
        return std::cerr << "only ONE can be told, and only of best_1\n", 2;
    const Found found = match.run(threads);
    const auto share_of = [](std::uint64_t part, std::uint64_t all) {
        return all == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(all);
    };
    std::printf(
        "{\"one\": \"%s\", \"rest\": \"%s\", \"players\": %d, \"share\": %.4f, \"margin\": %.4f, \"deals\": %llu, "
        "\"sank\": [%.4f, %.4f]}\n",
        match.one.name.c_str(), match.rest.name.c_str(), match.players, found.share.mean(),
        std::min(1.0, arena::share_margin(found.share)), static_cast<unsigned long long>(found.share.count()),
        share_of(found.sank[0], found.rounds[0]), share_of(found.sank[1], found.rounds[1]));
    return 0;
}

}  // namespace
}  // namespace springtide::turn_the_tide

int main(int count, char** words) {
    return springtide::turn_the_tide::main_of(std::vector<std::string>(words + 1, words + count));
}
