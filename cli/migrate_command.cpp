#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "store/folder_lock.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"
#include "table/sha256.hpp"

namespace springtide::cli {

namespace {

constexpr int page = 500;

/// One number for the whole log of a table.
Expected<Digest> log_hash(Store& store, const std::string& table) {
    const auto log = store.events(table, 0);
    if (!log) return std::unexpected(log.error());
    std::string text;
    for (const StoredEvent& event : *log)
        text += std::to_string(event.seq) + " " + std::to_string(event.at) + " " + event.body + "\n";
    return sha256(text);
}

/// How many logs there are, if both stores hold the same.
Expected<std::int64_t> compare(Store& from, Store& to) {
    std::int64_t count = 0;
    for (std::string after;;) {
        const auto tables = from.tables(after, page);
        const auto others = to.tables(after, page);
        if (!tables) return std::unexpected(tables.error());
        if (!others) return std::unexpected(others.error());
        if (*tables != *others) return fail(ErrorCode::unavailable, "the two stores hold different tables");
        if (tables->empty()) return count;
        for (const std::string& table : *tables) {
            const auto one = log_hash(from, table);
            const auto other = log_hash(to, table);
            if (!one || !other || *one != *other)
                return fail(ErrorCode::unavailable, "the log of table " + table + " is not the same");
            ++count;
        }
        after = tables->back();
    }
}

int run_migrate(const std::string& data, const std::string& url) {
    const std::string file = data + "/springtide.sqlite";
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return say_could_not("there is no database in " + data);
    const auto lock = FolderLock::take(data, "springtide migrate-store");  // no server uses it, and none begins to
    if (!lock) return say_refused(lock.error());
    const auto from = SqliteStore::open(file);
    if (!from) return say_refused(from.error());
    const auto to = PostgresStore::open(url, "migrate-store");
    if (!to) return say_refused(to.error());
    const auto there = (*to)->tables("", 1);
    if (!there) return say_refused(there.error());
    if (!there->empty()) return say_could_not("that database holds games already; give an empty one");
    std::int64_t written = 0;
    const auto done = (*from)->hand_over([&](std::span<const Write> batch) -> Expected<void> {
        const auto outcomes = (*to)->write(batch);
        if (!outcomes) return std::unexpected(outcomes.error());
        for (const WriteOutcome outcome : *outcomes)
            if (outcome == WriteOutcome::conflict)
                return fail(ErrorCode::unavailable, "something of it is in that database already");
        written += static_cast<std::int64_t>(batch.size());
        return {};
    });
    if (!done) return say_refused(done.error());
    const auto logs = compare(**from, **to);
    if (!logs) return say_refused(logs.error());
    std::cout << "moved " << written << " rows; the logs of " << *logs << " tables are the same in both\n";
    return exit_status::done;
}

}  // namespace

void add_migrate(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("migrate-store", "move a SQLite installation to PostgreSQL");
    auto data = std::make_shared<std::string>("springtide-data");
    auto url = std::make_shared<std::string>();
    command->add_option("--data", *data, "the data folder of the stopped server")
        ->envname("SPRINGTIDE_DATA")
        ->capture_default_str();
    command->add_option("url", *url, "the empty database, postgres://…")->required();
    command->footer(
        "The folder stays as it is.\nExample:\n  springtide migrate-store postgres://springtide@localhost/springtide");
    command->callback([data, url, &status] { status = run_migrate(*data, *url); });
}

}  // namespace springtide::cli
