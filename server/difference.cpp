#include "server/difference.hpp"

namespace springtide::server {

namespace {

std::size_t text_end(std::string_view json, std::size_t at) {
    for (++at; json[at] != '"'; ++at)
        if (json[at] == '\\') ++at;
    return at + 1;
}

/// Behind the value that begins here.
std::size_t value_end(std::string_view json, std::size_t at) {
    if (json[at] == '"') return text_end(json, at);
    for (int depth = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (c == '"') {
            at = text_end(json, at) - 1;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (depth == 0) return at;
            if (--depth == 0) return at + 1;
        } else if (c == ',' && depth == 0) {
            return at;
        }
    }
    return at;
}

/// Reads an object or a list part by part.
class Parts {
  public:
    explicit Parts(std::string_view json) : json_(json), is_object_(json[0] == '{') {}
    [[nodiscard]] bool at_end() const { return json_[at_] == '}' || json_[at_] == ']'; }
    void next() {
        if (is_object_) {
            const auto end = text_end(json_, at_);
            key = json_.substr(at_, end - at_);
            at_ = end + 1;  // the colon
        }
        const auto end = value_end(json_, at_);
        value = json_.substr(at_, end - at_);
        at_ = end + (json_[end] == ',' ? 1 : 0);
    }
    std::string_view key;
    std::string_view value;

  private:
    std::string_view json_;
    std::size_t at_ = 1;
    bool is_object_;
};

class Comparison {
  public:
    void compare(std::string_view before, std::string_view after) {
        if (before == after) return;
        const auto length = changes_.size();
        const bool same_kind = before[0] == after[0] && (after[0] == '{' || after[0] == '[');
        if (same_kind && compare_parts(before, after) && changes_.size() - length <= after.size() + path_.size())
            return;
        changes_.resize(length);
        changes_ += changes_.empty() ? "[[" : ",[[";
        changes_ += path_;
        changes_ += "],";
        changes_ += after;
        changes_ += ']';
    }
    [[nodiscard]] const std::string& changes() const { return changes_; }

  private:
    /// False where the shapes differ.
    bool compare_parts(std::string_view before, std::string_view after) {
        Parts old_parts(before);
        Parts new_parts(after);
        const auto length = path_.size();
        for (std::size_t index = 0; !old_parts.at_end() && !new_parts.at_end(); ++index) {
            old_parts.next();
            new_parts.next();
            if (old_parts.key != new_parts.key) return false;
            if (after[0] == '[' && new_parts.value[0] != '{' && new_parts.value[0] != '[') return false;
            if (!path_.empty()) path_ += ',';
            path_ += after[0] == '{' ? std::string(new_parts.key) : std::to_string(index);
            compare(old_parts.value, new_parts.value);
            path_.resize(length);
        }
        return old_parts.at_end() && new_parts.at_end();
    }

    std::string path_;
    std::string changes_;
};

}  // namespace

std::string difference(std::string_view before, std::string_view after, std::int64_t from) {
    Comparison comparison;
    comparison.compare(before, after);
    return "\"from\":" + std::to_string(from) + ",\"changes\":[" + comparison.changes() + "]";
}

}  // namespace springtide::server
