#include "server/accounts/host_desk.hpp"

#include "core/json_writer.hpp"
#include "files/files.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

/// In the order of time, and never the same twice.
std::string next_key(std::int64_t at) { return std::to_string(at) + " " + random_id(); }

}  // namespace

NoteRow report_note(const Report& report, std::int64_t at) {
    JsonWriter json;
    json.begin_object().key("by").value(report.by).key("by_name").value(report.by_name);
    json.key("guest").value(report.whom.guest).key("name").value(report.whom.name);
    json.key("table").value(report.whom.table).key("text").value(report.whom.text);
    json.key("reason").value(report.reason).key("origins").begin_array();
    for (const Origin& origin : report.whom.origins) json.value(to_text(origin));
    return {.guest = host_guest,
            .kind = note_kinds::report,
            .key = next_key(at),
            .at = at,
            .body = json.end_array().end_object().take()};
}

Expected<std::string> read_host_key(const std::string& file) {
    constexpr std::size_t shortest = 20;
    if (file.empty()) return "";
    const auto text = read_file(file);
    if (!text) return fail(ErrorCode::unavailable, "--host-key-file: " + text.error().message);
    std::string key = text->substr(0, text->find('\n'));
    while (!key.empty() && (key.back() == '\r' || key.back() == ' ')) key.pop_back();
    if (key.size() < shortest)
        return fail(ErrorCode::unavailable, "the key in " + file + " must have at least " + std::to_string(shortest) +
                                                " characters; for example: head -c 24 /dev/urandom | base64");
    return key;
}

NoteRow deed_note(const Deed& deed, std::int64_t at) {
    JsonWriter json;
    json.begin_object().key("do").value(deed.what).key("whom").value(deed.whom).key("name").value(deed.name);
    json.key("why").value(deed.why);
    return {
        .guest = host_guest, .kind = note_kinds::deed, .key = next_key(at), .at = at, .body = json.end_object().take()};
}

}  // namespace springtide::server
