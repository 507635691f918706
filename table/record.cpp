#include "table/record.hpp"

#include <cctype>

#include "core/text.hpp"
#include "notation/reasons.hpp"

namespace springtide {

namespace {

constexpr std::string_view format_version = "1";

std::string tag(std::string_view name, std::string_view value) {
    std::string line = "[" + std::string(name) + " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') line += '\\';
        if (c == '\n')
            line += "\\n";
        else
            line += c;
    }
    return line + "\"]\n";
}

struct Tag {
    std::string name;
    std::string value;
};

std::optional<Tag> parse_tag(std::string_view line) {
    if (!line.starts_with('[') || !line.ends_with("\"]")) return std::nullopt;
    line = line.substr(1, line.size() - 3);
    const auto gap = line.find(" \"");
    if (gap == std::string_view::npos || gap == 0) return std::nullopt;
    Tag tag{.name = std::string(line.substr(0, gap)), .value = {}};
    line.remove_prefix(gap + 2);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') return std::nullopt;
        if (line[i] != '\\') {
            tag.value += line[i];
            continue;
        }
        if (++i == line.size()) return std::nullopt;
        tag.value += line[i] == 'n' ? '\n' : line[i];
    }
    return tag;
}

/// Reads a text line by line and turns every refusal into one that names the line.
class Parser {
  public:
    Expected<Record> parse(std::string_view text) {
        for (std::string_view line : split(text, '\n')) {
            ++line_;
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.empty() || line.starts_with('#')) continue;
            auto read = line.starts_with('[') ? read_tag(line) : read_event(line);
            if (!read) return std::unexpected(read.error());
        }
        if (!versioned_) return refuse(reason_of("record_without_version"));
        if (record_.game.empty()) return refuse(reason_of("record_without_tag"), {{"tag", "Game"}});
        if (record_.players == 0) return refuse(reason_of("record_without_tag"), {{"tag", "Players"}});
        return std::move(record_);
    }

  private:
    [[nodiscard]] std::unexpected<Error> refuse_line(const RefusalReason& why) const {
        return refuse(why, {{"line", line_}});
    }
    [[nodiscard]] std::unexpected<Error> refuse_line(const RefusalReason& why, std::string_view text) const {
        return refuse(why, {{"line", line_}, {"text", printable(text)}});
    }

    Expected<void> read_tag(std::string_view line) {
        if (!record_.events.empty()) return refuse_line(reason_of("record_tag_late"));
        auto tag = parse_tag(line);
        if (!tag) return refuse_line(reason_of("record_tag_form"), line);
        if (!versioned_) {
            if (tag->name != "Springtide") return refuse_line(reason_of("record_begins"));
            if (tag->value != format_version) return refuse_line(reason_of("record_version"), tag->value);
            versioned_ = true;
            return {};
        }
        if (tag->name == "Game") {
            record_.game = std::move(tag->value);
        } else if (tag->name == "Players") {
            const auto players = parse_int(tag->value);
            if (!players || *players < 1 || *players > max_seats) return refuse_line(reason_of("record_players"));
            record_.players = *players;
        } else if (tag->name == "Seed") {
            record_.seed = std::move(tag->value);
        } else if (tag->name == "Position") {
            record_.position = std::move(tag->value);
        } else if (tag->name == "Result") {
            record_.result = std::move(tag->value);
        } else if (std::islower(static_cast<unsigned char>(tag->name.front())) != 0) {
            record_.options.emplace_back(std::move(tag->name), std::move(tag->value));
        } else {
            record_.tags.emplace_back(std::move(tag->name), std::move(tag->value));
        }
        return {};
    }

    Expected<void> read_event(std::string_view line) {
        if (!versioned_) return refuse_line(reason_of("record_begins"));
        const auto gap = line.find(' ');
        if (gap == std::string_view::npos) return refuse_line(reason_of("record_event_form"));
        const auto who = line.substr(0, gap);
        Actor by = Actor::chance();
        if (who != "chance") {
            const auto seat = parse_int(who);
            if (!seat || *seat < 0 || *seat >= max_seats) return refuse_line(reason_of("record_event_begins"), who);
            by = Actor::seat(static_cast<Seat>(*seat));
        }
        record_.events.push_back({.by = by, .action = std::string(line.substr(gap + 1)), .line = line_});
        return {};
    }

    Record record_;
    int line_ = 0;
    bool versioned_ = false;
};

}  // namespace

std::string to_text(const Record& record) {
    std::string text =
        tag("Springtide", format_version) + tag("Game", record.game) + tag("Players", std::to_string(record.players));
    for (const auto& [name, value] : record.options) text += tag(name, value);
    if (record.seed) text += tag("Seed", *record.seed);
    if (record.position) text += tag("Position", *record.position);
    for (const auto& [name, value] : record.tags) text += tag(name, value);
    text += tag("Result", record.result) + "\n";
    for (const auto& event : record.events)
        text += (event.by.is_chance() ? "chance" : std::to_string(event.by.seat())) + " " + event.action + "\n";
    return text;
}

Expected<Record> parse_record(std::string_view text) { return Parser().parse(text); }

std::string result_text(bool over, const Result& result, int players) {
    if (!over) return "*";
    std::string text = result.winners.size() == 1 ? "winner" : "winners";
    for (const Seat seat : result.winners) text += " " + std::to_string(seat);
    text += ", points";
    for (int seat = 0; seat < players; ++seat)
        text += " " + std::to_string(result.points[static_cast<std::size_t>(seat)]);
    return text;
}

std::string player_range(const GameInfo& game) {
    if (game.min_players == game.max_players) return std::to_string(game.min_players);
    return std::to_string(game.min_players) + " to " + std::to_string(game.max_players);
}

}  // namespace springtide
