#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/contestant.hpp"
#include "arena/program.hpp"
#include "core/error.hpp"
#include "core/json_writer.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"
#include "notation/options.hpp"

namespace springtide::arena {

/// The table a program is to sit down at.
struct TableTold {
    std::uint64_t number = 0;
    std::string_view game;
    int players = 0;
    OptionTexts options;
};

/// The data a program receives for a choice: the knowledge of its seat, and no more.
struct Question {
    std::string view;                   ///< JSON
    std::optional<std::string> memory;  ///< JSON
    std::vector<std::string> legal;
    std::vector<std::string> events;  ///< since its last choice; JSON, or sentences for programs that speak protocol 1
};

/// A program from outside as a player: the bot side of the engine protocol (docs/explanation/bots.md). A program that
/// failed is started afresh when it sits down at the next table.
class ProgramPlayer {
  public:
    ProgramPlayer(const Contestant& contestant, int answer_limit)
        : contestant_(contestant), answer_limit_(answer_limit) {}

    /// Starts the program if it does not run, and says hello.
    Expected<void> wake();
    /// Does the program receive events as records? Otherwise as sentences.
    [[nodiscard]] bool hears_records() const { return hears_records_; }
    Expected<void> sit_down(const TableTold& table, Seat seat, std::uint64_t seed);
    Expected<std::string> choose(std::uint64_t table, Seat seat, const Question& question);
    /// The game is over. The program's answer has no effect.
    void leave(std::uint64_t table, Seat seat, const Result& result, int players);
    /// It broke the rules of the game: ends the program.
    void dismiss() { program_.reset(); }

  private:
    JsonWriter request(std::string_view op);
    /// The answer, or why it is none; then the program is gone.
    Expected<boost::json::object> ask(JsonWriter& json, std::chrono::milliseconds limit);
    static Expected<boost::json::object> read(std::string_view answer, std::uint64_t id);

    const Contestant& contestant_;
    std::chrono::milliseconds answer_limit_;
    std::unique_ptr<Program> program_;
    bool hears_records_ = false;
    std::uint64_t id_ = 0;
};

}  // namespace springtide::arena
