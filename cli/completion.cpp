#include "cli/completion.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "bots/choose.hpp"
#include "core/text.hpp"
#include "table/games.hpp"

namespace springtide::cli {

namespace {

constexpr std::array<std::string_view, 8> file_options = {"config", "data",     "web",  "out",
                                                          "file",   "solution", "list", "host-key-file"};
constexpr std::array<std::string_view, 3> file_arguments = {"record", "file", "FILE"};
constexpr std::array<std::string_view, 6> bot_options = {"against", "bot", "bots", "members", "question", "seat"};

std::string games_text() {
    std::string text;
    for (const Game& game : games()) text += (text.empty() ? "" : " ") + std::string(game.info().id);
    return text;
}

std::string bots_text() {
    std::vector<std::string> all;
    for (const Game& game : games())
        for (const auto& name : bot_names(game.info().id))
            if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    std::string text;
    for (const auto& name : all) text += (text.empty() ? "" : " ") + name;
    return text;
}

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

/// The possible values of an option or argument: words, files, or text that only the user knows.
struct Values {
    enum class Kind { words, files, own } kind = Kind::own;
    std::string words;
};

Values values_of(const CLI::App& command, const CLI::Option& option) {
    const bool is_option = !option.get_lnames().empty();
    const std::string name = is_option ? option.get_lnames().front() : option.get_name(true);
    const std::string type = option.get_option_text().empty() ? option.get_type_name() : option.get_option_text();
    if (name == "game") return {Values::Kind::words, games_text()};
    if (name == "shell") return {Values::Kind::words, "bash zsh fish"};
    if (name == "starts" || (name == "against" && command.get_name() == "rounds"))
        return {Values::Kind::words, "random easy medium hard perfect"};
    if (is_one_of(bot_options, name)) return {Values::Kind::words, bots_text()};
    if (name == "log-level") return {Values::Kind::words, "debug info warning error"};
    if (name == "log-format") return {Values::Kind::words, "json text"};
    if (name == "behind-proxy" || name == "push-anywhere" || name == "log-identities" ||
        name == "allow-unsafe-database")
        return {Values::Kind::words, "true false"};
    if (name == "measure") return {Values::Kind::words, "winner ending moves length"};
    if (type == "FILE" || is_one_of(file_options, name) || (!is_option && is_one_of(file_arguments, name)))
        return {Values::Kind::files, ""};
    return {};
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::vector<std::string> names_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const auto& name : option.get_snames()) names.push_back("-" + name);
    for (const auto& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string option_words(const CLI::App& command) {
    std::string words;
    for (const auto* option : command.get_options())
        for (const auto& name : names_of(*option)) words += (words.empty() ? "" : " ") + name;
    return words;
}

Values arguments_of(const CLI::App& command) {
    for (const auto* option : command.get_options())
        if (option->get_positional()) return values_of(command, *option);
    return {};
}

/// Bash and zsh share it: zsh has bash's way of completing, too.
std::string bash_script(const CLI::App& app) {
    std::string commands;
    std::string values;
    std::string options;
    for (const auto* command : commands_of(app)) {
        const std::string& name = command->get_name();
        commands += (commands.empty() ? "" : " ") + name;
        for (const auto* option : command->get_options()) {
            if (!takes_value(*option) || option->get_lnames().empty()) continue;
            const auto [kind, words] = values_of(*command, *option);
            std::string pattern;
            for (const auto& each : names_of(*option)) pattern += (pattern.empty() ? "" : " | ") + name + ":" + each;
            values += "    " + pattern + ") ";
            values += kind == Values::Kind::words   ? "words='" + words + "'"
                      : kind == Values::Kind::files ? "files=yes"
                                                    : "own=yes";
            values += " ;;\n";
        }
        const auto [kind, words] = arguments_of(*command);
        options += "    " + name + ") words='" + option_words(*command) + (words.empty() ? "" : " " + words) + "'" +
                   (kind == Values::Kind::files ? " files=yes" : "") + " ;;\n";
    }
    return "# springtide completion bash\n"
           "_springtide() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
           "    local words= files= own=\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W '" +
           commands +
           " --help --version' -- \"$current\"))\n"
           "        return\n"
           "    fi\n"
           "    case $command:$before in\n" +
           values +
           "    esac\n"
           "    if [[ -z $words$files$own ]]; then\n"
           "    case $command in\n" +
           options +
           "    esac\n"
           "    fi\n"
           "    [[ -z $words ]] || COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    [[ -z $files ]] || COMPREPLY+=($(compgen -f -- \"$current\"))\n"
           "}\n"
           "complete -o filenames -F _springtide springtide ./springtide\n";
}

std::string zsh_script(const CLI::App& app) {
    return "#compdef springtide\n"
           "autoload -U +X compinit && compinit -u 2>/dev/null\n"
           "autoload -U +X bashcompinit && bashcompinit\n" +
           bash_script(app);
}

std::string in_single_quotes(std::string_view text) {
    std::string quoted = "'";
    for (const char sign : text) quoted += sign == '\'' ? std::string("\\'") : std::string(1, sign);
    return quoted + "'";
}

std::string fish_script(const CLI::App& app) {
    std::string script = "# springtide completion fish\ncomplete -c springtide -f\n";
    for (const auto* command : commands_of(app)) {
        const std::string& name = command->get_name();
        script += "complete -c springtide -n __fish_use_subcommand -a " + name + " -d " +
                  in_single_quotes(command->get_description()) + "\n";
        const std::string where = "complete -c springtide -n '__fish_seen_subcommand_from " + name + "'";
        for (const auto* option : command->get_options()) {
            const auto [kind, words] = values_of(*command, *option);
            std::string line = where;
            if (option->get_lnames().empty() && option->get_snames().empty()) {
                if (kind == Values::Kind::own) continue;
                script += line + (kind == Values::Kind::files ? " -F" : " -a " + in_single_quotes(words)) + "\n";
                continue;
            }
            for (const auto& each : option->get_snames()) line += " -s " + each;
            for (const auto& each : option->get_lnames()) line += " -l " + each;
            if (takes_value(*option)) line += kind == Values::Kind::files ? " -r -F" : " -x";
            if (kind == Values::Kind::words && takes_value(*option)) line += " -a " + in_single_quotes(words);
            script += line + " -d " + in_single_quotes(option->get_description()) + "\n";
        }
    }
    return script;
}

}  // namespace

std::string completion_script(const CLI::App& app, std::string_view shell) {
    if (shell == "bash") return bash_script(app);
    if (shell == "zsh") return zsh_script(app);
    if (shell == "fish") return fish_script(app);
    return "";
}

}  // namespace springtide::cli
