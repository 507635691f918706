#include "arena/contestant.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace springtide::arena {

namespace {

constexpr std::string_view program_mark = "exec:";
constexpr int longest_milliseconds = 600'000;

/// Reads "10ms" or "5000n" into the request.
bool read_budget(std::string_view text, BotRequest& request) {
    const bool is_time = text.ends_with("ms");
    const bool is_nodes = !is_time && text.ends_with('n');
    if (!is_time && !is_nodes) return false;
    const auto number = parse_int(text.substr(0, text.size() - (is_time ? 2 : 1)));
    if (!number || *number < 1 || (is_time && *number > longest_milliseconds)) return false;
    request.milliseconds.reset();
    request.nodes.reset();
    if (is_time)
        request.milliseconds = number;
    else
        request.nodes = static_cast<std::uint64_t>(*number);
    return true;
}

/// The contestants of a list. A command keeps its commas: it ends only before another command or a level.
std::vector<std::string> parts_of(const std::string& text, const std::vector<std::string>& levels) {
    std::vector<std::string> parts;
    for (const auto part : split(text, ',')) {
        const bool begins =
            part.starts_with(program_mark) || std::ranges::find(levels, part.substr(0, part.find('@'))) != levels.end();
        if (!begins && !parts.empty() && parts.back().starts_with(program_mark))
            parts.back().append(",").append(part);
        else
            parts.emplace_back(part);
    }
    return parts;
}

std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

}  // namespace

Expected<Contestant> parse_contestant(std::string_view text, const std::vector<std::string>& levels,
                                      const Budget& budget) {
    Contestant contestant{.name = std::string(text), .command = {}, .request = {}};
    contestant.request.milliseconds = budget.milliseconds;
    contestant.request.nodes = budget.nodes;
    contestant.request.cpu_time = true;
    if (text.starts_with(program_mark)) {
        contestant.command = text.substr(program_mark.size());
        if (contestant.command.empty())
            return fail(ErrorCode::bad_request, "write the command of the program after exec:, as in 'exec:./my_bot'");
        return contestant;
    }
    const auto at = text.find('@');
    contestant.request.level = text.substr(0, at);
    if (std::ranges::find(levels, contestant.request.level) == levels.end())
        return fail(ErrorCode::bad_request, "there is no bot " + in_quotes(contestant.request.level) +
                                                "; the bots of this game are: " + joined(levels) +
                                                ", and exec:COMMAND for a program of your own");
    if (at != std::string_view::npos && !read_budget(text.substr(at + 1), contestant.request))
        return fail(ErrorCode::bad_request,
                    "after @ stands what a move may cost: 10ms (up to 600000ms) or 5000n; not " + in_quotes(text));
    return contestant;
}

Expected<std::vector<Contestant>> parse_contestants(const std::vector<std::string>& texts,
                                                    const std::vector<std::string>& levels, const Budget& budget) {
    std::vector<Contestant> contestants;
    for (const auto& text : texts)
        for (const auto& part : parts_of(text, levels)) {
            auto contestant = parse_contestant(part, levels, budget);
            if (!contestant) return std::unexpected(contestant.error());
            contestants.push_back(std::move(*contestant));
        }
    return contestants;
}

}  // namespace springtide::arena
