#include "server/storing/archive.hpp"

#include "core/json_writer.hpp"
#include "files/files.hpp"

namespace springtide::server {

Expected<void> Archive::add(std::string_view table, std::string_view game, std::int64_t at,
                            std::string_view record) const {
    JsonWriter json;
    json.begin_object().key("table").value(table).key("game").value(game).key("at").value(at);
    const std::string line = json.key("record").value(record).end_object().take() + "\n";
    return append_to_file(file_, line, 0600);
}

}  // namespace springtide::server
