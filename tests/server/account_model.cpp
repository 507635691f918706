#include "tests/server/account_model.hpp"

#include <algorithm>

namespace springtide::server {

namespace {
constexpr std::int64_t three_days = 72LL * 60 * 60 * 1000;
constexpr std::int64_t half_an_hour = 30LL * 60 * 1000;
constexpr std::int64_t two_minutes = 2LL * 60 * 1000;
constexpr std::size_t many = 10;

bool has_fresh(const std::vector<AccountModel::Link>& links, std::int64_t now) {
    return std::ranges::any_of(links, [&](const auto& link) { return link.at > now - two_minutes; });
}
}  // namespace

std::string AccountModel::small(std::string name) {
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return name;
}

void AccountModel::end_sessions(Person& person) {
    person.sessions.clear();
    person.listed.clear();
}

bool AccountModel::is_of_another(const std::string& who, const std::string& name) const {
    return std::ranges::any_of(people,
                               [&](const auto& one) { return one.first != who && one.second.kept == small(name); });
}

AccountModel::Person* AccountModel::owner_of(const std::string& name) {
    for (auto& [id, person] : people)
        if (person.kept == small(name)) return &person;
    return nullptr;
}

AccountModel::Found AccountModel::find(std::vector<Link> Person::* kind, const std::string& mark, std::int64_t since) {
    for (auto& [id, person] : people)
        for (const Link& link : person.*kind)
            if (link.mark == mark && link.at >= since) return {.person = &person, .link = link};
    return {};
}

bool AccountModel::note_objection(Person& person, const std::string& mark, std::int64_t now) {
    if (!person.mail) return true;
    auto live = person.objections;
    std::erase_if(live, [&](const Link& link) { return link.at < now - three_days; });
    if (live.size() >= many) return false;
    live.push_back({.mark = mark, .at = now, .address = person.mail->address, .confirmed_at = person.mail->at});
    person.objections = live;
    return true;
}

bool AccountModel::rename(const std::string& who, const std::string& session, const std::string& name) {
    Person& person = people.at(who);
    if (!is_in(who, session) || is_of_another(who, name)) return false;
    if (!person.kept.empty() && person.kept != small(name)) return false;
    person.name = name;
    return true;
}

bool AccountModel::keep(const std::string& who, const std::string& session, const std::string& name,
                        const std::string& old, const std::string& fresh, const std::string& objection,
                        std::int64_t now) {
    Person& person = people.at(who);
    if (!is_in(who, session) || is_of_another(who, name) || person.password != old) return false;
    if (!person.kept.empty() && old.empty()) return false;
    if (!old.empty() && !note_objection(person, objection, now)) return false;
    if (!old.empty()) person.mail_links.clear(), person.recoveries.clear();
    person.name = name;
    person.kept = small(name);
    person.password = fresh;
    end_sessions(person);
    return true;
}

bool AccountModel::log_in(const std::string& name, const std::string& password, const std::string& session) {
    Person* person = owner_of(name);
    if (person == nullptr || person->password != password) return false;
    person->sessions.insert(session);
    person->listed.insert(session);
    return true;
}

bool AccountModel::is_proven(const std::string& who, const std::string& session, const std::string& password,
                             const std::string& by) const {
    const Person& person = people.at(who);
    if (!is_in(who, session) || person.kept.empty()) return false;
    return by.empty() ? !password.empty() && person.password == password : person.passkeys.contains(by);
}

bool AccountModel::keep_by_passkey(const std::string& who, const std::string& session, const std::string& name,
                                   const std::string& passkey, std::int64_t now) {
    Person& person = people.at(who);
    if (!is_in(who, session) || is_of_another(who, name) || !person.kept.empty()) return false;
    person.name = name;
    person.kept = small(name);
    person.passkeys = {{passkey, now}};
    end_sessions(person);
    return true;
}

bool AccountModel::add_passkey(const std::string& who, const std::string& session, const std::string& password,
                               const std::string& by, const std::string& passkey, const std::string& objection,
                               std::int64_t now) {
    if (!is_proven(who, session, password, by)) return false;
    Person& person = people.at(who);
    if (person.passkeys.size() >= 20 || !note_objection(person, objection, now)) return false;
    person.passkeys[passkey] = now;
    return true;
}

bool AccountModel::remove_passkey(const std::string& who, const std::string& session, const std::string& password,
                                  const std::string& by, const std::string& passkey, const std::string& objection,
                                  std::int64_t now) {
    if (!is_proven(who, session, password, by)) return false;
    Person& person = people.at(who);
    if (!person.passkeys.contains(passkey)) return false;
    const bool opens_by_password = !person.password.empty() && person.password != "!";
    if (person.passkeys.size() == 1 && !opens_by_password) return false;
    if (!note_objection(person, objection, now)) return false;
    person.passkeys.erase(passkey);
    return true;
}

bool AccountModel::use_passkey(const std::string& who, const std::string& passkey) {
    return people.at(who).passkeys.contains(passkey);
}

bool AccountModel::log_in_by_passkey(const std::string& who, const std::string& passkey, const std::string& session) {
    Person& person = people.at(who);
    if (!person.passkeys.contains(passkey)) return false;
    person.sessions.insert(session);
    person.listed.insert(session);
    return true;
}

bool AccountModel::log_out(const std::string& who, const std::string& session) {
    people.at(who).sessions.erase(session);
    people.at(who).listed.erase(session);
    return true;
}

bool AccountModel::log_out_everywhere(const std::string& who, const std::string& session) {
    if (!is_in(who, session)) return false;
    end_sessions(people.at(who));
    return true;
}

bool AccountModel::ask_mail(const std::string& who, const std::string& session, const std::string& password,
                            const std::string& address, const std::string& link, std::int64_t now) {
    Person& person = people.at(who);
    if (!is_in(who, session) || person.kept.empty() || person.password != password) return false;
    if (has_fresh(person.mail_links, now)) return false;
    person.mail_links = {{.mark = link, .at = now, .address = address}};
    return true;
}

bool AccountModel::confirm_mail(const std::string& link, const std::string& objection, std::int64_t now) {
    const auto found = find(&Person::mail_links, link, now - half_an_hour);
    if (found.person == nullptr) return false;
    Person& person = *found.person;
    if (!person.mail || person.mail->address != found.link.address) {
        if (!note_objection(person, objection, now)) return false;
        person.mail = Link{.mark = {}, .at = now, .address = found.link.address};
    }
    std::erase_if(person.mail_links, [&](const Link& one) { return one.mark == link; });
    return true;
}

bool AccountModel::forget_mail(const std::string& who, const std::string& session, const std::string& password,
                               const std::string& objection, std::int64_t now) {
    Person& person = people.at(who);
    if (!is_in(who, session) || person.password != password) return false;
    if (!note_objection(person, objection, now)) return false;
    person.mail.reset();
    person.mail_links.clear();
    person.recoveries.clear();
    return true;
}

bool AccountModel::recover(const std::string& name, const std::string& link, std::int64_t now) {
    Person* person = owner_of(name);
    if (person == nullptr || has_fresh(person->recoveries, now)) return false;
    const bool can_object =
        std::ranges::any_of(person->objections, [&](const Link& one) { return one.at >= now - three_days; });
    if (!person->mail && !can_object) return false;
    person->recoveries = {{.mark = link, .at = now}};
    return true;
}

bool AccountModel::recovered(const std::string& link, const std::string& password, std::int64_t now) {
    const auto found = find(&Person::recoveries, link, now - half_an_hour);
    if (found.person == nullptr || found.person->kept.empty()) return false;
    std::erase_if(found.person->recoveries, [&](const Link& one) { return one.mark == link; });
    found.person->mail_links.clear();
    std::erase_if(found.person->passkeys, [&](const auto& one) { return one.second >= now - three_days; });
    found.person->password = password;
    end_sessions(*found.person);
    return true;
}

bool AccountModel::object(const std::string& objection, const std::string& recovery, std::int64_t now) {
    const auto found = find(&Person::objections, objection, now - three_days);
    if (found.person == nullptr || found.person->kept.empty()) return false;
    Person& person = *found.person;
    person.mail = Link{.mark = {}, .at = found.link.confirmed_at, .address = found.link.address};
    person.mail_links.clear();
    person.recoveries = {{.mark = recovery, .at = now}};
    std::erase_if(person.objections, [&](const Link& one) { return one.at >= found.link.at; });
    person.password = "!";
    person.passkeys.clear();
    end_sessions(person);
    return true;
}

bool AccountModel::give_name_up(const std::string& who, const std::string& session, const std::string& password) {
    if (!is_in(who, session) || people.at(who).password != password) return false;
    people.at(who) = Person{.name = "nobody"};
    return true;
}

bool AccountModel::forget(const std::string& who, const std::string& session, const std::string& password) {
    if (!give_name_up(who, session, password)) return false;
    for (auto& [id, person] : people) {
        person.ties.erase(who);
        person.blocked.erase(who);
    }
    return true;
}

bool AccountModel::befriend(const std::string& who, const std::string& session, const std::string& other) {
    if (!is_in(who, session)) return false;
    Person& own = people.at(who);
    Person& theirs = people.at(other);
    const auto tie = own.ties.find(other);
    if (tie != own.ties.end() && tie->second != "asked") return true;
    if (tie != own.ties.end()) {
        own.ties[other] = theirs.ties[who] = "friend";
        return true;
    }
    if (own.blocked.contains(other)) return false;
    own.ties[other] = "asks";
    if (!theirs.blocked.contains(who)) theirs.ties[who] = "asked";
    return true;
}

bool AccountModel::part(const std::string& who, const std::string& session, const std::string& other) {
    if (!is_in(who, session)) return false;
    people.at(who).ties.erase(other);
    people.at(other).ties.erase(who);
    return true;
}

bool AccountModel::block(const std::string& who, const std::string& session, const std::string& other) {
    if (!part(who, session, other)) return false;
    people.at(who).blocked.insert(other);
    return true;
}

bool AccountModel::unblock(const std::string& who, const std::string& session, const std::string& other) {
    if (!is_in(who, session)) return false;
    people.at(who).blocked.erase(other);
    return true;
}

bool AccountModel::set_quiet(const std::string& who, const std::string& session, bool on) {
    if (!is_in(who, session)) return false;
    people.at(who).is_quiet = on;
    return true;
}

}  // namespace springtide::server
