#include "server/accounts/people.hpp"

#include <algorithm>
#include <unordered_map>

#include "server/identity/identity.hpp"
#include "server/storing/claims.hpp"

namespace springtide::server {

Expected<Digest> key_of(Store& store, const std::string& name) {
    std::vector<Write> write(1);
    write[0].first_facts = {{name, to_hex(random_secret())}};
    if (const auto written = store.write(write); !written) return std::unexpected(written.error());
    const auto known = store.fact(name);
    if (!known) return std::unexpected(known.error());
    const auto key = *known ? digest_from_hex(**known) : std::nullopt;
    if (!key)
        return fail(ErrorCode::unavailable,
                    "the fact " + name + " of the database is no key; springtide check --repair makes a new one");
    return *key;
}

namespace {

/// The account of the guest that this row describes.
Expected<Account> account_of(Store& store, GuestRow guest) {
    auto ratings = store.ratings_of(guest.id);
    if (!ratings) return std::unexpected(ratings.error());
    return Account{.token = {}, .guest = std::move(guest), .ratings = std::move(*ratings)};
}

}  // namespace

Expected<void> People::open() {
    const auto keys = store_.ask_and_wait([](Store& store) -> Expected<std::string> {
        if (const auto made = Sessions::make_first_key(store); !made) return std::unexpected(made.error());
        return Sessions::stored_keys(store);
    });
    if (!keys) return std::unexpected(keys.error());
    if (auto used = sessions_.use_keys(*keys); !used) return used;
    if (const auto renewed = store_.ask_and_wait(renew_claims); !renewed) return std::unexpected(renewed.error());
    sessions_seen_ = now_ms();
    const auto mark_key = store_.ask_and_wait([](Store& store) { return key_of(store, "mark_key"); });
    if (!mark_key) return std::unexpected(mark_key.error());
    marker_.emplace(*mark_key);
    return {};
}

Person People::new_person() {
    Person person;
    person.guest = random_id();
    person.name = name_of_new(person.guest);
    return person;
}

void People::recognise(const std::string& token, const Done<Person>& done) {
    const auto known = sessions_.read(token);
    if (!known) return done(std::unexpected(Sessions::not_valid()));
    const auto read = [known = *known](Store& store) -> Expected<Person> {
        const auto row = Sessions::guest_of(store, known);
        if (!row) return std::unexpected(row.error());
        Person person;
        person.guest = known.guest;
        person.name = *row ? (*row)->name : name_of_new(known.guest);
        person.has_claimed = *row && (*row)->claimed;
        person.use(known);
        return person;
    };
    store_.ask(read, done);
}

void People::find_account(const std::string& token, const std::string& name, Done<Account> done) {
    const auto known = token.empty() ? std::nullopt : sessions_.read(token);
    const auto read = [known, name](Store& store) -> Expected<Account> {
        Person person = new_person();
        GuestRow row{.id = person.guest, .name = person.name, .claimed = {}, .password = {}};
        bool is_known = false;
        if (known) {
            const auto found = Sessions::guest_of(store, *known);
            is_known = found.has_value();
            if (!found && found.error().code != ErrorCode::forbidden) return std::unexpected(found.error());
            if (found)
                row = found->value_or(
                    GuestRow{.id = known->guest, .name = name_of_new(known->guest), .claimed = {}, .password = {}});
        }
        auto account = is_known ? account_of(store, std::move(row)) : Account{.token = {}, .guest = row, .ratings = {}};
        if (!account) return account;
        if (is_known) account->token = known;
        if (name.empty()) return account;
        const auto owner = owner_of_name(store, name);
        if (!owner) return std::unexpected(owner.error());
        account->name_is_taken = *owner && (*owner)->id != account->guest.id;
        return account;
    };
    store_.ask(read, std::move(done));
}

void People::find_account_by_name(const std::string& name, Done<std::optional<Account>> done) {
    const auto read = [name](Store& store) -> Expected<std::optional<Account>> {
        auto row = owner_of_name(store, name);
        if (!row) return std::unexpected(row.error());
        if (!*row) return std::nullopt;
        return account_of(store, std::move(**row));
    };
    store_.ask(read, std::move(done));
}

void People::find_account_of(const std::string& guest, Done<Account> done) {
    const auto read = [guest](Store& store) -> Expected<Account> {
        auto row = store.guest(guest);
        if (!row) return std::unexpected(row.error());
        return account_of(
            store, row->value_or(GuestRow{.id = guest, .name = name_of_new(guest), .claimed = {}, .password = {}}));
    };
    store_.ask(read, std::move(done));
}

void People::find_guest(const std::string& id, Done<std::optional<GuestRow>> done) {
    store_.ask([id](Store& store) { return store.guest(id); }, std::move(done));
}

void People::end_session(Write write, const Commits::Stored& done) {
    std::vector<EndedSession> ended;
    if (write.ended_session) ended.push_back(*write.ended_session);
    commits_.add(std::move(write), [this, ended, done](const Expected<WriteOutcome>& outcome) {
        if (outcome && *outcome == WriteOutcome::stored) {
            dismiss(ended);
            ended_(ended);
        }
        done(outcome);
    });
}

std::string People::begin_session(const GuestRow& guest) const { return sessions_.begin(guest, now_ms()); }

std::string People::renew_session(const Token& token, const GuestRow& guest) const {
    return sessions_.renew(token, guest, now_ms());
}

Expected<People::News> People::read_news(Store& store, std::int64_t since) {
    auto keys = Sessions::stored_keys(store);
    if (!keys) return std::unexpected(keys.error());
    News news{.keys = std::move(*keys), .ended = {}};
    if (!store.is_shared()) return news;
    auto ended = store.sessions_ended(since);
    if (!ended) return std::unexpected(ended.error());
    news.ended = std::move(*ended);
    return news;
}

std::int64_t People::news_since() const {
    constexpr std::int64_t apart_ms = 10'000;  // how far the clocks of two nodes may be apart
    return sessions_seen_ - apart_ms;
}

void People::hear(const News& news) {
    [[maybe_unused]] const auto used = sessions_.use_keys(news.keys);  // what is no key is not used
    for (const EndedSession& one : news.ended) sessions_seen_ = std::max(sessions_seen_, one.at);
    dismiss(news.ended);
}

/// However many sessions ended, everybody who is here is looked at once.
void People::dismiss(const std::vector<EndedSession>& ended) {
    if (ended.empty()) return;
    std::unordered_multimap<std::string_view, const EndedSession*> of_guest;
    for (const EndedSession& one : ended) of_guest.emplace(one.guest, &one);
    std::vector<Client*> over;
    for (Client* client : connected_) {
        const auto [begin, end] = of_guest.equal_range(client->person.guest);
        const auto ends_it = [&](const auto& one) { return Sessions::ends(*one.second, client->person.token()); };
        if (std::any_of(begin, end, ends_it)) over.push_back(client);
    }
    for (Client* client : over) client->dismiss("this session was ended; log in again");
}

}  // namespace springtide::server
