#include "store/person_change.hpp"

#include <algorithm>
#include <iterator>

namespace springtide {

namespace {

using Found = std::vector<std::pair<std::string, std::string>>;

Found found_in(const std::vector<NoteRow>& notes) {
    Found found;
    found.reserve(notes.size());
    for (const NoteRow& note : notes) found.emplace_back(note.key, note.body);
    std::ranges::sort(found);
    return found;
}

Expected<Found> look(Store& store, const NotesSeen& seen) {
    if (!seen.key) {
        const auto notes = store.notes(seen.guest, seen.kind, -1);
        if (!notes) return std::unexpected(notes.error());
        return found_in(*notes);
    }
    const auto note = store.note({.guest = seen.guest, .kind = seen.kind, .key = *seen.key});
    if (!note) return std::unexpected(note.error());
    return *note ? Found{{(*note)->key, (*note)->body}} : Found();
}

Expected<bool> goes_on(Store& store, const SessionMark& session) {
    const auto row = store.guest(session.guest);
    if (!row) return std::unexpected(row.error());
    if (*row && session.issued < (*row)->valid_from) return false;
    if (session.id.empty()) return true;
    const auto ended = store.is_ended(session.id);
    if (!ended) return std::unexpected(ended.error());
    return !*ended;
}

}  // namespace

bool is_conditional(const Write& write) {
    return write.person || write.forgotten_guest || write.forgotten_by_others || !write.only_if.is_empty();
}

Expected<void> fits_conditions(const Write& write) {
    if (!is_conditional(write)) return {};
    if (write.events.empty() && !write.forget && !write.room && write.seats.empty() && !write.moved_guest &&
        write.ratings.empty() && !write.rating_change && write.meetings.empty() && write.set_aside.empty() &&
        !write.in_use && !write.daily && !write.club && !write.club_result && !write.club_rewrite &&
        !write.club_forgotten && write.rewritten.empty() && write.facts.empty() && write.first_facts.empty())
        return {};
    return fail(ErrorCode::bad_request, "a write about a person cannot be one about a table or a club night, too");
}

std::vector<std::string> concerns(const Write& write) {
    std::vector<std::string> all;
    const OnlyIf& only_if = write.only_if;
    if (only_if.session) all.push_back(only_if.session->guest);
    if (only_if.password) all.push_back(only_if.password->guest);
    for (const NotesSeen& seen : only_if.notes) all.push_back(seen.guest);
    for (const NoteRow& note : write.notes) all.push_back(note.guest);
    for (const NoteKey& key : write.forgotten_notes) all.push_back(key.guest);
    if (write.changed_note) all.push_back(write.changed_note->guest);
    if (write.taken_note) all.push_back(write.taken_note->guest);
    if (write.forgotten_guest) all.push_back(*write.forgotten_guest);
    if (write.person) {
        all.push_back(write.person->id);
        if (write.person->name) all.push_back("name " + write.person->name->folded);
    }
    return all;
}

Expected<bool> holds(Store& store, const OnlyIf& only_if) {
    if (only_if.session) {
        const auto still = goes_on(store, *only_if.session);
        if (!still || !*still) return still;
    }
    if (only_if.password) {
        const auto row = store.guest(only_if.password->guest);
        if (!row) return std::unexpected(row.error());
        if ((*row ? (*row)->password : std::nullopt) != only_if.password->hash) return false;
    }
    for (const NotesSeen& seen : only_if.notes) {
        const auto now = look(store, seen);
        if (!now) return std::unexpected(now.error());
        if (*now != seen.found) return false;
    }
    return true;
}

Expected<std::optional<GuestRow>> after(Store& store, const PersonChange& change) {
    auto known = store.guest(change.id);
    if (!known) return std::unexpected(known.error());
    GuestRow row = known->value_or(GuestRow{.id = change.id, .name = {}, .claimed = {}, .password = {}});
    if (change.gives_up_name) {
        row.claimed.reset();
        row.password.reset();
    }
    if (change.name) {
        if (!change.name->folded.empty()) {
            const auto owner = store.guest_by_claim(change.name->folded);
            if (!owner) return std::unexpected(owner.error());
            if (*owner && (*owner)->id != change.id) return std::nullopt;
        }
        if (!change.keeps_name && row.claimed && *row.claimed != change.name->folded) return std::nullopt;
        row.name = change.name->shown;
        if (change.keeps_name) row.claimed = change.name->folded;
    }
    if (change.password) row.password = change.password;
    if (change.sessions_end) row.valid_from = std::max(row.valid_from, *change.sessions_end) + 1;
    return row;
}

Expected<std::optional<NoteRow>> note_seen(Store& store, OnlyIf& only_if, const NoteKey& key) {
    auto note = store.note(key);
    if (note)
        only_if.notes.push_back({.guest = key.guest,
                                 .kind = key.kind,
                                 .key = key.key,
                                 .found = *note ? Found{{(*note)->key, (*note)->body}} : Found()});
    return note;
}

Expected<std::vector<NoteRow>> notes_seen(Store& store, OnlyIf& only_if, const std::string& guest,
                                          const std::string& kind) {
    auto notes = store.notes(guest, kind, -1);
    if (notes) only_if.notes.push_back({.guest = guest, .kind = kind, .key = {}, .found = found_in(*notes)});
    return notes;
}

}  // namespace springtide
