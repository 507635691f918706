#pragma once

namespace springtide {

/// The name of a way for SQLite to reach its files (a VFS) that writes a commit's part of the journal with one call.
/// SQLite gives every page to the system by itself, and the head of each page too: a commit of four moves would be a
/// dozen calls, and each costs more than what it writes. Here they are kept until the journal is flushed, which every
/// commit ends with, and go there together. Nothing is told to be stored any earlier or later than with SQLite's own.
const char* gathered_journal();

}  // namespace springtide
