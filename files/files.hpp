#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace springtide {

/// Returns everything in a file. A folder or a file that cannot be read is refused in a sentence.
Expected<std::string> read_file(const std::filesystem::path& file);

/// Writes a whole file. A regular file is replaced in one step (a new file beside it, synced, then renamed), so a
/// failure leaves the older one whole and no half file behind. A link is followed, and its target is replaced. A
/// device, a pipe or the file that standard output goes to is written through, never replaced.
Expected<void> write_file(const std::filesystem::path& file, std::string_view text);

/// Adds to the end of a file, which is made with `mode` if needed. It is on the disk when this returns; after a failure
/// the file is as long as before.
Expected<void> append_to_file(const std::filesystem::path& file, std::string_view text, unsigned mode = 0666);

/// Gives a finished file its name and makes it durable; refuses if the name is taken.
Expected<void> move_new_file(const std::filesystem::path& draft, const std::filesystem::path& file);

/// Makes what happened in a folder durable: files made, renamed and deleted there.
void sync_folder_of(const std::filesystem::path& file);

/// The sentence of a number that the system gave: "No space left on device".
std::string system_reason(int number);

}  // namespace springtide
