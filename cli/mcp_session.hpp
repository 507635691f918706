#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/engine.hpp"

namespace springtide::cli {

/// One client of the Model Context Protocol: JSON-RPC messages in, answers out. Its tools are the engine's requests in
/// the form that an assistant can use: it plays one seat of a table, bots play the others, and it sees what its seat
/// may know.
class McpSession {
  public:
    /// The answer to one message, without a line end; nothing for notifications.
    std::optional<std::string> answer(std::string_view message);
    static std::string answer_to_long_line();

  private:
    using Object = boost::json::object;
    struct Refusal {
        std::string message;
        Object error;  ///< as the engine says it
    };
    template <class T>
    using Answer = std::expected<T, Refusal>;
    struct ToolResult {
        std::string text;
        Object structured;
    };
    struct Chair {
        std::string game;
        std::int64_t seat;
        std::string level;  ///< of the bots in the other seats
    };
    struct Tool;
    static const std::array<Tool, 9>& tools();

    [[nodiscard]] Object initialize(const Object& parameters) const;
    static boost::json::array list_tools();
    Object call(const Object& parameters);

    Answer<ToolResult> list_games(const Object& arguments);
    Answer<ToolResult> rules(const Object& arguments);
    Answer<ToolResult> new_game(const Object& arguments);
    Answer<ToolResult> look(const Object& arguments);
    Answer<ToolResult> play(const Object& arguments);
    Answer<ToolResult> hint(const Object& arguments);
    Answer<ToolResult> review(const Object& arguments);
    Answer<ToolResult> solve(const Object& arguments);
    Answer<ToolResult> record(const Object& arguments);

    Answer<Object> ask(Object request);
    static Refusal refuse(std::string message);
    static Answer<std::string> text(const Object& arguments, std::string_view name);
    static Answer<std::int64_t> number(const Object& arguments, std::string_view name, std::int64_t usual);
    Answer<std::int64_t> table(const Object& arguments) const;
    /// Lets the bots act until the own seat is to act or the game is over; adds what happened to the story.
    Answer<void> let_others_act(std::int64_t table, Object last, std::string& story);
    /// The board, whose turn it is and the legal actions.
    Answer<ToolResult> situation(std::int64_t table, std::string story);

    Engine engine_;
    std::map<std::int64_t, Chair> chairs_;
};

}  // namespace springtide::cli
