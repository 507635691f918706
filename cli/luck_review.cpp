#include "cli/luck_review.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <iostream>

#include "cli/screens/lines.hpp"
#include "cli/screens/screen.hpp"
#include "cli/screens/style.hpp"
#include "core/lifetime.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide::cli {

namespace {

constexpr std::size_t events_at_once = 8;

std::string decimal(double number, const char* form) {
    char text[32];
    std::snprintf(text, sizeof text, form, number);
    return text;
}
std::string percent(double share) { return decimal(100 * share, "%+.1f %%"); }

/// The names that a record has for its players; others are called as the game calls their seats.
class Names {
  public:
    Names(const std::string& record, const Table& table) {
        const auto read = parse_record(record);
        for (const Seat seat : SeatSet::first(table.players())) {
            names_[seat] = table.seat_name(seat);
            if (!read) continue;
            for (const auto& [tag, value] : read->tags)
                if (tag == "Name" + std::to_string(seat) && !value.empty()) names_[seat] = value;
        }
    }
    [[nodiscard]] const std::string& of(Seat seat) const SPRINGTIDE_LIFETIME_BOUND { return names_[seat]; }

  private:
    std::array<std::string, max_seats> names_;
};

void say(const std::string& words) {
    const auto width = static_cast<std::size_t>(std::min(Style::for_output(false).columns, 110));
    std::cout << wrapped(words + "\n", width, 4);
}

void print_mistakes(const LuckReview& part, const Table& table, const Names& names) {
    const Screen& screen = screen_of(table.game().id);
    for (const auto& [event, by, action, after, judgement] : part.events) {
        if (!judgement || !judgement->mistake()) continue;
        const auto before = table.clone();
        before->back_to(event);
        std::string place = screen.place(*before);
        place = place.empty() ? "Event " + std::to_string(event + 1) : place;
        place.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(place.front())));
        say(place + ": " + names.of(by.seat()) + " " + screen.deed(action) + "; " + screen.named(judgement->advice) +
            " wins " + decimal(100 * judgement->cost, "%.1f") + " % more (" + decimal(judgement->cost_points, "%+.1f") +
            " points)");
    }
    std::cout << std::flush;
}

void print_balance(const LuckReview& review, const Names& names) {
    for (const Seat seat : SeatSet::first(review.players)) {
        const auto& [luck, mistakes, rest, by_group] = review.balance[seat];
        say(names.of(seat) + ": expected " + decimal(100 * review.before.share[seat], "%.1f") +
            " % of the win; chance " + percent(luck.share) + " (give or take " +
            decimal(200 * review.balance[seat].luck_error(), "%.1f") + "), own mistakes " + percent(mistakes.share) +
            ", the others and good guesses " + percent(rest.share));
    }
}

}  // namespace

Expected<void> review_luck_at_terminal(const std::string& record, ReviewRequest request, bool json) {
    const auto table = load_table(record);
    if (!table) return std::unexpected(table.error());
    const Names names(record, **table);
    const bool watched = isatty(STDERR_FILENO) == 1;
    LuckReview review;
    for (request.count = events_at_once;; request.from += events_at_once) {
        auto part = review_luck(record, request);
        if (!part) return std::unexpected(part.error());
        if (!json) print_mistakes(*part, **table, names);
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
        print_balance(review, names);
    }
    return {};
}

}  // namespace springtide::cli
