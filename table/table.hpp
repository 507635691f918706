#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "core/seat.hpp"
#include "notation/events.hpp"
#include "notation/options.hpp"
#include "table/record.hpp"

namespace springtide {

/// An entry of a table's log: the actor, and whether it made a secret choice or took one back.
struct LogEntry {
    Actor by;
    bool retracts = false;
    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// A chance event that was drawn and played.
struct DrawnChance {
    std::string text;
    Story story;
};

/// A game being played: any game, behind one interface. Every refusal leaves the table as it was.
class Table {
  public:
    Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    virtual ~Table() = default;

    [[nodiscard]] virtual const GameInfo& game() const = 0;
    /// The names and sentences of its events.
    [[nodiscard]] virtual EventBook events() const = 0;
    [[nodiscard]] virtual int players() const = 0;
    [[nodiscard]] virtual OptionTexts options() const = 0;
    [[nodiscard]] virtual std::string seat_name(Seat seat) const = 0;

    [[nodiscard]] virtual ToAct to_act() const = 0;
    [[nodiscard]] bool over() const { return to_act().nobody(); }
    [[nodiscard]] virtual Result result() const = 0;
    /// One number for the whole situation.
    [[nodiscard]] virtual std::uint64_t hash() const = 0;

    /// An action of a seat or of chance, in notation. With a seed, chance follows by itself.
    virtual Expected<Story> play(Actor by, std::string_view action) = 0;
    /// A line of a record: an action, a chance event, or a choice that was taken back.
    Expected<Story> play(const Record::Line& line) {
        return line.retracts() ? retract(line.by.seat()) : play(line.by, line.action);
    }
    /// Draws the chance event that is due from this stream, with the right probability, and plays it; only when chance
    /// is to act.
    virtual DrawnChance play_chance(Random random) = 0;
    /// Takes back a secret choice while others still choose.
    virtual Expected<Story> retract(Seat seat) = 0;
    [[nodiscard]] virtual SeatSet may_retract() const = 0;
    /// Takes back the last play, with the chance events that followed it by themselves.
    virtual Expected<void> undo() = 0;
    [[nodiscard]] virtual bool may_undo() const = 0;
    /// Undoes everything after so many entries of the log, in one step; nothing if it is not longer.
    virtual void back_to(std::size_t length) = 0;
    /// Takes back a secret choice like retract(), and removes it from the log: a choice that is
    /// changed a thousand times leaves one entry. Returns the number of the removed entry.
    /// Adds the events to `story`, if there is one.
    virtual Expected<std::size_t> withdraw(Seat seat, Story* story) = 0;

    /// Sorted as text; empty for a seat that may not act now.
    [[nodiscard]] virtual std::vector<std::string> legal(Seat seat) const = 0;
    /// The consequences of each of these actions, a JSON array in the same order; nothing for games without outlooks.
    [[nodiscard]] virtual std::optional<std::string> outlooks(Seat seat) const = 0;
    /// If it ended now: a JSON array of points, by what they are for, as far as the observer knows; nothing for games
    /// that do not say it.
    [[nodiscard]] virtual std::optional<std::string> standing(Observer observer) const = 0;
    /// The chance events that may come now, sorted as text; nothing if there are too many to list.
    [[nodiscard]] virtual std::optional<std::vector<std::string>> chances() const = 0;
    /// A chance event that may come now, drawn with the right probability; only when chance is to act.
    [[nodiscard]] virtual std::string draw_chance(Random random) const = 0;
    /// How the chance event that comes now is written.
    [[nodiscard]] virtual std::string chance_form() const = 0;

    /// The one filter: a JSON object with exactly what lies on the table for this observer.
    [[nodiscard]] virtual std::string view(Observer observer) const = 0;
    /// The observer's view before the first event: folding story() over it gives view().
    [[nodiscard]] virtual std::string first_view(Observer observer) const = 0;

    /// The memory aid: a JSON object with what this observer would know beyond the view if they forgot nothing; nothing
    /// for games that ask for no memory.
    [[nodiscard]] virtual std::optional<std::string> memory(Observer observer) const = 0;

    /// Must players who share a screen hide their side from each other?
    [[nodiscard]] virtual bool has_secrets() const = 0;

    /// Everything that happened since the table was made.
    [[nodiscard]] virtual Story story() const = 0;
    /// The whole game, to be read or to be written with more tags.
    [[nodiscard]] virtual Record as_record() const = 0;
    /// The same as text: tags, then one event per line.
    [[nodiscard]] std::string record() const { return to_text(as_record()); }
    /// From now on chance events are drawn from this seed, the one that is due at once.
    virtual void continue_with_seed(std::string seed) = 0;
    /// A copy of the game on a table of its own, for a bot that thinks while this table continues.
    [[nodiscard]] virtual std::unique_ptr<Table> clone() const = 0;
    /// How many entries the log has.
    [[nodiscard]] virtual std::size_t log_size() const = 0;
    /// The entry with this number, counted from 0.
    [[nodiscard]] virtual LogEntry log_entry(std::size_t number) const = 0;

    /// Move sequences of that length, for games that offer it; at most `limit` are counted.
    [[nodiscard]] virtual Expected<std::uint64_t> perft(int depth, std::uint64_t limit) const = 0;
    /// The position in one line, for games that have such a notation.
    [[nodiscard]] virtual std::optional<std::string> position() const = 0;
};

/// The settings of a new table.
struct TableSetup {
    int players = 0;
    OptionTexts options;
    std::optional<std::string> seed;      ///< without one the caller supplies every chance event
    std::optional<std::string> position;  ///< start here instead of at the beginning
};

}  // namespace springtide
