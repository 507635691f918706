#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/installed.hpp"
#include "cli/releases.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "server/notify/fetch.hpp"

namespace springtide::cli {

namespace {

struct UpdateFlags {
    bool check = false;
    std::string releases;
    std::string config;
};

int run_update(UpdateFlags flags) {
    if (!flags.check)
        return say_wrong_use(
            "springtide update only looks for a newer release: springtide update --check; "
            "docs/how-to/upgrading.md says how to upgrade");
    if (flags.releases.empty()) {
        const auto releases = setting_in(flags.config, "releases");
        if (!releases) return say_refused(releases.error());
        flags.releases = *releases;
    }
    if (flags.releases.empty())
        return say_wrong_use(
            "no list of releases is set, so nothing is asked: set releases = \"https://…\" in the "
            "settings, or --releases");
    if (!server::is_fetchable(flags.releases))
        return say_wrong_use("--releases is an https:// address (http:// only on this machine), not " +
                             in_quotes(flags.releases));
    const auto list = server::fetch_text(flags.releases);
    if (!list) return say_refused(list.error());
    const auto newer = newer_release(*list, version);
    if (!newer) return say_could_not(flags.releases + ": " + newer.error().message);
    if (!*newer) {
        std::cout << "Springtide " << version << " is the newest release.\n";
        return exit_status::done;
    }
    std::cout << "Springtide " << (*newer)->version << " is out; this is " << version << ".\n";
    if (!(*newer)->page.empty()) std::cout << (*newer)->page << "\n";
    std::cout << "How to check and install it: docs/how-to/upgrading.md\n";
    return exit_status::negative;
}

}  // namespace

void add_update(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("update", "look for a newer release, if the host has set where");
    auto flags = std::make_shared<UpdateFlags>();
    command->add_flag("--check", flags->check, "ask the list of releases; nothing is downloaded or installed");
    command
        ->add_option("--releases", flags->releases,
                     "the address of the list: a JSON array of objects with tag_name, as code hosts have it")
        ->type_name("URL")
        ->envname("SPRINGTIDE_RELEASES");
    command
        ->add_option("--config", flags->config,
                     "a TOML file with the setting releases; by default that of the installed service")
        ->type_name("FILE");
    command->footer(
        "Without the setting nothing is asked. The request names neither the version nor this server.\n"
        "Status 0: this is the newest release. 1: a newer one is out. 3: the list cannot be read.\n"
        "Example:\n  springtide update --check");
    command->callback([flags, &status] { status = run_update(*flags); });
}

}  // namespace springtide::cli
