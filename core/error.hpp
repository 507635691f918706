#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace springtide {

/// The codes of the engine protocol, then those only the server uses; every refusal anywhere carries one.
enum class ErrorCode {
    bad_json,
    bad_request,
    unknown_op,
    unknown_game,
    bad_options,
    bad_notation,
    unknown_table,
    not_your_turn,
    illegal_action,
    over,
    limit,
    forbidden,
    stale,
    unavailable,
    not_found,
};

constexpr std::string_view name_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::bad_json: return "bad_json";
        case ErrorCode::bad_request: return "bad_request";
        case ErrorCode::unknown_op: return "unknown_op";
        case ErrorCode::unknown_game: return "unknown_game";
        case ErrorCode::bad_options: return "bad_options";
        case ErrorCode::bad_notation: return "bad_notation";
        case ErrorCode::unknown_table: return "unknown_table";
        case ErrorCode::not_your_turn: return "not_your_turn";
        case ErrorCode::illegal_action: return "illegal_action";
        case ErrorCode::over: return "over";
        case ErrorCode::limit: return "limit";
        case ErrorCode::forbidden: return "forbidden";
        case ErrorCode::stale: return "stale";
        case ErrorCode::unavailable: return "unavailable";
        case ErrorCode::not_found: return "not_found";
    }
    return "bad_request";
}

/// Something a refusal is about: a card, a cell, a space, a die, a tile, an option, a field …, by name.
struct Concern {
    std::string_view name;
    std::variant<std::int64_t, std::string> value;
    friend bool operator==(const Concern&, const Concern&) = default;
};

/// A reason for refusing, described once. In the sentence, names in braces stand for what it concerns.
struct RefusalReason {
    ErrorCode code;
    std::string_view name;      ///< for programs
    std::string_view clause;    ///< the clause of the rules; empty if no clause applies
    std::string_view sentence;  ///< for people, without the clause
    std::string_view also{};    ///< names of what it concerns besides, separated by spaces
};

/// An error is a value: a code and a reason for programs, what it concerns, and a sentence that tells a person what to
/// do. Errors of tools, which no program reads, have no reason.
struct Error {
    ErrorCode code;
    std::string message;
    std::string_view reason{};
    std::string_view clause{};
    std::vector<Concern> concerns{};
};

template <class T>
using Expected = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
    return std::unexpected<Error>(
        Error{.code = code, .message = std::move(message), .reason = {}, .clause = {}, .concerns = {}});
}

/// The error that a reason gives where it concerns these things.
inline Error error_of(const RefusalReason& reason, std::vector<Concern> concerns = {}) {
    std::string message;
    std::string_view rest = reason.sentence;
    for (auto open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
        message += rest.substr(0, open);
        const auto close = rest.find('}', open);
        const auto name = rest.substr(open + 1, close - open - 1);
        for (const Concern& concern : concerns) {
            if (concern.name != name) continue;
            const auto* number = std::get_if<std::int64_t>(&concern.value);
            message += number == nullptr ? std::get<std::string>(concern.value) : std::to_string(*number);
        }
        rest.remove_prefix(close + 1);
    }
    message += rest;
    if (!reason.clause.empty()) message.append(" (").append(reason.clause).append(")");
    return {.code = reason.code,
            .message = std::move(message),
            .reason = reason.name,
            .clause = reason.clause,
            .concerns = std::move(concerns)};
}
inline std::unexpected<Error> refuse(const RefusalReason& reason, std::vector<Concern> concerns = {}) {
    return std::unexpected<Error>(error_of(reason, std::move(concerns)));
}

/// The reason of this name in a list; one that is not there does not compile.
template <std::size_t Count>
consteval const RefusalReason& find_reason(const std::array<RefusalReason, Count>& reasons, std::string_view name) {
    for (const RefusalReason& reason : reasons)
        if (reason.name == name) return reason;
    return reasons.at(Count);  // beyond the end: not a constant, so it does not compile (WebAssembly has no throw)
}

}  // namespace springtide
