// Duplicate tables: the fold, what is refused, whole sets through the shard, and what nobody may know before.
#include "server/competitions/duplicate.hpp"

#include <boost/json.hpp>

#include "core/random.hpp"
#include "server/competitions/partings.hpp"
#include "table/committed_chance.hpp"
#include "table/games.hpp"
#include "table/verify.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

using boost::json::object;

object wanted() {
    return {{"name", "Two tables"}, {"game", "turn_the_tide"}, {"seats", 3}, {"tables", 2}, {"minutes", 10}};
}

TEST(DuplicateSetup, WrongFieldsAreNamed) {
    EXPECT_TRUE(duplicate_setup_from_request(wanted()));
    const auto refused = [](const char* field, const boost::json::value& value) {
        auto request = wanted();
        request[field] = value;
        const auto setup = duplicate_setup_from_request(request);
        EXPECT_FALSE(setup) << field;
        return setup ? std::string() : setup.error().message;
    };
    EXPECT_NE(refused("tables", 1).find("tables"), std::string::npos);
    EXPECT_NE(refused("tables", 13).find("tables"), std::string::npos);
    EXPECT_NE(refused("tables", "2").find("tables"), std::string::npos);
    EXPECT_NE(refused("minutes", 0).find("minutes"), std::string::npos);
    EXPECT_NE(refused("seats", 9).find("seats"), std::string::npos);
    EXPECT_NE(refused("days", 1), "") << "either minutes or days";
    EXPECT_NE(refused("game", "chess"), "");
    EXPECT_NE(refused("bot", "unbeatable").find("unbeatable"), std::string::npos);
    EXPECT_NE(refused("name", ""), "");
    auto request = wanted();
    request.erase("minutes");
    EXPECT_FALSE(duplicate_setup_from_request(request)) << "a game without a clock may never end";
    request["days"] = 15;
    EXPECT_FALSE(duplicate_setup_from_request(request));
    request["days"] = 2;
    EXPECT_TRUE(duplicate_setup_from_request(request));
}

Person called(const std::string& name, const std::string& device = "") {
    Person person;
    person.guest = "guest " + name;
    person.name = name;
    person.origin.device = device;
    return person;
}

/// A set without a server.
class FoldedSet {
  public:
    explicit FoldedSet(const object& request) {
        auto setup = *duplicate_setup_from_request(request);
        setup.host = "host";
        setup.secret = std::string(64, 'a');
        for (int table = 0; table < setup.tables; ++table) setup.ids.push_back("table " + std::to_string(table));
        add(DuplicateCreated{.setup = setup});
    }
    void add(const DuplicateEvent& event) {
        const auto seq = static_cast<std::int64_t>(log.events.size()) + 1;
        log.events.push_back(to_stored(event, seq, 1000 * seq));
    }
    void sit(const std::string& name, std::int64_t table, std::int64_t seat) {
        add(**set().sit(called(name), {.table = table, .seat = seat}));
    }
    void finish(int table, const std::vector<int>& points) {
        log.results.push_back({.club = "set",
                               .table = "table " + std::to_string(table),
                               .at = 1,
                               .body = duplicate_result_text(points, {})});
    }
    [[nodiscard]] DuplicateSet set() const { return *DuplicateSet::load("set", log); }
    ClubLog log;
};

std::string reason(const DuplicateSet::Decided& decided) { return decided ? "" : std::string(decided.error().reason); }

TEST(DuplicateSet, APersonHasOnePlaceAndADeviceOneTable) {
    FoldedSet two(wanted());
    two.sit("Ann", 0, 1);
    EXPECT_EQ(two.set().where_is("guest Ann"), (DuplicateSet::Where{.table = 0, .seat = 1}));
    EXPECT_FALSE(*two.set().sit(called("Ann"), {})) << "she sits already";
    EXPECT_EQ(reason(two.set().sit(called("Bob"), {.table = 0, .seat = 1})), "duplicate_place_taken");
    EXPECT_EQ(reason(two.set().sit(called("Bob"), {.table = 2, .seat = 1})), "duplicate_no_table");
    EXPECT_EQ(reason(two.set().sit(called("Bob"), {.table = 0, .seat = 3})), "no_such_seat");
    two.add(**two.set().sit(called("Bob"), {}));
    EXPECT_EQ(two.set().where_is("guest Bob")->table, 1) << "where most is free";
    two.sit("Ann", 1, 2);
    EXPECT_EQ(two.set().where_is("guest Ann"), (DuplicateSet::Where{.table = 1, .seat = 2}));
    EXPECT_TRUE(two.set().tables()[0].places[1].guest.empty()) << "and not where she sat before";
    two.add(**two.set().sit(called("Cid", "a phone"), {.table = 0}));
    EXPECT_EQ(reason(two.set().sit(called("Dee", "a phone"), {.table = 1})), "duplicate_one_table");
    EXPECT_TRUE(two.set().sit(called("Dee", "a phone"), {.table = 0})) << "at one table they know the same";
    EXPECT_EQ(reason(two.set().leave("guest Bob", {.table = 0, .seat = 0})), "only_duplicate_host");
    two.add(**two.set().leave("host", {.table = 0, .seat = 0}));
    EXPECT_FALSE(two.set().where_is("guest Cid"));
    EXPECT_FALSE(*two.set().leave("guest Cid", {}));
}

TEST(DuplicateSet, TheHostBeginsOrWhoSitsAtAFullTable) {
    FoldedSet two(wanted());
    EXPECT_EQ(reason(two.set().begin("host", std::nullopt)), "duplicate_nobody");
    two.sit("Ann", 0, 0);
    two.sit("Bob", 0, 1);
    EXPECT_EQ(reason(two.set().begin("guest Ann", 0)), "duplicate_not_full");
    EXPECT_EQ(reason(two.set().begin("guest Ann", 1)), "only_duplicate_host");
    EXPECT_EQ(reason(two.set().begin("guest Ann", std::nullopt)), "only_duplicate_host");
    two.sit("Cid", 0, 2);
    EXPECT_EQ(reason(two.set().begin("guest Dee", 0)), "only_duplicate_host");
    two.add(**two.set().begin("guest Ann", 0));
    EXPECT_TRUE(two.set().tables()[0].has_begun);
    EXPECT_EQ(reason(two.set().sit(called("Ann"), {.table = 1})), "duplicate_seated") << "she knows the deal";
    EXPECT_EQ(reason(two.set().leave("guest Ann", {})), "duplicate_seated");
    EXPECT_EQ(reason(two.set().sit(called("Dee"), {.table = 0})), "duplicate_begun");
    EXPECT_EQ(reason(two.set().begin("host", 0)), "duplicate_begun");
    two.sit("Dee", 1, 0);
    two.add(**two.set().begin("host", std::nullopt));
    EXPECT_TRUE(two.set().tables()[1].has_begun);
    const RoomSetup room = two.set().room_setup(1);
    EXPECT_EQ(room.seats[0].kind, SeatKind::person);
    EXPECT_EQ(room.seats[1].kind, SeatKind::bot);
    EXPECT_FALSE(room.spectators);
    EXPECT_EQ(room.secret, two.set().room_setup(0).secret);
}

TEST(DuplicateSet, TeamsExchangeSeatsAndTheMeanOfASeatIsTakenOff) {
    auto request = wanted();
    request["tables"] = 3;
    FoldedSet three(request);
    for (int team = 0; team < 3; ++team) {
        SeatSet seats;
        for (int table = 0; table < 3; ++table)
            for (int seat = 0; seat < 3; ++seat)
                if (three.set().team_at({.table = table, .seat = seat}) == team) seats.insert(static_cast<Seat>(seat));
        EXPECT_EQ(seats, SeatSet::first(3)) << "every team has every seat once";
    }
    for (int table = 0; table < 3; ++table) three.sit("P" + std::to_string(table), table, 0);
    three.add(DuplicateBegun{.tables = {0, 1, 2}});
    three.finish(0, {9, 0, 3});
    three.finish(1, {6, 3, 3});
    EXPECT_FALSE(three.set().is_over());
    EXPECT_FALSE(three.set().view("guest P0").contains("points")) << "others still play";
    three.finish(2, {3, 3, 3});
    ASSERT_TRUE(three.set().is_over());
    EXPECT_DOUBLE_EQ(three.set().difference({.table = 0, .seat = 0}), 3);
    EXPECT_DOUBLE_EQ(three.set().difference({.table = 0, .seat = 1}), -2);
    EXPECT_DOUBLE_EQ(three.set().difference({.table = 1, .seat = 2}), 0);
    const auto view = boost::json::parse(three.set().view("")).as_object();
    double sum = 0;
    for (const auto& team : view.at("teams").as_array()) sum += team.to_number<double>();
    EXPECT_NEAR(sum, 0, 0.02) << "what one makes of a seat, others did not";
    EXPECT_DOUBLE_EQ(view.at("teams").as_array()[0].to_number<double>(), 3 + 1 + 0);
}

TEST(DuplicateSet, TheHostMayLeaveTablesOut) {
    FoldedSet two(wanted());
    two.sit("Ann", 0, 0);
    two.add(**two.set().begin("host", 0));
    EXPECT_EQ(reason(two.set().close("guest Ann")), "only_duplicate_host");
    two.add(**two.set().close("host"));
    EXPECT_FALSE(two.set().is_over()) << "one still plays";
    EXPECT_EQ(reason(two.set().sit(called("Bob"), {})), "duplicate_over");
    EXPECT_EQ(reason(two.set().begin("host", 1)), "duplicate_over");
    two.finish(0, {1, 2, 3});
    EXPECT_TRUE(two.set().is_over());
}

TEST(DuplicateSet, AnyDamageGetsASentence) {
    FoldedSet two(wanted());
    two.sit("Ann", 0, 0);
    for (const char* body : {"", "[]", "{}", R"({"kind":"seated","table":7,"seat":0})", R"({"kind":"left","seat":0})",
                             R"({"kind":"begun","tables":[2]})", R"({"kind":"duplicate"})"}) {
        ClubLog log = two.log;
        log.events.push_back({.seq = 3, .at = 1, .body = body});
        const auto set = DuplicateSet::load("set", log);
        ASSERT_FALSE(set) << body;
        EXPECT_EQ(set.error().code, ErrorCode::unavailable);
    }
    EXPECT_EQ(DuplicateSet::load("set", {}).error().reason, "no_such_duplicate");
    EXPECT_EQ(Club::load("set", two.log).error().reason, "no_such_club");
    ClubLog club;
    club.events.push_back({.seq = 1, .at = 1, .body = R"({"kind":"created"})"});
    EXPECT_EQ(DuplicateSet::load("set", club).error().reason, "no_such_duplicate");
}

TEST(Partings, AreWhereTablesThatWentAlikeChoseDifferently) {
    const auto steps = [](const std::vector<std::vector<DuplicateStep::Choice>>& all) {
        std::vector<DuplicateStep> made;
        for (const auto& choices : all) made.push_back({.choices = choices, .line = static_cast<int>(made.size())});
        return made;
    };
    const std::vector<PlayedTable> tables = {
        {.table = 0, .points = {10, 2}, .steps = steps({{{0, "a"}}, {{1, "b"}}, {{0, "c"}, {1, "d"}}})},
        {.table = 1, .points = {6, 4}, .steps = steps({{{0, "a"}}, {{1, "x"}}, {{0, "c"}, {1, "d"}}})},
        {.table = 3, .points = {2, 8}, .steps = steps({{{0, "a"}}, {{1, "b"}}, {{0, "c"}, {1, "y"}}})},
    };
    const auto all = partings(tables);
    ASSERT_EQ(all.size(), 2U) << "three tables part twice";
    EXPECT_EQ(all[0].step, 1);
    EXPECT_EQ(all[0].seat, 1);
    ASSERT_EQ(all[0].chosen.size(), 2U);
    EXPECT_EQ(all[0].chosen[0].tables, (std::vector{0, 3}));
    EXPECT_DOUBLE_EQ(all[0].chosen[0].points, 5);
    EXPECT_EQ(all[1].step, 2);
    EXPECT_EQ(all[1].seat, 1) << "seat 0 chose the same";
    EXPECT_TRUE(partings({}).empty());
    EXPECT_TRUE(partings({tables[0], tables[0]}).empty());
}

class DuplicateTest : public testing::Test {
  protected:
    static Person somebody(const std::string& name) {
        Person person = People::new_person();
        person.name = name;
        return person;
    }
    template <class Ask>
    Expected<DuplicateSet> ask(const Ask& ask) {
        std::optional<Expected<DuplicateSet>> answer;
        ask([&](const Expected<DuplicateSet>& set) { answer = set; });
        EXPECT_TRUE(loop_.until([&] { return answer.has_value(); }));
        return *answer;
    }
    Expected<DuplicateSet> change(const std::string& id, const Shard::DuplicateChange& change) {
        return ask([&](const auto& done) { shard_->change_duplicate(id, change, done); });
    }
    DuplicateSet look_at(const std::string& id) {
        return *ask([&](const auto& done) { shard_->look_at_duplicate(id, done); });
    }
    Expected<std::string> text(const std::function<void(const Shard::RecordDone&)>& ask) {
        std::optional<Expected<std::string>> answer;
        ask([&](const Expected<std::string>& found) { answer = found; });
        EXPECT_TRUE(loop_.until([&] { return answer.has_value(); }));
        return *answer;
    }
    Expected<std::string> record(const std::string& table, const Person& person) {
        return text([&](const auto& done) { shard_->record(table, person, done); });
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
    std::string of_table(const std::string& op, const std::string& table, const std::string& more = "") {
        return R"({"id":1,"op":")" + op + R"(","table":")" + table + "\"" + more + "}";
    }
    /// A person on the first seat of each table and bots on the others, begun.
    DuplicateSet begun(const std::string& game, int seats, const std::string& bot) {
        auto request = wanted();
        request["game"] = game;
        request["seats"] = seats;
        request["bot"] = bot;
        host_ = somebody("Host");
        const auto id = ask([&](const auto& done) {
                            shard_->make_duplicate(host_, *duplicate_setup_from_request(request), done);
                        })->id();
        people_ = {somebody("Ann"), somebody("Bob")};
        for (int table = 0; table < 2; ++table)
            EXPECT_TRUE(change(id, [&, table](const DuplicateSet& set) {
                return set.sit(people_[static_cast<std::size_t>(table)], {.table = table, .seat = 0});
            }));
        return *change(id, [&](const DuplicateSet& set) { return set.begin(host_.guest, std::nullopt); });
    }
    /// Seat 0 plays to the end by these lots.
    void play(const Person& person, const std::string& table, std::uint64_t lots) {
        const auto client = std::make_shared<HandClient>();
        client->person = person;
        shard_->came(client);
        shard_->receive(client, of_table("watch", table));
        EXPECT_TRUE(loop_.until([&] { return !client->messages.empty(); }));  // then the room stays in memory
        Random random(lots);
        for (;;) {
            const Room& room = *look(*shard_, loop_, table);
            if (room.phase() == Phase::over) break;
            const auto legal = room.table()->legal(0);
            if (legal.empty() || room.table()->may_retract().contains(0)) {
                const auto seq = room.seq();
                EXPECT_TRUE(loop_.until([&] { return look(*shard_, loop_, table)->seq() != seq; }));
                continue;
            }
            const auto action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
            client->messages.clear();
            shard_->receive(client, R"({"op":"play","table":")" + table + R"(","action":")" + action + "\"}");
            EXPECT_TRUE(loop_.until([&] { return !client->messages.empty(); }));
        }
        shard_->gone(client);
    }
    static std::vector<std::string> deal_and_moves(const std::string& record) {
        std::vector<std::string> lines;
        std::istringstream all(record);
        for (std::string line; std::getline(all, line);)
            if (!line.starts_with("[Name")) lines.push_back(line);
        std::ranges::sort(lines);  // who chose first makes no difference
        return lines;
    }

    Folder folder_;
    HandLoop loop_;
    std::unique_ptr<Shard> shard_ = unlimited_shard(loop_, folder_);
    Person host_;
    std::vector<Person> people_;
};

TEST_F(DuplicateTest, EqualPlayIsTheSameGameInEveryGame) {
    for (const Game& game : games()) {
        const std::string name(game.info().id);
        const DuplicateSet set = begun(name, game.info().min_players, daily_level(name));
        for (std::size_t table = 0; table < 2; ++table) play(people_[table], set.setup().ids[table], 1);
        const DuplicateSet over = look_at(set.id());
        ASSERT_TRUE(over.is_over()) << name;
        EXPECT_EQ(over.tables()[0].points, over.tables()[1].points) << name;
        const auto first = record(set.setup().ids[0], host_);
        const auto second = record(set.setup().ids[1], people_[0]);
        ASSERT_TRUE(first && second);
        EXPECT_EQ(deal_and_moves(*first), deal_and_moves(*second)) << name;
        const auto ways = text([&](const auto& done) { shard_->part_duplicate(set.id(), done); });
        EXPECT_EQ(ways, R"({"partings":[]})") << name;
    }
}

TEST_F(DuplicateTest, WaysPartWherePlayDiffersAndTheDealIsTheCommittedOne) {
    const DuplicateSet set = begun("turn_the_tide", 3, "easy");
    for (std::size_t table = 0; table < 2; ++table) play(people_[table], set.setup().ids[table], table + 1);
    const auto ways = text([&](const auto& done) { shard_->part_duplicate(set.id(), done); });
    ASSERT_TRUE(ways);
    const auto parted = boost::json::parse(*ways).as_object().at("partings").as_array();
    ASSERT_FALSE(parted.empty());
    EXPECT_EQ(parted[0].as_object().at("seat").as_int64(), 0) << "the bots answer equally until somebody differs";
    const auto text = record(set.setup().ids[0], people_[1]);
    ASSERT_TRUE(text);
    EXPECT_TRUE(text->contains("duplicate " + set.id()));
    const auto verdict = verify_record(*text);
    EXPECT_TRUE(verdict) << (verdict ? "" : verdict.error().message);
}

TEST_F(DuplicateTest, NothingTellsTheDealBeforeAllTablesAreOver) {
    const DuplicateSet set = begun("turn_the_tide", 3, "easy");
    const auto& ids = set.setup().ids;
    const Person stranger = somebody("Stranger");
    for (const Person& other : {host_, people_[1], stranger}) {
        EXPECT_TRUE(request(other, of_table("watch", ids[0])).contains("\"ok\":false"));
        EXPECT_TRUE(request(other, of_table("history", ids[0], ",\"before\":99")).contains("\"ok\":false"));
    }
    for (const char* op : {"undo", "resign"})
        EXPECT_TRUE(request(people_[0], of_table(op, ids[0])).contains("duplicate_no_way_back")) << op;
    for (const char* op : {"takeback", "end"})
        EXPECT_TRUE(request(people_[0], of_table(op, ids[0], R"(,"do":"ask")")).contains("duplicate_no_way_back"))
            << op;
    const auto seen = request(people_[0], of_table("watch", ids[0]));
    EXPECT_TRUE(seen.contains(CommittedChance::commitment(*digest_from_hex(set.setup().secret))));
    EXPECT_FALSE(seen.contains(set.setup().secret));
    play(people_[0], ids[0], 1);
    for (const Person& one : {host_, people_[0], people_[1], stranger}) {
        EXPECT_EQ(record(ids[0], one).error().reason, "duplicate_sealed");
        const auto view = look_at(set.id()).view(one.guest);
        EXPECT_FALSE(view.contains(set.setup().secret));
        EXPECT_FALSE(view.contains("points"));
        EXPECT_EQ(view.contains(ids[0]), one.guest == people_[0].guest) << "the id of a table is its players'";
        for (const Person& other : {host_, people_[0], people_[1]}) EXPECT_FALSE(view.contains(other.guest));
    }
    EXPECT_EQ(text([&](const auto& done) { shard_->part_duplicate(set.id(), done); }).error().reason,
              "duplicate_sealed");
    play(people_[1], ids[1], 2);
    for (const Person& one : {host_, people_[0], stranger}) EXPECT_TRUE(record(ids[1], one));
    EXPECT_TRUE(look_at(set.id()).view("").contains(set.setup().secret));
}

TEST_F(DuplicateTest, WhoLeavesIsPlayedForAndARestartLosesNothing) {
    const DuplicateSet set = begun("turn_the_tide", 3, "easy");
    const auto& ids = set.setup().ids;
    EXPECT_TRUE(request(people_[0], of_table("leave", ids[0])).contains("\"ok\":true"));
    shard_.reset();  // as if the process had been killed
    shard_ = unlimited_shard(loop_, folder_);
    play(people_[1], ids[1], 1);
    EXPECT_TRUE(loop_.until([&] { return look_at(set.id()).is_over(); })) << "bots play on for the others' sake";
    EXPECT_EQ(look_at(set.id()).tables()[0].absent, std::vector{0});
    EXPECT_TRUE(look_at(set.id()).view("").contains("\"absent\":true"));
}

}  // namespace
}  // namespace springtide::server
