#pragma once

namespace springtide {

/// The name of a way for SQLite to reach its files (a VFS) that writes a commit's part of the journal with one call.
/// SQLite gives every page to the system by itself, and the head of each page too: a commit of four moves would be a
/// dozen calls, and each costs more than its bytes. Here they are kept until the journal is flushed, which every commit
/// ends with, and go there together. No write is reported as stored any earlier or later than with SQLite's own.
const char* gathered_journal();

/// The setting that its connections need. Pages of a transaction that is not committed yet would otherwise be given to
/// the journal as soon as memory is short; rolled back, they would still be kept here and written later, over newer
/// commits of another connection.
constexpr const char* gathered_journal_needs = "PRAGMA cache_spill=OFF";

}  // namespace springtide
