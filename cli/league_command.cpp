#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <thread>

#include "arena/league.hpp"
#include "bots/choose.hpp"
#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/interruption.hpp"
#include "cli/table_options.hpp"
#include "core/text.hpp"
#include "files/files.hpp"

namespace springtide::cli {

namespace {

struct LeagueFlags {
    TableFlags table;
    std::vector<std::string> members;
    std::vector<std::string> question;
    std::string file = "league.jsonl";
    arena::Budget budget{.milliseconds = 10, .nodes = std::nullopt};
    std::uint64_t block = 10;
    std::uint64_t deals = 1'000'000'000;
    double minutes = 0;
    double equal = 15;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    int answer_limit = 10'000;
    bool show = false;
    bool markdown = false;
    std::string json;
};

/// The place of a member in the league, which it joins if need be.
std::size_t join(std::vector<arena::Contestant>& members, const arena::Contestant& one) {
    const auto found = std::ranges::find(members, one.name, &arena::Contestant::name);
    if (found != members.end()) return static_cast<std::size_t>(found - members.begin());
    members.push_back(one);
    return members.size() - 1;
}

Expected<arena::LeaguePlan> make_plan(const LeagueFlags& flags) {
    if (flags.table.game.empty())
        return fail(ErrorCode::bad_request, "which game? 'springtide games' lists them with their bots");
    const auto table = flags.table.make();  // refuses what cannot be played
    if (!table) return std::unexpected(table.error());
    const auto names = bot_names(flags.table.game);
    arena::LeaguePlan plan;
    plan.game = flags.table.game;
    plan.players = (*table)->players();
    plan.options = *flags.table.given_options();
    plan.block = flags.block;
    plan.most = flags.deals;
    plan.equal = flags.equal;
    plan.seconds = 60 * flags.minutes;
    plan.threads = flags.threads;
    plan.answer_limit = flags.answer_limit;
    const bool all = flags.members.empty() && flags.question.empty();
    const auto members = arena::parse_contestants(all ? names : flags.members, names, flags.budget);
    if (!members) return std::unexpected(members.error());
    for (const auto& member : *members) join(plan.members, member);
    if (!flags.question.empty()) {
        const auto asked = arena::parse_contestants(flags.question, names, flags.budget);
        if (!asked) return std::unexpected(asked.error());
        if (asked->size() != 2 || (*asked)[0].name == (*asked)[1].name)
            return fail(ErrorCode::bad_request, "--question compares two bots: --question best,best_1");
        const std::size_t first = join(plan.members, (*asked)[0]);
        plan.question = {first, join(plan.members, (*asked)[1])};
    }
    if (plan.members.size() < 2) return fail(ErrorCode::bad_request, "a league needs at least two members");
    return plan;
}

int play_league(const LeagueFlags& flags, const arena::LeaguePlan& plan, arena::League& league) {
    const bool watched = ::isatty(STDERR_FILENO) != 0;
    const auto progress = [&](const arena::LeagueTable& so_far, const std::vector<std::size_t>& next) {
        if (!watched) return;
        const auto open = std::ranges::count(so_far.rows, arena::Answer::open, &arena::LeagueTable::Row::to_next) - 1;
        std::cerr << "\r\x1b[K" << so_far.deals << " deals, " << open << " open; now";
        for (const std::size_t member : next) std::cerr << " " << plan.members[member].name;
        std::cerr << std::flush;
    };
    const auto done = flags.show ? Expected<void>() : league.run(Interruption::flag(), progress);
    if (watched) std::cerr << "\r\x1b[K";
    return done ? exit_status::done : say_refused(done.error());
}

int run_league(const LeagueFlags& flags) {
    const auto plan = make_plan(flags);
    if (!plan) return say_refused(plan.error());
    auto league = arena::League::open(*plan, flags.file);
    if (!league) return say_could_not(league.error().message);
    const Interruption interruption;
    if (const int failed = play_league(flags, *plan, *league); failed != exit_status::done) return failed;
    const auto table = league->table();
    Expected<void> written;
    if (!flags.json.empty()) written = write_file(flags.json, league_json(*plan, table));
    std::cout << (flags.markdown ? league_markdown(*plan, table) : league_text(*plan, table)) << std::flush;
    if (!written) return say_refused(written.error());
    if (Interruption::has_come()) return exit_status::interrupted;
    if (!plan->question || table.question == arena::Answer::first_is_stronger) return exit_status::done;
    return table.question == arena::Answer::open ? exit_status::could_not : exit_status::negative;
}

}  // namespace

void add_league(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("league", "rate bots: let them meet until it is known which are stronger");
    auto flags = std::make_shared<LeagueFlags>();
    flags->table.add_to(*command);
    command->add_option("--members", flags->members, "the bots that take part; by default every bot of the game")
        ->type_name("BOT[,BOT…]");
    command->add_option("--question", flags->question, "only find out whether the first is stronger than the second")
        ->type_name("BOT,BOT");
    command->add_option("--file", flags->file, "the results, to which every block adds a line")->capture_default_str();
    command->add_flag("--show", flags->show, "play nothing, show the results in the file");
    auto* time =
        command->add_option("--time", flags->budget.milliseconds, "processor time a move, for bots with a time limit")
            ->check(CLI::Range(1, 600'000))
            ->type_name("MS")
            ->capture_default_str();
    command
        ->add_option_function<std::uint64_t>(
            "--nodes", [flags](std::uint64_t nodes) { flags->budget = {.milliseconds = std::nullopt, .nodes = nodes}; },
            "simulations a move instead: every run is the same")
        ->check(CLI::PositiveNumber)
        ->type_name("N")
        ->excludes(time);
    command->add_option("--minutes", flags->minutes, "stop after this many minutes (0: when all is known)")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    command->add_option("-n,--deals", flags->deals, "stop after so many deals in this run")->check(CLI::PositiveNumber);
    command->add_option("--block", flags->block, "deals played before the next table is chosen")
        ->check(CLI::Range(2, 1'000'000))
        ->capture_default_str();
    command->add_option("--equal", flags->equal, "differences below this many Elo points count as equal")
        ->check(CLI::Range(1.0, 1000.0))
        ->capture_default_str();
    command->add_option("--threads", flags->threads, "games at a time")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--answer-limit", flags->answer_limit, "milliseconds in which a program must answer")
        ->check(CLI::Range(1, 600'000))
        ->capture_default_str();
    command->add_flag("--markdown", flags->markdown, "print the table for a page");
    command->add_option("--json", flags->json, "write the table as data")->type_name("FILE");
    command->footer(
        "A BOT is written as for the arena: a level, best@10ms, best@5000n or exec:COMMAND. Every deal is played from "
        "every\n"
        "seat. The table that tells most for the time it takes is played next, until it is known of all neighbours "
        "in the\n"
        "table who is stronger or that they are equal (errors: 5 %). Ctrl-C ends it; the same command goes on.\n"
        "With --question the exit status says the answer: 0 stronger, 1 not, 3 still open.\n"
        "Ratings are Elo points by Luce's model for tables of several (docs/explanation/bots.md).\n"
        "Examples:\n"
        "  springtide league high_tide_leiman --members easy,medium,hard -o stones=1\n"
        "  springtide league turn_the_tide -p 4 --minutes 30 --file nightly.jsonl\n"
        "  springtide league turn_the_tide --question best,best_1 --minutes 60\n"
        "  springtide league turn_the_tide --show --markdown");
    command->callback([flags, &status] { status = run_league(*flags); });
}

}  // namespace springtide::cli
