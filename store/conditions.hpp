#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace springtide {

/// A session in whose name something is written.
struct SessionMark {
    std::string guest;
    std::string id;           ///< empty in tokens of older programs
    std::int64_t issued = 0;  ///< when its token was signed
};

/// A person's password at the time of the check.
struct PasswordSeen {
    std::string guest;
    std::optional<std::string> hash;  ///< nothing: the person had none
};

/// A person's notes as a decision read them.
struct NotesSeen {
    std::string guest;
    std::string kind;
    std::optional<std::string> key;                          ///< only the note with this key; otherwise all of the kind
    std::vector<std::pair<std::string, std::string>> found;  ///< key and body of each, in order
};

/// The conditions of a write; if one does not hold, nothing of it is written. They name everything that a request about
/// a person relied on, so that two requests at the same time have the same effect as one after the other.
struct OnlyIf {
    std::optional<SessionMark> session{};  ///< it has not ended
    std::optional<PasswordSeen> password{};
    std::vector<NotesSeen> notes{};

    [[nodiscard]] bool is_empty() const { return !session && !password && notes.empty(); }
};

/// A change of some fields of a person. The store applies it to the person as they are when the write commits, so that
/// two changes of different fields both stay. A person who is not known yet is added.
struct PersonChange {
    struct Name {
        std::string shown;
        std::string folded;  ///< the common form of all its spellings; empty for a name that no account can have
    };
    std::string id;
    /// In conflict if another person keeps this name, or if this person keeps another one and `keeps_name` is not set.
    std::optional<Name> name{};
    bool keeps_name = false;                ///< the name belongs to this person from now on
    std::optional<std::string> password{};  ///< the hash of the new one
    bool gives_up_name = false;             ///< the kept name and the password go
    /// Every session that began until then ends, whichever node began it.
    std::optional<std::int64_t> sessions_end{};
};

}  // namespace springtide
