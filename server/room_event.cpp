#include "server/room_event.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "core/json_writer.hpp"

namespace springtide::server {

StoredEvent to_stored(const RoomEvent& event) {
    JsonWriter json;
    json.begin_object().key("kind").value(event.kind);
    if (event.seat >= 0) json.key("seat").value(event.seat);
    const auto text = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) json.key(name).value(value);
    };
    text("guest", event.guest);
    text("name", event.name);
    text("text", event.text);
    text("key", event.key);
    text("message", event.message);
    text("origin", event.origin);
    if (event.number != 0) json.key("number").value(event.number);
    if (!event.chance.empty()) {
        json.key("chance").begin_array();
        for (const auto& chance : event.chance) json.value(chance);
        json.end_array();
    }
    if (event.turn != 0) json.key("turn").value(std::int64_t{event.turn});
    if (!event.setup.empty()) json.key("setup").raw(event.setup);
    json.end_object();
    return {.seq = event.seq, .at = event.at, .body = json.take()};
}

Expected<RoomEvent> from_stored(const StoredEvent& stored) {
    boost::system::error_code error;
    const auto value = boost::json::parse(stored.body, error);
    const auto* object = value.if_object();
    const auto text = [&](std::string_view name) {
        const auto* found = object->if_contains(name);
        return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
    };
    if (error || object == nullptr || text("kind").empty())
        return fail(ErrorCode::bad_json, "event " + std::to_string(stored.seq) + " of the log cannot be read");
    RoomEvent event{.kind = text("kind"),
                    .seat = -1,
                    .guest = text("guest"),
                    .name = text("name"),
                    .text = text("text"),
                    .key = text("key"),
                    .message = text("message"),
                    .origin = text("origin"),
                    .number = 0,
                    .chance = {},
                    .setup = {},
                    .turn = 0,
                    .seq = stored.seq,
                    .at = stored.at};
    if (const auto* seat = object->if_contains("seat"); seat != nullptr && seat->is_int64())
        event.seat = static_cast<int>(seat->get_int64());
    if (const auto* number = object->if_contains("number"); number != nullptr && number->is_int64())
        event.number = number->get_int64();
    if (const auto* turn = object->if_contains("turn"); turn != nullptr && turn->is_int64())
        event.turn = static_cast<std::uint32_t>(turn->get_int64());
    if (const auto* chance = object->if_contains("chance"); chance != nullptr && chance->is_array())
        for (const auto& item : chance->get_array())
            if (item.is_string()) event.chance.emplace_back(item.get_string());
    if (const auto* setup = object->if_contains("setup")) event.setup = boost::json::serialize(*setup);
    return event;
}

}  // namespace springtide::server
