#include "store/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "store/safe_folder.hpp"

namespace springtide {

Expected<std::unique_ptr<FolderLock>> FolderLock::take(const std::string& folder, const std::string& holder) {
    if (auto made = make_folder(folder); !made) return std::unexpected(made.error());
    const std::string path = folder + "/springtide.lock";
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);  // NOLINT: open is a C function
    if (file < 0) return fail(ErrorCode::unavailable, "cannot write into " + folder + ": " + std::strerror(errno));
    auto lock = std::unique_ptr<FolderLock>(new FolderLock(file));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        std::array<char, 512> text{};
        const auto size = ::pread(file, text.data(), text.size(), 0);
        const std::string who(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
        return fail(ErrorCode::unavailable, "the folder " + folder + " is in use by " +
                                                (who.empty() ? "another process" : who) +
                                                "; stop it, or give another --data");
    }
    if (::ftruncate(file, 0) != 0 || ::pwrite(file, holder.data(), holder.size(), 0) < 0)
        return fail(ErrorCode::unavailable, "cannot write " + path + ": " + std::strerror(errno));
    return lock;
}

FolderLock::~FolderLock() { ::close(file_); }

}  // namespace springtide
