// Changes of a table's stored data: removes a name from it. Open rooms are folded from the new log, here and at other
// nodes.
#include "server/tables/tables.hpp"

namespace springtide::server {

namespace {
constexpr int most_tries = 5;  // while other nodes rewrite the same log
}

void Tables::rewrite(const std::string& table, const Rewrite& make, const std::function<void(bool)>& done) {
    when_idle(table, [this, table, make, done] {
        hold(table);
        try_to_rewrite(table, make, most_tries, done);
    });
}

/// If another node rewrote an event since it was read, it is read again: no name comes back.
void Tables::try_to_rewrite(const std::string& table, const Rewrite& make, int tries,
                            const std::function<void(bool)>& done) {
    reads_.ask(make, [this, table, make, tries, done](Expected<Write> write) {
        if (!write || write->rewritten.empty()) {
            rewritten(table, false);
            return done(write.has_value());
        }
        commits_.add(std::move(*write), [=, this](const Expected<WriteOutcome>& outcome) {
            if (outcome && *outcome == WriteOutcome::conflict && tries > 1)
                return try_to_rewrite(table, make, tries - 1, done);
            const bool is_stored = outcome && *outcome == WriteOutcome::stored;
            rewritten(table, is_stored);
            done(is_stored);
        });
    });
}

void Tables::when_idle(const std::string& table, std::function<void()> work) {
    Entry& entry = entries_[table];
    if (entry.loading || entry.place || !entry.waiting.empty())
        entry.waiting.push_back({true, std::move(work)});
    else
        work();
}

void Tables::rewritten(const std::string& table, bool is_changed) {
    release(table);
    const Entry& entry = entries_[table];
    const bool is_used = entry.room || !entry.audience.empty();
    if (is_changed && is_used)
        fold_anew(table);
    else if (!entry.room && !entry.waiting.empty())
        load(table);
    go_on(table);
}

void Tables::fold_anew(const std::string& table) {
    Entry& entry = entries_[table];
    unload(entry);
    entry.audience.show_all_anew();
    load(table);
}

void Tables::was_rewritten(const std::string& table) {
    const Entry* entry = find(table);
    if (entry == nullptr || (!entry->room && !entry->loading && entry->audience.empty())) return;
    when_idle(table, [this, table] { fold_anew(table); });
    // This node may have sent lists the old names since. A game that is over changes no more elsewhere.
    when_stored(table, [this, table] {
        const Entry& now = entries_[table];
        if (!now.room || now.room->phase() != Phase::over) return;
        Write row;
        row.table = table;
        row.room = now.room->row();
        commits_.add(std::move(row), [](const Expected<WriteOutcome>&) {});
    });
}

}  // namespace springtide::server
