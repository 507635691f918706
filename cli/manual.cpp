#include "cli/manual.hpp"

#include <map>
#include <set>
#include <string_view>

#include "core/text.hpp"

namespace springtide::cli {

namespace {

/// Defaults that depend on the machine or on where the program was built.
const std::set<std::string> own_to_the_machine = {"threads", "web", "data", "solution"};

constexpr std::string_view beginning = R"(.\" Made by springtide man; a change belongs into the commands in cli/.
.TH SPRINGTIDE 1 "" "Springtide" "Games"
.SH NAME
springtide \- three tide games: server, terminal, engine
.SH SYNOPSIS
.B springtide
.RI [ COMMAND " [" OPTION ...]]
.SH DESCRIPTION
Turn the Tide, Henn's High Tide and Leiman's High Tide, played exactly by their rulebooks: against people by link, against
bots, in the browser or in the terminal. Without a command it serves them, as
.B serve
does.
.B springtide
.I COMMAND
.B \-\-help
explains each command in the terminal.
.SH COMMANDS
)";

constexpr std::string_view exit_status_part = R"(.SH EXIT STATUS
The same for every command:
.TP
.B 0
done
.TP
.B 1
the command worked and the answer is no: a record is forged, a proof does not hold, a database is damaged, the first bot
is not stronger
.TP
.B 2
wrong use: the command line or a setting is wrong; standard error says how
.TP
.B 3
the command could not be done: a file cannot be read or written, the disk is full, no server answers, a question is still
open
.TP
.B 130
Ctrl-C; what was found so far is kept
)";

constexpr std::string_view environment_begin = R"(.SH ENVIRONMENT
.TP
.B NO_COLOR
if it is set, the terminal shows no colours
.TP
.B TERM
if it is
.IR dumb ,
the terminal is not cleared and lines cannot be edited
)";

constexpr std::string_view ending = R"(.SH FILES
.TP
.I /etc/springtide/springtide.toml
settings of the service, each explained there
.TP
.I /var/lib/springtide
its database; it belongs to the user springtide, who runs the service
.TP
.I /usr/share/doc/springtide
how to host it, what it survives, and a balancer for several servers
.SH EXAMPLES
.TP
.B springtide backup
as root, a copy of everything into this folder; it finds the data of the service by itself
.TP
.B journalctl \-u springtide
what the service said, one JSON object a line
)";

/// Text that roff prints as it is.
std::string plain(std::string_view text) {
    std::string shown;
    if (text.starts_with('.') || text.starts_with('\'')) shown = "\\&";
    for (const char sign : text) {
        if (sign == '\\')
            shown += "\\e";
        else if (sign == '-')
            shown += "\\-";
        else
            shown += sign;
    }
    return shown;
}

/// "-p, --players N", as one would type it.
std::string heading(const CLI::Option& option) {
    if (option.get_positional() && option.get_lnames().empty()) return option.get_name(true);
    std::string text;
    for (const auto& name : option.get_snames()) text += (text.empty() ? "-" : ", -") + name;
    for (const auto& name : option.get_lnames()) text += (text.empty() ? "--" : ", --") + name;
    const std::string type = option.get_items_expected_max() == 0 ? "" : option.get_type_name();
    return text + (type.empty() ? "" : " " + type);
}

void add_option(std::string& page, const CLI::Option& option) {
    page += ".TP\n.B " + plain(heading(option)) + "\n" + plain(option.get_description());
    const std::string name = option.get_lnames().empty() ? option.get_name(true) : option.get_lnames().front();
    if (!option.get_default_str().empty() && !own_to_the_machine.contains(name))
        page += " (default: " + plain(option.get_default_str()) + ")";
    page += "\n";
}

/// The text below the options: sentences, and examples on lines of their own that begin with two spaces.
void add_footer(std::string& page, std::string_view footer) {
    bool in_example = false;
    if (!footer.empty()) page += ".PP\n";
    for (const auto line : split(footer, '\n')) {
        const bool is_example = line.starts_with("  ");
        if (is_example != in_example) page += is_example ? ".PP\n.nf\n.RS\n" : ".RE\n.fi\n.PP\n";
        in_example = is_example;
        if (const auto first = line.find_first_not_of(' '); first != std::string_view::npos)
            page += plain(is_example ? line.substr(2) : line) + "\n";
    }
    if (in_example) page += ".RE\n.fi\n";
}

bool is_help(const CLI::Option& option) {
    return !option.get_lnames().empty() && option.get_lnames().front() == "help";
}

}  // namespace

std::string manual_page(const CLI::App& app) {
    std::string page(beginning);
    std::map<std::string, std::string> variables;  // with what each sets
    for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        page += ".SS " + plain("springtide " + command->get_name()) + "\n" + plain(command->get_description()) + "\n";
        for (const auto* option : command->get_options()) {
            if (is_help(*option)) continue;
            add_option(page, *option);
            if (!option->get_envname().empty())
                variables.emplace(option->get_envname(), "--" + option->get_lnames().front());
        }
        add_footer(page, command->get_footer());
    }
    page += exit_status_part;
    page += environment_begin;
    for (const auto& [variable, option] : variables)
        page += ".TP\n.B " + plain(variable) + "\nas " + plain(option) + "\n";
    return page + std::string(ending);
}

}  // namespace springtide::cli
