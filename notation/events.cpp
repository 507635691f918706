#include "notation/events.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace springtide {

namespace {

/// A sentence with its fields filled in.
std::string filled(const EventKind& kind, const Event& event) {
    std::string text;
    std::string_view rest = kind.sentence;
    for (;;) {
        const auto open = rest.find('{');
        text += rest.substr(0, open);
        if (open == std::string_view::npos) return text;
        rest.remove_prefix(open + 1);
        const auto close = rest.find('}');
        const auto found = std::ranges::find(kind.fields(), rest.substr(0, close), &EventField::name);
        text += found->type->say(event, found->at);
        rest.remove_prefix(close + 1);
    }
}

void write_number(JsonWriter& json, const Event& event, std::size_t at) { json.value(int{event.values[at]}); }
std::string say_number(const Event& event, std::size_t at) { return std::to_string(event.values[at]); }

}  // namespace

Story without_void(EventBook book, Story story) {
    std::uint64_t later = 0;  // the kinds that come behind, as bits
    const auto is_void = [&](const Event& event) {
        const std::uint8_t by = book[event.kind].voided_by;
        const bool is = by != EventKind::not_voided && ((later >> by) & 1U) != 0;
        later |= std::uint64_t{1} << event.kind;
        return is;
    };
    // From the back, each event asked once.
    auto kept = story.end();
    for (auto event = story.end(); event != story.begin();)
        if (!is_void(*--event)) *--kept = *event;
    story.erase(story.begin(), kept);
    return story;
}

void write_record(JsonWriter& json, EventBook book, const Event& event) {
    const EventKind& kind = book[event.kind];
    json.begin_object().key("kind").value(kind.name);
    for (const EventField& one : kind.fields()) {
        if (one.present != nullptr && !one.present(event)) continue;
        json.key(one.name);
        one.type->write(json, event, one.at);
    }
    json.end_object();
}

void write_row(JsonWriter& json, EventBook book, const Event& event) {
    const EventKind& kind = book[event.kind];
    json.begin_array().value(kind.name);
    for (const EventField& one : kind.fields()) {
        if (one.present != nullptr && !one.present(event))
            json.null();
        else
            one.type->write(json, event, one.at);
    }
    json.end_array();
}

void write_records(JsonWriter& json, EventBook book, const Story& story, Observer observer) {
    for (const Event& event : story)
        if (event.visible_to(observer)) write_record(json, book, event);
}

void write_whole_view(JsonWriter& json, std::string_view view) {
    json.begin_object().key("kind").value("view").key("view").raw(view).end_object();
}

std::vector<std::string> sentences(EventBook book, const Event& event) {
    std::vector<std::string> lines;
    const std::string text = filled(book[event.kind], event);
    for (const std::string_view line : split(text, '\n'))
        if (!line.empty()) lines.emplace_back(line);
    return lines;
}

std::vector<std::string> lines_for(EventBook book, const Story& story, Observer observer) {
    std::vector<std::string> lines;
    for (const Event& event : story)
        if (event.visible_to(observer)) std::ranges::move(sentences(book, event), std::back_inserter(lines));
    return lines;
}

std::string counted(int number, std::string_view thing) {
    const std::string noun = std::string(thing) + (number == 1 || number == -1 ? "" : "s");
    return (number == 0 ? "no" : std::to_string(number)) + " " + noun;
}

namespace values {

constinit const ValueType number = {
    .schema = R"({"type":"integer"})", .typescript = "number", .write = write_number, .say = say_number, .words = {}};
constinit const ValueType number_or_null = {.schema = R"({"type":["integer","null"]})",
                                            .typescript = "number | null",
                                            .write =
                                                [](JsonWriter& json, const Event& event, std::size_t at) {
                                                    if (event.values[at] == 0)
                                                        json.null();
                                                    else
                                                        write_number(json, event, at);
                                                },
                                            .say = say_number,
                                            .words = {}};
constinit const ValueType flag = {
    .schema = R"({"type":"boolean"})",
    .typescript = "boolean",
    .write = [](JsonWriter& json, const Event& event, std::size_t at) { json.value(event.values[at] != 0); },
    .say = nullptr,
    .words = {}};
constinit const ValueType points = {
    .schema = R"({"type":"integer"})",
    .typescript = "number",
    .write = write_number,
    .say = [](const Event& event, std::size_t at) { return counted(event.values[at], "point"); },
    .words = {}};

}  // namespace values

}  // namespace springtide
