#include "bots/review/review.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include "core/decisions.hpp"
#include "games/bots.hpp"
#include "games/notation.hpp"
#include "games/review_model.hpp"
#include "table/games.hpp"
#include "table/record.hpp"
#include "table/table_of.hpp"

namespace springtide {

namespace {

/// A difference counts if chance would show it less than once in a hundred times, and if a player would care.
constexpr double clearly = 2.5;  ///< standard errors
constexpr double least_cost = 0.005;
/// An apparent mistake is checked again with so many times the simulations, and so many further choices of the bot.
constexpr std::uint64_t confirmed_with = 4;
constexpr int asked_again = 2;

/// Mean and variance of the mean of what is added one by one.
struct Average {
    double sum = 0;
    double squares = 0;
    std::uint64_t count = 0;

    void add(double value) {
        sum += value;
        squares += value * value;
        ++count;
    }
    [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
    [[nodiscard]] double variance() const {
        const double spread = squares / static_cast<double>(count) - mean() * mean();
        return std::max(spread, 0.0) / static_cast<double>(count);
    }
};

/// The expectations of all seats, by one simulation after the other.
using Futures = std::vector<Forecast>;

Forecast mean_of(const Futures& futures) {
    Forecast mean;
    for (const Forecast& future : futures) mean += future;
    for (std::size_t i = 0; i < mean.share.size(); ++i) {
        mean.share[i] /= static_cast<double>(futures.size());
        mean.points[i] /= static_cast<double>(futures.size());
    }
    return mean;
}

/// A seat's share in every 16th simulation: they meet the same luck at every moment of the game.
double group_share(const Futures& futures, std::size_t group, Seat seat) {
    if (futures.size() == 1) return futures[0].share[seat];
    Average share;
    for (std::size_t i = group; i < futures.size(); i += Balance::groups) share.add(futures[i].share[seat]);
    return share.mean();
}

template <TextRules State>
class Reviewer {
  public:
    using Text = GameText<State>;
    using Action = typename State::Action;

    Reviewer(const Record& record, const ReviewRequest& request, std::unique_ptr<Table> table)
        : record_(record), request_(request), table_(std::move(table)) {}

    Expected<LuckReview> run() {
        const std::size_t end = request_.from + std::min(request_.count, record_.events.size() - request_.from);
        for (std::size_t i = 0; i < request_.from; ++i)
            if (const auto played = play(record_.events[i]); !played) return std::unexpected(played.error());
        LuckReview review;
        review.of = record_.events.size();
        review.players = record_.players;
        futures_ = futures_of(last_open_state());
        review.before = mean_of(futures_);
        now_ = review.before;
        for (std::size_t i = request_.from; i < end; ++i)
            if (const auto looked = look_at(i, review); !looked) return std::unexpected(looked.error());
        for (const Seat seat : SeatSet::first(review.players)) {
            auto& [luck, mistakes, rest, by_group] = review.balance[seat];
            rest.share = now_.share[seat] - review.before.share[seat] - luck.share - mistakes.share;
            rest.points = now_.points[seat] - review.before.points[seat] - luck.points - mistakes.points;
        }
        return review;
    }

  private:
    [[nodiscard]] const State& state() const { return static_cast<const TableOf<State>&>(*table_).state(); }

    Expected<void> play(const Record::Line& line) {
        decide(line);
        if (const auto played = table_->play(line); !played) return std::unexpected(played.error());
        if constexpr (LearnsFromPlay<State>)
            decisions_.tell(state(), [&](const State& before, Seat who, const Action& action) {
                for (const Seat seat : SeatSet::first(record_.players))
                    if (seat != who) notes_[seat].saw(observe(before, Observer::seat(seat)), who, action);
            });
        return {};
    }

    void decide(const Record::Line& line) {
        if (line.by.is_chance()) return;
        if (line.action == retract_word) return decisions_.took_back(line.by.seat());
        if (const auto action = Text::parse_action(state(), line.by.seat(), line.action))
            decisions_.decided(state(), line.by.seat(), *action);
    }

    /// The choice of a bot that has watched the game so far from this seat.
    [[nodiscard]] Action advice(const Seen<State>& seen, const BotRequest& wish, Random& random) const {
        const auto level = GameBots<State>::levels().back().name;
        if constexpr (LearnsFromPlay<State>)
            return GameBots<State>::choose(level, seen, notes_[seen.observer().seat()], wish, random).action;
        else
            return GameBots<State>::choose(level, seen, wish, random).action;
    }

    /// While secret choices are being made nothing has happened yet.
    [[nodiscard]] static bool is_open(const State& state) {
        if constexpr (SimultaneousRules<State>) return retractable(state).empty();
        return true;
    }
    [[nodiscard]] State last_open_state() const {
        State state = this->state();
        if constexpr (SimultaneousRules<State>)
            for (const Seat seat : retractable(state)) retract(state, seat);
        return state;
    }

    [[nodiscard]] Futures futures_of(const State& state) const {
        if (is_over(state)) return {final_forecast(state)};
        Futures futures;
        for (std::uint64_t i = 0; i < std::max<std::uint64_t>(request_.nodes, Balance::groups); ++i)
            futures.push_back(ReviewModel<State>::play_on(state, nobody_judged, fold(request_.seed, i)));
        return futures;
    }

    Expected<void> look_at(std::size_t index, LuckReview& review) {
        const Record::Line& line = record_.events[index];
        ReviewedEvent found{.event = index, .by = line.by, .action = line.action, .after = now_, .judgement = {}};
        if (!line.by.is_chance() && counts(index)) {
            found.judgement = judge(index);
            if (found.judgement) {
                auto& mistakes = review.balance[line.by.seat()].mistakes;
                mistakes.share -= found.judgement->cost;
                mistakes.points -= found.judgement->cost_points;
            }
        }
        if (const auto played = play(line); !played) return played;
        if (const State after = state(); is_open(after)) {
            Futures futures = futures_of(after);
            found.after = mean_of(futures);
            if (line.by.is_chance()) count_luck(futures, found.after, review);
            futures_ = std::move(futures);
            now_ = found.after;
        }
        review.events.push_back(std::move(found));
        return {};
    }

    void count_luck(const Futures& futures, const Forecast& after, LuckReview& review) const {
        for (const Seat seat : SeatSet::first(review.players)) {
            auto& balance = review.balance[seat];
            balance.luck.share += after.share[seat] - now_.share[seat];
            balance.luck.points += after.points[seat] - now_.points[seat];
            for (std::size_t group = 0; group < Balance::groups; ++group)
                balance.luck_by_group[group] += group_share(futures, group, seat) - group_share(futures_, group, seat);
        }
    }

    /// A choice that was taken back, or is a taking back, is no decision.
    [[nodiscard]] bool counts(std::size_t index) const {
        if (record_.events[index].action == retract_word) return false;
        for (std::size_t next = index + 1; next < record_.events.size(); ++next)
            if (record_.events[next].by == record_.events[index].by) return record_.events[next].action != retract_word;
        return true;
    }

    [[nodiscard]] std::optional<Judgement> judge(std::size_t index) const {
        const Record::Line& line = record_.events[index];
        const Seat seat = line.by.seat();
        const Seen<State> seen = observe(state(), Observer::seat(seat));
        const auto legal = legal_actions(seen.state(), seat);
        if (legal.size() < 2) return std::nullopt;
        const auto action = Text::parse_action(seen.state(), seat, line.action);
        if (!action) return std::nullopt;  // then play() says why
        Random random(fold(request_.seed, index));
        const BotRequest wish{.level = {}, .milliseconds = {}, .seed = {}, .nodes = request_.nodes};
        const Action advice = this->advice(seen, wish, random);
        Judgement judgement{.advice = line.action, .legal = static_cast<int>(legal.size())};
        if (advice == *action) return judgement;

        const typename ReviewModel<State>::Guesses guesses(seen);
        const Costs first =
            costs(guesses, seat, *action, advice, std::max<std::uint64_t>(request_.nodes / 2, 2), random);
        judgement.error = first.error();
        if (!first.clear() || plays_too(seen, *action, wish, random)) return judgement;
        // Of many harmless choices some look bad by chance: a mistake must show once more, with other luck.
        const Costs again = costs(guesses, seat, *action, advice, confirmed_with * request_.nodes, random);
        judgement.error = again.error();
        if (!again.clear()) return judgement;
        judgement.advice = Text::action_text(seen.state(), seat, advice);
        judgement.cost = again.share.mean();
        judgement.cost_points = again.points.mean();
        return judgement;
    }

    /// The lead of the bot's action over the one played.
    struct Costs {
        Average share;
        Average points;
        [[nodiscard]] double error() const { return std::sqrt(share.variance()); }
        [[nodiscard]] bool clear() const { return share.mean() >= std::max(clearly * error(), least_cost); }
    };
    [[nodiscard]] static Costs costs(const typename ReviewModel<State>::Guesses& guesses, Seat seat, Action played,
                                     Action advice, std::uint64_t simulations, Random& random) {
        Costs found;
        for (std::uint64_t i = 0; i < simulations; ++i) {
            const std::uint64_t playout = random.next();
            const State guess = guesses.sample(random);
            const auto then = [&](Action chosen) {
                State next = guess;
                apply(next, seat, chosen, nullptr);
                return ReviewModel<State>::play_on(next, seat, playout);
            };
            const Forecast with_advice = then(advice);
            const Forecast as_played = then(played);
            found.share.add(with_advice.share[seat] - as_played.share[seat]);
            found.points.add(with_advice.points[seat] - as_played.points[seat]);
        }
        return found;
    }

    /// Would the bot itself play so, now and then? Then the review does not call it a mistake, and never condemns a
    /// hint that the bot gave.
    [[nodiscard]] bool plays_too(const Seen<State>& seen, Action action, const BotRequest& wish, Random& random) const {
        const auto& notes = notes_[seen.observer().seat()];
        for (int ask = 0; ask < asked_again; ++ask) {
            if constexpr (requires { ReviewModel<State>::plays_too(seen, notes, action, wish, random); }) {
                if (ReviewModel<State>::plays_too(seen, notes, action, wish, random)) return true;
            } else if (advice(seen, wish, random) == action) {
                return true;
            }
        }
        return false;
    }

    const Record& record_;
    const ReviewRequest& request_;
    std::unique_ptr<Table> table_;
    std::array<NotesOf<State>, max_seats> notes_{};  ///< each seat's notes on the others
    Decisions<State> decisions_;
    Futures futures_;  ///< of the last moment that was looked at
    Forecast now_;     ///< their mean
};

/// A game is reviewed so if it says what may be expected of it: ReviewModel<State>.
template <class State>
concept ReviewsLuck = requires(const State& state) { ReviewModel<State>::play_on(state, Seat{}, std::uint64_t{}); };

/// The review of one game behind one interface; none for games that are not games of luck.
struct ReviewOfGame {
    std::string_view game;
    Expected<LuckReview> (*review)(const Record& record, const ReviewRequest& request, std::unique_ptr<Table> table);
};

template <TextRules State>
ReviewOfGame review_of() {
    ReviewOfGame review{.game = GameText<State>::info().id, .review = nullptr};
    if constexpr (ReviewsLuck<State>)
        review.review = [](const Record& record, const ReviewRequest& request, std::unique_ptr<Table> table) {
            return Reviewer<State>(record, request, std::move(table)).run();
        };
    return review;
}

const ReviewOfGame* find_review(std::string_view game) {
    static const auto all = AllGames::each([]<class State>() { return review_of<State>(); });
    const auto found = std::ranges::find(all, game, &ReviewOfGame::game);
    return found == all.end() || found->review == nullptr ? nullptr : &*found;
}

}  // namespace

double Balance::luck_error() const {
    Average share;
    for (const double found : luck_by_group) share.add(found);
    return std::sqrt(share.variance());
}

void append(LuckReview& review, LuckReview next) {
    review.events.insert(review.events.end(), std::make_move_iterator(next.events.begin()),
                         std::make_move_iterator(next.events.end()));
    for (std::size_t seat = 0; seat < review.balance.size(); ++seat) {
        review.balance[seat].luck += next.balance[seat].luck;
        review.balance[seat].mistakes += next.balance[seat].mistakes;
        review.balance[seat].rest += next.balance[seat].rest;
        for (std::size_t group = 0; group < Balance::groups; ++group)
            review.balance[seat].luck_by_group[group] += next.balance[seat].luck_by_group[group];
    }
}

bool has_luck_review(std::string_view game) { return find_review(game) != nullptr; }

Expected<LuckReview> review_luck(std::string_view text, const ReviewRequest& request) {
    const auto record = parse_record(text);
    if (!record) return std::unexpected(record.error());
    const ReviewOfGame* found = find_review(record->game);
    if (found == nullptr) return refuse(reason_of("not_reviewed"), {{"game", record->game}});
    if (const auto played = play_record(*record); !played) return std::unexpected(played.error());
    if (request.from > record->events.size())
        return fail(ErrorCode::bad_request,
                    "'from' must be 0 to " + std::to_string(record->events.size()) + " in this game");
    auto table = first_table(*record);
    if (!table) return std::unexpected(table.error());
    return found->review(*record, request, std::move(*table));
}

}  // namespace springtide
