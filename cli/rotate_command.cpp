#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "server/identity/identity.hpp"
#include "server/identity/tokens.hpp"
#include "store/open_store.hpp"

namespace springtide::cli {

namespace {

struct RotateFlags {
    std::string data = "springtide-data";
    std::string store;
    bool forget = false;
};

int run_rotate(const RotateFlags& flags) {
    std::error_code error;
    if (flags.store.empty() && !std::filesystem::exists(flags.data + "/springtide.sqlite", error))
        return say_could_not("there is no database in " + flags.data);
    const auto store = open_store(flags.store, flags.data, "rotate-key");
    if (!store) return say_refused(store.error());
    const auto known = (*store)->fact("signing_key");
    if (!known) return say_refused(known.error());
    auto keys = server::SigningKeys::from_text(known->value_or(""));
    if (!keys && !flags.forget) return say_refused(keys.error());
    const auto next = (keys ? *keys : server::SigningKeys()).rotated(server::random_secret(), flags.forget);
    std::vector<Write> write(1);
    write[0].facts = {{"signing_key", next.text()}};
    if (const auto written = (*store)->write(write); !written) return say_refused(written.error());
    std::cout << "new tokens are signed with a new key; "
              << (flags.forget ? "everybody has to log in again\n"
                               : "tokens of older keys stay valid (--forget ends them) and are replaced over time\n");
    return exit_status::done;
}

}  // namespace

void add_rotate(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("rotate-key", "make a new key that signs cookies and tokens");
    auto flags = std::make_shared<RotateFlags>();
    command->add_option("--data", flags->data, "the server's data folder")
        ->envname("SPRINGTIDE_DATA")
        ->capture_default_str();
    command->add_option("--store", flags->store, "postgres://… where several servers share one database")
        ->envname("SPRINGTIDE_STORE");
    command->add_flag("--forget", flags->forget, "make tokens of older keys invalid: everybody has to log in again");
    command->footer(
        "A running server takes it up within a second.\nExample:\n  springtide rotate-key --data /var/lib/springtide");
    command->callback([flags, &status] { status = run_rotate(*flags); });
}

}  // namespace springtide::cli
