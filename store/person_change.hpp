#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace springtide {

// The parts of a conditional write that are the same for every store. They are called inside its transaction.

/// True if the write has conditions, or changes a person: it is written after the others of its batch, one by one.
bool is_conditional(const Write& write);
/// An error if a conditional write holds what is written without conditions.
Expected<void> fits_conditions(const Write& write);
/// The people that a write concerns. Writes about the same person never run at the same time, on any node.
std::vector<std::string> concerns(const Write& write);
/// True if everything is as the decision saw it.
Expected<bool> holds(Store& store, const OnlyIf& only_if);
/// The person after the change; nothing if the change is in conflict with the stored person.
Expected<std::optional<GuestRow>> after(Store& store, const PersonChange& change);

// Reading for a decision: the result becomes a condition of the write.
Expected<std::optional<NoteRow>> note_seen(Store& store, OnlyIf& only_if, const NoteKey& key);
Expected<std::vector<NoteRow>> notes_seen(Store& store, OnlyIf& only_if, const std::string& guest,
                                          const std::string& kind);

}  // namespace springtide
