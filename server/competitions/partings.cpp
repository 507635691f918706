#include "server/competitions/partings.hpp"

#include <algorithm>
#include <utility>

#include "core/json_writer.hpp"
#include "server/base/clean_text.hpp"
#include "server/base/json_numbers.hpp"
#include "table/games.hpp"

namespace springtide::server {

std::vector<DuplicateStep> steps_of(const Table& table) {
    const Record record = table.as_record();
    std::vector<DuplicateStep> steps;
    const auto again = new_table(table.game().id,
                                 {.players = table.players(), .options = table.options(), .seed = {}, .position = {}});
    if (!again) return steps;
    DuplicateStep step;
    for (std::size_t line = 0; line < record.events.size(); ++line) {
        const Record::Line& event = record.events[line];
        if (!(*again)->play(event)) return steps;
        if (event.by.is_chance()) continue;
        if (step.choices.empty()) step.line = static_cast<int>(line);
        std::erase_if(step.choices, [&](const auto& choice) { return choice.seat == event.by.seat(); });
        if (!event.retracts()) step.choices.push_back({.seat = event.by.seat(), .action = std::string(event.action)});
        if (step.choices.empty() || !(*again)->may_retract().empty()) continue;  // others still choose
        std::ranges::sort(step.choices, {}, &DuplicateStep::Choice::seat);
        steps.push_back(std::exchange(step, {}));
    }
    return steps;
}

namespace {

using Group = std::vector<const PlayedTable*>;

/// How these tables went on, grouped by equal choices.
std::vector<Group> by_step(const Group& group, std::size_t step) {
    std::vector<Group> parts;
    for (const PlayedTable* table : group) {
        if (step >= table->steps.size()) continue;
        const auto same = [&](const Group& part) {
            return part.front()->steps[step].choices == table->steps[step].choices;
        };
        const auto found = std::ranges::find_if(parts, same);
        if (found == parts.end())
            parts.push_back({table});
        else
            found->push_back(table);
    }
    return parts;
}

/// What each seat chose at this step, where that was not the same everywhere.
void note_parting(const Group& group, std::size_t step, std::vector<Parting>& all) {
    const DuplicateStep& first = group.front()->steps[step];
    for (const Seat seat : SeatSet::first(static_cast<int>(group.front()->points.size()))) {
        Parting parting{.step = static_cast<int>(step), .line = first.line, .seat = seat, .chosen = {}};
        for (const PlayedTable* table : group) {
            if (step >= table->steps.size()) continue;
            const auto& choices = table->steps[step].choices;
            const auto own = std::ranges::find(choices, seat, &DuplicateStep::Choice::seat);
            if (own == choices.end()) continue;
            auto found = std::ranges::find(parting.chosen, own->action, &Parting::Choice::action);
            if (found == parting.chosen.end())
                found = parting.chosen.insert(found, {.action = own->action, .tables = {}});
            found->tables.push_back(table->table);
            found->points += table->points[seat];
        }
        for (auto& choice : parting.chosen) choice.points /= static_cast<double>(choice.tables.size());
        if (parting.chosen.size() > 1) all.push_back(std::move(parting));
    }
}

}  // namespace

std::vector<Parting> partings(const std::vector<PlayedTable>& tables) {
    std::vector<Parting> all;
    std::vector<Group> groups(1);
    for (const PlayedTable& table : tables) groups.front().push_back(&table);
    for (std::size_t step = 0; !groups.empty(); ++step) {
        std::vector<Group> next;
        for (const Group& group : groups) {
            auto parts = by_step(group, step);
            if (parts.size() > 1) note_parting(group, step, all);
            for (Group& part : parts)
                if (part.size() > 1) next.push_back(std::move(part));
        }
        groups = std::move(next);
    }
    return all;
}

std::string partings_json(const std::vector<Parting>& all) {
    JsonWriter json;
    json.begin_object().key("partings").begin_array();
    for (const Parting& parting : all) {
        json.begin_object().key("step").value(parting.step).key("line").value(parting.line);
        json.key("seat").value(parting.seat).key("chosen").begin_array();
        for (const Parting::Choice& choice : parting.chosen) {
            json.begin_object().key("action").value(choice.action).key("tables");
            write_numbers(json, choice.tables);
            json.key("points").raw(two_digits(choice.points)).end_object();
        }
        json.end_array().end_object();
    }
    return json.end_array().end_object().take();
}

}  // namespace springtide::server
