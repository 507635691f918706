#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "server/tables/store_check.hpp"
#include "store/folder_lock.hpp"
#include "store/open_store.hpp"
#include "store/sqlite_store.hpp"

namespace springtide::cli {

namespace {

struct CheckFlags {
    std::string data = "springtide-data";
    std::string store;
    bool repair = false;
};

/// SQLite's own check of its file.
Expected<int> check_file(const std::string& file) {
    const auto store = SqliteStore::open(file);
    if (!store) return std::unexpected(store.error());
    const auto said = (*store)->damages();
    if (!said) return std::unexpected(said.error());
    for (const auto& line : *said) std::cout << "the file: " << line << "\n";
    if (!said->empty())
        std::cout << "the file itself is damaged: bring back a backup, or see docs/explanation/reliability.md\n";
    return static_cast<int>(said->size());
}

int run_check(const CheckFlags& flags) {
    const bool one_file = !is_postgres(flags.store);
    const std::string file = flags.data + "/springtide.sqlite";
    std::error_code error;
    if (one_file && !std::filesystem::exists(file, error))
        return say_could_not("there is no database in " + flags.data);
    std::unique_ptr<FolderLock> lock;
    if (one_file && flags.repair) {
        auto taken = FolderLock::take(flags.data, "springtide check --repair");
        if (!taken) return say_refused(taken.error());
        lock = std::move(*taken);
    }
    int left = 0;
    if (one_file) {
        const auto damaged = check_file(file);
        if (!damaged) return say_refused(damaged.error());
        left += *damaged;
    }
    const auto store = open_store(flags.store, flags.data, "check");
    if (!store) return say_refused(store.error());
    server::StoreCheck check(**store);
    const auto findings =
        check.run([](std::size_t tables) { std::cerr << "\r" << tables << " tables " << std::flush; });
    std::cerr << "\r";
    if (!findings) return say_refused(findings.error());
    for (const auto& finding : *findings) {
        std::cout << finding.where << ": " << finding.what << "\n";
        bool helped = false;
        if (flags.repair) {
            const auto repaired = check.repair(finding);
            if (!repaired) return say_refused(repaired.error());
            helped = *repaired;
            if (helped)
                std::cout << (finding.remedy == server::Finding::Remedy::set_aside ? "  set aside\n"
                                                                                   : "  written anew\n");
        }
        left += helped ? 0 : 1;
    }
    std::cout << check.tables() << " tables, " << check.events() << " events; " << findings->size()
              << (findings->size() == 1 ? " problem" : " problems");
    if (flags.repair && !findings->empty()) std::cout << ", " << left << " left";
    std::cout << "\n";
    if (left > 0 && !flags.repair) std::cout << "--repair sets damaged tables aside, with the server stopped\n";
    return left == 0 ? exit_status::done : exit_status::negative;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("check", "examine the server's database, and set damaged tables aside");
    auto flags = std::make_shared<CheckFlags>();
    command->add_option("--data", flags->data, "the server's data folder")
        ->envname("SPRINGTIDE_DATA")
        ->capture_default_str();
    command->add_option("--store", flags->store, "postgres://… where several servers share one database")
        ->envname("SPRINGTIDE_STORE");
    command->add_flag("--repair", flags->repair, "set damaged tables aside, write lists and facts again");
    command->footer(
        "Without --repair it changes nothing and the server may run. Damaged tables stay in the database, in the\n"
        "table set_aside, with the reason. Status 1 if problems are left.\nExample:\n  springtide check --repair");
    command->callback([flags, &status] { status = run_check(*flags); });
}

}  // namespace springtide::cli
