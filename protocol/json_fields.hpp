#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/seat.hpp"
#include "core/text.hpp"
#include "notation/options.hpp"
#include "protocol/reasons.hpp"

namespace springtide {

/// A line as JSON, or at which of its characters it goes wrong.
inline Expected<boost::json::value> parse_json(std::string_view line) {
    std::array<unsigned char, 2048> scratch;  // enough for a request without taking memory
    boost::json::stream_parser parser({}, {}, scratch.data(), scratch.size());
    boost::system::error_code error;
    const auto read = parser.write_some(line.data(), line.size(), error);
    if (!error && read < line.size()) error = boost::json::error::extra_data;
    if (!error) parser.finish(error);
    if (error) return refuse(request_reason("not_json"), {{"at", static_cast<std::int64_t>(read) + 1}});
    return parser.release();
}

/// Reads the fields of a request; every mistake becomes an error that names the field.
class Fields {
  public:
    explicit Fields(const boost::json::object& object) : object_(&object) {}

    [[nodiscard]] bool has(std::string_view name) const { return object_->contains(name); }

    [[nodiscard]] Expected<std::string> text(std::string_view name) const {
        const auto* value = object_->if_contains(name);
        if (value == nullptr) return missing(name, "a text");
        if (!value->is_string()) return wrong(name, "a text");
        return std::string(value->get_string());
    }

    [[nodiscard]] Expected<std::int64_t> number(std::string_view name) const {
        const auto* value = object_->if_contains(name);
        if (value == nullptr) return missing(name, "a whole number");
        if (!value->is_int64()) return wrong(name, "a whole number");
        return value->get_int64();
    }

    /// False if it is not given.
    [[nodiscard]] Expected<bool> flag(std::string_view name) const {
        const auto* value = object_->if_contains(name);
        if (value == nullptr) return false;
        if (!value->is_bool()) return wrong(name, "true or false");
        return value->get_bool();
    }

    /// A seat number of a table with `players` seats, or "chance".
    [[nodiscard]] Expected<Actor> actor(std::string_view name, int players) const {
        const auto* value = object_->if_contains(name);
        const std::string wanted = "a seat number or \"chance\"";
        if (value == nullptr) return missing(name, wanted);
        if (value->is_string() && value->get_string() == "chance") return Actor::chance();
        const auto seat = seat_number(*value, players);
        if (!seat) return wrong(name, wanted + "; this table has seats 0 to " + std::to_string(players - 1));
        return Actor::seat(*seat);
    }

    [[nodiscard]] bool is_list(std::string_view name) const {
        const auto* value = object_->if_contains(name);
        return value != nullptr && value->is_array();
    }
    /// One observer, or a list of some.
    [[nodiscard]] Expected<std::vector<Observer>> observers(std::string_view name, int players) const {
        constexpr std::size_t most = max_seats + 2;  // all seats, spectators and `all`
        std::vector<Observer> observers;
        const auto* value = object_->if_contains(name);
        if (value == nullptr) return missing(name, observer_form);
        if (!value->is_array()) {
            const auto one = observer_of(name, *value, players);
            if (!one) return std::unexpected(one.error());
            return std::vector{*one};
        }
        const auto& list = value->get_array();
        if (list.size() > most) return wrong(name, "a list of at most " + std::to_string(most) + " observers");
        for (const auto& item : list) {
            const auto one = observer_of(name, item, players);
            if (!one) return std::unexpected(one.error());
            observers.push_back(*one);
        }
        return observers;
    }

    /// An object of options, each a text, a whole number, true or false, or a list of whole numbers.
    [[nodiscard]] Expected<OptionTexts> options(std::string_view name) const {
        OptionTexts texts;
        const auto* value = object_->if_contains(name);
        if (value == nullptr) return texts;
        if (!value->is_object()) return refuse(request_reason("options_wrong"), {{"field", std::string(name)}});
        for (const auto& [key, given] : value->get_object()) {
            const auto text = option_text(given);
            if (!text) return refuse(request_reason("option_type"), {{"option", printable(key)}});
            texts.emplace_back(key, *text);
        }
        return texts;
    }

    static std::unexpected<Error> missing(std::string_view name, std::string_view wanted) {
        return refuse(request_reason("field_missing"), {{"field", std::string(name)}, {"wanted", std::string(wanted)}});
    }
    static std::unexpected<Error> wrong(std::string_view name, std::string_view wanted) {
        return refuse(request_reason("field_wrong"), {{"field", std::string(name)}, {"wanted", std::string(wanted)}});
    }

  private:
    static constexpr std::string_view observer_form = "a seat number, \"spectator\" or \"all\"";

    static Expected<Observer> observer_of(std::string_view name, const boost::json::value& value, int players) {
        if (value.is_string() && value.get_string() == "spectator") return Observer::spectator();
        if (value.is_string() && value.get_string() == "all") return Observer::all();
        const auto seat = seat_number(value, players);
        if (!seat)
            return wrong(name,
                         std::string(observer_form) + "; this table has seats 0 to " + std::to_string(players - 1));
        return Observer::seat(*seat);
    }

    static std::optional<Seat> seat_number(const boost::json::value& value, int players) {
        if (!value.is_int64() || value.get_int64() < 0 || value.get_int64() >= players) return std::nullopt;
        return static_cast<Seat>(value.get_int64());
    }

    static std::optional<std::string> option_text(const boost::json::value& value) {
        if (value.is_string()) return std::string(value.get_string());
        if (value.is_bool()) return value.get_bool() ? "true" : "false";
        if (value.is_int64()) return std::to_string(value.get_int64());
        if (!value.is_array()) return std::nullopt;
        std::string list;
        for (const auto& item : value.get_array()) {
            if (!item.is_int64()) return std::nullopt;
            list += (list.empty() ? "" : ",") + std::to_string(item.get_int64());
        }
        return list;
    }

    const boost::json::object* object_;
};

}  // namespace springtide
