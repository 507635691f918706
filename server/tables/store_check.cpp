#include "server/tables/store_check.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <cmath>

#include "server/base/loop.hpp"
#include "server/identity/identity.hpp"
#include "server/room/room.hpp"
#include "table/games.hpp"

namespace springtide::server {

namespace {

/// A summary in the lists says what the log says. An older version wrote fewer members; those it always had must be
/// there.
bool tells_the_same(const std::string& stored, const std::string& wanted) {
    boost::system::error_code error;
    const auto told = boost::json::parse(stored, error);
    if (error || !told.is_object()) return false;
    const auto truth = boost::json::parse(wanted).as_object();
    for (const auto* always : {"players", "seats", "result"})
        if (!told.get_object().contains(always)) return false;
    return std::ranges::all_of(told.get_object(), [&](const auto& member) {
        const auto* value = truth.if_contains(member.key());
        return value != nullptr && *value == member.value();
    });
}

constexpr int page = 500;
constexpr int all = -1;

}  // namespace

Expected<std::vector<Finding>> StoreCheck::run(const Progress& progress) {
    std::vector<Finding> findings;
    std::map<std::string, RoomRow> rows;  // those left in the end have no log
    for (const std::string_view phase : enum_names<Phase>) {
        auto some = store_.rooms(phase, false, all);
        if (!some) return std::unexpected(some.error());
        for (RoomRow& row : *some) rows[row.table] = std::move(row);
    }
    for (std::string after;;) {
        const auto tables = store_.tables(after, page);
        if (!tables) return std::unexpected(tables.error());
        if (tables->empty()) break;
        for (const std::string& table : *tables)
            if (auto done = check_table(table, rows, findings); !done) return std::unexpected(done.error());
        after = tables->back();
        progress(tables_);
    }
    for (const auto& [table, row] : rows)
        findings.push_back({table, "it is in the lists, but has no log", Finding::Remedy::set_aside});
    if (auto done = check_facts(findings); !done) return std::unexpected(done.error());
    if (auto done = check_ratings(findings); !done) return std::unexpected(done.error());
    return findings;
}

Expected<void> StoreCheck::check_table(const std::string& table, std::map<std::string, RoomRow>& rows,
                                       std::vector<Finding>& findings) {
    ++tables_;
    const auto log = store_.events(table, 0);
    if (!log) return std::unexpected(log.error());
    events_ += log->size();
    const auto found = rows.extract(table);
    const RoomRow* row = found.empty() ? nullptr : &found.mapped();
    const auto room = Room::load(table, *log);
    if (!room) {
        findings.push_back({table, room.error().message, Finding::Remedy::set_aside});
    } else if (const auto& damage = (*room)->damage()) {
        findings.push_back(
            {table,
             "it is damaged and closed to play from event " + std::to_string(damage->seq) + " on: " + damage->why,
             Finding::Remedy::set_aside});
    } else {
        const RoomRow wanted = (*room)->row();
        if (row == nullptr || row->phase != wanted.phase || row->game != wanted.game || row->listed != wanted.listed ||
            !tells_the_same(row->summary, wanted.summary))
            findings.push_back({table,
                                row != nullptr ? "the lists tell something else than its log" : "it is in no list",
                                Finding::Remedy::write_room});
    }
    return {};
}

Expected<void> StoreCheck::check_facts(std::vector<Finding>& findings) {
    const auto read = [&](const char* name) { return store_.fact(name); };
    const auto signing = read("signing_key");
    const auto mark = read("mark_key");
    const auto daily = read("daily_key");
    const auto alive = read("alive");
    for (const auto* one : {&signing, &mark, &daily, &alive})
        if (!*one) return std::unexpected(one->error());
    if (*signing && !SigningKeys::from_text(**signing))
        findings.push_back({"signing_key", "the keys that sign tokens cannot be read; everybody must log in again",
                            Finding::Remedy::write_fact});
    if (*mark && !digest_from_hex(**mark))
        findings.push_back({"mark_key", "the key that marks origins cannot be read", Finding::Remedy::write_fact});
    if (*daily && !digest_from_hex(**daily))
        findings.push_back(
            {"daily_key", "the key of the daily deals cannot be read; they change", Finding::Remedy::write_fact});
    if (*alive && !time_from_text(**alive))
        findings.push_back({"alive", "when the server was last alive cannot be read", Finding::Remedy::write_fact});
    return {};
}

Expected<void> StoreCheck::check_ratings(std::vector<Finding>& findings) {
    for (const Game& game : games()) {
        const auto rows = store_.best_ratings(game.info().id, all);
        if (!rows) return std::unexpected(rows.error());
        for (const RatingRow& row : *rows)
            if (!std::isfinite(row.rating) || !std::isfinite(row.deviation) || row.deviation <= 0 ||
                !std::isfinite(row.volatility) || row.volatility <= 0)
                findings.push_back({"the rating of " + row.name,
                                    "it is no number that makes sense; the next game begins anew",
                                    Finding::Remedy::none});
    }
    return {};
}

Expected<bool> StoreCheck::repair(const Finding& finding) {
    std::vector<Write> write(1);
    switch (finding.remedy) {
        case Finding::Remedy::none: return false;
        case Finding::Remedy::set_aside:
            if (auto done = store_.set_aside(finding.where, finding.what); !done) return std::unexpected(done.error());
            return true;
        case Finding::Remedy::write_room: {
            const auto log = store_.events(finding.where, 0);
            if (!log) return std::unexpected(log.error());
            const auto room = Room::load(finding.where, *log);
            if (!room) return std::unexpected(room.error());
            if (const auto whole = (*room)->check_whole(); !whole) return std::unexpected(whole.error());
            write[0].table = finding.where;
            write[0].room = (*room)->row();
            break;
        }
        case Finding::Remedy::write_fact:
            write[0].facts = {{finding.where, finding.where == "signing_key"
                                                  ? SigningKeys().rotated(random_secret(), true).text()
                                              : finding.where == "mark_key" || finding.where == "daily_key"
                                                  ? to_hex(random_secret())
                                                  : std::to_string(now_ms())}};
            break;
    }
    if (const auto written = store_.write(write); !written) return std::unexpected(written.error());
    return true;
}

}  // namespace springtide::server
