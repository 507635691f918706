#include "cli/luck_review.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>

#include "table/games.hpp"

namespace springtide::cli {

namespace {

constexpr std::size_t events_at_once = 8;

std::string decimal(double number, const char* form) {
    char text[32];
    std::snprintf(text, sizeof text, form, number);
    return text;
}
std::string percent(double share) { return decimal(100 * share, "%+.1f %%"); }

void print_mistakes(const LuckReview& part, const Table& table) {
    for (const auto& [event, by, action, after, judgement] : part.events) {
        if (!judgement || !judgement->mistake()) continue;
        std::cout << "event " << event + 1 << ": " << table.seat_name(by.seat()) << " chose " << action << "; "
                  << judgement->advice << " wins " << decimal(100 * judgement->cost, "%.1f") << " % more ("
                  << decimal(judgement->cost_points, "%+.1f") << " points)\n";
    }
    std::cout << std::flush;
}

void print_balance(const LuckReview& review, const Table& table) {
    for (const Seat seat : SeatSet::first(review.players)) {
        const auto& [luck, mistakes, rest, by_group] = review.balance[seat];
        std::cout << table.seat_name(seat) << ": expected " << decimal(100 * review.before.share[seat], "%.1f")
                  << " % of the win; chance " << percent(luck.share) << " (give or take "
                  << decimal(200 * review.balance[seat].luck_error(), "%.1f") << "), own mistakes "
                  << percent(mistakes.share) << ", the others and good guesses " << percent(rest.share) << "\n";
    }
}

}  // namespace

Expected<void> review_luck_at_terminal(const std::string& record, ReviewRequest request, bool json) {
    const auto table = load_table(record);
    if (!table) return std::unexpected(table.error());
    const bool watched = isatty(STDERR_FILENO) == 1;
    LuckReview review;
    for (request.count = events_at_once;; request.from += events_at_once) {
        auto part = review_luck(record, request);
        if (!part) return std::unexpected(part.error());
        if (!json) print_mistakes(*part, **table);
        if (request.from == 0)
            review = std::move(*part);
        else
            append(review, std::move(*part));
        const bool done = review.events.size() == review.of;
        if (watched)
            std::cerr << "\r" << (done ? "" : std::to_string(review.events.size()) + " of " + std::to_string(review.of))
                      << "\033[K";
        if (done) break;
    }
    if (json) {
        JsonWriter writer;
        writer.begin_object();
        write_luck_review(writer, review);
        std::cout << writer.end_object().take() << "\n";
    } else {
        print_balance(review, **table);
    }
    return {};
}

}  // namespace springtide::cli
