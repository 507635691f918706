#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/plan.hpp"
#include "arena/rating.hpp"
#include "core/error.hpp"

/// A league: bots that go on meeting at tables of all kinds until it is known who is stronger. Its results are a file
/// to which every block of deals adds one line, so that it can be broken off at any time, taken up again and joined by
/// others.
namespace springtide::arena {

/// The members, the game, and the questions that the league answers.
struct LeaguePlan {
    std::string game;
    int players = 2;
    OptionTexts options;
    std::vector<Contestant> members;
    /// The one question: is the first stronger than the second? Without it: the order of all.
    std::optional<std::pair<std::size_t, std::size_t>> question;
    std::uint64_t block = 10;            ///< deals played before the next table is chosen
    std::uint64_t most = 1'000'000'000;  ///< deals of this run at most
    double equal = 15;                   ///< differences below this many Elo points count as equal
    double seconds = 0;                  ///< of this run at most; 0: no limit
    unsigned threads = 1;
    int answer_limit = 10'000;  ///< milliseconds in which a program from outside must answer
};

/// The results so far of the members of a plan.
struct LeagueTable {
    struct Row {
        std::size_t member = 0;
        Estimate rating;                ///< around the mean of all
        std::uint64_t games = 0;        ///< it took part in
        Answer to_next = Answer::open;  ///< is it stronger than the one below?
    };
    std::vector<Row> rows;  ///< best first
    Ratings ratings;
    Answer question = Answer::open;
    std::uint64_t deals = 0;

    [[nodiscard]] bool settled(const LeaguePlan& plan) const;
};

class League {
  public:
    /// Reads what the file holds of this game, number of players, options and members; a file that is not there yet is
    /// empty. A line that cannot be read is refused by its number. A last line that was cut off is taken away.
    static Expected<League> open(const LeaguePlan& plan, const std::string& file);

    [[nodiscard]] LeagueTable table() const;

    /// The table that tells most about the open questions for the time it takes: the two members in question, and
    /// random ones in the other seats. Nothing if all questions are answered.
    [[nodiscard]] std::optional<std::vector<std::size_t>> next() const;

    using Progress = std::function<void(const LeagueTable& so_far, const std::vector<std::size_t>& next)>;
    /// Plays until every question is answered, the limits are reached or `stop` is set.
    Expected<void> run(const std::atomic<bool>& stop, const Progress& progress);

  private:
    League(const LeaguePlan& plan, std::string file);
    [[nodiscard]] double cost(const std::vector<std::size_t>& table) const;
    Expected<void> read(const std::string& line, std::size_t number);
    Expected<void> write(const RatedBlock& block, double seconds) const;
    void add(RatedBlock block, double seconds);

    LeaguePlan plan_;
    std::string file_;
    std::vector<RatedBlock> blocks_;
    std::vector<double> seconds_;  ///< that games with each member took, shared out among its table
    std::vector<double> games_;    ///< seats of each member in those games
};

std::string league_text(const LeaguePlan& plan, const LeagueTable& table);
std::string league_markdown(const LeaguePlan& plan, const LeagueTable& table);
std::string league_json(const LeaguePlan& plan, const LeagueTable& table);

}  // namespace springtide::arena
