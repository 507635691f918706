// Club nights: the fold, what is refused, and whole nights through the shard.
#include "server/competitions/club.hpp"

#include <boost/json.hpp>

#include "server/http/http_api.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

using boost::json::object;

object wanted() {
    return {{"name", "Thursday"}, {"game", "high_tide_leiman"}, {"seats", 2}, {"rounds", 3}, {"minutes", 10}};
}

TEST(ClubSetup, WrongFieldsAreNamed) {
    EXPECT_TRUE(club_setup_from_request(wanted()));
    const auto refused = [](const char* field, const boost::json::value& value) {
        auto request = wanted();
        request[field] = value;
        const auto setup = club_setup_from_request(request);
        EXPECT_FALSE(setup) << field;
        return setup ? std::string() : setup.error().message;
    };
    EXPECT_NE(refused("rounds", 0).find("rounds"), std::string::npos);
    EXPECT_NE(refused("rounds", 64).find("rounds"), std::string::npos);
    EXPECT_NE(refused("minutes", 1000).find("minutes"), std::string::npos);
    EXPECT_NE(refused("seats", 5).find("seats"), std::string::npos);
    EXPECT_NE(refused("seats", "2").find("seats"), std::string::npos);
    EXPECT_NE(refused("format", "knockout").find("format"), std::string::npos);
    EXPECT_NE(refused("odd", "nobody").find("odd"), std::string::npos);
    EXPECT_NE(refused("automatic", 1).find("automatic"), std::string::npos);
    EXPECT_NE(refused("game", "chess"), "");
    EXPECT_NE(refused("bot", "unbeatable").find("unbeatable"), std::string::npos);
    EXPECT_NE(refused("name", ""), "");
    EXPECT_NE(refused("name", std::string(61, 'x').c_str()), "");
    EXPECT_NE(refused("name", "a\u202eb"), "");
    auto request = wanted();
    request.erase("minutes");
    EXPECT_FALSE(club_setup_from_request(request));
}

/// A night without a server.
class FoldedClub {
  public:
    explicit FoldedClub(const object& request) {
        auto setup = *club_setup_from_request(request);
        setup.host = "host";
        add(ClubCreated{.setup = setup});
    }
    void add(const ClubEvent& event) {
        const auto seq = static_cast<std::int64_t>(log.events.size()) + 1;
        log.events.push_back(to_stored(event, seq, 1000 * seq));
    }
    void enter(const std::string& name) { add(**club().enter("guest " + name, name)); }
    [[nodiscard]] Club club() const { return *Club::load("night", log); }
    void finish(const std::string& table, const std::string& places) {
        log.results.push_back({.club = "night", .table = table, .at = 1, .body = places});
    }
    ClubLog log;
};

std::string reason(const Club::Decided& decided) { return decided ? "" : std::string(decided.error().reason); }

TEST(Club, PeopleEnterOnceAndLeave) {
    FoldedClub night(wanted());
    night.enter("Ann");
    EXPECT_FALSE(*night.club().enter("guest Ann", "Ann")) << "it is so already";
    EXPECT_EQ(reason(night.club().enter("guest Other", "ann")), "club_name_taken");
    EXPECT_EQ(reason(night.club().enter("guest Other", "a\nb")), "name_unseen");
    EXPECT_EQ(reason(night.club().enter("guest Other", " a")), "name_spaces");
    night.enter("Bob");
    EXPECT_EQ(reason(night.club().leave("guest Bob", 0)), "only_club_host");
    EXPECT_EQ(reason(night.club().leave("guest Stranger", std::nullopt)), "club_nobody");
    EXPECT_EQ(reason(night.club().leave("host", 7)), "club_nobody");
    night.add(**night.club().leave("host", 0));
    EXPECT_FALSE(night.club().people()[0].is_here);
    EXPECT_FALSE(*night.club().leave("guest Ann", std::nullopt)) << "gone already";
    night.enter("Ann");
    EXPECT_TRUE(night.club().people()[0].is_here);
    EXPECT_EQ(night.club().people().size(), 2U) << "who comes back is the same person";
    while (reason(night.club().enter("guest Ann", "Ann")) != "club_worn") {
        ASSERT_LT(night.log.events.size(), 200U) << "somebody comes and goes without end";
        night.add(**night.club().leave("guest Ann", std::nullopt));
        if (night.club().enter("guest Ann", "Ann")) night.enter("Ann");
    }
    for (int i = 2; i < tournament::most_people; ++i) night.enter("P" + std::to_string(i));
    EXPECT_EQ(reason(night.club().enter("one more", "One More")), "club_full");
}

TEST(Club, OnlyTheHostBeginsARoundAndOnlyWhenTheLastOneIsOver) {
    FoldedClub night(wanted());
    for (const char* name : {"Ann", "Bob", "Cid"}) night.enter(name);
    EXPECT_EQ(reason(night.club().begin_round("host", 1)), "club_too_few");
    night.enter("Dee");
    EXPECT_EQ(reason(night.club().begin_round("guest Ann", 1)), "only_club_host");
    EXPECT_EQ(reason(night.club().end("guest Ann")), "only_club_host");
    night.add(**night.club().begin_round("host", 1));
    EXPECT_EQ(reason(night.club().begin_round("host", 2)), "club_round_runs");
    ASSERT_EQ(night.club().rounds().front().tables.size(), 2U);
    const auto first = night.club().rounds().front().tables[0];
    EXPECT_EQ(night.club().table_of(first.pairing.people[0])->table, first.table);
    night.finish("a table of somebody else", "[0,1]");
    EXPECT_FALSE(night.club().is_round_over());
    for (const Club at = night.club(); const ClubTable& table : at.rounds().front().tables)
        night.finish(table.table, "[1,0]");
    EXPECT_TRUE(night.club().is_round_over());
    EXPECT_EQ(night.club().table_of(first.pairing.people[0]), nullptr);
    EXPECT_EQ(night.club().standings().front().half_points, 2);
    EXPECT_FALSE(night.club().is_due()) << "the host begins the next round";
    night.add(ClubEnded{});
    EXPECT_TRUE(night.club().is_over());
    EXPECT_EQ(reason(night.club().enter("guest Late", "Late")), "club_over");
    EXPECT_EQ(reason(night.club().begin_round("host", 2)), "club_over");
}

TEST(Club, AnyDamageGetsASentence) {
    FoldedClub night(wanted());
    night.enter("Ann");
    for (const char* body :
         {"", "[]", "{}", R"({"kind":"left","person":3})", R"({"kind":"round","tables":[{"people":[9]}]})",
          R"({"kind":"round"})", R"({"kind":"created"})"}) {
        ClubLog log = night.log;
        log.events.push_back({.seq = 3, .at = 1, .body = body});
        const auto club = Club::load("night", log);
        ASSERT_FALSE(club) << body;
        EXPECT_EQ(club.error().code, ErrorCode::unavailable);
    }
    ClubLog gap = night.log;
    gap.events.erase(gap.events.begin());
    EXPECT_FALSE(Club::load("night", gap));
    EXPECT_EQ(Club::load("night", {}).error().reason, "no_such_club");
    FoldedClub broken(wanted());
    for (const char* name : {"Ann", "Bob", "Cid", "Dee"}) broken.enter(name);
    broken.add(**broken.club().begin_round("host", 1));
    for (const Club at = broken.club(); const ClubTable& table : at.rounds().front().tables)
        broken.finish(table.table, "[0]");
    EXPECT_TRUE(broken.club().is_round_over()) << "a result that cannot be read ends the table and counts for nobody";
    EXPECT_EQ(broken.club().standings().front().half_points, 0);
}

class ClubTest : public testing::Test {
  protected:
    ClubTest() { begin(); }
    void begin() { shard_ = unlimited_shard(loop_, folder_); }
    /// As if the process had been killed: nothing is finished.
    void restart() {
        shard_.reset();
        begin();
    }
    static Person somebody(const std::string& name) {
        Person person = People::new_person();
        person.name = name;
        return person;
    }
    template <class Ask>
    Expected<Club> ask(const Ask& ask) {
        std::optional<Expected<Club>> answer;
        ask([&](const Expected<Club>& club) { answer = club; });
        EXPECT_TRUE(loop_.until([&] { return answer.has_value(); }));
        return *answer;
    }
    Club made(const Person& host, const object& request) {
        return *ask([&](const auto& done) { shard_->make_club(host, *club_setup_from_request(request), done); });
    }
    Expected<Club> enter(const std::string& id, const Person& person) {
        return ask([&](const auto& done) {
            shard_->change_club(id, [person](const Club& club) { return club.enter(person.guest, person.name); }, done);
        });
    }
    Expected<Club> leave(const std::string& id, const Person& person) {
        return ask([&](const auto& done) {
            shard_->change_club(
                id, [person](const Club& club) { return club.leave(person.guest, std::nullopt); }, done);
        });
    }
    Expected<Club> round(const std::string& id, const Person& person) {
        return ask([&](const auto& done) { shard_->begin_club_round(person, id, done); });
    }
    Club look_at(const std::string& id) {
        return *ask([&](const auto& done) { shard_->look_at_club(id, done); });
    }
    std::string request(const Person& person, const std::string& what) {
        const auto client = std::make_shared<HandClient>();
        client->person = person;
        shard_->came(client);
        shard_->receive(client, what);
        EXPECT_TRUE(loop_.until([&] { return !client->messages.empty(); }));
        shard_->gone(client);
        return client->messages.front();
    }
    /// Everybody of the first seats gives up: the tables of two end at once.
    void resign_all(const Club& club) {
        for (const ClubTable& table : club.rounds().back().tables) {
            if (table.is_over) continue;
            const auto answer = request(people_[static_cast<std::size_t>(table.pairing.people[0])],
                                        R"({"id":1,"op":"resign","table":")" + table.table + "\"}");
            EXPECT_NE(answer.find("\"ok\":true"), std::string::npos);
        }
    }
    Club night_of(int people, const object& request) {
        host_ = somebody("Host");
        const auto id = made(host_, request).id();
        for (int i = 0; i < people; ++i) {
            people_.push_back(somebody("Person " + std::to_string(i)));
            EXPECT_TRUE(enter(id, people_.back()));
        }
        return look_at(id);
    }

    Folder folder_;
    HandLoop loop_;
    std::unique_ptr<Shard> shard_;
    Person host_;
    std::vector<Person> people_;
};

TEST_F(ClubTest, AWholeNightIsPlayedWithResultsThatCountOnce) {
    const auto id = night_of(5, wanted()).id();
    for (int number = 1; number <= 3; ++number) {
        const auto begun = round(id, host_);
        ASSERT_TRUE(begun);
        ASSERT_EQ(std::ssize(begun->rounds()), number);
        ASSERT_EQ(begun->rounds().back().tables.size(), 3U);
        for (const ClubTable& table : begun->rounds().back().tables) {
            const Room* room = look(*shard_, loop_, table.table);
            ASSERT_NE(room, nullptr);
            EXPECT_EQ(room->phase(), Phase::running) << "it begins at once";
            EXPECT_EQ(room->setup().club, id);
            EXPECT_EQ(room->chairs()[0].name, "Person " + std::to_string(table.pairing.people[0]));
        }
        resign_all(*begun);
        const Club after = look_at(id);
        EXPECT_TRUE(after.is_round_over());
        int halves = 0;
        for (const auto& one : after.standings()) halves += one.half_points;
        EXPECT_EQ(halves, 4 * number) << "each table of two people gives one point; who resigned to a bot gave it that";
    }
    const Club over = look_at(id);
    EXPECT_TRUE(over.is_over());
    EXPECT_EQ(round(id, host_).error().reason, "club_over");
    const tournament::Meetings meetings = [&] {
        std::vector<tournament::Round> rounds;
        for (const auto& one : over.rounds()) {
            rounds.push_back({.tables = {}, .byes = one.byes});
            for (const auto& table : one.tables) rounds.back().tables.push_back(table.pairing);
        }
        return tournament::Meetings(5, rounds);
    }();
    for (int a = 0; a < 5; ++a) EXPECT_LE(meetings.with_bots(a), 1);
}

TEST_F(ClubTest, AStrangerCannotBeginARoundNorSpeakForATable) {
    const auto id = night_of(4, wanted()).id();
    EXPECT_EQ(round(id, people_[0]).error().reason, "only_club_host");
    EXPECT_EQ(round(id, somebody("Stranger")).error().reason, "only_club_host");
    EXPECT_EQ(round("0123456789abcdef0123456789abcdef", host_).error().reason, "no_such_club");
    const auto begun = round(id, host_);
    ASSERT_TRUE(begun);
    const auto& tables = begun->rounds().back().tables;
    // Somebody of the other table has no say at this one.
    const auto& foreign = people_[static_cast<std::size_t>(tables[1].pairing.people[0])];
    EXPECT_NE(request(foreign, R"({"id":1,"op":"resign","table":")" + tables[0].table + "\"}").find("no_seat"),
              std::string::npos);
    EXPECT_FALSE(look_at(id).rounds().back().tables[0].is_over);
    // A table that names the night but was not made by it counts for nobody.
    std::unique_ptr<SqliteStore> store = *SqliteStore::open(folder_.file());
    Write forged;
    forged.club_result = ClubResult{.club = id, .table = "00000000000000000000000000000000", .at = 1, .body = "[0,1]"};
    ASSERT_TRUE(store->write({&forged, 1}));
    EXPECT_FALSE(look_at(id).is_round_over());
    // The first result of a table stays.
    resign_all(*begun);
    const auto before = look_at(id).view("");
    forged.club_result = ClubResult{.club = id, .table = tables[0].table, .at = 2, .body = "[0,0]"};
    ASSERT_TRUE(store->write({&forged, 1}));
    EXPECT_EQ(look_at(id).view(""), before);
}

TEST_F(ClubTest, WhatIsDueHappensAfterAProcessWasKilled) {
    auto request = wanted();
    request["automatic"] = true;
    const auto id = night_of(4, request).id();
    const auto begun = round(id, host_);
    ASSERT_TRUE(begun);
    restart();
    EXPECT_EQ(look_at(id).rounds().size(), 1U);
    // The process ends after a round was stored and before its tables were.
    std::unique_ptr<SqliteStore> store = *SqliteStore::open(folder_.file());
    resign_all(look_at(id));
    ASSERT_TRUE(loop_.until([&] { return look_at(id).rounds().size() == 2U; })) << "the next round begins by itself";
    const Club second = look_at(id);
    resign_all(second);
    restart();
    const Club third = look_at(id);
    EXPECT_EQ(third.rounds().size(), 3U);
    for (const ClubTable& table : third.rounds().back().tables)
        EXPECT_NE(look(*shard_, loop_, table.table), nullptr) << "whoever looks makes what is missing";
}

TEST_F(ClubTest, TablesThatWereNotMadeAreMadeByWhoeverLooks) {
    const auto id = night_of(4, wanted()).id();
    const Club before = look_at(id);
    std::unique_ptr<SqliteStore> store = *SqliteStore::open(folder_.file());
    Write round_only;
    round_only.club =
        ClubEventRow{.club = id, .event = to_stored(**before.begin_round(host_.guest, 5), before.seq() + 1, now_ms())};
    ASSERT_EQ(store->write({&round_only, 1})->front(), WriteOutcome::stored);
    ASSERT_EQ(store->write({&round_only, 1})->front(), WriteOutcome::conflict) << "a number is taken once";
    const Club after = look_at(id);
    ASSERT_EQ(after.rounds().size(), 1U);
    for (const ClubTable& table : after.rounds().back().tables) {
        const Room* room = look(*shard_, loop_, table.table);
        ASSERT_NE(room, nullptr);
        EXPECT_EQ(room->phase(), Phase::running);
    }
}

TEST_F(ClubTest, WhoGoesHomeLeavesTheirSeatToABotAndIsNotPairedAgain) {
    const auto id = night_of(6, wanted()).id();
    const auto begun = round(id, host_);
    ASSERT_TRUE(begun);
    const auto table = *begun->table_of(0);
    ASSERT_TRUE(leave(id, people_[0]));
    const std::size_t seat = table.pairing.people[0] == 0 ? 0 : 1;
    ASSERT_TRUE(loop_.until([&] { return look(*shard_, loop_, table.table)->chairs()[seat].bot_substitute; }));
    for (const ClubTable& one : begun->rounds().back().tables)
        if (one.table != table.table)
            request(people_[static_cast<std::size_t>(one.pairing.people[0])],
                    R"({"id":1,"op":"resign","table":")" + one.table + "\"}");
    request(people_[static_cast<std::size_t>(table.pairing.people[1 - seat])],
            R"({"id":1,"op":"resign","table":")" + table.table + "\"}");
    const auto next = round(id, host_);
    ASSERT_TRUE(next);
    for (const ClubTable& one : next->rounds().back().tables) EXPECT_EQ(std::ranges::count(one.pairing.people, 0), 0);
    const Person late = somebody("Late");
    ASSERT_TRUE(enter(id, late));
    EXPECT_EQ(look_at(id).people_here(), 6);
}

TEST_F(ClubTest, TheViewTellsNamesAndNothingElseOfAnybody) {
    const auto id = night_of(4, wanted()).id();
    const auto begun = round(id, host_);
    ASSERT_TRUE(begun);
    for (const std::string& reader : {people_[0].guest, host_.guest, std::string()}) {
        const std::string view = begun->view(reader);
        EXPECT_EQ(view.find(host_.guest), std::string::npos);
        for (const Person& person : people_) EXPECT_EQ(view.find(person.guest), std::string::npos);
        for (const ClubTable& table : begun->rounds().back().tables) {
            const Room* room = look(*shard_, loop_, table.table);
            EXPECT_EQ(view.find(room->setup().secret), std::string::npos);
            for (const Chair& chair : room->chairs())
                EXPECT_TRUE(chair.key.empty() || view.find(chair.key) == std::string::npos);
        }
    }
    EXPECT_NE(begun->view(host_.guest).find(R"("you":{"host":true,"person":null)"), std::string::npos);
    EXPECT_NE(begun->view(people_[2].guest).find(R"("host":false,"person":2)"), std::string::npos);
    EXPECT_NE(begun->view("").find(R"("host":false,"person":null)"), std::string::npos);
}

TEST_F(ClubTest, SeveralWhoEnterAtOnceAllGetIn) {
    const auto id = made(somebody("Host"), wanted()).id();
    int answered = 0;
    for (int i = 0; i < 12; ++i) {
        const Person person = somebody("P" + std::to_string(i));
        shard_->change_club(
            id, [person](const Club& club) { return club.enter(person.guest, person.name); },
            [&](const Expected<Club>& club) {
                EXPECT_TRUE(club);
                ++answered;
            });
    }
    ASSERT_TRUE(loop_.until([&] { return answered == 12; }));
    EXPECT_EQ(look_at(id).people_here(), 12);
}

}  // namespace
}  // namespace springtide::server
