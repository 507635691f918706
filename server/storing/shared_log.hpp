#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/server_reasons.hpp"
#include "server/storing/commits.hpp"
#include "server/storing/store_thread.hpp"

namespace springtide::server {

namespace note_kinds {
inline constexpr const char* club = "club";  ///< a club night or duplicate tables whose log has their name
}  // namespace note_kinds

/// The new event in the log of a club night or of duplicate tables; nothing if it changed nothing.
template <class Log>
struct Appended {
    Log before;
    std::optional<typename Log::Event> event;
};

/// Adds the event that `change` decides from the stored log. It decides in the store's thread, because drawing the
/// tables of many people takes a while, and again if another writer was first: so several people and several nodes need
/// no lock.
template <class Log>
void append(StoreThread& reads, Commits& commits, const std::string& id,
            const std::function<typename Log::Decided(const Log&)>& change,
            const std::function<void(const Expected<Appended<Log>>&)>& done, int attempt = 0) {
    constexpr int most_attempts = 20;
    const auto decide = [id, change](Store& store) -> Expected<Appended<Log>> {
        const auto stored = store.club(id);
        if (!stored) return std::unexpected(stored.error());
        auto log = Log::load(id, *stored);
        if (!log) return std::unexpected(log.error());
        auto event = change(*log);
        if (!event) return std::unexpected(event.error());
        return Appended<Log>{.before = std::move(*log), .event = std::move(*event)};
    };
    reads.ask(decide, [=, &reads, &commits](const Expected<Appended<Log>>& decided) {
        if (!decided || !decided->event) return done(decided);
        Write next;
        next.club = ClubEventRow{.club = id, .event = to_stored(*decided->event, decided->before.seq() + 1, now_ms())};
        if (const std::string guest = named_by(*decided->event); !guest.empty())
            next.notes = {{.guest = guest, .kind = note_kinds::club, .key = id, .at = now_ms(), .body = {}}};
        const auto added = [=, &reads, &commits, appended = *decided](const Expected<WriteOutcome>& outcome) {
            if (!outcome) return done(refuse(server_reason("not_stored")));
            if (*outcome == WriteOutcome::stored) return done(appended);
            attempt < most_attempts ? append<Log>(reads, commits, id, change, done, attempt + 1)
                                    : done(refuse(server_reason("somebody_was_first")));
        };
        commits.add(std::move(next), for_this_payer(added));
    });
}

}  // namespace springtide::server
