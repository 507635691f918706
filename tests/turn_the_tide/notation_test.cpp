#include <algorithm>
#include <set>

#include "table/games.hpp"
#include "tests/turn_the_tide/situation.hpp"

/// How the game is written: options, actions, chance, what happened.
namespace springtide::turn_the_tide {
namespace {

using Text = GameText<State>;

Options options_from(const OptionTexts& given) {
    const auto reader = OptionReader::read(Text::info(), given);
    EXPECT_TRUE(reader);
    return *Text::options(*reader, 3);
}

TEST(TurnTheTideNotation, TheEditionSetsTheCascade) {
    EXPECT_EQ(options_from({}), (Options{Edition::amigo, true, false}));
    EXPECT_EQ(options_from({{"edition", "gamewright"}}), (Options{Edition::gamewright, false, false}));
    EXPECT_EQ(options_from({{"edition", "amigo"}}), (Options{Edition::amigo, true, false}));
}

TEST(TurnTheTideNotation, TheCascadeCanBeSetOnItsOwn) {
    EXPECT_EQ(options_from({{"cascade", "false"}}), (Options{Edition::amigo, false, false}));
    EXPECT_EQ(options_from({{"edition", "gamewright"}, {"cascade", "true"}}),
              (Options{Edition::gamewright, true, false}));
    EXPECT_EQ(options_from({{"leftovers_open", "true"}}), (Options{Edition::amigo, true, true}));
}

TEST(TurnTheTideNotation, OptionsAreWrittenInFull) {
    for (const Options options :
         {Options{}, Options{Edition::gamewright, true, true}, Options{Edition::amigo, false, false}})
        EXPECT_EQ(options_from(Text::option_texts(options)), options);
}

TEST(TurnTheTideNotation, ACardIsItsNumber) {
    const State state = dealt_table(3);
    for (int card = 1; card <= 60; ++card) {
        const Action action{static_cast<std::uint8_t>(card)};
        EXPECT_EQ(Text::action_text(state, 0, action), std::to_string(card));
        EXPECT_EQ(Text::parse_action(state, 0, std::to_string(card)), action);
    }
    for (const auto* text : {"", "0", "61", "256", "300", "-4", "+4", "04", "4 ", " 4", "4,5", "four", "4.0"})
        EXPECT_FALSE(Text::parse_action(state, 0, text)) << text;
}

TEST(TurnTheTideNotation, ADealIsTwelveNumbersForEverySeat) {
    const State state = start({}, 3);
    const std::string text =
        "deal 5,10,15,20,25,30,35,40,45,50,55,60|1,6,11,16,21,26,31,36,41,46,51,56|2,7,12,17,22,27,32,37,42,47,52,57";
    EXPECT_EQ(Text::chance_text(state, plain_deal(3)), text);
    EXPECT_EQ(Text::parse_chance(state, text), plain_deal(3));
    for (const auto* wrong :
         {"deal", "deal ", "deal 1,2,3", "deal 1,2,3,4,5,6,7,8,9,10,11,61|1", "deal 1,2,3,4,5,6,7,8,9,10,11,12,12",
          "tides", "tides 4", "tides 0 4", "tides 4 13", "tides 4 7 8", "tides 4  7", "tides 4,7", "flood 4 7", ""})
        EXPECT_FALSE(Text::parse_chance(state, wrong)) << wrong;
}

TEST(TurnTheTideNotation, TidesKeepTheOrderInWhichTheyWereTurnedUp) {
    const State state = dealt_table(3);
    EXPECT_EQ(Text::parse_chance(state, "tides 7 4"), tides(7, 4));
    EXPECT_EQ(Text::chance_text(state, tides(7, 4)), "tides 7 4");
}

TEST(TurnTheTideNotation, ChancesAreListedOnceTheLowerTideFirst) {
    auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = {}, .position = {}});
    EXPECT_FALSE(table->chances()) << "deals are too many to list";
    EXPECT_TRUE(table->chance_form().starts_with("deal "));
    ASSERT_TRUE(table->play(Actor::chance(), Text::chance_text(start({}, 3), plain_deal(3))));
    const auto chances = table->chances();
    ASSERT_TRUE(chances);
    EXPECT_EQ(chances->size(), 78U) << "12 pairs of equals and 66 others";
    EXPECT_EQ(chances->front(), "tides 1 1");
    EXPECT_EQ(std::set<std::string>(chances->begin(), chances->end()).size(), 78U);
}

TEST(TurnTheTideNotation, PairsOfTidesWeighAsTheyAreLikely) {
    State state = dealt_table(3);
    trick(state, 0, 1, 3, 5);
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < outcome_count(state); ++i) {
        const auto [chance, weight] = outcome(state, i);
        sum += weight;
        const auto left = [](int level) { return level == 3 || level == 5 ? 1U : 2U; };
        const auto [low, high] = chance.tides;
        EXPECT_EQ(weight, low == high ? 1U : left(low) * left(high));
        EXPECT_TRUE(low != high || left(low) == 2);
    }
    EXPECT_EQ(sum, 22U * 21U / 2U);
}

TEST(TurnTheTideNotation, RefusalsSayWhatToDo) {
    State state = dealt_table(3);
    trick(state, 0, 1, 3, 5);
    apply_chance(state, tides(1, 2));
    EXPECT_EQ(Text::why_not(state, 0, {60}).message, "the 60 was already played in this round (T10)");
    EXPECT_EQ(Text::why_not(state, 0, {1}).message,
              "the 1 is not in the hand of player 1; choose one of 5 10 15 20 25 30 35 40 45 50 55");
}

TEST(TurnTheTideNotation, ATrickInWords) {
    auto table = *new_table("turn_the_tide", {.players = 3, .options = {}, .seed = {}, .position = {}});
    const auto deal = table->play(Actor::chance(), Text::chance_text(start({}, 3), plain_deal(3)));
    EXPECT_EQ(lines_for(table->events(), *deal, Observer::seat(2)),
              (std::vector<std::string>{"player 1 receives 5 preservers", "player 2 receives 5 preservers",
                                        "player 3 holds 2 7 12 17 22 27 32 37 42 47 52 57",
                                        "player 3 receives 4 preservers"}));
    EXPECT_EQ(lines_for(table->events(), *table->play(Actor::chance(), "tides 4 9"), Observer::spectator()),
              (std::vector<std::string>{"tide cards 4 and 9 are turned up"}));
    EXPECT_EQ(lines_for(table->events(), *table->play(Actor::seat(0), "60"), Observer::seat(0)),
              (std::vector<std::string>{"player 1 has chosen", "player 1 chooses the 60"}));
    ASSERT_TRUE(table->play(Actor::seat(1), "1"));
    EXPECT_EQ(lines_for(table->events(), *table->play(Actor::seat(2), "22"), Observer::spectator()),
              (std::vector<std::string>{"player 3 has chosen", "player 1 reveals the 60", "player 2 reveals the 1",
                                        "player 3 reveals the 22", "player 1 takes tide 4", "player 3 takes tide 9",
                                        "player 3 loses a preserver and has 3 preservers left"}));
}

TEST(TurnTheTideNotation, TheEndOfARoundInWords) {
    State state =
        table_with({0, 3, 1}, {12, 0, 0}, {.edition = Edition::amigo, .cascade = true, .leftovers_open = true});
    std::vector<std::string> lines;
    for (const Event& event : trick(state, 1, 2, 1, 2))
        if (event.visible_to(Observer::spectator()))
            std::ranges::move(sentences(Text::events(), event), std::back_inserter(lines));
    const std::vector<std::string> end(lines.begin() + 6, lines.end());
    EXPECT_EQ(end, (std::vector<std::string>{
                       "player 1 has no preserver to lose and is out of the round",
                       "round 1 ends: at most two players are left", "player 1 scores -1 point, -1 in all",
                       "player 2 scores 4 points with the lowest tide, 4 in all", "player 3 scores 1 point, 1 in all",
                       "player 2 gets the cards of player 1", "player 3 gets the cards of player 2",
                       "player 1 gets the cards of player 3"}));
}

TEST(TurnTheTideNotation, LeftoversAreToldOnlyWhenTheyLieOpen) {
    for (const bool open : {false, true}) {
        State state = start({.edition = Edition::amigo, .cascade = true, .leftovers_open = open}, 4);
        EventList events;
        apply_chance(state, plain_deal(4), &events);
        const auto told = std::ranges::find(events, static_cast<std::uint8_t>(Happening::left_out), &Event::kind);
        ASSERT_NE(told, events.end());
        EXPECT_EQ(told->visible_to(Observer::seat(0)), open);
        EXPECT_EQ(told->visible_to(Observer::spectator()), open);
        EXPECT_TRUE(told->visible_to(Observer::all()));
        EXPECT_EQ(sentences(Text::events(), *told),
                  std::vector<std::string>{"left out are 4 9 14 19 24 29 34 39 44 49 54 59"});
    }
}

}  // namespace
}  // namespace springtide::turn_the_tide
