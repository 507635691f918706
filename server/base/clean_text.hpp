#pragma once

#include <string>
#include <string_view>

namespace springtide::server {

/// True if every character is visible and unambiguous: no control characters, none without width, none that changes the
/// direction of text, and well-formed UTF-8. For names, which are refused otherwise.
bool is_plain(std::string_view text);

/// The same text without such characters, for chat: line breaks become spaces, the rest is left out. Joiners stay
/// between characters that they join: some scripts and emoji need them.
std::string plain_text(std::string_view text);

/// A number with two digits after its point.
std::string two_digits(double number);

/// An id as this server makes them: 32 hexadecimal digits.
bool is_id(std::string_view text);

}  // namespace springtide::server
