#include <algorithm>
#include <cmath>
#include <cstdio>

#include "arena/report.hpp"

namespace springtide::arena {

namespace {

using Line = std::vector<std::string>;

std::string formatted(const char* format, double number) {
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

/// How many letters a text has; ± is two bytes.
std::size_t letters(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string with_margin(const std::string& value, double margin, const char* format) {
    return value + " ± " + (std::isinf(margin) ? "?" : formatted(format, margin));
}

std::string share_with_margin(const Sample& sample) {
    return share_text(sample.mean()) + " ± " +
           (std::isinf(share_margin(sample)) ? "?" : share_text(share_margin(sample)));
}

std::string elo_text(double share) {
    const double rating = elo(share);
    if (std::isinf(rating)) return rating < 0 ? "-inf" : "+inf";
    return formatted("%+.0f", rating);
}

/// Columns as wide as their widest cell, the first two to the left, numbers to the right.
std::string aligned(const std::vector<Line>& lines) {
    std::vector<std::size_t> widths;
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (widths.size() <= i) widths.push_back(0);
            widths[i] = std::max(widths[i], letters(line[i]));
        }
    std::string text;
    for (const auto& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string space(widths[i] - letters(line[i]), ' ');
            row += (i == 0 ? "" : "  ") + (i < 2 ? line[i] + space : space + line[i]);
        }
        text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string cross_table(const Plan& plan, const Outcome& outcome) {
    std::vector<Line> lines = {{"row against column", ""}};
    for (const auto& contestant : plan.contestants) lines[0].push_back(contestant.name);
    for (std::size_t row = 0; row < plan.contestants.size(); ++row) {
        Line line = {plan.contestants[row].name, ""};
        for (std::size_t column = 0; column < plan.contestants.size(); ++column) {
            std::string cell = "-";
            for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
                const double share = outcome.standings[i].share.mean();
                if (plan.pairings[i].one == row && plan.pairings[i].rest == column) cell = share_text(share);
                if (plan.players == 2 && plan.pairings[i].one == column && plan.pairings[i].rest == row)
                    cell = share_text(1 - share);
            }
            line.push_back(cell);
        }
        lines.push_back(line);
    }
    return aligned(lines);
}

std::string heading(const Plan& plan, const Outcome& outcome) {
    std::string text = setting_text(plan);
    std::uint64_t games = 0;
    for (const auto& standing : outcome.standings) games += standing.games;
    text += "; " + std::to_string(games) + " games in " + formatted("%.1f", outcome.seconds) + " s, seed " + plan.seed;
    if (outcome.interrupted) text += "; interrupted";
    return text + "\n";
}

}  // namespace

std::string setting_text(const Plan& plan) {
    std::string text = plan.game + ", " + std::to_string(plan.players) + " players";
    for (const auto& [name, value] : plan.options) text.append(", ").append(name).append("=").append(value);
    return text;
}

std::string share_text(double share) {
    const std::string text = formatted("%.3f", share);
    return text.starts_with("0.") ? text.substr(1) : text;
}

std::string verdict_text(const Plan& plan, const Standing& standing) {
    if (plan.sprt) {
        switch (plan.sprt->verdict(standing.share)) {
            case Sprt::Verdict::high: return "at least " + share_text(plan.sprt->high);
            case Sprt::Verdict::low: return "at most " + share_text(plan.sprt->low);
            case Sprt::Verdict::open: return "open";
        }
    }
    if (!plan.until_clear) return {};
    if (!standing.decided) return "open";
    return standing.share.mean() > plan.equal_share() ? "stronger" : "weaker";
}

std::string text_report(const Plan& plan, const Outcome& outcome) {
    const bool duel = plan.players == 2;
    const bool stops = plan.sprt || plan.until_clear;
    std::vector<Line> lines = {
        {"one", duel ? "against" : "against the rest", "deals", "share of wins", "points", "lead"}};
    if (duel) lines[0].emplace_back("elo");
    if (stops) lines[0].emplace_back("verdict");
    for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
        const Standing& standing = outcome.standings[i];
        Line line = {plan.contestants[plan.pairings[i].one].name, plan.contestants[plan.pairings[i].rest].name,
                     std::to_string(standing.share.count())};
        if (standing.share.count() == 0) {
            lines.push_back(line);
            continue;
        }
        line.push_back(share_with_margin(standing.share));
        line.push_back(with_margin(formatted("%.2f", standing.points.mean()), standing.points.margin(), "%.2f"));
        line.push_back(with_margin(formatted("%+.2f", standing.lead.mean()), standing.lead.margin(), "%.2f"));
        if (duel) {
            const double share = standing.share.mean();
            const double margin = share_margin(standing.share);
            line.push_back(elo_text(share) + " (" + elo_text(share - margin) + " to " + elo_text(share + margin) + ")");
        }
        if (stops) line.push_back(verdict_text(plan, standing));
        lines.push_back(line);
    }
    std::string text = heading(plan, outcome) + "\n" + aligned(lines);
    const bool all_met = plan.pairings.size() == all_against_all(plan.contestants.size(), plan.players).size();
    if (all_met && plan.contestants.size() > 2) text += "\n" + cross_table(plan, outcome);
    text += "\nEqual strength: " + share_text(plan.equal_share()) +
            ". Each deal is played from every seat; ± is the 95 % confidence interval over deals.\n";
    for (const auto& complaint : outcome.complaints) text += complaint + "\n";
    return text;
}

std::string progress_line(const Plan& plan, const Outcome& so_far, std::uint64_t done, std::uint64_t all) {
    std::string text = std::to_string(done) + " of " + std::to_string(all) + " deals";
    for (std::size_t i = 0; i < std::min<std::size_t>(plan.pairings.size(), 3); ++i) {
        if (so_far.standings[i].share.count() == 0) continue;
        const auto& [one, rest] = plan.pairings[i];
        text += "  " + plan.contestants[one].name;
        if (plan.pairings.size() > 1) text += " against " + plan.contestants[rest].name;
        text += " " + share_with_margin(so_far.standings[i].share);
    }
    return text;
}

}  // namespace springtide::arena
