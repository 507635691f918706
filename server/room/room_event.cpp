// The stored form of events: one JSON object with a few members, which mean something else for each kind.
#include "server/room/room_event.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <concepts>
#include <utility>

#include "core/json_writer.hpp"
#include "core/text.hpp"

namespace springtide::server {

namespace {

/// An event that is written or one that is read.
template <class Event, class Kind>
concept Of = std::same_as<std::remove_const_t<Event>, Kind>;

// Matches members to fields. `form` is FormWriter or FormReader, so one description serves both directions.
void match(auto& form, Of<TableCreated> auto& event) {
    form.origin(event.origin);
    form.setup(event.setup);
}
void match(auto& form, Of<PlayerJoined> auto& event) {
    form.seat(event.seat);
    form.key(event.key);
    form.origin(event.origin);
}
void match(auto& form, Of<DeviceAsked> auto& event) {
    form.seat(event.seat);
    form.origin(event.origin);
}
void match(auto& form, Of<DeviceAdmitted> auto& event) {
    form.seat(event.seat);
    form.text(event.device);
}
void match(auto& form, Of<DeviceRefused> auto& event) {
    form.seat(event.seat);
    form.key(event.key);
}
void match(auto& form, Of<OtherDevicesRemoved> auto& event) {
    form.seat(event.seat);
    form.key(event.key);
}
void match(auto& form, Of<PlayerLeft> auto& event) {
    form.seat(event.seat);
    form.text(event.new_secret);
}
void match(auto& form, Of<SeatChanged> auto& event) {
    form.seat(event.seat);
    form.text(event.becomes);
    form.name(event.level);
    form.key(event.key);
    form.origin(event.uninvited);
}
void match(auto& form, Of<PlayerInvited> auto& event) {
    form.seat(event.seat);
    form.text(event.invited);
    form.name(event.called);
    form.key(event.key);
}
void match(auto& form, Of<PlayerReady> auto& event) {
    form.seat(event.seat);
    form.text(event.contribution);
    form.key(event.commitment);
    form.number(event.has_claimed);
    form.chance(event.chance);
}
void match(auto& form, Of<ContributionShown> auto& event) {
    form.seat(event.seat);
    form.text(event.contribution);
    form.chance(event.chance);
}
void match(auto& form, Of<ActionPlayed> auto& event) {
    form.seat(event.seat);
    form.text(event.action);
    form.origin(event.origin);
    form.chance(event.chance);
}
void match(auto& form, Of<TimeoutPlayed> auto& event) {
    form.seat(event.seat);
    form.text(event.action);
    form.chance(event.chance);
}
void match(auto& form, Of<ChoiceWithdrawn> auto& event) { form.seat(event.seat); }
void match(auto& form, Of<ChoiceRetracted> auto& event) { form.seat(event.seat); }
void match(auto& form, Of<ActionUndone> auto& event) { form.seat(event.seat); }
void match(auto& form, Of<TakebackVote> auto& event) {
    form.seat(event.seat);
    form.text(event.answer);
}
void match(auto& form, Of<EndVote> auto& event) {
    form.seat(event.seat);
    form.text(event.answer);
}
void match(auto& form, Of<PlayerResigned> auto& event) { form.seat(event.seat); }
void match(auto& form, Of<BotSubstituted> auto& event) { form.seat(event.seat); }
void match(auto& form, Of<SpectatorMuted> auto& event) {
    form.key(event.spectator);
    form.origin(event.origin);
    form.number(event.on);
}
void match(auto& form, Of<PlayerMuted> auto& event) {
    form.seat(event.seat);
    form.number(event.on);
}
void match(auto& form, Of<SpectatorRemoved> auto& event) {
    form.key(event.spectator);
    form.origin(event.origin);
}
void match(auto& form, Of<PlayerRemoved> auto& event) {
    form.seat(event.seat);
    form.text(event.new_secret);
}
void match(auto& form, Of<PlayerMoved> auto& event) {
    form.seat(event.seat);
    form.text(event.from);
}
void match(auto& form, Of<ChatSaid> auto& event) {
    form.seat(event.seat);
    form.text(event.text);
    form.origin(event.origin);
}
void match(auto& form, Of<RematchMade> auto& event) { form.text(event.table); }
void match(auto& form, Of<ClocksResumed> auto& event) {
    form.number(event.from);
    form.text(event.to);
}

/// Gathers the fields of an event, which the object has in an order of its own.
class FormWriter {
  public:
    explicit FormWriter(const RoomEvent& event) : event_(event), name_(event.name) {
        std::visit([this](const auto& what) { match(*this, what); }, event.what);
    }

    void seat(const std::optional<Seat>& seat) { seat_ = seat; }
    void name(const std::string& name) { name_ = name; }
    void text(const std::string& text) { text_ = text; }
    void text(NamedEnum auto value) { text_ = enum_name(value); }
    void text(const std::optional<std::int64_t>& time) {
        if (time) digits_ = std::to_string(*time);
        text_ = digits_;
    }
    void key(const std::string& key) { key_ = key; }
    void origin(const std::string& origin) { origin_ = origin; }
    void number(std::int64_t number) { number_ = number; }
    void number(bool on) { number_ = on ? 1 : 0; }
    void chance(const std::vector<std::string>& chance) { chance_ = &chance; }
    void setup(const std::string& setup) { setup_ = setup; }

    [[nodiscard]] std::string json() const {
        JsonWriter json;
        json.begin_object().key("kind").value(kind_of(event_).name);
        const auto text = [&](std::string_view name, std::string_view value) {
            if (!value.empty()) json.key(name).value(value);
        };
        if (seat_) json.key("seat").value(*seat_);
        text("guest", event_.guest);
        text("name", name_);
        text("text", text_);
        text("key", key_);
        text("message", event_.message);
        text("origin", origin_);
        if (number_ != 0) json.key("number").value(number_);
        if (chance_ != nullptr && !chance_->empty()) {
            json.key("chance").begin_array();
            for (const auto& one : *chance_) json.value(one);
            json.end_array();
        }
        if (event_.turn != 0) json.key("turn").value(std::int64_t{event_.turn});
        if (!event_.waited.empty()) {
            json.key("waited").begin_array();
            for (const auto milliseconds : event_.waited) json.value(milliseconds);
            json.end_array();
        }
        if (!setup_.empty()) json.key("setup").raw(setup_);
        return json.end_object().take();
    }

  private:
    const RoomEvent& event_;
    std::optional<Seat> seat_;
    std::string_view name_;
    std::string_view text_;
    std::string digits_;
    std::string_view key_;
    std::string_view origin_;
    std::int64_t number_ = 0;
    const std::vector<std::string>* chance_ = nullptr;
    std::string_view setup_;
};

/// Reads the fields of an event; `why` says what is wrong with them.
class FormReader {
  public:
    explicit FormReader(const boost::json::object& object) : object_(object) {}

    [[nodiscard]] std::string text(std::string_view member) const {
        const auto* found = object_.if_contains(member);
        return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
    }
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view member) const {
        const auto* found = object_.if_contains(member);
        return found != nullptr && found->is_int64() ? std::optional(found->get_int64()) : std::nullopt;
    }
    [[nodiscard]] bool has_seat() const { return number("seat").value_or(-1) != -1; }

    void seat(Seat& seat) {
        const auto given = number("seat").value_or(-1);
        if (given < 0 || given >= max_seats)
            why = "there is no seat " + std::to_string(given);
        else
            seat = static_cast<Seat>(given);
    }
    void seat(std::optional<Seat>& seat) {
        if (has_seat()) this->seat(seat.emplace());
    }
    void name(std::string& name) { name = text("name"); }
    void text(std::string& value) { value = text("text"); }
    void text(SeatKind& kind) { text(kind, "a seat cannot become that"); }
    void text(VoteAnswer& answer) { text(answer, "that is no answer"); }
    void text(std::optional<std::int64_t>& time) { time = parse_int64(text("text")); }
    void key(std::string& key) { key = text("key"); }
    void origin(std::string& origin) { origin = text("origin"); }
    void number(bool& on) { on = number("number").value_or(0) != 0; }
    void number(std::int64_t& value) { value = number("number").value_or(0); }
    void chance(std::vector<std::string>& chance) {
        if (const auto* list = object_.if_contains("chance"); list != nullptr && list->is_array())
            for (const auto& item : list->get_array())
                if (item.is_string()) chance.emplace_back(item.get_string());
    }
    [[nodiscard]] std::vector<std::int64_t> waited() const {
        std::vector<std::int64_t> all;
        if (const auto* list = object_.if_contains("waited"); list != nullptr && list->is_array())
            for (const auto& item : list->get_array())
                if (item.is_int64()) all.push_back(item.get_int64());
        return all;
    }
    void setup(std::string& setup) {
        if (const auto* found = object_.if_contains("setup")) setup = boost::json::serialize(*found);
    }

    std::string why;

  private:
    template <NamedEnum Enum>
    void text(Enum& value, const char* otherwise) {
        if (const auto given = enum_from_name<Enum>(text("text")))
            value = *given;
        else
            why = otherwise;
    }

    const boost::json::object& object_;
};

/// Fills `what` with the kind of this name, if it is that one.
template <class Kind>
bool read_as(FormReader& form, std::string_view kind, RoomEventBody& what) {
    if (kind != Kind::kind.name || (Kind::kind.of_spectator && form.has_seat())) return false;
    match(form, what.template emplace<Kind>());
    return true;
}

template <std::size_t... Index>
bool read(FormReader& form, std::string_view kind, RoomEventBody& what, std::index_sequence<Index...> /*kinds*/) {
    return (read_as<std::variant_alternative_t<Index, RoomEventKinds>>(form, kind, what) || ...);
}

}  // namespace

RoomEventBody::RoomEventBody() = default;
RoomEventBody::RoomEventBody(const RoomEventBody& other) = default;
RoomEventBody::RoomEventBody(RoomEventBody&& other) noexcept = default;
RoomEventBody& RoomEventBody::operator=(const RoomEventBody& other) = default;
RoomEventBody& RoomEventBody::operator=(RoomEventBody&& other) noexcept = default;
RoomEventBody::~RoomEventBody() = default;

const RoomEventKind& kind_of(const RoomEvent& event) {
    return std::visit([](const auto& what) -> const RoomEventKind& { return what.kind; }, event.what);
}

std::optional<Seat> seat_of(const RoomEvent& event) {
    return std::visit(
        [](const auto& what) -> std::optional<Seat> {
            if constexpr (requires { what.seat; })
                return what.seat;
            else
                return std::nullopt;
        },
        event.what);
}

std::string new_key(const RoomEvent& event) {
    if (const auto* changed = std::get_if<SeatChanged>(&event.what)) return changed->key;
    if (const auto* refused = std::get_if<DeviceRefused>(&event.what)) return refused->key;
    if (const auto* removed = std::get_if<OtherDevicesRemoved>(&event.what)) return removed->key;
    return "";
}

StoredEvent to_stored(const RoomEvent& event) {
    return {.seq = event.seq, .at = event.at, .body = FormWriter(event).json()};
}

Expected<RoomEvent> from_stored(const StoredEvent& stored) {
    boost::system::error_code error;
    const auto value = boost::json::parse(stored.body, error);
    const auto* object = value.if_object();
    if (error || object == nullptr || FormReader(*object).text("kind").empty())
        return fail(ErrorCode::bad_json, "event " + std::to_string(stored.seq) + " of the log cannot be read");
    FormReader form(*object);
    RoomEvent event{.what = {},
                    .guest = form.text("guest"),
                    .name = form.text("name"),
                    .message = form.text("message"),
                    .turn = static_cast<std::uint32_t>(form.number("turn").value_or(0)),
                    .waited = form.waited(),
                    .seq = stored.seq,
                    .at = stored.at};
    const std::string kind = form.text("kind");
    if (!read(form, kind, event.what, std::make_index_sequence<std::variant_size_v<RoomEventKinds>>()))
        return fail(ErrorCode::unavailable, "this program does not know events of kind " + kind);
    if (!form.why.empty()) return fail(ErrorCode::unavailable, form.why);
    if (std::holds_alternative<SeatChanged>(event.what)) event.name.clear();  // the member is the level of the bot
    return event;
}

}  // namespace springtide::server
