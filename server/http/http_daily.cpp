// The daily tide over HTTP: /api/daily/{game}, its list of a day, and where ways parted.
#include "core/json_writer.hpp"
#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/clean_text.hpp"
#include "server/competitions/daily.hpp"
#include "server/http/http_api.hpp"

namespace springtide::server {

/// A question about the deal of a game, answered where the store is read.
struct DailyQuestion {
    DailySecrets secrets;
    Person person;
    std::string game;
    std::int64_t today = 0;
    std::int64_t day = 0;
};

namespace {

constexpr int most_listed = 100;
constexpr int most_compared = 20'000;

/// Guests who never chose a name are not stored.
std::string name_of(const DailyAttempt& attempt) {
    return attempt.name.empty() ? "Guest " + attempt.guest.substr(0, 4) : attempt.name;
}

void write_score(JsonWriter& json, const DailyAttempt& attempt) {
    const bool gave_up = attempt.score == gave_up_score;
    json.key("points").value(attempt.points).key("gave_up").value(gave_up).key("score");
    gave_up ? json.null() : json.value(attempt.score);
}

void write_own(JsonWriter& json, const std::optional<DailyAttempt>& mine) {
    json.key("mine");
    if (!mine) {
        json.null();
        return;
    }
    json.begin_object().key("table").value(mine->table).key("done").value(mine->done_at > 0);
    if (mine->done_at > 0) write_score(json, *mine);
    json.end_object();
}

HttpResponse answer_day(Store& store, const DailyQuestion& asked) {
    const auto& [secrets, person, game, today, day] = asked;
    const auto mine = store.daily_attempt(today, game, person.guest);
    if (!mine) return refusal(mine.error());
    const auto scores = store.daily_scores(today, game);
    if (!scores) return refusal(scores.error());
    std::int64_t attempts = 0;
    for (const DailyScore& one : *scores) attempts += one.attempts;
    JsonWriter json;
    json.begin_object().key("game").value(game).key("date").value(date_text(today));
    json.key("ends_at").value(end_of_day(today)).key("level").value(daily_level(game)).key("attempts").value(attempts);
    json.key("commitment").value(secrets.commitment(game, today));
    json.key("tomorrow").begin_object().key("date").value(date_text(today + 1));
    json.key("commitment").value(secrets.commitment(game, today + 1)).end_object();
    json.key("yesterday").begin_object().key("date").value(date_text(today - 1));
    json.key("commitment").value(secrets.commitment(game, today - 1));
    json.key("secret").value(to_hex(secrets.secret(game, today - 1))).end_object();
    write_own(json, *mine);
    return answer_with(json.end_object().take());
}

/// The own attempt, or why this person may not know yet how others did on that day.
Expected<DailyAttempt> may_compare(Store& store, const DailyQuestion& asked) {
    const auto mine = store.daily_attempt(asked.day, asked.game, asked.person.guest);
    if (!mine) return std::unexpected(mine.error());
    const bool is_done = *mine && (*mine)->done_at > 0;
    if (!is_done && asked.day >= asked.today) return refuse(server_reason("daily_not_finished"));
    return (*mine).value_or(DailyAttempt());
}

HttpResponse answer_list(Store& store, const DailyQuestion& asked) {
    const auto& [secrets, person, game, today, day] = asked;
    const auto mine = may_compare(store, asked);
    if (!mine) return refusal(mine.error());
    const auto scores = store.daily_scores(day, game);
    if (!scores) return refusal(scores.error());
    const auto best = store.daily_best(day, game, most_listed);
    if (!best) return refusal(best.error());
    const bool over = day < today;
    std::int64_t attempts = 0;
    const auto place_of = [&](int score) {
        std::int64_t place = 1;
        for (const DailyScore& one : *scores)
            if (one.score > score) place += one.attempts;
        return place;
    };
    JsonWriter json;
    json.begin_object().key("game").value(game).key("date").value(date_text(day)).key("over").value(over);
    json.key("scores").begin_array();
    for (const DailyScore& one : *scores) {
        attempts += one.attempts;
        json.begin_object().key("score");
        one.score == gave_up_score ? json.null() : json.value(one.score);
        json.key("attempts").value(one.attempts).end_object();
    }
    json.end_array().key("attempts").value(attempts).key("best").begin_array();
    for (const DailyAttempt& one : *best) {
        json.begin_object().key("place").value(place_of(one.score)).key("name").value(name_of(one));
        json.key("claimed").value(one.is_claimed).key("you").value(one.guest == person.guest);
        write_score(json, one);
        if (over) json.key("table").value(one.table);  // its record is open now
        json.end_object();
    }
    json.end_array();
    const bool is_done = mine->done_at > 0;
    json.key("place");
    is_done ? json.value(place_of(mine->score)) : json.null();
    write_own(json, mine->table.empty() ? std::nullopt : std::optional(*mine));
    return answer_with(json.end_object().take());
}

HttpResponse answer_ways(Store& store, const DailyQuestion& asked) {
    const auto mine = may_compare(store, asked);
    if (!mine) return refusal(mine.error());
    if (mine->done_at == 0) return refusal(error_of(server_reason("daily_not_finished")));
    Ways ways(mine->way);
    if (const auto read = store.daily_ways(asked.day, asked.game, most_compared,
                                           [&](std::string_view way, int score) { ways.add(way, score); });
        !read)
        return refusal(read.error());
    JsonWriter json;
    json.begin_object().key("steps").begin_array();
    for (const Choices& step : ways.choices()) {
        json.begin_object().key("own").value(step.own).key("chosen").begin_array();
        for (const auto& one : step.all) {
            json.begin_object().key("action").value(one.action).key("attempts").value(one.attempts);
            json.key("score").raw(two_digits(one.score)).end_object();
        }
        json.end_array().end_object();
    }
    json.end_array();
    return answer_with(json.end_object().take());
}

}  // namespace

void HttpApi::answer_daily(const RoutedRequest& request, std::int64_t day, DailyAnswer answer_one, const Reply& reply) {
    people_.recognise(request.token, [=, this, game = request.parts.game](const Expected<Person>& known) {
        const DailyQuestion asked{.secrets = shard_.daily(),
                                  .person = known.value_or(Person()),  // a stranger without a token
                                  .game = game,
                                  .today = day_of(now_ms()),
                                  .day = day};
        lists_.ask([answer_one, asked](Store& store) { return answer_one(store, asked); }, reply);
    });
}

void HttpApi::daily(const RoutedRequest& request, const Reply& reply) {
    answer_daily(request, day_of(now_ms()), &answer_day, reply);
}

void HttpApi::daily_list(const RoutedRequest& request, const Reply& reply) {
    const auto day = day_from_text(request.parts.date);
    if (!day || *day > day_of(now_ms())) return reply(refusal(error_of(server_reason("no_such_day"))));
    answer_daily(request, *day, &answer_list, reply);
}

void HttpApi::daily_ways(const RoutedRequest& request, const Reply& reply) {
    const auto day = day_from_text(request.parts.date);
    if (!day || *day > day_of(now_ms())) return reply(refusal(error_of(server_reason("no_such_day"))));
    answer_daily(request, *day, &answer_ways, reply);
}

void HttpApi::start_daily(const RoutedRequest& request, const Reply& reply) {
    const auto begun = [reply](const Expected<std::string>& table) {
        if (!table) return reply(refusal(table.error()));
        JsonWriter json;
        reply(answer_with(json.begin_object().key("table").value(*table).end_object().take()));
    };
    shard_.begin_daily(player_of(request), request.parts.game, day_of(now_ms()), begun);
}

}  // namespace springtide::server
