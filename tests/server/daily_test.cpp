// The daily tide: everybody meets the same deal and the same bots, once.
#include "server/competitions/daily.hpp"

#include "core/random.hpp"
#include "table/committed_chance.hpp"
#include "table/games.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

constexpr std::int64_t day = 20'773;  // 2026-11-16

TEST(Daily, DatesAreWrittenAndRead) {
    EXPECT_EQ(date_text(day), "2026-11-16");
    EXPECT_EQ(day_from_text("2026-11-16"), day);
    EXPECT_EQ(day_of(end_of_day(day) - 1), day);
    EXPECT_EQ(day_of(end_of_day(day)), day + 1);
    for (const char* wrong : {"", "2026-11-1", "2026-13-01", "2026-02-30", "2026/11/16", "1999-01-01", "2026-1a-01",
                              "2026-11-16x", "-026-11-16"})
        EXPECT_FALSE(day_from_text(wrong)) << wrong;
}

TEST(Daily, EveryDayAndEveryGameHasASecretOfItsOwn) {
    const DailySecrets secrets(sha256("a key"));
    EXPECT_NE(secrets.secret("turn_the_tide", day), secrets.secret("turn_the_tide", day + 1));
    EXPECT_NE(secrets.secret("turn_the_tide", day), secrets.secret("high_tide_henn", day));
    EXPECT_NE(secrets.secret("turn_the_tide", day), DailySecrets(sha256("another")).secret("turn_the_tide", day));
    EXPECT_EQ(secrets.commitment("turn_the_tide", day),
              CommittedChance::commitment(secrets.secret("turn_the_tide", day)));
}

TEST(Daily, TheScoreIsHowFarOneIsAhead) {
    Result result;
    result.points = {7, 9, 4};
    EXPECT_EQ(daily_score(result, 3, 0, false), -2);
    EXPECT_EQ(daily_score(result, 3, 1, false), 2);
    EXPECT_EQ(daily_score(result, 3, 1, true), gave_up_score);
}

TEST(Daily, WaysPartWhereSomebodyPlayedOtherwise) {
    Ways ways("a\nb\nc");
    ways.add("a\nb\nc", 5);
    ways.add("a\nb\nx", 1);
    ways.add("a\ny\nc", 3);
    ways.add("z\nb\nc", 9);
    const auto choices = ways.choices();
    ASSERT_EQ(choices.size(), 3);
    EXPECT_EQ(choices[0].own, "a");
    EXPECT_EQ(choices[0].all[0].attempts, 3);
    EXPECT_DOUBLE_EQ(choices[0].all[0].score, 3.0);
    EXPECT_EQ(choices[0].all[1].action, "z");
    EXPECT_EQ(choices[1].all[0].attempts, 2) << "who began with z is not compared any more";
    EXPECT_EQ(choices[1].all[1].action, "y");
    EXPECT_EQ(choices[2].all.size(), 2);
    EXPECT_TRUE(Ways("").choices().empty());
}

class DailyTest : public testing::Test {
  protected:
    DailyTest() {
        ShardSettings settings;
        settings.rates.tables = settings.rates.events = {.at_once = 1e9, .per_second = 1e9};
        shard_ = std::make_unique<Shard>(loop_, sqlite_stores(folder_), settings);
        EXPECT_TRUE(shard_->open());
        today_ = day_of(now_ms());
    }
    Person somebody(const std::string& device = "") {
        Person person = People::new_person();
        person.origin.device = device;
        return person;
    }
    Expected<std::string> begin(const Person& person, const std::string& game) {
        std::optional<Expected<std::string>> table;
        shard_->begin_daily(person, game, today_, [&](const Expected<std::string>& made) { table = made; });
        EXPECT_TRUE(loop_.until([&] { return table.has_value(); }));
        return *table;
    }
    /// Plays an attempt to its end, always by the same lots; gives its record. `slow`: waits for the bots before each
    /// choice; else chooses as soon as it may.
    std::string play(const Person& person, const std::string& game, std::uint64_t lots, bool slow) {
        const auto table = begin(person, game);
        EXPECT_TRUE(table);
        const auto client = std::make_shared<HandClient>();
        client->person = person;
        shard_->came(client);
        shard_->receive(client, R"({"op":"watch","table":")" + *table + "\"}");
        EXPECT_TRUE(loop_.until([&] { return !client->messages.empty(); }));  // then the room stays in memory
        Random random(lots);
        for (;;) {
            const Room& room = *look(*shard_, loop_, *table);
            if (room.phase() == Phase::over) break;
            const auto legal = room.table()->legal(0);
            const auto seats = room.table()->to_act().seats;
            const bool mine = seats.contains(0) && !legal.empty() && !room.table()->may_retract().contains(0);
            if (!mine || (slow && seats != SeatSet::of(0))) {
                const auto seq = room.seq();
                EXPECT_TRUE(loop_.until([&] {
                    const Room* now = look(*shard_, loop_, *table);
                    return now->seq() != seq;
                }));
                continue;
            }
            const auto action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
            client->messages.clear();
            shard_->receive(client, R"({"op":"play","table":")" + *table + R"(","action":")" + action + "\"}");
            EXPECT_TRUE(loop_.until([&] { return !client->messages.empty(); }));
        }
        const Room& room = *look(*shard_, loop_, *table);
        return room.record();
    }
    /// Without what belongs to the attempt alone, and in an order that does not depend on who chose first.
    static std::vector<std::string> deal_and_moves(const std::string& record) {
        std::vector<std::string> lines;
        std::istringstream text(record);
        for (std::string line; std::getline(text, line);)
            if (!line.starts_with("[Name")) lines.push_back(line);
        return lines;
    }

    Folder folder_;
    std::unique_ptr<SqliteStore> store_ = *SqliteStore::open(folder_.file());
    HandLoop loop_;
    std::unique_ptr<Shard> shard_;
    std::int64_t today_ = 0;
};

TEST_F(DailyTest, EqualPlayMeetsEqualAnswersInEveryGame) {
    for (const Game& game : games()) {
        const std::string id(game.info().id);
        auto first = deal_and_moves(play(somebody(), id, 1, true));
        auto second = deal_and_moves(play(somebody(), id, 1, false));
        std::ranges::sort(first);
        std::ranges::sort(second);
        EXPECT_EQ(first, second) << id;
        // On some days there is little to choose, and other lots may choose the same.
        bool is_another_game = false;
        for (std::uint64_t lots = 2; lots < 12 && !is_another_game; ++lots) {
            auto other = deal_and_moves(play(somebody(), id, lots, true));
            std::ranges::sort(other);
            is_another_game = other != first;
        }
        EXPECT_TRUE(is_another_game) << id << ": other play is another game";
    }
}

TEST_F(DailyTest, OneAttemptForEachPersonAndEachDevice) {
    const Person anna = somebody("a device");
    const auto first = begin(anna, "high_tide_leiman");
    ASSERT_TRUE(first);
    EXPECT_EQ(begin(anna, "high_tide_leiman"), *first);
    EXPECT_EQ(begin(somebody("a device"), "high_tide_leiman").error().reason, "daily_done_here");
    EXPECT_TRUE(begin(somebody("a device"), "high_tide_henn")) << "another game is another deal";
    EXPECT_TRUE(begin(somebody("another"), "high_tide_leiman"));
    EXPECT_TRUE(begin(somebody(), "high_tide_leiman"));
    EXPECT_TRUE(begin(somebody(), "high_tide_leiman")) << "programs have no device";
}

TEST_F(DailyTest, TheDealIsTheOneThatWasCommittedAndNothingTellsItBefore) {
    const Person anna = somebody();
    const auto table = begin(anna, "high_tide_leiman");
    ASSERT_TRUE(table);
    const std::string secret = to_hex(shard_->daily().secret("high_tide_leiman", today_));
    const auto client = std::make_shared<HandClient>();
    const auto stranger = std::make_shared<HandClient>();
    client->person = anna;
    stranger->person = People::new_person();
    for (const auto& one : {client, stranger}) shard_->came(one);
    const auto ask = [&](const auto& who, const std::string& op, const std::string& more = "") {
        who->messages.clear();
        shard_->receive(who, R"({"id":1,"op":")" + op + R"(","table":")" + *table + "\"" + more + "}");
        EXPECT_TRUE(loop_.until([&] {
            return std::ranges::any_of(who->messages, [](const auto& one) { return one.contains("\"id\":1"); });
        }));
        std::string all;
        for (const auto& message : who->messages) all += message;
        return all;
    };
    const auto view = ask(client, "watch");
    EXPECT_TRUE(view.contains(shard_->daily().commitment("high_tide_leiman", today_)));
    EXPECT_TRUE(ask(stranger, "watch").contains("no_spectators"));
    for (const char* op : {"undo", "leave"}) EXPECT_TRUE(ask(client, op).contains("daily_no_way_back")) << op;
    for (const char* op : {"takeback", "end"})
        EXPECT_TRUE(ask(client, op, R"(,"do":"ask")").contains("daily_no_way_back")) << op;
    const auto over = ask(client, "resign");
    EXPECT_TRUE(ask(client, "rematch").contains("daily_no_way_back"));
    for (const std::string& told : {view, over, ask(client, "watch"), ask(client, "history", ",\"before\":99")})
        EXPECT_FALSE(told.contains(secret));
    const auto mine = store_->daily_attempt(today_, "high_tide_leiman", anna.guest);
    ASSERT_TRUE(mine && *mine);
    EXPECT_EQ((*mine)->score, gave_up_score);
    EXPECT_GT((*mine)->done_at, 0);
}

TEST_F(DailyTest, ADayOfTenThousandAttemptsIsReadAtOnce) {
    constexpr int people = 10'000;
    std::vector<Write> writes(people);
    for (int i = 0; i < people; ++i) {
        const auto number = std::to_string(i);
        writes[static_cast<std::size_t>(i)].moved_guest =
            GuestRow{.id = "g" + number, .name = "n" + number, .claimed = {}, .password = {}};
        std::string way;
        for (int step = 0; step < 36; ++step) way += std::to_string((i * 7 + step * (i % 5 == 0 ? 1 : i)) % 60) + "\n";
        writes[static_cast<std::size_t>(i)].daily = DailyAttempt{.day = today_,
                                                                 .game = "turn_the_tide",
                                                                 .guest = "g" + number,
                                                                 .device = {},
                                                                 .table = "t" + number,
                                                                 .begun_at = 1,
                                                                 .done_at = 2,
                                                                 .score = i % 40 - 20,
                                                                 .points = i % 9,
                                                                 .way = way,
                                                                 .name = {}};
    }
    ASSERT_TRUE(store_->write(writes));
    const auto begun = std::chrono::steady_clock::now();
    const auto shown = store_->daily_best(today_, "turn_the_tide", 100);  // and how many have each score
    const auto scores = store_->daily_scores(today_, "turn_the_tide");
    const std::chrono::duration<double, std::milli> listed = std::chrono::steady_clock::now() - begun;
    ASSERT_TRUE(shown && scores);
    EXPECT_EQ(shown->size(), 100U);
    const auto best = store_->daily_best(today_, "turn_the_tide", people);
    const std::chrono::duration<double, std::milli> all_listed = std::chrono::steady_clock::now() - begun;
    ASSERT_TRUE(best);
    EXPECT_EQ(best->size(), people);
    EXPECT_EQ(scores->size(), 40);
    EXPECT_TRUE(std::ranges::is_sorted(*best, std::greater(), &DailyAttempt::score));
    const auto mine = store_->daily_attempt(today_, "turn_the_tide", "g5");
    ASSERT_TRUE(mine && *mine);
    Ways ways((*mine)->way);
    ASSERT_TRUE(
        store_->daily_ways(today_, "turn_the_tide", people, [&](auto way, int score) { ways.add(way, score); }));
    const std::chrono::duration<double, std::milli> compared = std::chrono::steady_clock::now() - begun;
    std::int64_t all = 0;
    const auto choices = ways.choices();
    for (const auto& one : choices.front().all) all += one.attempts;
    EXPECT_EQ(all, people);
    std::cout << "10,000 attempts listed as the page asks for them in " << listed.count() << " ms, every row in "
              << (all_listed - listed).count() << " ms, compared in " << (compared - all_listed).count() << " ms\n";
}

}  // namespace
}  // namespace springtide::server
