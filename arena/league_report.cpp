#include <array>
#include <cmath>
#include <cstdio>

#include "arena/league.hpp"
#include "core/json_writer.hpp"
#include "core/text.hpp"

namespace springtide::arena {

namespace {

template <class... Values>
std::string printed(const char* form, Values... values) {
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(), form, values...);
    return text.data();
}

/// The verdict on a member and the one below.
std::string_view answer_text(Answer answer) {
    switch (answer) {
        case Answer::first_is_stronger: return "stronger";
        case Answer::second_is_stronger: return "weaker";
        case Answer::equal: return "equal";
        case Answer::open: return "open";
    }
    return "open";
}

std::string setting(const LeaguePlan& plan) {
    std::string text = plan.game + ", " + std::to_string(plan.players) + " players";
    for (const auto& [name, value] : plan.options) text += ", " + name + "=" + value;
    return text;
}

std::string how_well_it_fits(const LeagueTable& table) {
    return printed(
        "Blocks differ from what one number for each explains %.1f times as much as chance alone makes them.",
        std::sqrt(table.ratings.misfit()));
}

}  // namespace

std::string league_text(const LeaguePlan& plan, const LeagueTable& table) {
    std::size_t width = 6;
    for (const Contestant& member : plan.members) width = std::max(width, member.name.size());
    std::string text = setting(plan) + ", " + std::to_string(table.deals) + " deals, each from every seat\n\n";
    text += printed("     %-*s  %12s  %9s   than the next\n", static_cast<int>(width), "member", "rating", "games");
    for (std::size_t place = 0; place < table.rows.size(); ++place) {
        const auto& row = table.rows[place];
        const auto& name = plan.members[row.member].name;
        text += printed("%3zu  %-*s  ", place + 1, static_cast<int>(width), name.c_str());
        text += row.games == 0 ? printed("%12s", "not played")
                               : printed("%+5.0f ± %4.0f", row.rating.value, row.rating.margin());
        text += printed("  %9s", std::to_string(row.games).c_str());
        if (place + 1 < table.rows.size()) text += "   " + std::string(answer_text(row.to_next));
        text += "\n";
    }
    text += "\n" + how_well_it_fits(table) + "\n";
    if (plan.question) {
        const auto difference = table.ratings.difference(plan.question->first, plan.question->second);
        text += printed("%s against %s: %+.0f ± %.0f points, ", plan.members[plan.question->first].name.c_str(),
                        plan.members[plan.question->second].name.c_str(), difference.value, difference.margin());
        text += std::string(answer_text(table.question)) + "\n";
    }
    return text;
}

std::string league_markdown(const LeaguePlan& plan, const LeagueTable& table) {
    std::string text = "| | " + setting(plan) + " | rating | games | than the next |\n|---|---|---|---|---|\n";
    for (std::size_t place = 0; place < table.rows.size(); ++place) {
        const auto& row = table.rows[place];
        text += printed("| %zu | `%s` | %+.0f ± %.0f | ", place + 1, plan.members[row.member].name.c_str(),
                        row.rating.value, row.rating.margin());
        text += std::to_string(row.games) + " | " +
                (place + 1 < table.rows.size() ? std::string(answer_text(row.to_next)) : "") + " |\n";
    }
    return text + "\n" + how_well_it_fits(table) + "\n";
}

std::string league_json(const LeaguePlan& plan, const LeagueTable& table) {
    JsonWriter json;
    json.begin_object().key("game").value(plan.game).key("players").value(plan.players).key("options").begin_object();
    for (const auto& [name, value] : plan.options) json.key(name).value(value);
    json.end_object().key("deals").value(table.deals);
    json.key("misfit").raw(printed("%.3f", table.ratings.misfit())).key("members").begin_array();
    for (const auto& row : table.rows) {
        json.begin_object().key("name").value(plan.members[row.member].name);
        json.key("rating")
            .raw(printed("%.1f", row.rating.value))
            .key("margin")
            .raw(printed("%.1f", row.rating.margin()));
        json.key("games").value(row.games).key("than_the_next").value(answer_text(row.to_next)).end_object();
    }
    json.end_array();
    if (plan.question) json.key("question").value(answer_text(table.question));
    return json.end_object().take() + "\n";
}

}  // namespace springtide::arena
