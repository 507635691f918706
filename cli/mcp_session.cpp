#include "cli/mcp_session.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <random>
#include <utility>
#include <vector>

#include "bots/choose.hpp"
#include "cli/rules_page.hpp"
#include "cli/screens/screen.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "table/games.hpp"

namespace springtide::cli {

namespace json = boost::json;

namespace {

/// The versions of the protocol whose messages these are, the newest first.
constexpr std::array<std::string_view, 3> versions = {"2025-06-18", "2025-03-26", "2024-11-05"};
constexpr std::string_view usual_level = "medium";
constexpr int hint_milliseconds = 1000;
constexpr int bot_milliseconds = 200;
constexpr int review_nodes = 200;

constexpr std::string_view instructions =
    "Three tide games, exact to their rulebooks: Turn the Tide, High Tide (Henn) and High Tide (Leiman). Call "
    "new_game, "
    "then play one of the legal actions it names, in the notation it shows, until the game is over; bots play the "
    "other "
    "seats. You see what your seat may know. A refusal says why, and nothing has changed.";

constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int unknown_method = -32601;
constexpr int invalid_parameters = -32602;

std::string envelope(const json::value& id, std::string_view name, json::object content) {
    json::object message{{"jsonrpc", "2.0"}, {"id", id}};
    message[name] = std::move(content);
    return json::serialize(message);
}

std::string error_message(const json::value& id, int code, std::string_view words) {
    return envelope(id, "error", {{"code", code}, {"message", words}});
}

std::string joined(const json::array& texts, std::string_view between) {
    std::string all;
    for (const json::value& one : texts) {
        if (!one.is_string()) continue;
        if (!all.empty()) all += between;
        all += std::string_view(one.get_string());
    }
    return all;
}

std::string_view word_of(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

std::int64_t number_of(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
}

/// The bot's reasons as text, if the game has texts for them.
std::string reasons_of(const json::object& answer, std::string_view game) {
    const json::value* reasons = answer.if_contains("why");
    if (reasons == nullptr || !reasons->is_array()) return "";
    std::vector<std::string> codes;
    std::vector<Why> why;
    codes.reserve(reasons->get_array().size());
    for (const json::value& one : reasons->get_array()) {
        const json::object& reason = one.get_object();
        codes.emplace_back(word_of(reason, "code"));
        why.push_back({.code = codes.back(), .numbers = {}});
        for (const json::value& number : reason.at("numbers").get_array())
            why.back().numbers.push_back(static_cast<int>(number.get_int64()));
    }
    return screen_of(game).reasons(why);
}

/// "blue by 3", or "blue, on equal tiles": a margin is blue's tiles less pink's.
std::string ending_words(const json::object& ending) {
    const auto margin = number_of(ending, "margin");
    const std::string winner = number_of(ending, "winner") == 0 ? "blue" : "pink";
    return winner + (margin == 0 ? ", on equal tiles" : " by " + std::to_string(margin < 0 ? -margin : margin));
}

std::string solution_text(const json::object& answer) {
    std::string text = "With best play of both the round goes to " + ending_words(answer) + ".\n";
    for (const json::value& one : answer.at("moves").get_array())
        text += std::string(word_of(one.get_object(), "action")) + ": " + ending_words(one.get_object()) + "\n";
    return text + "One best line: " + joined(answer.at("line").get_array(), " ");
}

/// Leiman's moves that gave a win away, or the decisions of a game of luck that cost most.
std::string review_text(const json::object& answer) {
    std::string text;
    if (const json::value* moves = answer.if_contains("moves")) {
        int number = 0;
        for (const json::value& one : moves->get_array()) {
            const json::object& move = one.get_object();
            ++number;
            if (!move.at("turning_point").as_bool()) continue;
            text += "Move " + std::to_string(number) + ", " + (number_of(move, "by") == 0 ? "blue" : "pink") + ": " +
                    std::string(word_of(move, "action")) + " let the win slip; " +
                    std::string(word_of(move, "better")) + " would have kept it.\n";
        }
        return text.empty() ? "No move let a win slip." : text;
    }
    for (const json::value& one : answer.at("events").get_array()) {
        const json::object& event = one.get_object();
        const json::value* mistake = event.if_contains("mistake");
        if (mistake == nullptr || !mistake->is_bool() || !mistake->get_bool()) continue;
        const auto cost = static_cast<int>(100 * event.at("cost").to_number<double>() + 0.5);
        text += "Event " + std::to_string(number_of(event, "event")) + ", seat " +
                std::to_string(number_of(event, "by")) + ": " + std::string(word_of(event, "action")) +
                "; the bot best plays " + std::string(word_of(event, "advice")) + ", which wins " +
                std::to_string(cost) + " % more often.\n";
    }
    return text.empty() ? "The bot best would have decided alike everywhere." : text;
}

json::object property(std::string_view type, std::string_view description) {
    return {{"type", type}, {"description", description}};
}

const json::object table_property = property("integer", "the number that new_game gave");

}  // namespace

struct McpSession::Tool {
    std::string_view name;
    std::string_view title;
    std::string_view description;
    json::object properties;
    std::vector<std::string_view> required;
    Answer<ToolResult> (McpSession::*run)(const Object&);
};

const std::array<McpSession::Tool, 9>& McpSession::tools() {
    static const std::array<Tool, 9> all = {{
        {"list_games",
         "The games",
         "Which games there are, with their numbers of players, options and levels of bots.",
         {},
         {},
         &McpSession::list_games},
        {"rules",
         "The rules",
         "The rules of a game; with a clause such as L6 or T9 only what that clause says.",
         {{"game", property("string", "its id, such as turn_the_tide")}, {"clause", property("string", "such as L6")}},
         {"game"},
         &McpSession::rules},
        {"new_game",
         "A new game",
         "Starts a game in which you play one seat and bots play the others. Answers with the board and your legal "
         "actions.",
         {{"game", property("string", "its id, such as turn_the_tide")},
          {"players", property("integer", "how many; as few as the game allows, if left out")},
          {"seat", property("integer", "yours, from 0")},
          {"level", property("string", "of the bots, medium if left out; list_games names the levels")},
          {"options", property("object", "of the game, as list_games names them")},
          {"seed", property("string", "the same dice and cards again")}},
         {"game"},
         &McpSession::new_game},
        {"look",
         "The table",
         "The board as your seat sees it, whose turn it is, and your legal actions.",
         {{"table", table_property}},
         {"table"},
         &McpSession::look},
        {"play",
         "An action",
         "Plays one of your legal actions; then the bots play until it is your turn again.",
         {{"table", table_property}, {"action", property("string", "in the notation of the legal actions")}},
         {"table", "action"},
         &McpSession::play},
        {"hint",
         "A hint",
         "What a bot would play in your place, and why. It knows only what your seat may know.",
         {{"table", table_property},
          {"level", property("string", "of the bot, the strongest if left out")},
          {"ms", property("integer", "how many milliseconds it may think, 1000 if left out")}},
         {"table"},
         &McpSession::hint},
        {"review",
         "A review",
         "Goes through a game again and names the decisions that cost most. In games with luck only after the end.",
         {{"table", table_property}},
         {"table"},
         &McpSession::review},
        {"solve",
         "A solution",
         "The exact result of a position of high_tide_leiman with best play of both, and of every move in it.",
         {{"table", table_property},
          {"position", property("string",
                                "instead of a table: rows a to e, mover, who moved last, such as "
                                "'.,pbp,./.,pb,n,p/b,b,n,pb,p/b,n,bn,./n,.,p p b'")}},
         {},
         &McpSession::solve},
        {"record",
         "The record",
         "A finished game as text, which springtide and its page read.",
         {{"table", table_property}},
         {"table"},
         &McpSession::record},
    }};
    return all;
}

std::optional<std::string> McpSession::answer(std::string_view message) {
    boost::system::error_code broken;
    const json::value parsed = json::parse(message, broken);
    if (broken) return error_message(nullptr, parse_error, "this is not JSON");
    const json::object* request = parsed.if_object();
    if (request == nullptr || word_of(*request, "jsonrpc") != "2.0" || word_of(*request, "method").empty()) {
        // An answer without a request, or no message of the protocol at all.
        if (request != nullptr && (request->contains("result") || request->contains("error"))) return std::nullopt;
        return error_message(nullptr, invalid_request, "a message is a JSON object with jsonrpc 2.0 and a method");
    }
    const json::value* id = request->if_contains("id");
    if (id == nullptr) return std::nullopt;
    const std::string_view method = word_of(*request, "method");
    const json::value* given = request->if_contains("params");
    const Object parameters = given != nullptr && given->is_object() ? given->get_object() : Object();
    if (method == "initialize") return envelope(*id, "result", initialize(parameters));
    if (method == "ping") return envelope(*id, "result", {});
    if (method == "tools/list") return envelope(*id, "result", {{"tools", list_tools()}});
    if (method != "tools/call")
        return error_message(*id, unknown_method, "there is no method " + in_quotes(method) + " here");
    const std::string_view name = word_of(parameters, "name");
    if (std::ranges::find(tools(), name, &Tool::name) == tools().end())
        return error_message(*id, invalid_parameters,
                             "there is no tool " + in_quotes(name) + "; tools/list names them");
    return envelope(*id, "result", call(parameters));
}

std::string McpSession::answer_to_long_line() {
    return error_message(nullptr, invalid_request, "a message has at most 1,000,000 bytes");
}

McpSession::Object McpSession::initialize(const Object& parameters) const {
    const std::string_view asked = word_of(parameters, "protocolVersion");
    const bool known = std::ranges::find(versions, asked) != versions.end();
    return {{"protocolVersion", known ? asked : versions.front()},
            {"capabilities", Object{{"tools", Object{}}}},
            {"serverInfo", Object{{"name", "springtide"}, {"title", "Springtide"}, {"version", version}}},
            {"instructions", instructions}};
}

json::array McpSession::list_tools() {
    json::array list;
    for (const Tool& tool : tools())
        list.push_back(
            Object{{"name", tool.name},
                   {"title", tool.title},
                   {"description", tool.description},
                   {"inputSchema", Object{{"type", "object"},
                                          {"properties", tool.properties},
                                          {"required", json::array(tool.required.begin(), tool.required.end())},
                                          {"additionalProperties", false}}}});
    return list;
}

/// A refusal is a result too: the assistant reads its sentence and tries something else.
McpSession::Object McpSession::call(const Object& parameters) {
    const Tool& tool = *std::ranges::find(tools(), word_of(parameters, "name"), &Tool::name);
    const json::value* given = parameters.if_contains("arguments");
    const Object arguments = given != nullptr && given->is_object() ? given->get_object() : Object();
    const auto result = [&]() -> Answer<ToolResult> {
        for (const auto& [name, value] : arguments)
            if (!tool.properties.contains(name))
                return std::unexpected(refuse(std::string(tool.name) + " has no argument " + in_quotes(name)));
        return (this->*tool.run)(arguments);
    }();
    const auto content = [](std::string_view text) { return json::array{Object{{"type", "text"}, {"text", text}}}; };
    if (!result)
        return {{"content", content(result.error().message)},
                {"structuredContent", Object{{"error", result.error().error}}},
                {"isError", true}};
    return {{"content", content(result->text)}, {"structuredContent", result->structured}, {"isError", false}};
}

McpSession::Refusal McpSession::refuse(std::string message) {
    Object error{{"code", "bad_request"}, {"message", message}};
    return {std::move(message), std::move(error)};
}

McpSession::Answer<McpSession::Object> McpSession::ask(Object request) {
    const json::value answer = json::parse(engine_.answer(json::serialize(request)));
    const Object& object = answer.get_object();
    if (object.at("ok").get_bool()) return object;
    const Object& error = object.at("error").get_object();
    return std::unexpected(Refusal{std::string(word_of(error, "message")), error});
}

McpSession::Answer<std::string> McpSession::text(const Object& arguments, std::string_view name) {
    const json::value* value = arguments.if_contains(name);
    if (value == nullptr) return std::unexpected(refuse("the argument " + in_quotes(name) + " is missing"));
    if (!value->is_string()) return std::unexpected(refuse("the argument " + in_quotes(name) + " is a text"));
    return std::string(value->get_string());
}

McpSession::Answer<std::int64_t> McpSession::number(const Object& arguments, std::string_view name,
                                                    std::int64_t usual) {
    const json::value* value = arguments.if_contains(name);
    if (value == nullptr) return usual;
    if (!value->is_int64()) return std::unexpected(refuse("the argument " + in_quotes(name) + " is a whole number"));
    return value->get_int64();
}

McpSession::Answer<std::int64_t> McpSession::table(const Object& arguments) const {
    if (!arguments.contains("table"))
        return std::unexpected(refuse("the argument 'table' is missing; new_game gives one"));
    const auto given = number(arguments, "table", 0);
    if (given && !chairs_.contains(*given))
        return std::unexpected(refuse("there is no table " + std::to_string(*given) + "; new_game makes one"));
    return given;
}

McpSession::Answer<McpSession::ToolResult> McpSession::list_games(const Object&) {
    auto answer = ask({{"op", "games"}});
    if (!answer) return std::unexpected(answer.error());
    std::string words;
    for (const json::value& one : answer->at("games").get_array()) {
        const Object& game = one.get_object();
        const auto& players = game.at("players").get_array();
        words += std::string(word_of(game, "id")) + ": " + std::string(word_of(game, "title")) + ", " +
                 std::to_string(players[0].get_int64()) + " to " + std::to_string(players[1].get_int64()) +
                 " players. " + std::string(word_of(game, "summary")) +
                 "\n  levels: " + joined(game.at("levels").get_array(), ", ") + "\n";
        for (const json::value& each : game.at("options").get_array()) {
            const Object& option = each.get_object();
            words +=
                "  option " + std::string(word_of(option, "name")) + ": " + std::string(word_of(option, "help")) + "\n";
        }
    }
    return ToolResult{std::move(words), Object{{"games", answer->at("games")}}};
}

McpSession::Answer<McpSession::ToolResult> McpSession::rules(const Object& arguments) {
    const auto game = text(arguments, "game");
    if (!game) return std::unexpected(game.error());
    if (const auto known = find_game(*game); !known) return std::unexpected(refuse(known.error().message));
    std::string clause;
    if (arguments.contains("clause")) {
        const auto given = text(arguments, "clause");
        if (!given) return std::unexpected(given.error());
        clause = *given;
    }
    std::string page = rules_page(*game, clause, Style{});
    if (page.empty()) return std::unexpected(refuse("the rules of " + *game + " have no clause " + in_quotes(clause)));
    Object structured{{"game", *game}, {"rules", page}};
    return ToolResult{std::move(page), std::move(structured)};
}

McpSession::Answer<McpSession::ToolResult> McpSession::new_game(const Object& arguments) {
    const auto game = text(arguments, "game");
    if (!game) return std::unexpected(game.error());
    const auto known = find_game(*game);
    if (!known) return std::unexpected(refuse(known.error().message));
    const auto players = number(arguments, "players", (*known)->info().min_players);
    if (!players) return std::unexpected(players.error());
    const auto seat = number(arguments, "seat", 0);
    if (!seat) return std::unexpected(seat.error());
    if (*seat < 0 || *seat >= *players)
        return std::unexpected(refuse("there is no seat " + std::to_string(*seat) + "; the seats are 0 to " +
                                      std::to_string(*players - 1)));
    Chair chair{*game, *seat, std::string(usual_level)};
    if (arguments.contains("level")) {
        const auto level = text(arguments, "level");
        if (!level) return std::unexpected(level.error());
        chair.level = *level;
    }
    const auto levels = bot_levels(*game);
    if (std::ranges::find(levels, chair.level) == levels.end()) {
        std::string names;
        for (const auto& name : levels) names += (names.empty() ? "" : ", ") + name;
        return std::unexpected(refuse("there is no level " + in_quotes(chair.level) + "; the levels are: " + names));
    }
    Object request{{"op", "new"}, {"game", *game}, {"players", *players}, {"for", *seat}, {"story", true}};
    if (const json::value* options = arguments.if_contains("options")) request["options"] = *options;
    std::random_device source;
    request["seed"] = std::to_string(source()) + "." + std::to_string(source());
    if (const json::value* seed = arguments.if_contains("seed")) request["seed"] = *seed;
    auto made = ask(std::move(request));
    if (!made) return std::unexpected(made.error());
    const auto number = number_of(*made, "table");
    chairs_[number] = std::move(chair);
    std::string story = joined(made->at("story").get_array(), "\n");
    if (const auto went_on = let_others_act(number, std::move(*made), story); !went_on)
        return std::unexpected(went_on.error());
    return situation(number, std::move(story));
}

McpSession::Answer<void> McpSession::let_others_act(std::int64_t table, Object last, std::string& story) {
    const Chair& chair = chairs_.at(table);
    for (;;) {
        const auto& acting = last.at("to_act").get_array();
        const auto bot = std::ranges::find_if(
            acting, [&](const json::value& who) { return who.is_int64() && who.get_int64() != chair.seat; });
        if (bot == acting.end()) return {};
        const std::int64_t seat = bot->get_int64();
        const auto choice =
            ask({{"op", "best"}, {"table", table}, {"by", seat}, {"level", chair.level}, {"ms", bot_milliseconds}});
        if (!choice) return std::unexpected(choice.error());
        auto played = ask({{"op", "play"},
                           {"table", table},
                           {"by", seat},
                           {"action", choice->at("action")},
                           {"for", chair.seat},
                           {"story", true}});
        if (!played) return std::unexpected(played.error());
        if (const auto told = joined(played->at("story").get_array(), "\n"); !told.empty())
            story += (story.empty() ? "" : "\n") + told;
        last = std::move(*played);
    }
}

McpSession::Answer<McpSession::ToolResult> McpSession::situation(std::int64_t table, std::string story) {
    const Chair& chair = chairs_.at(table);
    const auto record = ask({{"op", "record"}, {"table", table}});
    if (!record) return std::unexpected(record.error());
    const auto loaded = load_table(word_of(*record, "record"));
    if (!loaded) return std::unexpected(refuse(loaded.error().message));
    const auto seen = ask({{"op", "view"}, {"table", table}, {"for", chair.seat}});
    if (!seen) return std::unexpected(seen.error());
    const auto legal = ask({{"op", "legal"}, {"table", table}, {"by", chair.seat}});
    if (!legal) return std::unexpected(legal.error());
    const Table& now = **loaded;
    const bool over = now.to_act().nobody();
    const auto seat = static_cast<Seat>(chair.seat);
    const std::string board = screen_of(chair.game).draw(now, Observer::seat(seat), Style{});
    std::string words = "Table " + std::to_string(table) + ", you are " + now.seat_name(seat) + ".\n";
    if (!story.empty()) words += story + "\n";
    words += "\n" + board;
    const auto& actions = legal->at("actions").get_array();
    if (over)
        words += "The game is over.";
    else
        words += actions.empty() ? "It is not your turn." : "Your legal actions: " + joined(actions, " ");
    Object structured{{"table", table},           {"seat", chair.seat}, {"over", over},  {"legal", actions},
                      {"view", seen->at("view")}, {"story", story},     {"board", board}};
    return ToolResult{std::move(words), std::move(structured)};
}

McpSession::Answer<McpSession::ToolResult> McpSession::look(const Object& arguments) {
    const auto at = table(arguments);
    if (!at) return std::unexpected(at.error());
    return situation(*at, "");
}

McpSession::Answer<McpSession::ToolResult> McpSession::play(const Object& arguments) {
    const auto at = table(arguments);
    if (!at) return std::unexpected(at.error());
    const auto action = text(arguments, "action");
    if (!action) return std::unexpected(action.error());
    const auto seat = chairs_.at(*at).seat;
    auto played =
        ask({{"op", "play"}, {"table", *at}, {"by", seat}, {"action", *action}, {"for", seat}, {"story", true}});
    if (!played) return std::unexpected(played.error());
    std::string story = joined(played->at("story").get_array(), "\n");
    if (const auto went_on = let_others_act(*at, std::move(*played), story); !went_on)
        return std::unexpected(went_on.error());
    return situation(*at, std::move(story));
}

McpSession::Answer<McpSession::ToolResult> McpSession::hint(const Object& arguments) {
    const auto at = table(arguments);
    if (!at) return std::unexpected(at.error());
    const auto milliseconds = number(arguments, "ms", hint_milliseconds);
    if (!milliseconds) return std::unexpected(milliseconds.error());
    const Chair& chair = chairs_.at(*at);
    Object request{{"op", "best"}, {"table", *at}, {"by", chair.seat}, {"ms", *milliseconds}};
    if (const json::value* level = arguments.if_contains("level")) request["level"] = *level;
    auto answer = ask(std::move(request));
    if (!answer) return std::unexpected(answer.error());
    std::string words = "Play " + std::string(word_of(*answer, "action")) + ".";
    if (answer->at("exact").get_bool())
        words += answer->contains("winner") && number_of(*answer, "winner") == chair.seat
                     ? " It is proven to win."
                     : " The position is proven to be lost; this resists longest.";
    if (const auto why = reasons_of(*answer, chair.game); !why.empty()) words += "\n" + why;
    answer->erase("id");
    answer->erase("ok");
    return ToolResult{std::move(words), std::move(*answer)};
}

McpSession::Answer<McpSession::ToolResult> McpSession::review(const Object& arguments) {
    const auto at = table(arguments);
    if (!at) return std::unexpected(at.error());
    Object request{{"op", "review"}, {"table", *at}};
    if (chairs_.at(*at).game != "high_tide_leiman") {
        const auto acting = ask({{"op", "legal"}, {"table", *at}, {"by", chairs_.at(*at).seat}});
        if (acting && !acting->at("actions").get_array().empty())
            return std::unexpected(refuse("a review knows every card and die; ask for it when the game is over"));
        request["nodes"] = review_nodes;
    }
    auto answer = ask(std::move(request));
    if (!answer) return std::unexpected(answer.error());
    answer->erase("id");
    answer->erase("ok");
    std::string words = review_text(*answer);
    return ToolResult{std::move(words), std::move(*answer)};
}

McpSession::Answer<McpSession::ToolResult> McpSession::solve(const Object& arguments) {
    if (arguments.contains("table") == arguments.contains("position"))
        return std::unexpected(refuse("give a table or a position"));
    std::int64_t number = 0;
    if (arguments.contains("position")) {
        const auto position = text(arguments, "position");
        if (!position) return std::unexpected(position.error());
        const auto made = ask({{"op", "position"}, {"game", "high_tide_leiman"}, {"position", *position}});
        if (!made) return std::unexpected(made.error());
        number = number_of(*made, "table");
    } else {
        const auto at = table(arguments);
        if (!at) return std::unexpected(at.error());
        number = *at;
    }
    auto answer = ask({{"op", "analyse"}, {"table", number}});
    if (arguments.contains("position")) static_cast<void>(ask({{"op", "close"}, {"table", number}}));
    if (!answer) return std::unexpected(answer.error());
    answer->erase("id");
    answer->erase("ok");
    std::string words = solution_text(*answer);
    return ToolResult{std::move(words), std::move(*answer)};
}

McpSession::Answer<McpSession::ToolResult> McpSession::record(const Object& arguments) {
    const auto at = table(arguments);
    if (!at) return std::unexpected(at.error());
    const auto acting = ask({{"op", "legal"}, {"table", *at}, {"by", chairs_.at(*at).seat}});
    if (acting && !acting->at("actions").get_array().empty())
        return std::unexpected(refuse("a record shows every card and die; ask for it when the game is over"));
    const auto answer = ask({{"op", "record"}, {"table", *at}});
    if (!answer) return std::unexpected(answer.error());
    return ToolResult{std::string(word_of(*answer, "record")), Object{{"record", answer->at("record")}}};
}

}  // namespace springtide::cli
