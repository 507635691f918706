// A host's commands for the database: backup, restore, export.
#include <sys/stat.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/installed.hpp"
#include "core/json_writer.hpp"
#include "server/room/room.hpp"
#include "store/open_store.hpp"
#include "store/safe_folder.hpp"
#include "store/sqlite_store.hpp"

namespace springtide::cli {

namespace {

namespace fs = std::filesystem;

struct BackupFlags {
    std::string data = default_data();
    std::string store;
    std::string file;
    [[nodiscard]] std::string database() const { return data + "/springtide.sqlite"; }
};

/// False also for what may not be seen.
bool exists(const fs::path& file) {
    std::error_code error;
    return fs::exists(file, error);
}

/// A name that sorts by time.
std::string usual_file() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    std::array<char, 64> text{};
    const auto size =
        std::strftime(text.data(), text.size(), "springtide-%Y%m%d-%H%M%S.backup", gmtime_r(&now, &parts));
    return {text.data(), size};
}

int run_backup(BackupFlags flags) {
    ::umask(0077);  // names, passwords and the key of the cookies are in it
    if (flags.file.empty()) flags.file = usual_file();
    if (flags.store.empty()) flags.store = store_of_service(flags.data);
    if (is_postgres(flags.store))
        return say_wrong_use("these games are in PostgreSQL: use pg_dump for a backup, also while servers run");
    if (!exists(flags.database())) return say_could_not("there is no database in " + flags.data);
    if (exists(flags.file)) return say_could_not(flags.file + " exists already; give another name");
    const auto store = SqliteStore::open(flags.database());
    if (!store) return say_refused(store.error());
    if (const auto copied = (*store)->copy_to(flags.file); !copied) return say_refused(copied.error());
    std::cout << "backed up to " << flags.file << "\n";
    return exit_status::done;
}

int run_restore(BackupFlags flags) {
    ::umask(0077);
    if (is_postgres(flags.store))
        return say_wrong_use("with PostgreSQL use psql (or pg_restore) to restore a pg_dump into an empty database");
    if (!exists(flags.file)) return say_could_not("there is no file " + flags.file);
    if (exists(flags.database()))
        return say_could_not(flags.data + " holds a database already; give another --data, or move it away first");
    if (const auto made = make_folder(flags.data); !made) return say_refused(made.error());
    // Through the store, so that a file that is no backup, or one of a newer program, is refused.
    {
        const auto store = SqliteStore::open(flags.file);
        if (!store) return say_refused(store.error());
        if (const auto copied = (*store)->copy_to(flags.database()); !copied) return say_refused(copied.error());
    }
    std::cout << "restored into " << flags.data << "\n";
    return exit_status::done;
}

int run_export(BackupFlags flags) {
    if (flags.store.empty()) flags.store = store_of_service(flags.data);
    if (flags.store.empty() && !exists(flags.database())) return say_could_not("there is no database in " + flags.data);
    const auto store = open_store(flags.store, flags.data, "export");
    if (!store) return say_refused(store.error());
    const auto rooms = (*store)->rooms("over", false, -1);
    if (!rooms) return say_refused(rooms.error());
    bool left_out = false;
    for (const RoomRow& row : *rooms) {
        const auto log = (*store)->events(row.table, 0);
        if (!log) return say_refused(log.error());
        const auto room = server::Room::load(row.table, *log);
        if (!room) return say_refused(room.error());
        if ((*room)->damage() && (*room)->phase() != server::Phase::over) {
            std::cerr << "the game of table " << row.table << " is left out: event " << (*room)->damage()->seq
                      << " of its log cannot be read (" << (*room)->damage()->why << ")\n";
            left_out = true;
            continue;
        }
        if ((*room)->table() == nullptr) continue;  // closed before it began
        JsonWriter json;
        json.begin_object().key("table").value(row.table).key("game").value(row.game).key("at").value(row.at);
        std::cout << json.key("record").value((*room)->record()).end_object().text() << "\n";
    }
    return left_out ? exit_status::negative : exit_status::done;
}

void add_one(CLI::App& app, int& status, const std::string& name, const std::string& help, const std::string& file_help,
             bool needs_file, int (*run)(BackupFlags)) {
    auto* command = app.add_subcommand(name, help);
    auto flags = std::make_shared<BackupFlags>();
    command->add_option("--data", flags->data, "the server's data folder")
        ->envname("SPRINGTIDE_DATA")
        ->capture_default_str();
    command->add_option("--store", flags->store, "postgres://… where several servers share one database")
        ->envname("SPRINGTIDE_STORE");
    if (!file_help.empty())
        command->add_option("file", flags->file, file_help)->required(needs_file)->type_name("FILE");
    command->footer("Example:\n  springtide " + name + (file_help.empty() ? " > games.jsonl" : " tide.backup"));
    command->callback([flags, &status, run] { status = run(*flags); });
}

}  // namespace

void add_backup(CLI::App& app, int& status) {
    add_one(app, status, "backup", "copy the server's database while it runs",
            "the new file; must not exist. By default a name with the time, in this folder", false, &run_backup);
    add_one(app, status, "restore", "restore a backup into an empty data folder", "the backup", true, &run_restore);
    add_one(app, status, "export", "all finished games as JSON lines", "", false, &run_export);
}

}  // namespace springtide::cli
