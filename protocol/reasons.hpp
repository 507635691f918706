#pragma once

#include "core/error.hpp"

/// Reasons to refuse a request before any rule applies, each described once.
namespace springtide {

inline constexpr auto request_reasons = std::to_array<RefusalReason>({
    {ErrorCode::bad_json, "not_json", "", "this line is not JSON: it goes wrong at character {at}"},
    {ErrorCode::bad_request, "not_an_object", "", "a request is an object like {example}"},
    {ErrorCode::limit, "line_too_long", "", "a line may have at most {limit} bytes"},
    {ErrorCode::bad_request, "field_missing", "", "the request needs '{field}': {wanted}"},
    {ErrorCode::bad_request, "field_wrong", "", "'{field}' must be {wanted}"},
    {ErrorCode::bad_options, "options_wrong", "", "'{field}' is an object of options"},
    {ErrorCode::bad_options, "option_type", "",
     "option '{option}' is a text, a whole number, true, false or a list of whole numbers"},
    {ErrorCode::unknown_op, "unknown_op", "", "there is no op '{op}'; docs/reference/protocol.md lists them"},
    {ErrorCode::bad_request, "unknown_protocol", "", "this engine speaks protocol 1 and 2", "protocol"},
    {ErrorCode::limit, "too_many_tables", "", "there are {limit} tables already; close one first"},
    {ErrorCode::unknown_table, "unknown_table", "", "there is no table {table}"},
    {ErrorCode::limit, "search_limit", "", "this takes more than {limit} positions"},
    {ErrorCode::bad_request, "not_analysed", "", "only positions of {game} can be analysed"},
    {ErrorCode::bad_request, "which_puzzle", "", "a puzzle is asked for by 'number', or drawn with a 'seed'"},
});

consteval const RefusalReason& request_reason(std::string_view name) { return find_reason(request_reasons, name); }

}  // namespace springtide
