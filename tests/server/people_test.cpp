// Who people are: tokens, names, sessions that end, and who is connected.
#include "server/accounts/people.hpp"

#include "server/identity/identity.hpp"
#include "tests/server/loop_fixture.hpp"

namespace springtide::server {
namespace {

class LeavingClient final : public Client {
  public:
    void send(std::string /*message*/) override {}
    void dismiss(const std::string& why) override { dismissed = why; }
    std::string dismissed;
};

class PeopleTest : public testing::Test {
  protected:
    PeopleTest() { EXPECT_TRUE(people_.open()); }
    static GuestRow guest(const std::string& name) {
        return {.id = random_id(), .name = name, .claimed = {}, .password = {}};
    }
    void store(const GuestRow& row) {
        bool stored = false;
        Write write;
        write.moved_guest = row;
        people_.store(std::move(write), [&](const Expected<WriteOutcome>& outcome) {
            stored = outcome && *outcome == WriteOutcome::stored;
        });
        EXPECT_TRUE(loop_.until([&] { return stored; }));
    }
    /// What is asked of them, once it is answered.
    template <class T, class Ask>
    Expected<T> answer(Ask ask) {
        std::optional<Expected<T>> answer;
        ask([&](const Expected<T>& found) { answer = found; });
        EXPECT_TRUE(loop_.until([&] { return answer.has_value(); }));
        return *answer;
    }
    Expected<Person> recognise(People& people, const std::string& token) {
        return answer<Person>([&](auto done) { people.recognise(token, done); });
    }
    Expected<Account> account(const std::string& token, const std::string& name) {
        return answer<Account>([&](auto done) { people_.find_account(token, name, done); });
    }

    Folder folder_;
    HandLoop loop_;
    StoreThread reads_{loop_, off_loop(folder_)};
    GroupWriter writer_{off_loop(folder_)};
    Commits commits_{loop_, writer_};
    People people_{reads_, commits_};
};

TEST_F(PeopleTest, AreKnownByTheirTokenUnderTheNameTheyHaveNow) {
    GuestRow anna = guest("Anna");
    store(anna);
    const auto token = people_.begin_session(anna);
    EXPECT_EQ(recognise(people_, token)->guest, anna.id);
    anna.name = "Anna the First";
    store(anna);
    EXPECT_EQ(recognise(people_, token)->name, "Anna the First");
    People after_a_restart(reads_, commits_);
    ASSERT_TRUE(after_a_restart.open());
    EXPECT_TRUE(recognise(after_a_restart, token)) << "the keys are kept";
    EXPECT_FALSE(recognise(people_, token + "x"));
    EXPECT_FALSE(recognise(people_, ""));
}

TEST_F(PeopleTest, AStrangerGetsAnAccountThatIsNotStored) {
    const auto stranger = account("", "");
    ASSERT_TRUE(stranger);
    EXPECT_FALSE(stranger->token);
    EXPECT_TRUE(stranger->guest.name.starts_with("Guest "));
    const auto row = answer<std::optional<GuestRow>>([&](auto done) { people_.find_guest(stranger->guest.id, done); });
    EXPECT_FALSE(*row);
}

TEST_F(PeopleTest, KnowWhoseNameItIs) {
    GuestRow anna = guest("Anna");
    anna.claimed = claim_of("Anna");
    anna.password = "a hash";
    store(anna);
    EXPECT_TRUE(account("", "ANNA")->name_is_taken) << "however it is written";
    EXPECT_FALSE(account("", "Ben")->name_is_taken);
    const auto own = account(people_.begin_session(anna), "Anna");
    EXPECT_FALSE(own->name_is_taken);
    EXPECT_EQ(own->guest.id, anna.id);
    const auto found = answer<std::optional<Account>>([&](auto done) { people_.find_account_by_name("anna", done); });
    EXPECT_EQ((**found).guest.id, anna.id);
}

TEST_F(PeopleTest, AnEndedSessionLetsItsConnectionsGoAndNoOthers) {
    const GuestRow anna = guest("Anna");
    store(anna);
    std::array<LeavingClient, 3> clients;  // two sessions of Anna, and somebody else
    std::array<std::string, 3> tokens{people_.begin_session(anna), people_.begin_session(anna),
                                      people_.begin_session(guest("Ben"))};
    for (std::size_t i = 0; i < clients.size(); ++i) {
        const Token token = people_.token_of(tokens[i]);
        clients[i].person.guest = token.guest;
        clients[i].person.use(token);
        people_.came(clients[i]);
    }
    EXPECT_EQ(people_.connected(), 3U);
    bool ended = false;
    people_.end_session(Sessions::end(clients[0].person.token(), now_ms()),
                        [&](const Expected<WriteOutcome>&) { ended = true; });
    ASSERT_TRUE(loop_.until([&] { return ended; }));
    EXPECT_FALSE(clients[0].dismissed.empty());
    EXPECT_TRUE(clients[1].dismissed.empty() && clients[2].dismissed.empty());
    EXPECT_FALSE(recognise(people_, tokens[0]));
    EXPECT_TRUE(recognise(people_, tokens[1]));
    // Another process ended all of them.
    people_.gone(clients[0]);
    clients[0].dismissed.clear();
    const auto keys = answer<std::string>([&](auto done) { reads_.ask(Sessions::stored_keys, done); });
    people_.hear({.keys = *keys, .ended = {{.id = all_sessions_of(anna.id), .guest = anna.id, .at = now_ms() + 1}}});
    EXPECT_TRUE(clients[0].dismissed.empty()) << "who has gone is not spoken to";
    EXPECT_FALSE(clients[1].dismissed.empty());
    EXPECT_TRUE(clients[2].dismissed.empty());
    for (LeavingClient& client : clients) people_.gone(client);
    EXPECT_EQ(people_.connected(), 0U);
}

}  // namespace
}  // namespace springtide::server
