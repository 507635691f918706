#include "files/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <iostream>
#include <system_error>

namespace springtide {

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as the kernel follows

class OpenFile {
  public:
    OpenFile(const fs::path& file, int flags, unsigned mode = 0)
        : number_(::open(file.c_str(), flags | O_CLOEXEC, mode)) {}  // NOLINT: open is a C function
    ~OpenFile() {
        if (number_ >= 0) ::close(number_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    [[nodiscard]] int number() const { return number_; }
    /// Some file systems report a failed write only here.
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

  private:
    int number_;
};

std::unexpected<Error> cannot(const char* what, const fs::path& file, int why) {
    return fail(ErrorCode::unavailable,
                std::string("cannot ") + what + " " + file.string() +
                    (why == EISDIR ? ": it is a folder, not a file" : ": " + system_reason(why)));
}

bool write_all(int number, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(number, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Pipes and devices cannot be synced, and need not be.
bool sync(int number) { return ::fsync(number) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP; }

/// The final target of a path with links, even if no file exists there yet.
fs::path behind_links(fs::path file) {
    std::error_code error;
    for (int link = 0; link < most_links && fs::is_symlink(fs::symlink_status(file, error)); ++link) {
        const fs::path next = fs::read_symlink(file, error);
        if (error) break;
        file = next.is_absolute() ? next : file.parent_path() / next;
    }
    return file;
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

Expected<void> write_through(const fs::path& file, int flags, std::string_view text) {
    OpenFile there(file, O_WRONLY | flags);
    if (!there.is_open()) return cannot("write", file, errno);
    if (!write_all(there.number(), text) || !sync(there.number()) || !there.close())
        return cannot("write", file, errno);
    return {};
}

/// /dev/stdout, or the name of the file that the shell sends it to: renaming would part the two.
bool is_standard_output(const struct stat& is) {
    struct stat output{};
    return ::fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == is.st_dev && output.st_ino == is.st_ino;
}

Expected<void> replace(const fs::path& file, const struct stat* before, std::string_view text) {
    static std::atomic<unsigned> count = 0;
    const fs::path draft = folder_of(file) / (".springtide-" + std::to_string(::getpid()) + "-" +
                                              std::to_string(count.fetch_add(1)) + ".new");
    OpenFile made(draft, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (!made.is_open()) {
        // If the folder refuses new files, the file itself may still be writable.
        const int why = errno;
        if (before != nullptr && (why == EACCES || why == EPERM)) return write_through(file, O_TRUNC, text);
        return cannot("write", file, why);
    }
    bool well = write_all(made.number(), text);
    if (well && before != nullptr) well = ::fchmod(made.number(), before->st_mode & 07777U) == 0;
    well = well && sync(made.number()) && made.close() && ::rename(draft.c_str(), file.c_str()) == 0;
    if (!well) {
        const int why = errno;
        ::unlink(draft.c_str());
        return cannot("write", file, why);
    }
    sync_folder_of(file);
    return {};
}

}  // namespace

std::string system_reason(int number) { return std::generic_category().message(number); }

void sync_folder_of(const fs::path& file) {
    const OpenFile folder(folder_of(file), O_RDONLY | O_DIRECTORY);
    if (folder.is_open()) ::fsync(folder.number());
}

Expected<void> move_new_file(const fs::path& draft, const fs::path& file) {
    {
        const OpenFile written(draft, O_RDONLY);
        if (!written.is_open() || !sync(written.number())) return cannot("write", file, errno);
    }
    if (::link(draft.c_str(), file.c_str()) == 0) {  // unlike rename, it never replaces anything
        ::unlink(draft.c_str());
    } else {
        std::error_code error;
        const int why = errno;
        const bool has_no_links = why == EPERM || why == ENOTSUP;
        if (!has_no_links || fs::exists(file, error) || ::rename(draft.c_str(), file.c_str()) != 0)
            return cannot("write", file, why);
    }
    sync_folder_of(file);
    return {};
}

Expected<std::string> read_file(const fs::path& file) {
    const OpenFile there(file, O_RDONLY);
    if (!there.is_open()) return cannot("read", file, errno);
    std::string text;
    std::array<char, 65536> part{};
    for (;;) {
        const auto size = ::read(there.number(), part.data(), part.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return cannot("read", file, errno);
        if (size == 0) return text;
        text.append(part.data(), static_cast<std::size_t>(size));
    }
}

Expected<void> write_file(const fs::path& file, std::string_view text) {
    struct stat is{};
    if (::stat(file.c_str(), &is) != 0) {
        if (errno != ENOENT) return cannot("write", file, errno);
        return replace(behind_links(file), nullptr, text);
    }
    if (S_ISDIR(is.st_mode)) return cannot("write", file, EISDIR);
    if (is_standard_output(is)) {
        std::cout << text << std::flush;
        if (!std::cout) return cannot("write", file, EIO);
        return {};
    }
    if (!S_ISREG(is.st_mode)) return write_through(file, 0, text);
    if (::access(file.c_str(), W_OK) != 0) return cannot("write", file, errno);
    return replace(behind_links(file), &is, text);
}

Expected<void> append_to_file(const fs::path& file, std::string_view text, unsigned mode) {
    OpenFile there(file, O_WRONLY | O_CREAT | O_APPEND, mode);
    if (!there.is_open()) return cannot("write", file, errno);
    struct stat is{};
    const bool is_regular = ::fstat(there.number(), &is) == 0 && S_ISREG(is.st_mode);
    if (!write_all(there.number(), text) || !sync(there.number())) {
        const int why = errno;
        if (is_regular && ::ftruncate(there.number(), is.st_size) != 0) return cannot("write", file, errno);
        return cannot("write", file, why);
    }
    if (!there.close()) return cannot("write", file, errno);
    return {};
}

}  // namespace springtide
