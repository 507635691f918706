#include "protocol/schema.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text.hpp"
#include "notation/reasons.hpp"
#include "protocol/reasons.hpp"
#include "protocol/room_records.hpp"
#include "protocol/server_reasons.hpp"
#include "table/games.hpp"

namespace springtide {

namespace {

constexpr std::array<std::string_view, 4> who_may_know = {"everybody may know", "only its seat may know",
                                                          "an option decides: only its seat, or everybody",
                                                          "an option decides: nobody, or everybody"};

/// `values` one after the other, each written by `write`.
template <class Values, class Write>
std::string joined(const Values& values, std::string_view separator, Write&& write) {
    std::string text;
    for (const auto& value : values) {
        if (!text.empty()) text += separator;
        text += write(value);
    }
    return text;
}

std::string in_marks(std::string_view word, char mark) {
    std::string marked(1, mark);
    return marked.append(word) + mark;
}
std::string json_text(std::string_view word) { return in_marks(word, '"'); }

std::string schema_of(const ValueType& type) {
    if (type.words.empty()) return std::string(type.schema);
    return R"({"enum":[)" + joined(type.words, ",", json_text) + "]}";
}

std::string schema_of(const EventKind& kind) {
    std::string properties = R"("kind":{"const":)" + json_text(kind.name) + "}";
    std::string required = json_text("kind");
    for (const EventField& one : kind.fields()) {
        properties += "," + json_text(one.name) + ":" + schema_of(*one.type);
        if (one.present == nullptr) required += "," + json_text(one.name);
    }
    return R"({"type":"object","description":)" + json_text(who_may_know[static_cast<std::size_t>(kind.may_know)]) +
           R"(,"properties":{)" + properties + R"(},"required":[)" + required + R"(],"additionalProperties":false})";
}

constexpr std::string_view whole_view_schema =
    R"({"type":"object","description":"the whole view of whoever is told; it replaces what was known before",)"
    R"("properties":{"kind":{"const":"view"},"view":{"type":"object"}},"required":["kind","view"],"additionalProperties":false})";

std::string type_of(const ValueType& type) {
    if (type.words.empty()) return std::string(type.typescript);
    return joined(type.words, " | ", [](std::string_view word) { return in_marks(word, '\''); });
}

std::string type_of(const EventKind& kind) {
    std::string text = "{ kind: " + in_marks(kind.name, '\'');
    for (const EventField& one : kind.fields())
        text += "; " + std::string(one.name) + (one.present == nullptr ? ": " : "?: ") + type_of(*one.type);
    return text + " }";
}

/// `rolled: ['seat', 'dice']`
std::string row_of(const EventKind& kind) {
    return std::string(kind.name) + ": [" +
           joined(kind.fields(), ", ",
                  [](const EventField& one) {
                      return in_marks(std::string(one.name) + (one.present == nullptr ? "" : "?"), '\'');
                  }) +
           "]";
}

/// Calls visit(reason) for every reason there is.
template <class Visit>
void for_each_reason(Visit&& visit) {
    for (const RefusalReason& reason : game_reasons) visit(reason);
    for (const RefusalReason& reason : request_reasons) visit(reason);
    for (const RefusalReason& reason : server_reasons) visit(reason);
}

/// The names of what a reason concerns: those in its sentence, and those beside it.
std::vector<std::string_view> concerns_of(const RefusalReason& reason) {
    std::vector<std::string_view> names;
    const auto add = [&](std::string_view name) {
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    std::string_view rest = reason.sentence;
    for (auto open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
        const auto close = rest.find('}', open);
        add(rest.substr(open + 1, close - open - 1));
        rest.remove_prefix(close + 1);
    }
    for (const std::string_view name : split(reason.also, ' ')) add(name);
    return names;
}

std::string schema_of(const RefusalReason& reason) {
    std::string properties = R"("code":{"const":)" + json_text(name_of(reason.code)) + R"(},"reason":{"const":)" +
                             json_text(reason.name) + R"(},"message":{"type":"string"})";
    std::string required = R"("code","reason","message")";
    if (!reason.clause.empty()) {
        properties += R"(,"clause":{"const":)" + json_text(reason.clause) + "}";
        required += R"(,"clause")";
    }
    for (const auto name : concerns_of(reason))
        properties += "," + json_text(name) + R"(:{"type":["string","integer"]})";
    return R"({"type":"object","properties":{)" + properties + R"(},"required":[)" + required + "]}";
}

/// A line for each reason that says all there is to know of it.
std::string refusal_types() {
    std::string text =
        "\n/** Why something is refused: the code, the clause of the rules, what it concerns, and the English "
        "sentence. */\n"
        "export const refusals = {\n";
    for_each_reason([&](const RefusalReason& reason) {
        std::string sentence;
        for (const char c : reason.sentence) sentence += c == '\'' ? "\\'" : std::string(1, c);
        text += "    " + std::string(reason.name) + ": { code: " + in_marks(name_of(reason.code), '\'') +
                ", clause: " + (reason.clause.empty() ? "null" : in_marks(reason.clause, '\'')) + ", concerns: [" +
                joined(concerns_of(reason), ", ", [](std::string_view name) { return in_marks(name, '\''); }) +
                "], sentence: '" + sentence + "' },\n";
    });
    return text + "} as const;\nexport type RefusalReason = keyof typeof refusals;\n";
}

std::string schema_of(const RoomKind& kind) {
    const bool named = names_somebody(kind);
    return R"({"type":"object","description":"everybody may know","properties":{"kind":{"const":)" +
           json_text(kind.name) + R"(},"seat":{"type":"integer"})" + (named ? R"(,"name":{"type":"string"})" : "") +
           R"(},"required":["kind")" + (named ? R"(,"name")" : "") + R"(],"additionalProperties":false})";
}

/// turn_the_tide → TurnTheTideEvent
std::string type_name(std::string_view id) {
    std::string name;
    bool begins = true;
    for (const char c : id) {
        if (c != '_') name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        begins = c == '_';
    }
    return name + "Event";
}

}  // namespace

std::string record_schema() {
    const auto of_game = [](const Game& game) {
        return "    " + json_text(game.info().id) + ": {\"oneOf\": [\n      " +
               joined(game.events(), ",\n      ", [](const EventKind& kind) { return schema_of(kind); }) + "\n    ]}";
    };
    std::string refusals;
    for_each_reason(
        [&](const RefusalReason& reason) { refusals += (refusals.empty() ? "" : ",\n      ") + schema_of(reason); });
    return "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
           "  \"title\": \"Springtide: what happened, and why something is refused, as records\",\n"
           "  \"$comment\": \"made by springtide schema\",\n"
           "  \"$defs\": {\n    \"view\": " +
           std::string(whole_view_schema) + ",\n" + joined(games(), ",\n", of_game) +
           ",\n    \"room\": {\"oneOf\": [\n      " +
           joined(room_kinds, ",\n      ", [](const RoomKind& kind) { return schema_of(kind); }) +
           "\n    ]},\n    \"refusal\": {\"oneOf\": [\n      " + refusals + "\n    ]}\n  }\n}\n";
}

std::string record_types() {
    std::string text =
        "// What happened, as records. Made by `springtide schema --typescript`, and compared by a test: do not "
        "edit.\n\n"
        "/** The whole view of whoever is told; it replaces what was known before. */\n"
        "export interface WholeView {\n    kind: 'view';\n    view: unknown;\n}\n";
    for (const Game& game : games()) {
        text += "\nexport type " + type_name(game.info().id) + " =\n";
        text +=
            "    | " + joined(game.events(), "\n    | ", [](const EventKind& kind) { return type_of(kind); }) + ";\n";
    }
    text += "\n/** What happens at a server's table besides the game. */\nexport type RoomEvent =\n    | " +
            joined(room_kinds, "\n    | ",
                   [](const RoomKind& kind) {
                       return "{ kind: " + in_marks(kind.name, '\'') + "; seat?: number" +
                              (names_somebody(kind) ? "; name: string }" : " }");
                   }) +
            ";\n";
    text += "\nexport interface GameEvents {\n";
    for (const Game& game : games())
        text += "    " + std::string(game.info().id) + ": " + type_name(game.info().id) + ";\n";
    text +=
        "}\n\n/** Every kind of event there is, with its fields in the order of a row; those that may be absent end in "
        "'?'. */\nexport const eventFields: { [Game in keyof GameEvents]: "
        "{ readonly [Kind in GameEvents[Game]['kind']]: readonly string[] } } = {\n";
    for (const Game& game : games())
        text += "    " + std::string(game.info().id) + ": { " +
                joined(game.events(), ", ", [](const EventKind& kind) { return row_of(kind); }) + " },\n";
    text +=
        "};\nexport const roomFields: { readonly [Kind in RoomEvent['kind']]: readonly string[] } = {\n    " +
        joined(room_kinds, ", ",
               [](const RoomKind& kind) {
                   return in_marks(kind.name, '\'') + (names_somebody(kind) ? ": ['seat?', 'name']" : ": ['seat?']");
               }) +
        ",\n};\n";
    return text + refusal_types();
}

}  // namespace springtide
