// Requests about accounts that come at the same time: random interleavings of what they read, decide and write, through
// two connections to the store, have the effect of one request after the other (account_model.hpp).
#include "tests/server/account_model.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "core/random.hpp"
#include "server/accounts/account_changes.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/passkeys.hpp"
#include "server/identity/identity.hpp"
#include "server/notify/calls.hpp"
#include "server/notify/web_push.hpp"
#include "store/person_change.hpp"
#include "store/postgres_store.hpp"
#include "tests/server/authenticator.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

constexpr int interleavings = 10'000;
constexpr int per_world = 100;  // then other people, so that what has to be compared stays small
constexpr std::int64_t minute = 60'000;

const WebauthnRequest passkey_request{
    .challenge = "Y2hhbGxlbmdl", .origins = {"https://tide.example.org"}, .host = "tide.example.org"};

using Decide = std::function<Expected<Change>(Store&)>;

/// A request on its way: what it has read, what it would write, and what it has to do to the model.
struct Request {
    std::string what;
    std::function<std::optional<Decide>(Store&)> begin;  ///< checks the password; nothing: refused
    std::function<bool(AccountModel&)> model;
    std::function<void(const Change&)> stored = [](const Change&) {};
    std::optional<Decide> decide{};
    std::optional<Change> change{};
    int tries = 0;
};

class Accounts : public testing::TestWithParam<std::string> {
  protected:
    [[nodiscard]] std::unique_ptr<Store> open() const {
        if (GetParam() == "sqlite") return *SqliteStore::open(folder_.file());
        return *PostgresStore::open(std::getenv("SPRINGTIDE_TEST_POSTGRES"), random_id());
    }
    void SetUp() override {
        for (auto& store : stores_) store = open();
    }

    struct Session {
        std::string guest;
        Token token;
    };

    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(random_.below(static_cast<std::uint32_t>(count)));
    }
    template <class T>
    const T& one_of(const std::vector<T>& all) {
        return all[below(all.size())];
    }
    std::string mark() { return world_ + " link " + std::to_string(++marks_); }
    std::string name() { return one_of(names_); }
    /// Mostly the one that this person has.
    std::string password(const std::string& who) {
        const std::string& has = model_.people[who].password;
        if (!has.empty() && below(5) != 0) return has;
        return one_of(std::vector<std::string>{"alpha", "beta", "gamma"});
    }
    /// Two hashes of one password differ.
    std::string hash_of(const std::string& password) { return password + " " + std::to_string(++marks_); }
    static std::string plain(const std::optional<std::string>& hash) {
        return hash ? hash->substr(0, hash->find(' ')) : std::string();
    }
    /// Mostly one that goes on.
    Session session() {
        for (int tries = 0; tries < 5; ++tries) {
            const Session& one = one_of(sessions_);
            if (model_.is_in(one.guest, one.token.session)) return one;
        }
        return one_of(sessions_);
    }
    std::string address() { return one_of(std::vector<std::string>{"a@x.org", "b@x.org", "c@x.org"}); }
    Store& store() { return *stores_[below(stores_.size())]; }

    void begin_world() {
        world_ = random_id();
        std::string own = world_.substr(0, 8);  // in letters that look like no other: the model knows only their case
        for (char& c : own) c = "abcdefghknprtuyz"[static_cast<std::size_t>(c) % 16];
        names_ = {"Anna " + own, "ANNA " + own, "Ben " + own};
        model_ = {};
        sessions_.clear();
        links_.clear();
        keys_.clear();
        guests_.clear();
        for (int i = 0; i < 3; ++i) {
            const std::string guest = random_id();
            guests_.push_back(guest);
            ASSERT_EQ(write({adding(guest, "nobody").write}).front(), WriteOutcome::stored);
            model_.people[guest] = {.name = "nobody"};
        }
        for (const std::string& guest : guests_) visit(guest);
    }
    /// Somebody without a session gets one, as a cookie that was never sent.
    void visit(const std::string& guest) {
        const auto row = store().guest(guest);
        const Token token{
            .guest = guest, .session = random_id().substr(0, 16), .issued = std::max(now_, (*row)->valid_from)};
        if ((*row)->claimed) return;
        sessions_.push_back({.guest = guest, .token = token});
        model_.people[guest].sessions.insert(token.session);
    }
    std::vector<WriteOutcome> write(const std::vector<Write>& batch) {
        const auto outcomes = store().write(batch);
        EXPECT_TRUE(outcomes) << outcomes.error().message;
        return outcomes ? *outcomes : std::vector<WriteOutcome>(batch.size(), WriteOutcome::refused);
    }

    /// As HttpApi::with_password: the session is looked up, and the password checked.
    static std::optional<Caller> known(Store& store, const Session& session, const std::optional<std::string>& given) {
        const auto row = store.guest(session.guest);
        if (!*holds(store, {.session = session_mark(session.token)})) return std::nullopt;
        const auto& hash = (*row)->password;
        if (given && hash && plain(hash) != *given) return std::nullopt;
        if (given && !hash && (*row)->claimed) return std::nullopt;
        return Caller{.guest = session.guest, .token = session.token, .password = hash};
    }
    using Of = std::function<Expected<Change>(Store&, const Caller&)>;
    Request by_session(std::string what, const Session& session, const std::optional<std::string>& given, const Of& of,
                       std::function<bool(AccountModel&)> model) {
        Request request;
        request.what = std::move(what);
        request.begin = [session, given, of](Store& store) -> std::optional<Decide> {
            const auto caller = known(store, session, given);
            if (!caller) return std::nullopt;
            return [caller = *caller, of](Store& now) { return of(now, caller); };
        };
        request.model = std::move(model);
        return request;
    }
    Request by_link(std::string what, const Decide& decide, std::function<bool(AccountModel&)> model) {
        Request request;
        request.what = std::move(what);
        request.begin = [decide](Store& /*store*/) { return std::optional(decide); };
        request.model = std::move(model);
        return request;
    }

    Request name_or_password(const Session& s) {
        const std::string& who = s.guest;
        const std::string& id = s.token.session;
        const std::string called = name();
        const std::string old = password(who);
        const std::string fresh = password("");
        const std::string link = mark();
        if (below(2) == 0)
            return by_session(
                "rename", s, {}, [=](Store& store, const Caller& caller) { return renaming(store, caller, called); },
                [=](AccountModel& model) { return model.rename(who, id, called); });
        links_.push_back(link);
        // A password is sent only by a person who has one, as it was when the request began.
        Request request;
        request.what = "keep";
        const auto had = std::make_shared<std::string>();
        const std::string hash = hash_of(fresh);
        request.begin = [=, now = now_](Store& store) -> std::optional<Decide> {
            const auto caller = known(store, s, old);
            *had = caller ? plain(caller->password) : old;
            if (!caller) return std::nullopt;
            return [=](Store& then) { return keeping(then, *caller, called, hash, link, now); };
        };
        request.model = [=, now = now_](AccountModel& model) {
            return model.keep(who, id, called, *had, fresh, link, now);
        };
        return request;
    }

    /// A passkey of some account; a request may also name that of another account.
    struct Key {
        std::string guest;
        std::string id;
        std::shared_ptr<Authenticator> authenticator;
    };
    std::optional<Key> any_key(const std::string& who) {
        if (keys_.empty()) return std::nullopt;
        for (int tries = 0; tries < 5; ++tries) {
            const Key& one = one_of(keys_);
            if (one.guest == who) return one;
        }
        return one_of(keys_);
    }
    AnsweredChallenge challenge() { return {.request = passkey_request, .mark = mark()}; }
    Key new_key(const std::string& who) {
        Key key{.guest = who, .id = {}, .authenticator = std::make_shared<Authenticator>()};
        key.id = to_base64url(key.authenticator->id());
        return key;
    }
    static MadePasskey made_by(const Key& key) {
        return key.authenticator->make(passkey_request.challenge, passkey_request.origins.front(), passkey_request.host,
                                       {.count = 0});
    }

    Request create_by_passkey(const Session& s) {
        const std::string called = name();
        const Key key = new_key(s.guest);
        Request request = by_session(
            "create by passkey", s, {},
            [=, made = made_by(key), answered = challenge(), now = now_](Store& store, const Caller& caller) {
                return keeping_by_passkey(store, caller, called, made, answered, "a key", now);
            },
            [=, now = now_](AccountModel& model) {
                return model.keep_by_passkey(s.guest, s.token.session, called, key.id, now);
            });
        request.stored = [this, key](const Change&) { keys_.push_back(key); };
        return request;
    }

    /// As HttpApi::with_passkey, once the assertion was found to fit: the request names the passkey's note.
    Request change_passkeys(const Session& s) {
        const bool is_adding = below(2) == 0;
        const Key key = is_adding ? new_key(s.guest) : any_key(s.guest).value_or(new_key(s.guest));
        const auto proof = below(2) == 0 ? any_key(s.guest) : std::nullopt;
        const std::string by = proof ? proof->id : "";
        const std::string given = password(s.guest);
        const std::string link = mark();
        links_.push_back(link);
        Request request;
        request.what = is_adding ? "add passkey" : "remove passkey";
        request.begin = [=, made = made_by(key), answered = challenge(),
                         now = now_](Store& store) -> std::optional<Decide> {
            auto caller = known(store, s, proof ? std::nullopt : std::optional(given));
            if (!caller) return std::nullopt;
            if (proof) {
                caller->passkey = *store.note({.guest = s.guest, .kind = note_kinds::passkey, .key = by});
                if (!caller->passkey) return std::nullopt;
            }
            return [=, caller = *caller](Store& then) {
                return is_adding ? adding_passkey(then, caller, made, answered, "a key", link, now)
                                 : removing_passkey(then, caller, key.id, link, now);
            };
        };
        request.model = [=, now = now_](AccountModel& model) {
            const auto& [guest, token] = s;
            return is_adding ? model.add_passkey(guest, token.session, given, by, key.id, link, now)
                             : model.remove_passkey(guest, token.session, given, by, key.id, link, now);
        };
        if (is_adding) request.stored = [this, key](const Change&) { keys_.push_back(key); };
        return request;
    }

    Request use_passkey() {
        const std::string who = one_of(guests_);
        const Key key = any_key(who).value_or(new_key(who));
        // It counts nothing: of two answers that overtake each other both are right.
        const auto assertion = key.authenticator->answer(passkey_request.challenge, passkey_request.origins.front(),
                                                         passkey_request.host, {.count = 0});
        const PasskeyUse use{.id = key.id, .assertion = assertion, .answered = challenge()};
        return by_link(
            "use passkey", [=, now = now_](Store& store) { return using_passkey(store, who, use, now); },
            [=](AccountModel& model) { return model.use_passkey(who, key.id); });
    }

    Request log_in_by_passkey() {
        const std::string who = one_of(guests_);
        const Key key = any_key(who).value_or(new_key(who));
        const auto token = std::make_shared<Token>();
        Request request;
        request.what = "log in by passkey";
        request.begin = [=, now = now_](Store& store) -> std::optional<Decide> {
            const auto note = *store.note({.guest = who, .kind = note_kinds::passkey, .key = key.id});
            if (!note) return std::nullopt;
            const auto row = **store.guest(who);
            *token = {.guest = who, .session = random_id().substr(0, 16), .issued = std::max(now, row.valid_from)};
            return [=](Store& then) { return beginning_session(then, row, *token, "a device", now, note); };
        };
        request.model = [=](AccountModel& model) { return model.log_in_by_passkey(who, key.id, token->session); };
        request.stored = [this, token](const Change&) {
            sessions_.push_back({.guest = token->guest, .token = *token});
        };
        return request;
    }

    Request log_in() {
        const std::string who = one_of(guests_);
        const bool is_kept = !model_.people[who].kept.empty();
        const std::string called = is_kept ? model_.people[who].name : name();
        const std::string given = password(who);
        const auto token = std::make_shared<Token>();
        Request request;
        request.what = "log in";
        request.begin = [=, now = now_](Store& store) -> std::optional<Decide> {
            token->session = random_id().substr(0, 16);
            const auto row = store.guest_by_claim(claim_of(called));
            if (!*row || plain((*row)->password) != given) return std::nullopt;
            token->guest = (*row)->id;
            token->issued = std::max(now, (*row)->valid_from);
            return [=](Store& then) { return beginning_session(then, **row, *token, "a device", now); };
        };
        request.model = [=](AccountModel& model) { return model.log_in(called, given, token->session); };
        request.stored = [this, token](const Change&) {
            sessions_.push_back({.guest = token->guest, .token = *token});
        };
        return request;
    }

    Request sessions_end(const Session& s) {
        if (below(2) == 0)
            return by_session(
                "log out everywhere", s, {},
                [now = now_](Store&, const Caller& caller) -> Expected<Change> { return ending_sessions(caller, now); },
                [=](AccountModel& model) { return model.log_out_everywhere(s.guest, s.token.session); });
        return by_link(
            "log out",
            [=, now = now_](Store&) -> Expected<Change> {
                Change change;
                change.write.ended_session = EndedSession{.id = s.token.session, .guest = s.guest, .at = now};
                change.write.forgotten_notes = {{s.guest, note_kinds::session, s.token.session}};
                return change;
            },
            [=](AccountModel& model) { return model.log_out(s.guest, s.token.session); });
    }

    Request about_mail(const Session& s) {
        const std::string& who = s.guest;
        const std::string link = mark();
        const std::string other = links_.empty() ? link : one_of(links_);
        const std::string given = password(who);
        const std::string hash = hash_of(given);
        const std::string box = address();
        const std::string called = name();
        const std::string& id = s.token.session;
        links_.push_back(link);
        switch (below(6)) {
            case 0:
                return by_session(
                    "ask mail", s, given,
                    [=, now = now_](Store& store, const Caller& caller) {
                        return asking_mail(store, caller, box, link, now);
                    },
                    [=, now = now_](AccountModel& model) { return model.ask_mail(who, id, given, box, link, now); });
            case 1:
                return by_link(
                    "confirm mail", [=, now = now_](Store& store) { return confirming_mail(store, other, link, now); },
                    [=, now = now_](AccountModel& model) { return model.confirm_mail(other, link, now); });
            case 2: {
                const auto had = std::make_shared<std::string>(given);
                Request request = by_session(
                    "forget mail", s, given,
                    [=, now = now_](Store& store, const Caller& caller) {
                        *had = plain(caller.password);
                        return forgetting_mail(store, caller, link, now);
                    },
                    [=, now = now_](AccountModel& model) { return model.forget_mail(who, id, *had, link, now); });
                return request;
            }
            case 3:
                return by_link(
                    "recover",
                    [=, now = now_](Store& store) -> Expected<Change> {
                        auto found = recovering(store, called, link, now);
                        if (!found) return std::unexpected(found.error());
                        if (!*found) return fail(ErrorCode::not_found, "no letter");
                        return std::move(**found);
                    },
                    [=, now = now_](AccountModel& model) { return model.recover(called, link, now); });
            case 4:
                return by_link(
                    "recovered", [=, now = now_](Store& store) { return recovered(store, other, hash, now); },
                    [=, now = now_](AccountModel& model) { return model.recovered(other, given, now); });
            default:
                return by_link(
                    "object", [=, now = now_](Store& store) { return objecting(store, other, link, now); },
                    [=, now = now_](AccountModel& model) { return model.object(other, link, now); });
        }
    }

    Request leave(const Session& s) {
        const auto had = std::make_shared<std::string>(password(s.guest));
        const bool all = below(2) == 0;
        return by_session(
            all ? "delete" : "give name up", s, *had,
            [=, now = now_](Store& store, const Caller& caller) {
                *had = plain(caller.password);
                return all ? forgetting(store, caller, "nobody", now) : giving_name_up(store, caller, "nobody", now);
            },
            [=](AccountModel& model) {
                return all ? model.forget(s.guest, s.token.session, *had)
                           : model.give_name_up(s.guest, s.token.session, *had);
            });
    }

    Request company(const Session& s) {
        const std::string& who = s.guest;
        const std::string& id = s.token.session;
        std::string other = one_of(guests_);
        while (other == who) other = one_of(guests_);
        const auto as = [&](const char* what, const std::function<Expected<Write>(Store&)>& tie,
                            std::function<bool(AccountModel&)> model) {
            return by_session(
                what, s, {},
                [tie](Store& store, const Caller& caller) -> Expected<Change> {
                    auto write = tie(store);
                    if (!write) return std::unexpected(write.error());
                    write->only_if.session = session_mark(*caller.token);
                    return Change{.write = std::move(*write)};
                },
                std::move(model));
        };
        switch (below(6)) {
            case 0:
                return as(
                    "part", [=](Store&) { return part(who, other); },
                    [=](AccountModel& model) { return model.part(who, id, other); });
            case 1:
                return as(
                    "block", [=](Store& store) { return block(store, who, other, 1); },
                    [=](AccountModel& model) { return model.block(who, id, other); });
            case 2:
                return as(
                    "unblock", [=](Store&) { return unblock(who, other); },
                    [=](AccountModel& model) { return model.unblock(who, id, other); });
            case 3: {
                const bool on = below(2) == 0;
                const auto set = [=](Store&) -> Expected<Write> {
                    Write write;
                    const NoteRow note{.guest = who, .kind = note_kinds::quiet, .key = {}, .at = 1, .body = {}};
                    if (on) write.notes = {note};
                    if (!on) write.forgotten_notes = {{note.guest, note.kind, note.key}};
                    return write;
                };
                return as("settings", set, [=](AccountModel& model) { return model.set_quiet(who, id, on); });
            }
            default:
                return as(
                    "befriend", [=](Store& store) { return befriend(store, who, other, 1); },
                    [=](AccountModel& model) { return model.befriend(who, id, other); });
        }
    }

    Request any() {
        if (sessions_.empty() || below(8) == 0)
            return below(3) == 0 ? log_in_by_passkey() : below(3) == 0 ? use_passkey() : log_in();
        const Session session = this->session();
        switch (below(15)) {
            case 12: return create_by_passkey(session);
            case 13:
            case 14: return change_passkeys(session);
            case 0:
            case 1:
            case 2: return name_or_password(session);
            case 3: return sessions_end(session);
            case 4: return below(3) == 0 ? leave(session) : name_or_password(session);
            case 5:
            case 6:
            case 7:
            case 8: return about_mail(session);
            default: return company(session);
        }
    }

    /// Refused: the model, asked at this moment, says the same.
    bool is_refused(const Request& request) {
        auto copy = model_;
        return !request.model(copy);
    }

    /// The next step of a request; true once it is over.
    bool step(Request& request) {
        if (!request.decide) {
            Store& from = store();
            request.decide = request.begin(from);
            if (request.decide) return false;
            EXPECT_TRUE(is_refused(request)) << request.what << " was refused when it began";
            return true;
        }
        auto change = (*request.decide)(store());
        if (!change) {
            EXPECT_TRUE(is_refused(request)) << request.what << ": " << change.error().message;
            return true;
        }
        request.change = std::move(*change);
        return false;
    }

    /// Some of those that are decided are written together.
    void commit(std::vector<Request>& requests) {
        std::vector<Request*> together;
        std::vector<Write> batch;
        for (Request& request : requests)
            if (request.change && (together.empty() || below(2) == 0)) {
                together.push_back(&request);
                batch.push_back(request.change->write);
            }
        if (batch.empty()) return;
        const auto outcomes = write(batch);
        std::vector<Request*> over;
        const bool are_last = GetParam() == "postgres";  // the writes with conditions of a batch
        for (const bool is_last : {false, true})
            for (std::size_t i = 0; i < together.size(); ++i) {
                if ((are_last && is_conditional(batch[i])) != is_last) continue;
                Request& request = *together[i];
                if (outcomes[i] == WriteOutcome::stored) {
                    EXPECT_TRUE(request.model(model_)) << request.what << " was stored";
                    request.stored(*request.change);
                    over.push_back(&request);
                    ++stored_;
                } else {
                    ++conflicts_;
                    const OnlyIf& before = request.change->write.only_if;
                    Store& now = store();
                    const bool may_again =
                        *holds(now, {.session = before.session}) && *holds(now, {.password = before.password});
                    if (!may_again || ++request.tries == 5) over.push_back(&request);
                }
                request.change.reset();
            }
        std::erase_if(requests,
                      [&](const Request& request) { return std::ranges::find(over, &request) != over.end(); });
    }

    void interleave() {
        now_ += static_cast<std::int64_t>(below(5) == 0 ? below(30 * 60) : below(4)) * minute + 1;
        for (const std::string& guest : guests_) {
            const auto has = [&](const Session& one) {
                return one.guest == guest && model_.is_in(guest, one.token.session);
            };
            if (std::ranges::none_of(sessions_, has)) visit(guest);
        }
        std::erase_if(sessions_, [&](const Session& one) {
            return sessions_.size() > 12 && !model_.is_in(one.guest, one.token.session);
        });
        if (links_.size() > 30) links_.erase(links_.begin(), links_.begin() + 15);
        std::vector<Request> requests;
        requests.reserve(4);
        for (std::size_t count = 2 + below(3); count > 0; --count) requests.push_back(any());
        for (int steps = 0; !requests.empty() && steps < 200; ++steps) {
            const std::size_t i = below(requests.size());
            if (requests[i].change || below(4) == 0)
                commit(requests);
            else if (step(requests[i]))
                requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(i));
        }
        EXPECT_TRUE(requests.empty());
    }

    static std::vector<std::pair<std::string, std::int64_t>> marks_of(std::vector<AccountModel::Link> links) {
        std::vector<std::pair<std::string, std::int64_t>> marks;
        for (const auto& link : links) marks.emplace_back(link.mark, link.at);
        std::ranges::sort(marks);
        return marks;
    }
    static std::vector<std::pair<std::string, std::int64_t>> marks_of(const Expected<std::vector<NoteRow>>& notes) {
        std::vector<std::pair<std::string, std::int64_t>> marks;
        for (const NoteRow& note : *notes) marks.emplace_back(note.key, note.at);
        std::ranges::sort(marks);
        return marks;
    }
    std::vector<NoteRow>& notes_of(const std::string& guest, const char* kind) {
        notes_ = *store().notes(guest, kind, -1);
        return notes_;
    }
    void compare() {
        Store& from = store();
        for (const std::string& guest : guests_) {
            const auto& person = model_.people[guest];
            const auto row = *from.guest(guest);
            ASSERT_TRUE(row);
            EXPECT_EQ(row->name, person.name);
            EXPECT_EQ(row->claimed.value_or(""), person.kept);
            EXPECT_EQ(plain(row->password), person.password);
            EXPECT_EQ(marks_of(from.notes(guest, note_kinds::mail_link, -1)), marks_of(person.mail_links));
            EXPECT_EQ(marks_of(from.notes(guest, note_kinds::recovery, -1)), marks_of(person.recoveries));
            EXPECT_EQ(marks_of(from.notes(guest, note_kinds::objection, -1)), marks_of(person.objections));
            const auto mail = *from.notes(guest, note_kinds::mail, -1);
            EXPECT_EQ(mail.size(), person.mail ? 1U : 0U);
            if (person.mail && !mail.empty()) {
                EXPECT_EQ(mail.front().key, person.mail->address);
                EXPECT_EQ(mail.front().at, person.mail->at);
            }
            std::map<std::string, std::int64_t> passkeys;
            for (const NoteRow& note : notes_of(guest, note_kinds::passkey)) passkeys[note.key] = note.at;
            EXPECT_EQ(passkeys, person.passkeys);
            std::map<std::string, std::string> ties;
            for (const NoteRow& note : notes_of(guest, note_kinds::tie)) ties[note.key] = note.body;
            EXPECT_EQ(ties, person.ties);
            std::set<std::string> blocked;
            for (const NoteRow& note : notes_of(guest, note_kinds::block)) blocked.insert(note.key);
            EXPECT_EQ(blocked, person.blocked);
            std::set<std::string> listed;
            for (const NoteRow& note : notes_of(guest, note_kinds::session)) listed.insert(note.key);
            EXPECT_EQ(listed, person.listed);
            EXPECT_EQ(!from.notes(guest, note_kinds::quiet, -1)->empty(), person.is_quiet);
        }
        for (const Session& session : sessions_)
            EXPECT_EQ(*holds(from, {.session = session_mark(session.token)}),
                      model_.is_in(session.guest, session.token.session));
    }

    Folder folder_;
    std::array<std::unique_ptr<Store>, 2> stores_;
    Random random_{20261118};
    AccountModel model_;
    std::vector<NoteRow> notes_;  ///< that were looked at last
    std::string world_;
    std::vector<std::string> names_;
    std::vector<std::string> guests_;
    std::vector<Session> sessions_;
    std::vector<std::string> links_;
    std::vector<Key> keys_;
    std::int64_t now_ = 1'800'000'000'000;
    int marks_ = 0;
    int stored_ = 0;
    int conflicts_ = 0;
};

TEST_P(Accounts, AnyInterleavingIsOneRequestAfterTheOther) {
    for (int i = 0; i < interleavings && !HasFailure(); ++i) {
        if (i % per_world == 0) begin_world();
        interleave();
        compare();
        if (HasFailure()) ADD_FAILURE() << "in interleaving " << i;
    }
    RecordProperty("stored", stored_);
    RecordProperty("conflicts", conflicts_);
    EXPECT_GT(stored_, interleavings / 2);
    EXPECT_GT(conflicts_, interleavings / 50);
}

std::vector<std::string> stores() {
    std::vector<std::string> all = {"sqlite"};
    if (std::getenv("SPRINGTIDE_TEST_POSTGRES") != nullptr) all.emplace_back("postgres");
    return all;
}
INSTANTIATE_TEST_SUITE_P(Stores, Accounts, testing::ValuesIn(stores()), [](const auto& store) { return store.param; });

}  // namespace
}  // namespace springtide::server
