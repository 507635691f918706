// The same for every store there is; PostgreSQL where SPRINGTIDE_TEST_POSTGRES names one (tests/scripts/postgres.py
// does).
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <boost/json.hpp>
#include <cstdlib>
#include <future>
#include <map>
#include <thread>

#include "server/accounts/company.hpp"
#include "server/accounts/reading.hpp"
#include "server/competitions/club.hpp"
#include "server/competitions/old_clubs.hpp"
#include "store/group_writer.hpp"
#include "store/migrations.hpp"
#include "store/postgres_store.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

Write event(const std::string& table, std::int64_t seq, const std::string& body = "{}") {
    Write write;
    write.table = table;
    write.events = {{.seq = seq, .at = 1, .body = body}};
    return write;
}

RoomRow room(const std::string& table, const std::string& phase) {
    return {.table = table,
            .game = "g",
            .phase = phase,
            .listed = true,
            .at = 5,
            .summary = R"({"seats":["a \"b\" \\ c,{d}"]})",
            .duty = true,
            .seat = -1,
            .due = 7,
            .last = {}};
}

class StoreTest : public testing::TestWithParam<std::string> {
  protected:
    [[nodiscard]] std::unique_ptr<Store> open() const {
        if (GetParam() == "sqlite") return *SqliteStore::open(folder_.file());
        return *PostgresStore::open(std::getenv("SPRINGTIDE_TEST_POSTGRES"), random_id());
    }
    Folder folder_;
    const std::string a_ = random_id();  // a database may be shared with other tests
    const std::string b_ = random_id();
};

TEST_P(StoreTest, ASequenceNumberIsTakenOnce) {
    const auto store = open();
    const std::vector<Write> batch = {event(a_, 1), event(a_, 1), event(b_, 1)};
    const auto outcomes = store->write(batch);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ(*outcomes, (std::vector{WriteOutcome::stored, WriteOutcome::conflict, WriteOutcome::stored}));
    EXPECT_EQ(store->events(a_, 0)->size(), 1U);
    EXPECT_EQ(store->events(b_, 0)->size(), 1U);
}

TEST_P(StoreTest, AClubNightKeepsItsLogAndTheFirstResultOfATable) {
    const auto store = open();
    const auto happened = [&](const std::string& club, std::int64_t seq) {
        Write write;
        write.club = ClubEventRow{.club = club, .event = {.seq = seq, .at = 7, .body = "{\"n\":\"\\\"\"}"}};
        return write;
    };
    const auto ended = [&](const std::string& table, const std::string& body) {
        Write write;
        write.club_result = ClubResult{.club = a_, .table = table, .at = 9, .body = body};
        return write;
    };
    const std::string table = random_id();
    const std::vector<Write> batch = {happened(b_, 1), happened(a_, 1),       happened(a_, 1),
                                      happened(a_, 2), ended(table, "[0,1]"), ended(table, "[1,0]")};
    const auto outcomes = store->write(batch);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ((*outcomes)[1], WriteOutcome::stored);
    EXPECT_EQ((*outcomes)[2], WriteOutcome::conflict) << "a number is taken once";
    EXPECT_EQ((*outcomes)[3], WriteOutcome::stored);
    const auto again = store->write(std::vector{happened(a_, 2)});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->front(), WriteOutcome::conflict);
    const auto log = open()->club(a_);
    ASSERT_TRUE(log) << log.error().message;
    ASSERT_EQ(log->events.size(), 2U);
    EXPECT_EQ(log->events[1].seq, 2);
    EXPECT_EQ(log->events[1].at, 7);
    EXPECT_EQ(log->events[0].body, batch[0].club->event.body);
    ASSERT_EQ(log->results.size(), 1U);
    EXPECT_EQ(log->results[0].table, table);
    EXPECT_EQ(log->results[0].body, "[0,1]") << "the first result stays";
    EXPECT_TRUE(open()->club(random_id())->events.empty());
}

TEST_P(StoreTest, AClubNightIsForgottenWholeAndNotContinued) {
    const auto store = open();
    const auto happened = [&](std::int64_t seq, const std::string& body = "{}") {
        Write write;
        write.club = ClubEventRow{.club = a_, .event = {.seq = seq, .at = 7, .body = body}};
        return write;
    };
    const auto outcome = [&](const Write& write) { return store->write(std::vector{write})->front(); };
    Write entered = happened(2);
    entered.notes = {{.guest = b_, .kind = "club", .key = a_, .at = 7, .body = {}}};
    EXPECT_EQ(outcome(happened(1)), WriteOutcome::stored);
    EXPECT_EQ(outcome(entered), WriteOutcome::stored);
    Write rewritten;
    rewritten.club_rewrite = ClubRewrite{.club = a_, .events = {{.seq = 2, .before = "{}", .after = "nobody"}}};
    EXPECT_EQ(outcome(rewritten), WriteOutcome::stored);
    EXPECT_EQ(store->club(a_)->events[1].body, "nobody");
    EXPECT_EQ(store->club(a_)->events[0].body, "{}");
    Write gone;
    gone.club_forgotten = ClubForgotten{.club = a_, .seq = 1};
    EXPECT_EQ(outcome(gone), WriteOutcome::conflict) << "something happened since";
    EXPECT_EQ(store->club(a_)->events.size(), 2U);
    gone.club_forgotten->seq = 2;
    EXPECT_EQ(outcome(gone), WriteOutcome::stored);
    EXPECT_TRUE(store->club(a_)->events.empty());
    EXPECT_TRUE(store->notes(b_, "club", -1)->empty());
    EXPECT_EQ(outcome(happened(3)), WriteOutcome::conflict) << "what is gone is not continued";
}

TEST_P(StoreTest, OldNightsGoUnlessTheyArePlayed) {
    constexpr std::int64_t day = 24LL * 3'600'000;
    const std::int64_t made = 1000 * day;  // nobody else's are from then
    const auto store = open();
    const auto setup = *club_setup_from_request(
        {{"name", "Thursday"}, {"game", "high_tide_leiman"}, {"seats", 2}, {"rounds", 1}, {"minutes", 10}});
    const auto happen = [&](const std::string& club, std::vector<std::pair<ClubEvent, std::int64_t>> events) {
        for (std::int64_t seq = 1; const auto& [event, at] : events) {
            Write write;
            write.club = ClubEventRow{.club = club, .event = to_stored(event, seq++, at)};
            ASSERT_EQ(store->write(std::vector{write})->front(), WriteOutcome::stored);
        }
    };
    const std::string lately = random_id();
    const std::string played = random_id();
    const std::string table = random_id();
    const ClubEntered ann{.guest = "a", .name = "Ann"};
    const ClubEntered bob{.guest = "b", .name = "Bob"};
    const ClubRoundBegun round{
        .round = {.tables = {{.table = table, .pairing = {.people = {0, 1}, .bots = 0}}}, .byes = {}, .at = 0}};
    happen(a_, {{ClubCreated{.setup = setup}, made}, {ann, made + day}});
    happen(lately, {{ClubCreated{.setup = setup}, made + 1}, {ann, made + 20 * day}});
    happen(played, {{ClubCreated{.setup = setup}, made + 2}, {ann, made}, {bob, made}, {round, made}});
    const auto old = [&](std::int64_t now, KeepClubs keep) {
        std::vector<std::string> ids;
        const auto found = look_for_old_clubs(*store, made, now, keep);
        EXPECT_TRUE(found);
        for (const auto& one : found->gone) ids.push_back(one.club);
        return ids;
    };
    using Ids = std::vector<std::string>;
    const KeepClubs thirty{.unplayed_days = 30, .played_days = 30};
    EXPECT_EQ(old(made + 30 * day, thirty), Ids{});
    EXPECT_EQ(old(made + 32 * day, thirty), Ids{a_}) << "somebody entered the other one lately";
    EXPECT_EQ(old(made + 99 * day, thirty), (Ids{a_, lately})) << "a table of the third is being played";
    Write result;
    result.club_result = ClubResult{.club = played, .table = table, .at = made + 40 * day, .body = "[0,1]"};
    ASSERT_TRUE(store->write(std::vector{result}));
    EXPECT_EQ(old(made + 60 * day, thirty), (Ids{a_, lately})) << "its result is from lately";
    EXPECT_EQ(old(made + 99 * day, thirty), (Ids{a_, lately, played}));
    EXPECT_EQ(old(made + 99 * day, {.unplayed_days = 30, .played_days = 0}), (Ids{a_, lately}));
    EXPECT_EQ(old(made + 99 * day, {.unplayed_days = 0, .played_days = 30}), Ids{played});
    EXPECT_EQ(old(made + 99 * day, {}), Ids{});
    for (const std::string& club : {a_, lately, played}) {
        Write gone;
        gone.club_forgotten = ClubForgotten{.club = club, .seq = store->club(club)->events.back().seq};
        EXPECT_EQ(store->write(std::vector{gone})->front(), WriteOutcome::stored);
    }
}

TEST_P(StoreTest, ListsKnowHowFarSomebodyRead) {
    const auto store = open();
    const std::string guest = random_id();
    const auto chat = [](std::int64_t seq, const std::string& by) {
        return to_stored(RoomEvent{.what = ChatSaid{.seat = {}, .text = "hello", .origin = {}},
                                   .guest = by,
                                   .name = by,
                                   .seq = seq,
                                   .at = seq});
    };
    Write game;
    game.table = a_;
    game.events = {chat(1, "x"), chat(2, "y"), chat(3, "y"), chat(4, guest)};
    game.room = room(a_, "running");
    game.room->summary = R"({"seats":["\"said\":9"],"said":4})";
    game.seats = {{.table = a_, .guest = guest, .seat = 0}};
    ASSERT_TRUE(store->write(std::vector{game}));
    const auto unread = [&](const std::set<std::string>& blocked) {
        return *unread_lines(*store, store->rooms_of(guest, 9)->front(), guest, blocked);
    };
    EXPECT_EQ(unread({}), 4);
    EXPECT_EQ(unread({"y"}), 1) << "what is not heard is not new, nor what one said";
    Write read;
    read.notes = {{.guest = guest, .kind = note_kinds::read, .key = a_, .at = 1, .body = to_text(ReadMark{2, 2})}};
    ASSERT_TRUE(store->write(std::vector{read}));
    EXPECT_EQ(unread({}), 2);
    EXPECT_EQ(unread({"y"}), 0);
    Write gone;
    gone.table = a_;
    gone.forget = game.room->at;
    EXPECT_EQ(store->write(std::vector{gone})->front(), WriteOutcome::stored);
    EXPECT_TRUE(store->notes(guest, "", -1)->empty()) << "with the table";
    EXPECT_EQ(read_mark("nonsense"), ReadMark());
}

TEST_P(StoreTest, EventsAreRewrittenOnlyAsTheyWereRead) {
    const auto store = open();
    ASSERT_TRUE(store->write(std::vector{event(a_, 1, "one"), event(a_, 2, "two")}));
    Write both;
    both.table = a_;
    both.rewritten = {{.seq = 1, .before = "one", .after = "ONE"}, {.seq = 2, .before = "2", .after = "TWO"}};
    EXPECT_EQ(store->write(std::vector{both})->front(), WriteOutcome::conflict);
    EXPECT_EQ(store->events(a_, 0)->front().body, "one") << "all of them, or none";
    both.rewritten[1].before = "two";
    EXPECT_EQ(store->write(std::vector{both})->front(), WriteOutcome::stored);
    EXPECT_EQ(store->events(a_, 0)->front().body, "ONE");
    EXPECT_EQ(store->events(a_, 1)->front().body, "TWO");
}

TEST_P(StoreTest, AWriteAboutAPersonHoldsNothingOfATable) {
    const auto store = open();
    Write write = event(a_, 1);
    write.person = PersonChange{.id = b_, .name = PersonChange::Name{.shown = "Ben", .folded = "ben " + b_}};
    EXPECT_FALSE(store->write(std::vector{write}));
    EXPECT_EQ(*store->last_seq(a_), 0);
    EXPECT_FALSE(*store->guest(b_));
}

TEST_P(StoreTest, AClaimedNameIsTakenOnce) {
    const auto store = open();
    std::vector<Write> batch(3);
    batch[0].moved_guest = GuestRow{.id = a_, .name = "Anna", .claimed = "anna" + a_, .password = "x"};
    batch[1].moved_guest = GuestRow{.id = b_, .name = "ANNA", .claimed = "anna" + a_, .password = "y"};
    batch[2] = event(a_, 1);
    const auto outcomes = store->write(batch);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ(*outcomes, (std::vector{WriteOutcome::stored, WriteOutcome::conflict, WriteOutcome::stored}));
    EXPECT_EQ((*store->guest_by_claim("anna" + a_))->id, a_);
    EXPECT_FALSE(store->guest(b_)->has_value());
    EXPECT_EQ(store->events(a_, 0)->size(), 1U);
}

TEST_P(StoreTest, NothingOfAConflictIsWritten) {
    const auto store = open();
    std::vector<Write> batch = {event(a_, 1), event(a_, 1)};
    batch[0].room = room(a_, "open");
    batch[1].room = room(a_, "over");
    batch[1].seats = {{.table = a_, .guest = b_, .seat = 1}};
    ASSERT_TRUE(store->write(batch));
    EXPECT_TRUE(store->rooms_of(b_, 10)->empty());
    const auto over = store->rooms("over", false, -1);
    ASSERT_TRUE(over);
    for (const RoomRow& row : *over) EXPECT_NE(row.table, a_);
}

TEST_P(StoreTest, WhatIsWrittenComesBack) {
    const auto store = open();
    const std::string odd = "{\"text\":\"quotes ' \\\" \\\\ {a,b} NULL \xC3\xA4 \\n\"}\n";
    std::vector<Write> batch = {event(a_, 1, odd), event(a_, 2)};
    batch[0].room = room(a_, "running");
    batch[0].seats = {{.table = a_, .guest = b_, .seat = 2}, {.table = a_, .guest = b_, .seat = 3}};
    batch[1].ratings = {
        {.guest = b_, .game = a_, .rating = 1512.25, .deviation = 300.5, .volatility = 0.06, .games = 7, .name = {}}};
    Write guest;
    guest.moved_guest = GuestRow{.id = b_, .name = "B\"\\", .claimed = {}, .password = {}};
    guest.facts = {{a_, "one"}};
    guest.first_facts = {{a_, "two"}, {b_, "three"}};
    batch.push_back(guest);
    const auto outcomes = store->write(batch);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ(store->events(a_, 0)->front().body, odd);
    EXPECT_EQ(store->events(a_, 1)->size(), 1U);
    const auto rooms = *store->rooms_of(b_, 10);
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].summary, room(a_, "running").summary);
    EXPECT_EQ(rooms[0].seat, 3);
    EXPECT_TRUE(rooms[0].duty);
    const auto ratings = *store->ratings_of(b_);
    ASSERT_EQ(ratings.size(), 1U);
    EXPECT_EQ(ratings[0].rating, 1512.25);
    EXPECT_EQ(ratings[0].name, "B\"\\");
    EXPECT_EQ(store->best_ratings(a_, 1)->size(), 1U);
    EXPECT_EQ(*store->fact(a_), "one");
    EXPECT_EQ(*store->fact(b_), "three");
    EXPECT_FALSE((*store->guest(b_))->claimed);
}

TEST_P(StoreTest, FriendsAreFriendsByMutualConsent) {
    const auto store = open();
    const auto keep = [&](const Expected<Write>& write) {
        ASSERT_TRUE(write) << write.error().message;
        ASSERT_TRUE(store->write(std::vector<Write>{*write}));
    };
    const auto names = [](const std::vector<Acquaintance>& all) {
        std::vector<std::string> guests;
        for (const Acquaintance& one : all) guests.push_back(one.guest);
        return guests;
    };
    using Names = std::vector<std::string>;
    keep(befriend(*store, a_, b_, 1));
    EXPECT_EQ(names(read_company(*store, a_)->asking), Names{b_});
    EXPECT_EQ(names(read_company(*store, b_)->asked), Names{a_});
    EXPECT_FALSE(*are_friends(*store, a_, b_));
    keep(befriend(*store, a_, b_, 2));
    EXPECT_FALSE(*are_friends(*store, a_, b_)) << "asking twice is no answer";
    keep(befriend(*store, b_, a_, 3));
    EXPECT_TRUE(*are_friends(*store, a_, b_) && *are_friends(*store, b_, a_));
    keep(block(*store, b_, a_, 4));
    EXPECT_FALSE(*are_friends(*store, a_, b_)) << "nobody is a friend of who blocks them";
    EXPECT_EQ(*read_blocked(*store, b_), std::set<std::string>{a_});
    EXPECT_EQ(*read_kept_apart(*store, a_), std::set<std::string>{b_}) << "both ways";
    EXPECT_EQ(*read_kept_apart(*store, b_), std::set<std::string>{a_});
    keep(befriend(*store, a_, b_, 5));
    EXPECT_TRUE(read_company(*store, b_)->asked.empty()) << "the question does not reach them";
    EXPECT_EQ(befriend(*store, b_, a_, 6).error().reason, "unblock_first");
    keep(unblock(b_, a_));
    keep(part(a_, b_));
    Write met;
    met.notes = have_met({a_, b_}, "t", 7);
    keep(met);
    EXPECT_EQ(names(read_company(*store, a_)->met), Names{b_});
    Write gone;
    gone.forgotten_guest = a_;
    gone.forgotten_by_others = true;
    keep(gone);
    EXPECT_TRUE(read_company(*store, b_)->met.empty()) << "nothing about somebody who deleted themselves";
}

TEST_P(StoreTest, ManyFriendsAreEnough) {
    const auto store = open();
    Write many;
    for (int i = 0; i < most_ties; ++i)
        many.notes.push_back(
            {.guest = a_, .kind = note_kinds::tie, .key = "friend " + std::to_string(i), .at = i, .body = "friend"});
    ASSERT_TRUE(store->write(std::vector<Write>{many}));
    EXPECT_EQ(befriend(*store, a_, b_, 1).error().reason, "many_friends");
    EXPECT_EQ(befriend(*store, b_, a_, 1).error().reason, "many_friends") << "nor can they be asked by more";
}

TEST_P(StoreTest, NotesOfAPersonAreKeptAndTakenOnce) {
    const auto store = open();
    const auto outcome_of = [&](const Write& write) {
        const auto outcomes = store->write(std::vector<Write>{write});
        EXPECT_TRUE(outcomes) << outcomes.error().message;
        return outcomes ? outcomes->front() : WriteOutcome::refused;
    };
    Write write;
    write.notes = {{.guest = a_, .kind = "one", .key = a_, .at = 1, .body = "x \" ' \\"},
                   {.guest = a_, .kind = "one", .key = b_, .at = 2, .body = ""},
                   {.guest = b_, .kind = "two", .key = a_, .at = 3, .body = "y"}};
    EXPECT_EQ(outcome_of(write), WriteOutcome::stored);
    ASSERT_EQ(store->notes(a_, "one", 10)->size(), 2U);
    EXPECT_EQ(store->notes(a_, "one", 10)->front().key, b_) << "the latest first";
    EXPECT_EQ(store->notes(a_, "one", 1)->size(), 1U);
    EXPECT_EQ(store->notes(a_, "", -1)->size(), 2U);
    EXPECT_TRUE(store->notes(a_, "two", -1)->empty());
    EXPECT_EQ((*store->note({.guest = a_, .kind = "one", .key = a_}))->body, "x \" ' \\");
    EXPECT_FALSE(*store->note({.guest = a_, .kind = "two", .key = a_}));
    EXPECT_EQ(store->notes_by_key("two", a_, 10)->front().guest, b_);
    Write changed;
    changed.changed_note = NoteRow{.guest = a_, .kind = "called", .key = b_, .at = 4, .body = "7"};
    changed.notes = {{.guest = a_, .kind = "with it", .key = "", .at = 4, .body = ""}};
    EXPECT_EQ(outcome_of(changed), WriteOutcome::stored);
    changed.notes[0].kind = "never";
    EXPECT_EQ(outcome_of(changed), WriteOutcome::conflict) << "it is there with the same body";
    EXPECT_TRUE(store->notes(a_, "never", 1)->empty()) << "nothing of a conflict is written";
    changed.changed_note->body = "8";
    EXPECT_EQ(outcome_of(changed), WriteOutcome::stored);
    EXPECT_EQ(store->notes(a_, "never", 1)->size(), 1U);
    Write taken;
    taken.taken_note = NoteKey{.guest = a_, .kind = "one", .key = a_};
    EXPECT_EQ(outcome_of(taken), WriteOutcome::stored);
    EXPECT_EQ(outcome_of(taken), WriteOutcome::conflict) << "taken once";
    Write gone;
    gone.forgotten_notes = {{.guest = a_, .kind = "one", .key = b_}, {.guest = a_, .kind = "one", .key = "not there"}};
    EXPECT_EQ(outcome_of(gone), WriteOutcome::stored);
    EXPECT_TRUE(store->notes(a_, "one", 10)->empty());
    EXPECT_EQ(store->notes_by_key("two", a_, 10)->size(), 1U);
}

/// Several writes of one commit speak of the same rows.
TEST_P(StoreTest, TheLastWordOnARowCounts) {
    const auto store = open();
    const auto note = [&](const std::string& key, const std::string& body) {
        Write write;
        write.notes = {{.guest = a_, .kind = "one", .key = key, .at = 1, .body = body}};
        return write;
    };
    const auto forget = [&](const std::string& key) {
        Write write;
        write.forgotten_notes = {{.guest = a_, .kind = "one", .key = key}};
        return write;
    };
    const auto told = [&](const std::string& key) {
        const auto found = *store->note({.guest = a_, .kind = "one", .key = key});
        return found ? found->body : "gone";
    };
    Write fact;
    fact.facts = {{a_, "1"}, {a_, "2"}};
    const auto seat = [&](int number) {
        Write write = event(b_, number + 1);
        write.seats = {{.table = b_, .guest = a_, .seat = number}};
        return write;
    };
    const std::vector<Write> batch = {note("a", "1"), note("a", "2"), note("b", "1"), forget("b"), forget("c"),
                                      note("c", "3"), fact,           seat(0),        seat(1)};
    const auto outcomes = store->write(batch);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ(*outcomes, std::vector(batch.size(), WriteOutcome::stored));
    EXPECT_EQ(told("a"), "2");
    EXPECT_EQ(told("b"), "gone");
    EXPECT_EQ(told("c"), "3");
    EXPECT_EQ(*store->fact(a_), "2");
    EXPECT_EQ(*store->seat_of(b_, a_), 1);
    Write gone;
    gone.forgotten_guest = a_;
    ASSERT_TRUE(store->write(std::vector{note("a", "before"), gone}));
    ASSERT_TRUE(store->write(std::vector{note("c", "after")}));
    EXPECT_EQ(told("a"), "gone");
    EXPECT_EQ(told("c"), "after");
}

/// Where one of many was too late all others are stored, with everything beside their events.
TEST_P(StoreTest, OneThatIsTooLateTakesNobodyAlong) {
    const auto store = open();
    ASSERT_TRUE(store->write(std::vector{event(a_, 1)}));
    for (int round = 1; round <= 3; ++round) {  // more carefully after the first
        const std::string table = random_id();
        std::vector<Write> batch = {event(table, 1), event(a_, 1), event(b_, round)};
        batch[0].room = room(table, "running");
        batch[1].room = room(a_, "over");
        batch[2].notes = {{.guest = b_, .kind = "one", .key = table, .at = 1, .body = "x"}};
        const auto outcomes = store->write(batch);
        ASSERT_TRUE(outcomes) << outcomes.error().message;
        EXPECT_EQ(*outcomes, (std::vector{WriteOutcome::stored, WriteOutcome::conflict, WriteOutcome::stored}));
        EXPECT_EQ((*store->room(table))->phase, "running");
        EXPECT_FALSE(*store->room(a_)) << "nothing of a conflict is written";
        EXPECT_TRUE(*store->note({.guest = b_, .kind = "one", .key = table}));
        EXPECT_EQ(*store->last_seq(b_), round);
    }
    for (int seq = 4; seq < 40; ++seq)
        ASSERT_EQ(store->write(std::vector{event(b_, seq)})->front(), WriteOutcome::stored);
    EXPECT_EQ(store->write(std::vector{event(b_, 50)})->front(), WriteOutcome::conflict) << "it follows nothing";
    EXPECT_EQ(*store->last_seq(b_), 39);
}

TEST_P(StoreTest, TablesComeInPages) {
    const auto store = open();
    ASSERT_TRUE(store->write(std::vector<Write>{event(a_, 1), event(a_, 2), event(b_, 1)}));
    std::set<std::string> met;
    for (std::string after;;) {
        const auto page = *store->tables(after, 1);
        if (page.empty()) break;
        EXPECT_GT(page[0], after);
        after = page[0];
        met.insert(after);
    }
    EXPECT_TRUE(met.contains(a_) && met.contains(b_));
}

TEST_P(StoreTest, OneOfTwoWritersIsFirst) {
    std::array<int, 2> won{};
    const auto race = [&](std::size_t writer) {
        const auto store = open();
        for (int seq = 1; seq <= 40; ++seq)
            won[writer] += store->write(std::vector<Write>{event(a_, seq)})->front() == WriteOutcome::stored ? 1 : 0;
    };
    (void)open();
    std::thread other([&] { race(1); });
    race(0);
    other.join();
    EXPECT_EQ(won[0] + won[1], 40);
    EXPECT_EQ(open()->events(a_, 0)->size(), 40U);
}

TEST_P(StoreTest, ARowThatCannotBeWrittenFailsAlone) {
    std::vector<Write> batch = {event(a_, 1), event(a_ + std::string(1, '\0'), 1), event(b_, 1)};
    std::promise<Expected<std::vector<WriteOutcome>>> told;
    GroupWriter writer(open());
    writer.write(batch, [&](Expected<std::vector<WriteOutcome>> outcomes) { told.set_value(std::move(outcomes)); });
    const auto outcomes = told.get_future().get();
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ(outcomes->at(0), WriteOutcome::stored);
    EXPECT_EQ(outcomes->at(1), GetParam() == "sqlite" ? WriteOutcome::stored : WriteOutcome::refused);
    EXPECT_EQ(outcomes->at(2), WriteOutcome::stored);
    EXPECT_EQ(open()->events(b_, 0)->size(), 1U);
}

TEST_P(StoreTest, ATableOnDutyIsClaimedByOne) {
    const auto one = open();
    const auto two = open();
    std::vector<Write> batch = {event(a_, 1)};
    batch[0].room = room(a_, "running");
    ASSERT_TRUE(one->write(batch));
    EXPECT_TRUE(*one->claim(a_));
    EXPECT_TRUE(*one->claim(a_)) << "asked again, it is still its own; and let go once, it is free";
    EXPECT_EQ(*two->claim(a_), !two->is_shared());
    one->release(a_);
    EXPECT_TRUE(*two->claim(a_));
}

TEST_P(StoreTest, WhatIsDueSoonAndNobodysIsTakenOnce) {
    auto one = open();
    const auto two = open();
    const auto due = [&](const std::string& table, std::int64_t at) {
        std::vector<Write> batch = {event(table, 1)};
        batch[0].room = room(table, "running");
        batch[0].room->due = at;
        ASSERT_TRUE(one->write(batch));
    };
    const auto takes = [](Store& store, const std::string& table, std::int64_t before = 1000) {
        const auto taken = *store.take_unclaimed(before, -1);
        return std::ranges::find(taken, table, &Due::table) != taken.end();
    };
    due(a_, 500);
    due(b_, 0);
    EXPECT_FALSE(takes(*one, a_, 500)) << "it is due later";
    EXPECT_TRUE(takes(*one, a_));
    EXPECT_FALSE(takes(*one, b_)) << "nothing is due there";
    if (!one->is_shared()) return;
    EXPECT_FALSE(takes(*two, a_)) << "it is the other's";
    EXPECT_FALSE(*two->claim(a_));
    due(a_, 600);
    EXPECT_FALSE(takes(*two, a_)) << "also after its row was written anew";
    one.reset();
    while (!takes(*two, a_)) continue;  // the database notices that a session has ended, and then it is free
    EXPECT_TRUE(*two->claim(a_));
}

TEST_P(StoreTest, WhatManyTablesHaveNewIsAskedForOnce) {
    const auto store = open();
    ASSERT_TRUE(store->write(std::vector<Write>{event(a_, 1), event(a_, 2), event(a_, 3), event(b_, 1), event(b_, 2)}));
    const std::vector<Store::After> tables = {{b_, 1}, {"nobody's", 0}, {a_, 0}, {b_, 2}};
    const auto found = store->events_after(tables, 2);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->size(), 4U);
    ASSERT_EQ((*found)[0].size(), 1U);
    EXPECT_EQ((*found)[0][0].seq, 2);
    EXPECT_EQ((*found)[0][0].body, store->events(b_, 1)->front().body);
    EXPECT_TRUE((*found)[1].empty());
    ASSERT_EQ((*found)[2].size(), 2U) << "no more than were asked for";
    EXPECT_EQ((*found)[2][1].seq, 2);
    EXPECT_TRUE((*found)[3].empty());
}

TEST_P(StoreTest, EventsOfOneWriteAreThereTogetherOrNotAtAll) {
    const auto store = open();
    ASSERT_TRUE(store->write(std::vector<Write>{event(a_, 1)}));
    std::vector<Write> batch = {event(a_, 1, "late"), event(b_, 1)};
    batch[0].events.push_back({.seq = 2, .at = 1, .body = "behind it"});
    batch[0].room = room(a_, "over");
    batch[1].events.push_back({.seq = 2, .at = 1, .body = "{}"});
    const auto outcomes = store->write(batch);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    EXPECT_EQ(*outcomes, (std::vector{WriteOutcome::conflict, WriteOutcome::stored}));
    EXPECT_EQ(store->events(a_, 0)->size(), 1U);
    EXPECT_EQ(store->events(b_, 0)->size(), 2U);
    // And where only the second number is taken.
    Write alone = event(b_, 4);
    alone.as_it_is = true;
    ASSERT_TRUE(store->write(std::vector<Write>{alone}));
    Write both = event(b_, 3);
    both.events.push_back({.seq = 4, .at = 1, .body = "late"});
    EXPECT_EQ(store->write(std::vector<Write>{both})->front(), WriteOutcome::conflict);
    EXPECT_EQ(store->events(b_, 2)->size(), 1U);
}

TEST_P(StoreTest, NoRatingIsLostWhenGamesEndAtOnce) {
    constexpr int games = 60;
    const std::vector<std::string> players = {a_, b_, random_id()};
    const auto end_games = [&](std::size_t first) {
        const auto store = open();
        for (int i = 0; i < games; ++i) {
            Write write;
            write.rating_change = {.game = a_,
                                   .guests = {players[first], players[first + 1]},
                                   .compute = [](std::vector<RatingRow> rows, const RatingChange::Meetings&) {
                                       for (RatingRow& row : rows) {
                                           row.rating += 1;
                                           ++row.games;
                                       }
                                       return rows;
                                   }};
            ASSERT_TRUE(store->write(std::vector<Write>{write, write}));
        }
    };
    std::vector<Write> guests(3);
    for (std::size_t i = 0; i < 3; ++i)
        guests[i].moved_guest = GuestRow{.id = players[i], .name = "x", .claimed = players[i], .password = {}};
    ASSERT_TRUE(open()->write(guests));
    std::thread other([&] { end_games(1); });
    end_games(0);
    other.join();
    for (const auto& [player, played] : {std::pair(0UL, 2), std::pair(1UL, 4), std::pair(2UL, 2)}) {
        const auto row = open()->ratings_of(players[player])->front();
        EXPECT_EQ(row.games, played * games);
        EXPECT_EQ(row.rating, 1500 + played * games);
    }
}

TEST_P(StoreTest, OnlyThoseWhoClaimedTheirNamesAreRated) {
    const auto store = open();
    std::vector<Write> guests(2);
    guests[0].moved_guest = GuestRow{.id = a_, .name = "a", .claimed = a_, .password = {}};
    guests[1].moved_guest = GuestRow{.id = b_, .name = "b", .claimed = {}, .password = {}};
    ASSERT_TRUE(store->write(guests));
    int computed = 0;
    Write game;
    game.rating_change = {.game = "g",
                          .guests = {a_, b_},
                          .compute =
                              [&](std::vector<RatingRow> rows, const RatingChange::Meetings& meetings) {
                                  EXPECT_EQ(meetings.often[0][1], 0) << "a game that did not count is no meeting";
                                  ++computed;
                                  return rows;
                              },
                          .at = 5};
    ASSERT_TRUE(store->write(std::vector<Write>{game}));
    EXPECT_EQ(computed, 0);
    EXPECT_TRUE(store->ratings_of(a_)->empty());
    guests[1].moved_guest->claimed = b_;
    ASSERT_TRUE(store->write(guests));
    ASSERT_TRUE(store->write(std::vector<Write>{game}));
    EXPECT_EQ(computed, 1);
    EXPECT_EQ(store->ratings_of(a_)->size(), 1U);
}

TEST_P(StoreTest, AForgottenTableIsNotContinued) {
    const auto store = open();
    std::vector<Write> made = {event(a_, 1)};
    made[0].room = room(a_, "open");
    ASSERT_TRUE(store->write(made));
    Write forget;
    forget.table = a_;
    forget.forget = 4;
    EXPECT_EQ(store->write(std::vector{forget})->front(), WriteOutcome::conflict) << "something happened there since";
    EXPECT_EQ(store->events(a_, 0)->size(), 1U);
    EXPECT_TRUE(store->room(a_)->has_value());
    forget.forget = 5;
    EXPECT_EQ(store->write(std::vector{forget})->front(), WriteOutcome::stored);
    EXPECT_EQ(store->write(std::vector{event(a_, 2)})->front(), WriteOutcome::conflict) << "by whoever had it open";
    EXPECT_TRUE(store->events(a_, 0)->empty());
    EXPECT_FALSE(store->room(a_)->has_value());
}

TEST_P(StoreTest, NobodyContinuesWhatIsNoLongerThere) {
    const auto store = open();
    std::vector<Write> made = {event(a_, 1), event(b_, 1)};
    made[0].room = room(a_, "open");
    made[1].room = room(b_, "open");
    ASSERT_TRUE(store->write(made));
    ASSERT_TRUE(store->set_aside(b_, "damaged"));
    EXPECT_EQ(store->write(std::vector{event(b_, 2)})->front(), WriteOutcome::conflict) << "it lies aside";
    EXPECT_EQ(store->write(std::vector{event(a_, 2)})->front(), WriteOutcome::stored);
    Write forget;
    forget.table = a_;
    forget.forget = 5;
    ASSERT_EQ(open()->write(std::vector{forget})->front(), WriteOutcome::stored);
    EXPECT_EQ(store->write(std::vector{event(a_, 3)})->front(), WriteOutcome::conflict) << "another one forgot it";
}

/// One goes on at a table while the other forgets it: all of it is there in the end, or nothing.
TEST_P(StoreTest, NobodyForgetsWhatSomebodyContinues) {
    for (int round = 0; round < 40; ++round) {
        const std::string table = random_id();
        std::vector<Write> made = {event(table, 1)};
        made[0].room = room(table, "open");
        ASSERT_TRUE(open()->write(made));
        auto outcome = WriteOutcome::refused;
        std::thread other([&] {
            const auto store = open();
            std::vector<Write> joined = {event(table, 2)};
            joined[0].room = room(table, "open");
            joined[0].room->at = 6;
            if (const auto outcomes = store->write(joined)) outcome = outcomes->front();
        });
        Write forget;
        forget.table = table;
        forget.forget = 5;
        const auto forgotten = open()->write(std::vector{forget});
        other.join();
        ASSERT_TRUE(forgotten && outcome != WriteOutcome::refused);
        const auto left = open()->events(table, 0)->size();
        const bool is_kept = outcome == WriteOutcome::stored;
        ASSERT_EQ(left, is_kept ? 2U : 0U) << "round " << round;
        ASSERT_EQ(open()->room(table)->has_value(), is_kept);
    }
}

TEST_P(StoreTest, ATableInUseIsFresh) {
    const auto store = open();
    std::vector<Write> made = {event(a_, 1), event(b_, 1), {}};
    made[0].room = room(a_, "open");
    made[1].room = room(b_, "running");
    made[2].in_use = InUse{.tables = {a_, b_, random_id()}, .since = 6, .at = 100};
    ASSERT_TRUE(store->write(made));
    EXPECT_EQ((*store->room(a_))->at, 100);
    EXPECT_EQ((*store->room(b_))->at, 5) << "only tables that wait for players are forgotten for their age";
    made[2].in_use = InUse{.tables = {a_}, .since = 100, .at = 200};
    ASSERT_TRUE(store->write(std::span(&made[2], 1)));
    EXPECT_EQ((*store->room(a_))->at, 100) << "it is fresh enough";
}

TEST_P(StoreTest, AGuestsTablesComeInOrderHoweverManyThereAre) {
    const auto store = open();
    const std::string guest = random_id();
    std::vector<std::string> over;
    std::vector<Write> batch;
    for (std::int64_t i = 0; i < 30; ++i) {
        const std::string table = random_id();
        Write write = event(table, 1);
        write.room = room(table, i % 3 == 0 ? "over" : i % 3 == 1 ? "open" : "running");
        write.room->at = 1000 + i;
        write.seats = {{.table = table, .guest = guest, .seat = 1}};
        if (i % 3 == 0) over.insert(over.begin(), table);
        batch.push_back(std::move(write));
    }
    ASSERT_TRUE(store->write(batch));
    const auto phases = [&](int limit) {
        std::string text;
        const auto rows = *store->rooms_of(guest, limit);
        for (const RoomRow& row : rows) text += row.phase.substr(0, 2) + " ";
        return text;
    };
    EXPECT_EQ(phases(3), "ru ru ru ");
    EXPECT_EQ(phases(12), "ru ru ru ru ru ru ru ru ru ru op op ");
    const auto all = *store->rooms_of(guest, 100);
    ASSERT_EQ(all.size(), 30U);
    for (std::size_t i = 0; i < over.size(); ++i) EXPECT_EQ(all[20 + i].table, over[i]) << "the latest first";
    EXPECT_EQ(*store->seat_of(over[0], guest), 1);
    EXPECT_EQ(*store->seat_of(over[0], b_), -1);
}

std::vector<std::string> stores() {
    std::vector<std::string> names = {"sqlite"};
    if (std::getenv("SPRINGTIDE_TEST_POSTGRES") != nullptr) names.emplace_back("postgres");
    return names;
}
INSTANTIATE_TEST_SUITE_P(Stores, StoreTest, testing::ValuesIn(stores()), [](const auto& store) { return store.param; });

/// Counts the steps of SQLite's machine, of every connection that is opened while it lives.
class StepCounter {
  public:
    StepCounter() {
        steps_ = 0;
        sqlite3_auto_extension(reinterpret_cast<void (*)()>(&begin));
    }
    ~StepCounter() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&begin)); }
    StepCounter(const StepCounter&) = delete;
    StepCounter& operator=(const StepCounter&) = delete;
    template <class Ask>
    std::int64_t of(Ask ask) {
        steps_ = 0;
        ask();
        return steps_;
    }

  private:
    static int begin(sqlite3* database, char**, const sqlite3_api_routines*) {
        sqlite3_progress_handler(
            database, 1,
            [](void*) {
                ++steps_;
                return 0;
            },
            nullptr);
        return SQLITE_OK;
    }
    static std::int64_t steps_;
};
std::int64_t StepCounter::steps_ = 0;

/// However much a stranger has put there, a list costs what it shows: no sorting of all, no looking through all.
TEST(Lists, CostWhatTheyShow) {
    const Folder folder;
    constexpr int few = 300;
    constexpr int many = 6'000;
    const std::string guest(32, 'a');
    StepCounter counter;
    const auto store = *SqliteStore::open(folder.file());
    int made = 0;
    const auto fill = [&](int until) {
        std::vector<Write> batch;
        for (; made < until; ++made) {
            const std::string table = random_id();
            Write write = event(table, 1);
            write.room = room(table, made % 3 == 0 ? "over" : made % 3 == 1 ? "open" : "running");
            write.room->at = made;
            write.seats = {{.table = table, .guest = guest, .seat = 0}};
            const std::string rated = random_id();
            write.moved_guest = GuestRow{.id = rated, .name = "x", .claimed = {}, .password = {}};
            write.ratings = {{.guest = rated,
                              .game = "g",
                              .rating = 1500.0 + made,
                              .deviation = 50,
                              .volatility = 0.06,
                              .games = 1,
                              .name = {}}};
            batch.push_back(std::move(write));
        }
        ASSERT_TRUE(store->write(batch));
    };
    const auto cost = [&] {
        return std::map<std::string, std::int64_t>{
            {"lobby", counter.of([&] { EXPECT_EQ(store->rooms("open", true, 50)->size(), 50U); })},
            {"mine", counter.of([&] { EXPECT_EQ(store->rooms_of(guest, 50)->size(), 50U); })},
            {"leaderboard", counter.of([&] { EXPECT_EQ(store->best_ratings("g", 50)->size(), 50U); })},
            {"me", counter.of([&] { EXPECT_TRUE(store->ratings_of(guest)->empty()); })},
            {"stale", counter.of([&] { EXPECT_EQ(store->stale("open", 0, many, 50)->size(), 50U); })},
            {"record", counter.of([&] { EXPECT_FALSE(store->room(guest)->has_value()); })},
        };
    };
    fill(few);
    const auto before = cost();
    fill(many);
    for (const auto& [list, steps] : cost()) {
        // Of the tables somebody sits at, some hundreds are looked at.
        const auto most = list == "mine" ? 20'000 : 2 * before.at(list) + 200;
        EXPECT_LT(steps, most) << list;
    }
}

TEST(Migration, AnOlderDatabaseIsBroughtUpToDate) {
    const Folder folder;
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(folder.file().c_str(), &database), SQLITE_OK);
    const std::string old = std::string(migrations[0]) +
                            "PRAGMA user_version = 1; INSERT INTO room VALUES ('t', 'g', 'running', 0, 1, '{}');"
                            "INSERT INTO event VALUES ('t', 1, 1, '{}');";
    ASSERT_EQ(sqlite3_exec(database, old.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const auto store = *SqliteStore::open(folder.file());
    const auto taken = *store->take_unclaimed(2, -1);
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken.front().table, "t");
    EXPECT_EQ(taken.front().at, 1) << "whatever is due there is looked at once";
    EXPECT_EQ(store->events("t", 0)->size(), 1U);
}

}  // namespace
}  // namespace springtide::server
