#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/random.hpp"
#include "server/load/wire.hpp"

namespace springtide::load {

using Time = std::chrono::steady_clock::time_point;

/// The load that a server receives.
struct Plan {
    std::vector<Place> nodes;
    std::optional<Place> balancer;  ///< the balancer for all connections
    std::string game = "turn_the_tide";
    int players = 3;
    int tables = 100;
    double rate = 0;  ///< moves a second; 0: all players move as soon as they may
    double seconds = 10;
    int idle_sockets = 0;  ///< connected besides, doing nothing
};

/// The counts of a run.
struct Tally {
    std::int64_t moves = 0;  ///< acknowledged
    std::int64_t games = 0;
    std::int64_t refusals = 0;
    std::int64_t bytes = 0;        ///< received
    std::int64_t messages = 0;     ///< received
    std::vector<float> latencies;  ///< of moves, in milliseconds; with a rate, from when the move was due
    std::string last_refusal;
};

/// Many people at many tables, in one thread.
class Crowd {
  public:
    explicit Crowd(Plan plan) : plan_(std::move(plan)) {}
    ~Crowd();
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    /// Connects all players.
    Expected<void> come();
    /// Opens the tables.
    void sit_down();
    /// Plays for so long; forgets the tally before.
    Expected<void> play(double seconds);
    /// All players stay for so long without a move.
    Expected<void> rest(double seconds);
    [[nodiscard]] const Tally& tally() const { return tally_; }
    [[nodiscard]] int sockets() const { return static_cast<int>(people_.size()) + plan_.idle_sockets; }

  private:
    struct Person {
        Wire wire;
        std::size_t table = 0;
        std::size_t seat = 0;
        std::int64_t sits_on = 0;  ///< the seat that the server gave
        bool asked = false;        ///< waits for an answer
        bool due = false;          ///< could move
        std::int64_t seen = 0;     ///< the last seq pushed
        std::int64_t answered = 0;
        std::vector<std::string> legal;
        Time sent;
    };
    struct Table {
        std::string id;
        std::size_t answers = 0;  ///< to the step under way
        int step = 0;             ///< the id of the requests under way: 0 create, 1 join, 2 ready; then 3, play
        bool over = false;
    };

    /// Connects the players of a table to the node that a balancer chooses for it.
    Expected<void> move_to_table(std::size_t table);
    Person& person(std::size_t table, std::size_t seat) {
        return *people_[table * static_cast<std::size_t>(plan_.players) + seat];
    }
    void heard(Person& who, std::string_view message);
    void answered(Person& who, std::string_view message);
    void pushed(Person& who, std::string_view message);
    void begin(std::size_t table);
    void begin_if_all_done(std::size_t table);
    void ask_all(std::size_t table, std::string_view op, int id);
    void look_again(Person& who);
    void move_if_due(Person& who);
    void move(Person& who, Time due);
    void move_those_due(Time now);
    Expected<void> listen(Time end);

    Plan plan_;
    int poll_ = -1;
    bool resting_ = false;
    std::vector<std::unique_ptr<Person>> people_;
    std::vector<std::unique_ptr<Wire>> idle_;
    std::vector<Table> tables_;
    std::vector<std::size_t> made_;  ///< tables whose people come to their node next
    std::deque<Person*> ready_;      ///< with a rate: the players that could move, in order
    Time next_due_;
    std::int64_t next_id_ = 10;  ///< no message of a person has the id of another
    Tally tally_;
    Random random_{1};
};

}  // namespace springtide::load
