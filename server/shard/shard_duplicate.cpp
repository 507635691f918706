// Duplicate tables: what is asked of them, and their tables (docs/decisions/0210).
#include "protocol/server_reasons.hpp"
#include "server/identity/identity.hpp"
#include "server/shard/shard.hpp"
#include "server/storing/shared_log.hpp"

namespace springtide::server {

namespace {

/// A set, and those of its tables that have begun but were not made: the server may have been killed in between.
struct Look {
    Expected<DuplicateSet> set;
    std::vector<int> missing{};
};

Look look_at(Store& store, const std::string& id, FoldCache<DuplicateSet>& folds) {
    auto log = store.club(id);
    if (!log) return {.set = std::unexpected(log.error())};
    Look look{.set = folds.load(id, std::move(*log))};
    if (!look.set) return look;
    for (int number = 0; number < look.set->setup().tables; ++number) {
        const auto index = static_cast<std::size_t>(number);
        const DuplicateTable& table = look.set->tables()[index];
        if (table.has_begun && !table.is_over && store.last_seq(look.set->setup().ids[index]).value_or(1) == 0)
            look.missing.push_back(number);
    }
    return look;
}

}  // namespace

void Shard::make_duplicate(const Person& person, DuplicateSetup setup, const DuplicateDone& done) {
    for (int table = 0; table < setup.tables; ++table) {  // each of them counts
        if (const auto allowed = may_create(person); !allowed) return done(std::unexpected(allowed.error()));
        setup.ids.push_back(random_id());
    }
    setup.host = person.guest;
    setup.secret = to_hex(random_secret());
    const std::string id = random_id();
    Write made;
    made.club = ClubEventRow{.club = id, .event = to_stored(DuplicateCreated{.setup = std::move(setup)}, 1, now_ms())};
    commits_.add(std::move(made), for_this_payer([this, id, done](const Expected<WriteOutcome>& outcome) {
                     if (!outcome || *outcome != WriteOutcome::stored) return done(refuse(server_reason("not_stored")));
                     look_at_duplicate(id, done);
                 }));
}

/// Looking at a set also makes those of its tables that have begun and are missing.
void Shard::look_at_duplicate(const std::string& id, const DuplicateDone& done) {
    reads_.ask([id, folds = duplicates_](Store& store) { return look_at(store, id, *folds); },
               [this, done](const Look& look) {
                   if (!look.set) return done(std::unexpected(look.set.error()));
                   std::vector<SeatedTable> tables;
                   tables.reserve(look.missing.size());
                   for (const int table : look.missing)
                       tables.push_back({.table = look.set->setup().ids[static_cast<std::size_t>(table)],
                                         .setup = look.set->room_setup(table)});
                   make_seated_tables(tables, [done, set = *look.set] { done(set); });
               });
}

void Shard::show_duplicate(const std::string& id, const std::string& guest, const ShownDone& done) {
    const auto show = [](const DuplicateSet& set, const std::string& to) {
        return Shown{.text = set.view(to), .events = static_cast<double>(set.seq())};
    };
    const auto read = [id, guest, show, folds = duplicates_](Store& store) -> Expected<std::optional<Shown>> {
        const Look look = look_at(store, id, *folds);
        if (!look.set) return std::unexpected(look.set.error());
        if (!look.missing.empty()) return std::nullopt;
        return show(*look.set, guest);
    };
    reads_.ask(read, [this, id, guest, show, done](const Expected<std::optional<Shown>>& shown) {
        if (!shown) return done(std::unexpected(shown.error()));
        if (*shown) return done(**shown);
        look_at_duplicate(id, [guest, show, done](const Expected<DuplicateSet>& set) {
            set ? done(show(*set, guest)) : done(std::unexpected(set.error()));
        });
    });
}

void Shard::change_duplicate(const std::string& id, const DuplicateChange& change, const DuplicateDone& done) {
    append<DuplicateSet>(reads_, commits_, id, change,
                         [this, id, done](const Expected<Appended<DuplicateSet>>& appended) {
                             appended ? look_at_duplicate(id, done) : done(std::unexpected(appended.error()));
                         });
}

void Shard::part_duplicate(const std::string& id, const RecordDone& done) {
    reads_.ask([id, folds = duplicates_](Store& store) { return look_at(store, id, *folds); },
               [this, done](const Look& look) {
                   if (!look.set) return done(std::unexpected(look.set.error()));
                   if (!look.set->is_over()) return done(refuse(server_reason("duplicate_sealed")));
                   std::vector<int> played;
                   for (int table = 0; table < look.set->setup().tables; ++table)
                       if (look.set->tables()[static_cast<std::size_t>(table)].is_over) played.push_back(table);
                   compare_tables(std::make_shared<const DuplicateSet>(*look.set), played, {}, done);
               });
}

/// One game after the other is read aside, as tables are opened.
void Shard::compare_tables(const std::shared_ptr<const DuplicateSet>& set, const std::vector<int>& left,
                           const std::vector<PlayedTable>& read, const RecordDone& done) {
    if (left.empty()) return done(partings_json(partings(read)));
    const int number = left.back();
    const auto index = static_cast<std::size_t>(number);
    const auto add = [this, alive = alive_, set, left, read, done,
                      number](std::optional<std::vector<DuplicateStep>> steps) {
        loop_.post([this, alive, set, left, read, done, number, steps = std::move(steps)] {
            if (!*alive) return;
            auto all = read;
            if (steps)  // games that are not kept any more are left out
                all.insert(all.begin(), {.table = number,
                                         .points = set->tables()[static_cast<std::size_t>(number)].points,
                                         .steps = *steps});
            compare_tables(set, {left.begin(), left.end() - 1}, all, done);
        });
    };
    tables_.read(set->setup().ids[index], [add](const Expected<std::unique_ptr<Room>>& room) {
        const bool is_readable = room && (*room)->table() != nullptr && (*room)->phase() == Phase::over;
        add(is_readable ? std::optional(steps_of(*(*room)->table())) : std::nullopt);
    });
}

}  // namespace springtide::server
