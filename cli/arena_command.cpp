#include <unistd.h>

#include <iostream>
#include <memory>
#include <thread>

#include "arena/match.hpp"
#include "arena/report.hpp"
#include "bots/choose.hpp"
#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/interruption.hpp"
#include "cli/table_options.hpp"
#include "core/text.hpp"
#include "files/files.hpp"

namespace springtide::cli {

namespace {

struct ArenaFlags {
    TableFlags table;
    std::vector<std::string> one;
    std::vector<std::string> against;
    std::vector<std::string> bots;
    arena::Budget budget;
    std::uint64_t deals = 1000;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    int answer_limit = 10'000;
    std::vector<double> sprt;
    bool until_clear = false;
    std::string json;
    std::string svg;
};

/// Makes the pairings: --bots all against all, --bot each against each of --against.
Expected<void> invite(const ArenaFlags& flags, arena::Plan& plan) {
    const auto names = bot_names(plan.game);
    if (flags.bots.empty() == flags.one.empty() || flags.one.empty() != flags.against.empty())
        return fail(ErrorCode::bad_request,
                    "say who plays: --bot ONE --against OTHER, or --bots A,B,C for all against all");
    if (!flags.bots.empty()) {
        auto all = arena::parse_contestants(flags.bots, names, flags.budget);
        if (!all) return std::unexpected(all.error());
        if (all->size() < 2) return fail(ErrorCode::bad_request, "--bots needs at least two, as in --bots easy,hard");
        plan.contestants = std::move(*all);
        plan.pairings = arena::all_against_all(plan.contestants.size(), plan.players);
        return {};
    }
    auto ones = arena::parse_contestants(flags.one, names, flags.budget);
    if (!ones) return std::unexpected(ones.error());
    auto others = arena::parse_contestants(flags.against, names, flags.budget);
    if (!others) return std::unexpected(others.error());
    for (std::size_t one = 0; one < ones->size(); ++one)
        for (std::size_t rest = 0; rest < others->size(); ++rest) plan.pairings.push_back({one, ones->size() + rest});
    plan.contestants = std::move(*ones);
    plan.contestants.insert(plan.contestants.end(), others->begin(), others->end());
    return {};
}

Expected<arena::Plan> make_plan(const ArenaFlags& flags) {
    if (flags.table.game.empty())
        return fail(ErrorCode::bad_request, "which game? 'springtide games' lists them with their bots");
    const auto table = flags.table.make();  // refuses what cannot be played
    if (!table) return std::unexpected(table.error());
    arena::Plan plan;
    plan.game = flags.table.game;
    plan.players = (*table)->players();
    plan.options = *flags.table.given_options();
    plan.deals = flags.deals;
    plan.seed = flags.table.seed.empty() ? fresh_seed() : flags.table.seed;
    plan.threads = flags.threads;
    plan.answer_limit = flags.answer_limit;
    plan.until_clear = flags.until_clear;
    if (!flags.sprt.empty()) {
        if (flags.sprt[0] < 0 || flags.sprt[0] >= flags.sprt[1] || flags.sprt[1] > 1)
            return fail(ErrorCode::bad_request, "--sprt takes two shares of wins, the lower first: --sprt .50 .55");
        plan.sprt = arena::Sprt{.low = flags.sprt[0], .high = flags.sprt[1]};
    }
    if (auto invited = invite(flags, plan); !invited) return std::unexpected(invited.error());
    return plan;
}

int run_arena(const ArenaFlags& flags) {
    const auto plan = make_plan(flags);
    if (!plan) return say_refused(plan.error());
    const bool watched = ::isatty(STDERR_FILENO) != 0;
    const auto show = [&](const arena::Outcome& so_far, std::uint64_t done, std::uint64_t all) {
        if (watched) std::cerr << "\r\x1b[K" << arena::progress_line(*plan, so_far, done, all) << std::flush;
    };
    const Interruption interruption;
    const auto outcome = arena::run(*plan, Interruption::flag(), show);
    if (watched) std::cerr << "\r\x1b[K";
    if (!outcome) return say_refused(outcome.error());
    // The files first: a screen that is gone must not cost them.
    int status = outcome->interrupted ? exit_status::interrupted : exit_status::done;
    const auto write = [&status](const std::string& file, const std::string& text) {
        if (file.empty()) return;
        if (const auto written = write_file(file, text); !written) status = say_refused(written.error());
    };
    write(flags.json, arena::json_report(*plan, *outcome));
    write(flags.svg, arena::svg_report(*plan, *outcome));
    std::cout << arena::text_report(*plan, *outcome) << std::flush;
    return status;
}

}  // namespace

void add_arena(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("arena", "let bots play each other and find out which is stronger");
    auto flags = std::make_shared<ArenaFlags>();
    flags->table.add_to(*command);
    const auto bots_type = "BOT[,BOT…]";
    command->add_option("--bot", flags->one, "one bot, against a table of --against")->type_name(bots_type);
    command->add_option("--against", flags->against, "the bots in all other seats")->type_name(bots_type);
    command->add_option("--bots", flags->bots, "all against all, with a cross-table")->type_name(bots_type);
    command->add_option("-n,--deals", flags->deals, "how many deals, each played from every seat")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
        ->capture_default_str();
    auto* time =
        command->add_option("--time", flags->budget.milliseconds, "processor time a move, for bots with a time limit")
            ->check(CLI::Range(1, 600'000))
            ->type_name("MS");
    command->add_option("--nodes", flags->budget.nodes, "simulations a move instead: every run is the same")
        ->check(CLI::PositiveNumber)
        ->type_name("N")
        ->excludes(time);
    auto* sprt =
        command->add_option("--sprt", flags->sprt, "stop as soon as it is decided whether the share is LOW or HIGH")
            ->expected(2)
            ->type_name("LOW HIGH");
    command->add_flag("--until-clear", flags->until_clear, "stop as soon as it is clear which side is stronger")
        ->excludes(sprt);
    command->add_option("--threads", flags->threads, "games at a time")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--answer-limit", flags->answer_limit, "milliseconds in which a program must answer")
        ->check(CLI::Range(1, 600'000))
        ->capture_default_str();
    command->add_option("--json", flags->json, "write the results as data")->type_name("FILE");
    command->add_option("--svg", flags->svg, "draw the cross-table")->type_name("FILE");
    command->footer(
        "A BOT is a level ('springtide games' lists them), best@10ms or best@5000n with a budget of its own, or "
        "exec:COMMAND for a program that speaks the bot side of the protocol (docs/explanation/bots.md). In a list of "
        "BOTs a "
        "comma ends a command only before a level or another exec:. Every deal is played from every seat with the "
        "same cards and dice, so luck cancels out. Ctrl-C stops and prints the results so far.\n"
        "Examples:\n"
        "  springtide arena turn_the_tide -p 4 --bot rule_of_thumb --against random\n"
        "  springtide arena high_tide_leiman --bots easy,medium,hard --svg levels.svg\n"
        "  springtide arena high_tide_henn -p 3 -o coins=true --bot furthest \\\n"
        "      --against careful --until-clear\n"
        "  springtide arena turn_the_tide --bot 'exec:python3 examples/arena_bot.py' \\\n"
        "      --against random --deals 100");
    command->callback([flags, &status] { status = run_arena(*flags); });
}

}  // namespace springtide::cli
