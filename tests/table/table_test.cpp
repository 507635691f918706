#include <gtest/gtest.h>

#include "table/games.hpp"

namespace springtide {
namespace {

constexpr auto blue = Actor::seat(0);
constexpr auto pink = Actor::seat(1);
constexpr std::string_view setup = "setup b,p,n/b,p,b,p/b,b,n,n,p/b,p,n,p/p,n,b";

std::unique_ptr<Table> leiman(OptionTexts options, std::optional<std::string> seed = std::nullopt) {
    auto table = new_table("high_tide_leiman",
                           {.players = 2, .options = std::move(options), .seed = std::move(seed), .position = {}});
    EXPECT_TRUE(table);
    return std::move(*table);
}

TEST(Table, WithoutASeedTheCallerSuppliesChance) {
    const auto table = leiman({});
    EXPECT_TRUE(table->to_act().chance);
    EXPECT_EQ(table->chances(), (std::vector<std::string>{"first blue", "first pink"}));
    ASSERT_TRUE(table->play(Actor::chance(), "first pink"));
    EXPECT_EQ(table->chances(), std::nullopt) << "1,496,880 set-ups are not listed";
    EXPECT_TRUE(table->chance_form().starts_with("setup "));
    ASSERT_TRUE(table->play(Actor::chance(), setup));
    EXPECT_EQ(table->to_act().seats, SeatSet::of(1));
    EXPECT_EQ(table->chances(), std::vector<std::string>{}) << "chance has nothing to do now";
}

TEST(Table, WithASeedChanceFollowsAtOnceAndReproducibly) {
    const auto one = leiman({}, "sea");
    const auto same = leiman({}, "sea");
    const auto other = leiman({}, "sand");
    EXPECT_FALSE(one->to_act().chance);
    EXPECT_EQ(one->record(), same->record());
    EXPECT_NE(one->view(Observer::all()), other->view(Observer::all()));
}

TEST(Table, PlayTellsWhatHappened) {
    const auto table = leiman({{"first", "blue"}});
    ASSERT_TRUE(table->play(Actor::chance(), setup));
    const auto story = table->play(blue, "a1-a2");
    ASSERT_TRUE(story);
    EXPECT_EQ(lines_for(table->events(), *story, Observer::spectator()),
              (std::vector<std::string>{"blue moves the blue tile from a1 to a2, now 2 high"}));
}

TEST(Table, EveryRefusalHasItsCodeAndChangesNothing) {
    const auto table = leiman({{"first", "blue"}});
    EXPECT_EQ(table->play(blue, "a1-a2").error().code, ErrorCode::not_your_turn) << "chance is first";
    EXPECT_EQ(table->play(Actor::chance(), "setup x").error().code, ErrorCode::bad_notation);
    EXPECT_EQ(table->play(Actor::chance(), "first blue").error().code, ErrorCode::illegal_action);
    ASSERT_TRUE(table->play(Actor::chance(), setup));
    const auto record = table->record();
    EXPECT_EQ(table->play(pink, "a2-a1").error().code, ErrorCode::not_your_turn);
    EXPECT_EQ(table->play(Actor::chance(), setup).error().code, ErrorCode::not_your_turn);
    EXPECT_EQ(table->play(blue, "a1a2").error().code, ErrorCode::bad_notation);
    EXPECT_EQ(table->play(blue, "a2-a1").error().code, ErrorCode::illegal_action);
    EXPECT_EQ(table->retract(0).error().code, ErrorCode::illegal_action);
    EXPECT_EQ(table->record(), record);
}

TEST(Table, UndoTakesBackTheLastPlay) {
    const auto table = leiman({{"first", "blue"}});
    EXPECT_FALSE(table->may_undo());
    EXPECT_EQ(table->undo().error().code, ErrorCode::illegal_action);
    ASSERT_TRUE(table->play(Actor::chance(), setup));
    const auto before = table->record();
    ASSERT_TRUE(table->play(blue, "a1-a2"));
    EXPECT_TRUE(table->may_undo());
    ASSERT_TRUE(table->undo());
    EXPECT_EQ(table->record(), before);
    ASSERT_TRUE(table->undo()) << "a chance event that was supplied is a play too";
    EXPECT_TRUE(table->to_act().chance);
}

TEST(Table, UndoWithASeedTakesBackChanceToo) {
    const auto table = leiman({{"stones", "3"}}, "round");
    EXPECT_FALSE(table->may_undo()) << "the first set-up came by itself";
    // Play on until a move ends the round and lays out the next.
    std::string before;
    std::string after;
    std::string move;
    Seat seat = 0;
    const auto round = [&] { return table->record().find("chance setup", table->record().find("chance setup") + 5); };
    while (round() == std::string::npos) {
        seat = table->to_act().seats.front();
        before = table->record();
        move = table->legal(seat).front();
        ASSERT_TRUE(table->play(Actor::seat(seat), move));
    }
    after = table->record();
    ASSERT_TRUE(table->undo());
    EXPECT_EQ(table->record(), before);
    ASSERT_TRUE(table->play(Actor::seat(seat), move));
    EXPECT_EQ(table->record(), after) << "played again, the same chance comes";
}

TEST(Table, TheLogSaysWhoActedAndWhatWasTakenBack) {
    auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = "log", .position = {}});
    const std::size_t dealt = table->log_size();
    EXPECT_EQ(table->log_entry(0), (LogEntry{.by = Actor::chance(), .retracts = false}));
    ASSERT_TRUE(table->play(Actor::seat(1), table->legal(1).front()));
    ASSERT_TRUE(table->retract(1));
    ASSERT_EQ(table->log_size(), dealt + 2);
    EXPECT_EQ(table->log_entry(dealt), (LogEntry{.by = Actor::seat(1), .retracts = false}));
    EXPECT_EQ(table->log_entry(dealt + 1), (LogEntry{.by = Actor::seat(1), .retracts = true}));
}

TEST(Table, ALineOfARecordIsPlayedAsItStands) {
    auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = "lines", .position = {}});
    ASSERT_TRUE(table->play(Actor::seat(2), table->legal(2).front()));
    ASSERT_TRUE(table->retract(2));
    const Record record = table->as_record();
    EXPECT_EQ(to_text(record), table->record());
    auto again = *first_table(record);
    for (const Record::Line& line : record.events) ASSERT_TRUE(again->play(line)) << line.action;
    EXPECT_EQ(again->hash(), table->hash());
    EXPECT_FALSE(again->play(Record::Line{.by = Actor::seat(2), .action = "retract", .line = 0}));
}

TEST(Table, ChanceIsDrawnAndPlayedInOneGo) {
    const auto one = leiman({});
    const auto other = leiman({});
    for (std::uint64_t stream = 0; one->to_act().chance; ++stream) {
        const std::string due = other->draw_chance(Random(stream));
        const DrawnChance drawn = one->play_chance(Random(stream));
        EXPECT_EQ(drawn.text, due);
        EXPECT_EQ(drawn.story, *other->play(Actor::chance(), due));
    }
    EXPECT_EQ(one->record(), other->record());
}

TEST(Table, PositionTablesStartThereAndAreMatchesOfOneRound) {
    const auto table = position_table("high_tide_leiman", ".,bbpb,./.,.,p,./.,nbbbp,n,bp,./.,.,pnnpnp,./.,.,. b p", {});
    ASSERT_TRUE(table);
    EXPECT_TRUE((*table)->over());
    EXPECT_EQ((*table)->result().winners, SeatSet::of(1));
    const auto again = load_table((*table)->record());
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->record(), (*table)->record());
    EXPECT_EQ(position_table("high_tide_leiman", "nonsense", {}).error().code, ErrorCode::bad_notation);
    EXPECT_EQ(position_table("chess", "x", {}).error().code, ErrorCode::unknown_game);
    const auto longer =
        position_table("high_tide_leiman", ".,bbpb,./.,.,p,./.,nbbbp,n,bp,./.,.,pnnpnp,./.,.,. b p", {{"stones", "2"}});
    ASSERT_TRUE(longer);
    EXPECT_TRUE((*longer)->to_act().chance) << "a longer match goes on with the next set-up";
}

TEST(Games, UnknownOnesAreRefusedWithTheList) {
    const auto refused = new_table("high_tide", {.players = 2, .options = {}, .seed = {}, .position = {}});
    EXPECT_EQ(refused.error().code, ErrorCode::unknown_game);
    EXPECT_NE(refused.error().message.find("high_tide_leiman"), std::string::npos);
}

TEST(Table, SaysForHowManyPeopleAGameIs) {
    const auto refusal = [](std::string_view game) {
        return new_table(game, {.players = 9, .options = {}, .seed = {}, .position = {}}).error().message;
    };
    EXPECT_NE(refusal("turn_the_tide").find("3 to 5 players"), std::string::npos) << refusal("turn_the_tide");
    EXPECT_NE(refusal("high_tide_leiman").find("for 2 players"), std::string::npos) << refusal("high_tide_leiman");
}

}  // namespace
}  // namespace springtide
