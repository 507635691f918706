#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace springtide {

/// Writes JSON straight into one string, commas included; for views and answers that are made thousands
/// of times a second. (Reading JSON is Boost.JSON's work.)
class JsonWriter {
  public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }

    JsonWriter& key(std::string_view name) {
        value(name);
        text_ += ':';
        fresh_ = true;
        return *this;
    }
    JsonWriter& value(std::string_view string) {
        comma();
        append_quoted(string);
        return *this;
    }
    JsonWriter& value(const char* string) { return value(std::string_view(string)); }
    JsonWriter& value(std::int64_t number) {
        comma();
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        text_.append(digits, end);
        return *this;
    }
    JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
    JsonWriter& value(std::uint64_t number) { return value(static_cast<std::int64_t>(number)); }
    JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }
    /// Something that is JSON already.
    JsonWriter& raw(std::string_view json) {
        comma();
        text_ += json;
        return *this;
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::string take() { return std::move(text_); }

  private:
    JsonWriter& open(char bracket) {
        comma();
        text_ += bracket;
        fresh_ = true;
        return *this;
    }
    JsonWriter& close(char bracket) {
        text_ += bracket;
        fresh_ = false;
        return *this;
    }
    void comma() {
        if (!fresh_) text_ += ',';
        fresh_ = false;
    }
    void append_quoted(std::string_view string) {
        constexpr char hex[] = "0123456789abcdef";
        text_ += '"';
        for (const char c : string) {
            const auto byte = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (c == '\n') {
                text_ += "\\n";
            } else if (byte < 0x20) {
                text_ += "\\u00";
                text_ += hex[byte >> 4U];
                text_ += hex[byte & 15U];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
    }

    std::string text_;
    bool fresh_ = true;
};

}  // namespace springtide
