// What is told as a difference, put together again, is what would have been told whole.
#include "server/difference.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "core/json_writer.hpp"
#include "core/random.hpp"
#include "table/games.hpp"

namespace springtide::server {
namespace {

namespace json = boost::json;

/// What a client does with the changes of a push.
json::value applied(json::value state, const json::value& push) {
    for (const auto& change : push.at("changes").as_array()) {
        json::value* at = &state;
        for (const auto& step : change.at(0).as_array())
            at = step.is_string() ? &at->as_object().at(step.as_string())
                                  : &at->as_array().at(step.to_number<std::size_t>());
        *at = change.at(1);
    }
    return state;
}

json::value between(std::string_view before, std::string_view after) {
    return json::parse("{" + difference(before, after, 7) + "}");
}

TEST(Difference, SaysWhatChangedAndWhere) {
    const std::string before = R"({"a":1,"b":{"x":[1,2],"y":null},"c":[{"n":1,"m":"long enough to keep"},{"n":2}]})";
    const std::string after = R"({"a":1,"b":{"x":[1,3],"y":null},"c":[{"n":5,"m":"long enough to keep"},{"n":2}]})";
    EXPECT_EQ(difference(before, after, 7), R"("from":7,"changes":[[["b","x"],[1,3]],[["c",0,"n"],5]])");
    EXPECT_EQ(difference(before, before, 7), R"("from":7,"changes":[])");
}

TEST(Difference, GivesWholeWhatHasAnotherShape) {
    const std::vector<std::string> values = {
        R"({"v":null})", R"({"v":{"a":1}})",    R"({"v":{"a":1,"b":2}})", R"({"v":{"b":2,"a":1}})",
        R"({"v":[]})",   R"({"v":[[1],[2]]})",  R"({"v":[[1],[2],[3]]})", R"({"v":"a \"}],{[ b"})",
        R"({"v":"\\"})", R"({"v":true,"w":0})", R"({"v":[{"a":"]"},3]})", R"({"v":[{"a":"x"},{}]})",
        R"({})"};
    for (const auto& before : values)
        for (const auto& after : values)
            EXPECT_EQ(applied(json::parse(before), between(before, after)), json::parse(after))
                << before << " " << after;
}

/// What a room shows: the view and the actions.
std::string shown(const Table& table, Observer observer) {
    JsonWriter json;
    json.begin_object().key("view").raw(table.view(observer)).key("legal").begin_array();
    if (observer.is_seat())
        for (const auto& action : table.legal(observer.seat())) json.value(action);
    return json.end_array().end_object().take();
}

TEST(Difference, LeadsFromEveryStateOfEveryGameToTheNextForEveryObserver) {
    std::size_t steps = 0;
    for (const Game& game : games())
        for (int players = game.info().min_players; players <= game.info().max_players; ++players) {
            auto table =
                *new_table(game.info().id, {.players = players, .options = {}, .seed = "difference", .position = {}});
            std::vector<Observer> observers = {Observer::spectator()};
            for (int seat = 0; seat < players; ++seat) observers.push_back(Observer::seat(static_cast<Seat>(seat)));
            std::vector<std::string> known;
            for (const Observer observer : observers) known.push_back(shown(*table, observer));
            Random random(5);
            while (!table->over()) {
                const Seat seat = *table->to_act().seats.begin();
                const auto legal = table->legal(seat);
                ASSERT_TRUE(
                    table->play(Actor::seat(seat), legal[random.below(static_cast<std::uint32_t>(legal.size()))]));
                for (std::size_t i = 0; i < observers.size(); ++i, ++steps) {
                    const auto now = shown(*table, observers[i]);
                    const auto push = between(known[i], now);
                    ASSERT_EQ(push.at("from"), 7);
                    ASSERT_EQ(applied(json::parse(known[i]), push), json::parse(now)) << known[i] << "\n" << now;
                    known[i] = now;
                }
            }
        }
    EXPECT_GT(steps, 1000U);
}

}  // namespace
}  // namespace springtide::server
