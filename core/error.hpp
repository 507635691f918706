#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

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
    }
    return "bad_request";
}

/// An error is a value: a code for programs and a sentence that tells a person what to do.
struct Error {
    ErrorCode code;
    std::string message;
};

template <class T>
using Expected = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
    return std::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace springtide
