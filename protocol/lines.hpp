#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace springtide {

/// The longest line the engine reads.
inline constexpr std::size_t max_line_length = 1'000'000;

/// Cuts a stream that comes in pieces into lines. A line that is too long is thrown away as it comes, so that it
/// never fills the memory, and is reported as one.
class LineCutter {
  public:
    struct Line {
        std::string text;
        bool too_long = false;
    };

    explicit LineCutter(std::size_t longest = max_line_length) : longest_(longest) {}

    /// Takes the next piece; call next() until it is empty before the following one.
    void feed(std::string_view piece) { pending_ = piece; }

    /// The next whole line, without its end.
    std::optional<Line> next() {
        const auto end = pending_.find('\n');
        keep(pending_.substr(0, end));
        if (end == std::string_view::npos) {
            pending_ = {};
            return std::nullopt;
        }
        pending_.remove_prefix(end + 1);
        return take();
    }

    /// The text after the last line end, when the stream is over.
    std::optional<Line> last() {
        if (text_.empty() && !too_long_) return std::nullopt;
        return take();
    }

  private:
    void keep(std::string_view part) {
        if (text_.size() + part.size() > longest_) too_long_ = true;
        if (!too_long_) text_ += part;
    }
    Line take() {
        Line line{.text = too_long_ ? std::string() : std::move(text_), .too_long = too_long_};
        text_.clear();
        too_long_ = false;
        if (line.text.ends_with('\r')) line.text.pop_back();
        return line;
    }

    std::size_t longest_;
    std::string_view pending_;
    std::string text_;
    bool too_long_ = false;
};

}  // namespace springtide
