#include "server/archive.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "core/json_writer.hpp"

namespace springtide::server {

Expected<void> Archive::add(std::string_view table, std::string_view game, std::int64_t at,
                            std::string_view record) const {
    JsonWriter json;
    json.begin_object().key("table").value(table).key("game").value(game).key("at").value(at);
    const std::string line = json.key("record").value(record).end_object().take() + "\n";
    const int file = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return fail(ErrorCode::unavailable, "cannot open " + file_);
    const bool written = ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const bool kept = written && ::fdatasync(file) == 0;
    ::close(file);
    if (!kept) return fail(ErrorCode::unavailable, "cannot write " + file_);
    return {};
}

}  // namespace springtide::server
