#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "bots/choose.hpp"
#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/interruption.hpp"
#include "cli/play_session.hpp"
#include "cli/screens/lines.hpp"
#include "cli/table_options.hpp"
#include "core/text.hpp"
#include "files/files.hpp"

namespace springtide::cli {

namespace {

struct PlayFlags {
    TableFlags table;
    std::string against;  ///< level of the bots in all seats but the first, or "people"
    std::vector<std::string> seats;
    std::string resume;
    bool plain = false;
};

constexpr std::string_view usual_level = "medium";  // as on the page
constexpr std::string_view people_word = "people";

/// Asks until the answer is one of `count` numbers; Enter alone is the `usual` one. 0 when the input ends.
std::size_t ask_number(Keyboard& keyboard, std::size_t usual, std::size_t count) {
    std::string line;
    for (;;) {
        const std::string question = "Number (Enter for " + std::to_string(usual) + ")> ";
        if (keyboard.read_line(question, line) != Keyboard::Read::line) return 0;
        if (line.empty()) return usual;
        const auto number = parse_int(line);
        if (number && *number >= 1 && static_cast<std::size_t>(*number) <= count)
            return static_cast<std::size_t>(*number);
        std::cout << "a number from 1 to " << count << ", please\n";
    }
}

/// With nothing said on the command line: which game, or which one that was left, and against whom.
bool ask_what_to_play(PlayFlags& flags) {
    const auto width = static_cast<std::size_t>(Style::for_output(flags.plain).columns);
    const auto unfinished = unfinished_games(unfinished_folder());
    std::cout << "Which game?\n";
    for (std::size_t i = 0; i < games().size(); ++i)
        std::cout << wrapped("  " + std::to_string(i + 1) + "  " + std::string(games()[i].info().title) + ": " +
                                 std::string(games()[i].info().summary) + "\n",
                             width, 5);
    if (!unfinished.empty()) std::cout << "Or go on with one that is unfinished:\n";
    for (std::size_t i = 0; i < unfinished.size(); ++i)
        std::cout << wrapped("  " + std::to_string(games().size() + i + 1) + "  " + unfinished[i].words + "\n", width,
                             5);
    Keyboard keyboard(std::cin, std::cout);
    const auto game = ask_number(keyboard, 1, games().size() + unfinished.size());
    if (game == 0) return false;
    if (game > games().size()) {
        flags.resume = unfinished[game - games().size() - 1].file;
        return true;
    }
    flags.table.game = games()[game - 1].info().id;

    const auto levels = bot_levels(flags.table.game);
    const auto bots = bots_of(flags.table.game);
    std::cout << "Against whom?\n";
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const BotName& bot = bots[levels.size() - 1 - i];
        std::cout << wrapped("  " + std::to_string(i + 1) + "  bot " + bot.name + ": " + bot.sentence + "\n", width, 5);
    }
    std::cout << "  " << levels.size() + 1 << "  people at this keyboard\n";
    const auto usual = static_cast<std::size_t>(levels.end() - std::ranges::find(levels, usual_level));
    const auto opponent = ask_number(keyboard, std::max<std::size_t>(usual, 1), levels.size() + 1);
    if (opponent == 0) return false;
    flags.against = opponent <= levels.size() ? levels[levels.size() - opponent] : std::string(people_word);
    return true;
}

Expected<std::unique_ptr<Table>> resume_table(const std::string& file) {
    const auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    auto table = load_table(*text);
    if (!table) return fail(ErrorCode::unavailable, file + ": " + table.error().message);
    if ((*table)->to_act().chance) (*table)->continue_with_seed(fresh_seed());
    return table;
}

/// The player of each seat, from --against and --seat.
Expected<std::vector<Chair>> make_chairs(const PlayFlags& flags, const Table& table) {
    std::vector<Chair> chairs(static_cast<std::size_t>(table.players()));
    const auto names = bot_names(table.game().id);
    const auto check = [&](const std::string& level) -> Expected<void> {
        if (level.empty() || std::ranges::find(names, level) != names.end()) return {};
        std::string known;
        for (const auto& name : names) known += (known.empty() ? "" : ", ") + name;
        return fail(ErrorCode::bad_request, "there is no bot " + in_quotes(level) + "; the levels are: " + known);
    };
    if (!flags.resume.empty() && flags.against.empty())  // as they sat when it was written
        if (auto kept = chairs_of_record(read_file(flags.resume).value_or("")); !kept.empty()) {
            for (const Chair& chair : kept)
                if (auto known = check(chair.bot); !known) return std::unexpected(known.error());
            chairs = std::move(kept);
        }
    std::string against = flags.against;
    const bool has_usual_level = std::ranges::find(names, usual_level) != names.end();
    if (against.empty() && flags.resume.empty() && flags.seats.empty() && has_usual_level) against = usual_level;
    if (against == people_word) against.clear();
    if (!against.empty())
        for (std::size_t seat = 1; seat < chairs.size(); ++seat) chairs[seat].bot = against;
    if (auto known = check(against); !known) return std::unexpected(known.error());
    for (const auto& text : flags.seats) {
        const auto equals = text.find('=');
        const auto seat = parse_int(std::string_view(text).substr(0, equals));
        if (equals == std::string::npos || !seat || *seat < 0 || *seat >= table.players())
            return fail(ErrorCode::bad_request,
                        "--seat is written NUMBER=LEVEL or NUMBER=person, not " + in_quotes(text));
        const std::string who = text.substr(equals + 1);
        chairs[static_cast<std::size_t>(*seat)].bot = who == "person" ? "" : who;
        if (auto known = check(chairs[static_cast<std::size_t>(*seat)].bot); !known)
            return std::unexpected(known.error());
    }
    return chairs;
}

int run_play(PlayFlags flags) {
    if (flags.table.game.empty() && flags.resume.empty() && !ask_what_to_play(flags)) return exit_status::done;
    auto table = flags.resume.empty() ? flags.table.make() : resume_table(flags.resume);
    if (!table) return say_refused(table.error());
    auto chairs = make_chairs(flags, **table);
    if (!chairs) return say_refused(chairs.error());
    // A game with a person at a keyboard can be kept for later.
    Keeping keeping;
    if (::isatty(STDIN_FILENO) == 1) {
        keeping.folder = unfinished_folder();
        const std::filesystem::path file = flags.resume;
        if (!file.empty() &&
            std::filesystem::weakly_canonical(file.parent_path()) == std::filesystem::weakly_canonical(keeping.folder))
            keeping.file = file;
    }
    const Interruption interruption(true);
    return PlaySession(std::move(*table), std::move(*chairs), std::cin, std::cout, Style::for_output(flags.plain),
                       std::move(keeping))
        .run();
}

}  // namespace

void add_play(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("play", "play in the terminal, with people or against bots");
    auto flags = std::make_shared<PlayFlags>();
    flags->table.add_to(*command);
    command
        ->add_option("-a,--against", flags->against,
                     "bots of this level in all other seats, or people at this keyboard (default: medium)")
        ->type_name("LEVEL");
    command
        ->add_option("--seat", flags->seats,
                     "who sits on one seat: a bot's level or 'person'; may be given several times")
        ->type_name("NUMBER=LEVEL")
        ->allow_extra_args(false);
    command->add_option("-r,--resume", flags->resume, "go on with a game written by 'save'")->type_name("FILE");
    command->add_flag("--plain", flags->plain, "no colours, no clearing of the screen");
    command->footer(
        "Without a game it asks for one, and lists unfinished games. It uses no colours if NO_COLOR is set or if "
        "the output is not a terminal.\n"
        "Examples:\n  springtide play high_tide_leiman --against greedy\n"
        "  springtide play high_tide_leiman -o stones=1 --seed monday\n"
        "  springtide play --resume game.txt --against greedy");
    command->callback([flags, &status] { status = run_play(*flags); });
}

}  // namespace springtide::cli
