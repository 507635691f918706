#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/event.hpp"
#include "core/json_writer.hpp"

/// The events of a game, described once: the name of each kind, its fields, its observers and its sentence. JSON
/// records, sentences, JSON Schema and TypeScript types are all made from this description.
namespace springtide {

/// Writes a value. The output may combine several of the event's values, from number `at` on.
struct ValueType {
    std::string_view schema;      ///< JSON Schema; empty where `words` lists all there is
    std::string_view typescript;  ///< the type in TypeScript; empty as well
    void (*write)(JsonWriter& json, const Event& event, std::size_t at);
    std::string (*say)(const Event& event, std::size_t at);  ///< in an English sentence; null if no sentence has it
    std::span<const std::string_view> words;                 ///< of a value that is one of these words
};

struct EventField {
    std::string_view name;
    const ValueType* type = nullptr;
    std::size_t at = 0;
    bool (*present)(const Event& event) = nullptr;  ///< null: in every record of its kind
};

enum class MayKnow : std::uint8_t {
    everybody,
    seat,                ///< only the seat it concerns
    seat_or_everybody,   ///< as an option says
    nobody_or_everybody  ///< `all` or no observer, depending on an option
};

struct EventKind {
    static constexpr std::size_t most_fields = 9;

    std::string_view name;
    MayKnow may_know = MayKnow::everybody;
    /// Field names in braces stand for their values: "{seat} takes tide {level}". Empty if the event has no sentence.
    std::string_view sentence;
    std::array<EventField, most_fields> room{};
    std::size_t field_count = 0;
    /// The kind that makes this one redundant if an observer receives both at once.
    std::uint8_t voided_by = not_voided;

    static constexpr std::uint8_t not_voided = 255;
    [[nodiscard]] constexpr std::span<const EventField> fields() const { return {room.data(), field_count}; }
};

/// For the tables of the games: a kind with its fields.
template <std::same_as<EventField>... Fields>
constexpr EventKind event_kind(std::string_view name, MayKnow may_know, std::string_view sentence, Fields... fields) {
    static_assert(sizeof...(fields) <= EventKind::most_fields);
    EventKind kind{.name = name,
                   .may_know = may_know,
                   .sentence = sentence,
                   .room = {},
                   .field_count = 0,
                   .voided_by = EventKind::not_voided};
    ((kind.room[kind.field_count++] = fields), ...);
    return kind;
}
template <class Happening>
constexpr EventKind voided_by(Happening later, EventKind kind) {
    kind.voided_by = static_cast<std::uint8_t>(later);
    return kind;
}
constexpr EventField field(std::string_view name, const ValueType& type, std::size_t at = 0,
                           bool (*present)(const Event&) = nullptr) {
    return {.name = name, .type = &type, .at = at, .present = present};
}

/// All kinds of events of a game, in the order of its enumeration.
using EventBook = std::span<const EventKind>;

/// The events of a step, or since the beginning.
using Story = std::vector<Event>;

/// Leaves out what a later event of the story makes void.
Story without_void(EventBook book, Story story);

/// `{"kind":"tide_taken","seat":1,"level":10}`
void write_record(JsonWriter& json, EventBook book, const Event& event);
/// The same without the names: `["tide_taken",1,10]`, the fields in the order of the description, null for one that is
/// absent. Shorter, for programs that have the description.
void write_row(JsonWriter& json, EventBook book, const Event& event);
/// The records of a story that `observer` may know, one after the other into an array that is open.
void write_records(JsonWriter& json, EventBook book, const Story& story, Observer observer);

/// The record that replaces the known view: `{"kind":"view","view":{…}}`.
void write_whole_view(JsonWriter& json, std::string_view view);

/// The event as sentences without a full stop: none, one, or several.
std::vector<std::string> sentences(EventBook book, const Event& event);
/// The sentences of a story that `observer` may read.
std::vector<std::string> lines_for(EventBook book, const Story& story, Observer observer);

/// Values that every game has.
namespace values {
extern const ValueType number;          ///< as it stands
extern const ValueType number_or_null;  ///< 0 is null
extern const ValueType flag;
extern const ValueType points;  ///< said as "no points", "1 point", "3 points"
}  // namespace values

/// "no points", "1 point", "-1 point", "3 points"
std::string counted(int number, std::string_view thing);

/// A value that is one of some words: written as the word, said as another.
template <const auto& Words, const auto& Said>
constexpr ValueType one_of() {
    return {.schema = {},
            .typescript = {},
            .write = [](JsonWriter& json, const Event& event,
                        std::size_t at) { json.value(Words[static_cast<std::size_t>(event.values[at])]); },
            .say = [](const Event& event,
                      std::size_t at) { return std::string(Said[static_cast<std::size_t>(event.values[at])]); },
            .words = Words};
}

}  // namespace springtide
