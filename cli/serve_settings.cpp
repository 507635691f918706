#include "cli/serve_settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <sstream>

#include "core/text.hpp"
#include "files/files.hpp"

namespace springtide::cli {

namespace {

/// Options of the command that are no settings.
bool is_setting(const CLI::Option& option) {
    const auto& names = option.get_lnames();
    return !names.empty() && names.front() != "config" && names.front() != "check-config" && names.front() != "help";
}

/// The edit distance: letters to change, add or remove to turn one word into the other.
std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t changed = corner + (one[i] == other[j] ? 0 : 1);
            corner = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

/// " (did you mean public-url?)", if a setting is written much like this.
std::string suggestion(const CLI::App& command, std::string written) {
    std::ranges::replace(written, '_', '-');
    std::ranges::transform(written, written.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string nearest;
    std::size_t least = std::max<std::size_t>(written.size() / 3, 1) + 1;
    for (const auto* option : command.get_options()) {
        if (!is_setting(*option)) continue;
        const std::string& name = option->get_lnames().front();
        if (const auto far = distance(written, name); far < least) {
            least = far;
            nearest = name;
        }
    }
    return nearest.empty() ? "" : " (did you mean " + nearest + "?)";
}

bool is_secret(std::string_view name) { return name == "metrics-token"; }

std::string value_text(const CLI::Option& option) {
    std::string value = option.count() > 0 ? option.results().front() : option.get_default_str();
    if (is_secret(option.get_lnames().front()) && !value.empty()) return "\"…\"";
    value = without_password(value);
    const bool is_plain = !value.empty() && (value.find_first_not_of("0123456789") == std::string::npos ||
                                             value == "true" || value == "false");
    return is_plain ? value : "\"" + value + "\"";
}

}  // namespace

std::string without_password(std::string text) {
    const auto begin = text.find("://");
    const auto end = text.rfind('@');
    if (begin == std::string::npos || end == std::string::npos) return text;
    const auto colon = text.find(':', begin + 3);
    return colon < end ? text.replace(colon + 1, end - colon - 1, "…") : text;
}

Expected<std::set<std::string>> read_settings(CLI::App& command, const std::string& file) {
    const auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    const auto broken = [&file](const std::string& why) { return fail(ErrorCode::bad_request, file + ": " + why); };
    std::set<std::string> taken;
    try {
        std::istringstream lines(*text);
        for (const auto& item : CLI::ConfigTOML().from_config(lines)) {
            if (!item.parents.empty())
                return broken("settings stand in no section; delete the line [" + item.parents.front() + "]");
            auto* option = command.get_option_no_throw("--" + item.name);
            if (option == nullptr || !is_setting(*option))
                return broken("there is no setting " + item.name + suggestion(command, item.name) +
                              "; springtide serve --help lists them");
            if (option->count() > 0) continue;
            option->add_result(item.inputs);
            option->run_callback();
            taken.insert(item.name);
        }
    } catch (const CLI::Error& error) {
        return broken(error.what());
    }
    return taken;
}

std::string settings_text(const CLI::App& command, const std::string& file, const std::set<std::string>& from_file) {
    std::string text;
    for (const auto* option : command.get_options()) {
        if (!is_setting(*option)) continue;
        const std::string& name = option->get_lnames().front();
        const char* variable = std::getenv(option->get_envname().c_str());
        std::string source = "default";
        if (from_file.contains(name))
            source = file;
        else if (option->count() > 0)
            source =
                variable != nullptr && option->results().front() == variable ? option->get_envname() : "command line";
        std::string line = name + " = " + value_text(*option);
        line.resize(std::max<std::size_t>(line.size() + 2, 48), ' ');
        text += line + "# " + source + "\n";
    }
    return text;
}

}  // namespace springtide::cli
