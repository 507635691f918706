#include "store/safe_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace springtide {

Expected<void> sync_folder(const std::string& folder) {
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);  // NOLINT: open is a C function
    const bool is_synced = opened >= 0 && ::fsync(opened) == 0;
    const int why = errno;
    if (opened >= 0) ::close(opened);
    if (!is_synced) return fail(ErrorCode::unavailable, "cannot sync the folder " + folder + ": " + std::strerror(why));
    return {};
}

Expected<void> make_folder(const std::string& folder, const std::function<Expected<void>(const std::string&)>& sync) {
    std::error_code error;
    auto path = std::filesystem::absolute(folder, error);
    if (!path.has_filename()) path = path.parent_path();  // it ended with a slash
    if (std::filesystem::is_directory(path, error)) return {};
    const auto above = path.parent_path();
    if (above != path)
        if (auto made = make_folder(above, sync); !made) return made;
    error.clear();
    std::filesystem::create_directory(path, error);
    if (error) return fail(ErrorCode::unavailable, "cannot make the folder " + path.string() + ": " + error.message());
    return sync(above);
}

}  // namespace springtide
