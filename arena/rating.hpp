#pragma once

#include <cstddef>
#include <vector>

/// One number for each member of a league, estimated from wins at tables with each other.
///
/// The model is Luce's: at a table each member wins in proportion to its strength. With two players that is Bradley and
/// Terry's, and the numbers are Elo's. With more it describes tables of all kinds of neighbours, as a league draws
/// them; no number predicts the results among copies of one opponent. It is fitted by maximum likelihood. Intervals do
/// not rely on the model: they come from the real differences between blocks of games and its expectations
/// (the sandwich of Huber and White, by block), and are never narrower than chance alone makes them.
namespace springtide::arena {

/// A few deals at one table, each played from every seat.
struct RatedBlock {
    std::vector<std::size_t> table;  ///< the member in each seat; one member may have several
    std::vector<double> shares;      ///< of wins of each, shared ones split; the sum is 1
    double games = 0;
};

/// A number and how uncertain it is, both in Elo points.
struct Estimate {
    double value = 0;
    double variance = 0;

    /// Half the width of the 95 % interval.
    [[nodiscard]] double margin() const;
};

class Ratings {
  public:
    /// Members without any game get the mean and an interval that says nothing.
    static Ratings fit(std::size_t members, const std::vector<RatedBlock>& blocks);

    /// Above (below) the mean of all members.
    [[nodiscard]] Estimate of(std::size_t member) const;
    [[nodiscard]] Estimate difference(std::size_t a, std::size_t b) const;
    /// The share of wins the model expects of each at a table.
    [[nodiscard]] std::vector<double> expected(const std::vector<std::size_t>& table) const;
    /// How many times as much blocks differ from what the model expects as chance alone makes them; about 1 where it
    /// holds.
    [[nodiscard]] double misfit() const { return misfit_; }
    /// The share of the variance of a difference that so many games at a table would remove.
    [[nodiscard]] double gain(std::size_t a, std::size_t b, const std::vector<std::size_t>& table, double games) const;

  private:
    using Matrix = std::vector<std::vector<double>>;

    /// Of the sum of strengths times these weights.
    [[nodiscard]] Estimate combination(const std::vector<double>& weights) const;
    void add_information(Matrix& information, const std::vector<std::size_t>& table, double games) const;

    std::vector<double> strengths_;  ///< logarithms, mean 0
    Matrix information_;
    Matrix by_chance_;  ///< covariance if the model holds and all games are independent
    Matrix as_seen_;    ///< covariance by what was seen
    double misfit_ = 1;
};

/// The verdict on a question about two members.
enum class Answer { open, first_is_stronger, second_is_stronger, equal };

/// Valid after every block, however often it is called: a wrong verdict comes once in twenty leagues, not once in
/// twenty looks (normal mixture of Robbins). Two whose interval lies within `equal` points of 0 are called equal.
Answer answer_to(const Estimate& difference, double equal);

}  // namespace springtide::arena
