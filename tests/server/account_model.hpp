#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace springtide::server {

/// Accounts as they should be, if one request came after the other. It is written to be read, and shares no code with
/// the server. Each request returns false if it is refused, and then changes nothing.
class AccountModel {
  public:
    struct Link {
        std::string mark;
        std::int64_t at = 0;
        std::string address{};
        std::int64_t confirmed_at = 0;
    };
    struct Person {
        std::string name;
        std::string kept{};                              ///< the name in small letters
        std::string password{};                          ///< empty: none
        std::map<std::string, std::int64_t> passkeys{};  ///< and when each was added
        std::set<std::string> sessions{};
        std::set<std::string> listed{};
        std::optional<Link> mail{};  ///< `at` is when it was confirmed
        std::vector<Link> mail_links{};
        std::vector<Link> recoveries{};
        std::vector<Link> objections{};
        std::map<std::string, std::string> ties{};
        std::set<std::string> blocked{};
        bool is_quiet = false;
    };
    std::map<std::string, Person> people;

    bool rename(const std::string& who, const std::string& session, const std::string& name);
    bool keep(const std::string& who, const std::string& session, const std::string& name, const std::string& old,
              const std::string& fresh, const std::string& objection, std::int64_t now);
    bool log_in(const std::string& name, const std::string& password, const std::string& session);
    // By an assertion of the passkey `by`, or by the password if that is empty.
    bool keep_by_passkey(const std::string& who, const std::string& session, const std::string& name,
                         const std::string& passkey, std::int64_t now);
    bool add_passkey(const std::string& who, const std::string& session, const std::string& password,
                     const std::string& by, const std::string& passkey, const std::string& objection, std::int64_t now);
    bool remove_passkey(const std::string& who, const std::string& session, const std::string& password,
                        const std::string& by, const std::string& passkey, const std::string& objection,
                        std::int64_t now);
    bool use_passkey(const std::string& who, const std::string& passkey);
    bool log_in_by_passkey(const std::string& who, const std::string& passkey, const std::string& session);
    bool log_out(const std::string& who, const std::string& session);
    bool log_out_everywhere(const std::string& who, const std::string& session);
    bool ask_mail(const std::string& who, const std::string& session, const std::string& password,
                  const std::string& address, const std::string& link, std::int64_t now);
    bool confirm_mail(const std::string& link, const std::string& objection, std::int64_t now);
    bool forget_mail(const std::string& who, const std::string& session, const std::string& password,
                     const std::string& objection, std::int64_t now);
    bool recover(const std::string& name, const std::string& link, std::int64_t now);
    bool recovered(const std::string& link, const std::string& password, std::int64_t now);
    bool object(const std::string& objection, const std::string& recovery, std::int64_t now);
    bool give_name_up(const std::string& who, const std::string& session, const std::string& password);
    bool forget(const std::string& who, const std::string& session, const std::string& password);
    bool befriend(const std::string& who, const std::string& session, const std::string& other);
    bool part(const std::string& who, const std::string& session, const std::string& other);
    bool block(const std::string& who, const std::string& session, const std::string& other);
    bool unblock(const std::string& who, const std::string& session, const std::string& other);
    bool set_quiet(const std::string& who, const std::string& session, bool on);

    [[nodiscard]] bool is_in(const std::string& who, const std::string& session) const {
        return people.at(who).sessions.contains(session);
    }
    static std::string small(std::string name);

  private:
    static void end_sessions(Person& person);
    static bool note_objection(Person& person, const std::string& mark, std::int64_t now);
    [[nodiscard]] bool is_proven(const std::string& who, const std::string& session, const std::string& password,
                                 const std::string& by) const;
    [[nodiscard]] bool is_of_another(const std::string& who, const std::string& name) const;
    Person* owner_of(const std::string& name);
    /// The person and the place of a link that still counts.
    struct Found {
        Person* person = nullptr;
        Link link{};
    };
    Found find(std::vector<Link> Person::* kind, const std::string& mark, std::int64_t since);
};

}  // namespace springtide::server
