#include "cli/play_session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "cli/keyboard.hpp"
#include "cli/rules_page.hpp"
#include "cli/screens/lines.hpp"
#include "cli/screens/screen.hpp"
#include "cli/table_options.hpp"
#include "table/games.hpp"

namespace springtide::cli {
namespace {

struct Played {
    int status = 0;
    std::string text;
};

/// Types `keys` at a terminal game; `against` is the bot's level, empty for two people.
Played play(const std::string& keys, const std::string& against, Style style = {},
            OptionTexts options = {{"first", "blue"}}) {
    auto table =
        new_table("high_tide_leiman", {.players = 2, .options = std::move(options), .seed = "session", .position = {}});
    std::istringstream in(keys);
    std::ostringstream out;
    Played played;
    played.status = PlaySession(std::move(*table), {Chair{}, Chair{against}}, in, out, style).run();
    played.text = out.str();
    return played;
}

/// Types the first legal action of seat 0 when it is asked.
class LegalPlayer final : public std::streambuf {
  public:
    explicit LegalPlayer(const Table& table) : table_(table) {}
    [[nodiscard]] int moves_left() const { return moves_left_; }

  protected:
    int_type underflow() override {
        if (moves_left_ == 0) return traits_type::eof();
        --moves_left_;
        const auto legal = table_.legal(0);
        line_ = (legal.empty() ? "" : legal.front()) + "\n";
        setg(line_.data(), line_.data(), line_.data() + line_.size());
        return traits_type::to_int_type(line_.front());
    }

  private:
    const Table& table_;
    std::string line_;
    int moves_left_ = 3000;
};

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

/// What stands in the line, with the cursor as |, after these keys.
std::string edited(const std::string& keys, const std::vector<std::string>& history = {}) {
    LineEditor editor(history);
    for (const char key : keys) editor.take(key);
    std::string text = editor.text();
    return text.insert(editor.cursor(), "|");
}

TEST(LineEditor, MovesAndErases) {
    EXPECT_EQ(edited("a1-b2"), "a1-b2|");
    EXPECT_EQ(edited("a1-b2\x1b[D\x1b[D\x7f"), "a1|b2");
    EXPECT_EQ(edited("a1-b2\x01x\x05y"), "xa1-b2y|");
    EXPECT_EQ(edited("a1\x1b[H\x1b[3~"), "|1");
    EXPECT_EQ(edited("save game.txt\x17"), "save |");
    EXPECT_EQ(edited("abc\x02\x0b"), "ab|");
    EXPECT_EQ(edited("abc\x02\x15"), "|c");
    EXPECT_EQ(edited("gr\u00fcn\x1b[D\x7f"), "gr|n") << "a letter of two bytes goes as one";
    EXPECT_EQ(edited("\x1b[D\x7f\x1b[C\x1b[5~a\x1bOH\x1bOF"), "a|") << "keys that do nothing leave nothing";
}

TEST(LineEditor, EarlierLinesComeBack) {
    const std::vector<std::string> history = {"first", "second"};
    EXPECT_EQ(edited("\x1b[A", history), "second|");
    EXPECT_EQ(edited("\x1b[A\x1b[A\x1b[A", history), "first|");
    EXPECT_EQ(edited("mine\x1b[A\x1b[B", history), "mine|") << "what was being typed is kept";
    EXPECT_EQ(edited("\x10\x10\x0e!", history), "second!|");
}

TEST(LineEditor, EndsWithEnterAndCtrlD) {
    const std::vector<std::string> none;
    LineEditor editor(none);
    EXPECT_EQ(editor.take('a'), LineEditor::Step::go_on);
    EXPECT_EQ(editor.take('\x04'), LineEditor::Step::go_on) << "in a line Ctrl-D erases";
    EXPECT_EQ(editor.take('\r'), LineEditor::Step::line);
    EXPECT_EQ(LineEditor(none).take('\x04'), LineEditor::Step::ended);
}

TEST(PlaySession, MovesByNumberAndByNotation) {
    const auto [status, text] = play("1\n", "greedy");
    EXPECT_EQ(status, 0) << "the end of the input is no error";
    EXPECT_EQ(count(text, "blue moves the"), 1U);
    EXPECT_EQ(count(text, "pink moves the"), 1U) << "the bot answered";
    const auto legal = new_table("high_tide_leiman",
                                 {.players = 2, .options = {{"first", "blue"}}, .seed = "session", .position = {}});
    const auto first = (*legal)->legal(0).front();
    EXPECT_EQ(play(first + "\n", "greedy").text.find("is no action"), std::string::npos);
    EXPECT_EQ(count(play(first + "\n", "greedy").text, "blue moves the"), 1U);
}

TEST(PlaySession, RefusesWithAReasonAndAsksAgain) {
    const auto text = play("zz\n99\nc3-c2\nhelp\nquit\n", "").text;
    EXPECT_NE(text.find("'zz' is no action"), std::string::npos);
    EXPECT_NE(text.find("'99' is no action"), std::string::npos);
    EXPECT_NE(text.find("is held"), std::string::npos) << "the centre cannot move";
    EXPECT_NE(text.find("save FILE"), std::string::npos);
    EXPECT_EQ(count(text, "'s turn (number"), 5U);
}

TEST(PlaySession, AMoveMayBeTypedWithASpace) {
    const auto legal = new_table("high_tide_leiman",
                                 {.players = 2, .options = {{"first", "blue"}}, .seed = "session", .position = {}});
    std::string typed = (*legal)->legal(0).front();
    typed.replace(typed.find('-'), 1, " ");
    EXPECT_EQ(count(play(typed + "\n", "greedy").text, "blue moves the"), 1U);
    std::ranges::transform(typed, typed.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    EXPECT_EQ(count(play(typed + "\n", "greedy").text, "blue moves the"), 1U);
    EXPECT_NE(play("c3 c2\n", "").text.find("the tile on c3"), std::string::npos) << "a refusal still says why";
}

TEST(PlaySession, UndoGoesBackToTheLastDecisionOfAPerson) {
    const auto text = play("1\nundo\nlog\nundo\n", "greedy").text;
    EXPECT_NE(text.find("undone"), std::string::npos);
    const auto log = text.substr(text.find("undone"));
    EXPECT_EQ(log.find("moves the"), std::string::npos) << "nothing has happened any more";
    EXPECT_NE(text.find("there is nothing to undo"), std::string::npos);
}

TEST(PlaySession, HintIsALegalMove) {
    const auto text = play("hint\n", "").text;
    EXPECT_NE(text.find("try "), std::string::npos);
}

TEST(PlaySession, ASavedGameGoesOnWhereItWas) {
    const auto file = std::filesystem::temp_directory_path() / "springtide_play_session_test.txt";
    play("1\n1\nsave " + file.string() + "\nquit\n", "greedy");
    std::ifstream stream(file);
    std::ostringstream record;
    record << stream.rdbuf();
    const auto table = load_table(record.str());
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(count(record.str(), "\n0 "), 2U);
    EXPECT_EQ(count(record.str(), "\n1 "), 2U);
    std::filesystem::remove(file);
    EXPECT_NE(play("save /nowhere/at/all\nsave\n", "").text.find("cannot write /nowhere/at/all"), std::string::npos);
}

TEST(PlaySession, AWholeMatchEndsWithItsWinner) {
    std::string keys;
    for (int i = 0; i < 400; ++i) keys += "1\n";
    const auto text = play(keys, "random", {}, {{"stones", "1"}}).text;
    EXPECT_NE(text.find("wins the match, 1 stones to 0"), std::string::npos) << text.substr(text.size() - 300);
}

/// Whole games of every game in windows of these widths; in wide ones the log stands beside the board. Its lines are
/// views into wrapped text, so the sanitizers look on here.
TEST(PlaySession, WholeGamesInWindowsOfEveryWidth) {
    for (const auto& game : games())
        for (const int columns : {80, 120, 160}) {
            auto table = new_table(game.info().id,
                                   {.players = game.info().min_players, .options = {}, .seed = "wide", .position = {}});
            ASSERT_TRUE(table) << table.error().message;
            std::vector<Chair> chairs(static_cast<std::size_t>((*table)->players()), Chair{"random"});
            chairs.front() = Chair{};
            LegalPlayer keys(**table);
            std::istream in(&keys);
            std::ostringstream out;
            const Style style{.colour = true, .clear_screen = true, .rows = 50, .columns = columns};
            EXPECT_EQ(PlaySession(std::move(*table), std::move(chairs), in, out, style).run(), 0);
            const std::string where = std::string(game.info().id) + " at " + std::to_string(columns) + " columns";
            EXPECT_GT(keys.moves_left(), 0) << where << " does not end";
            const std::string text = out.str();
            EXPECT_TRUE(std::ranges::all_of(text, [](char sign) {
                return static_cast<unsigned char>(sign) >= ' ' || sign == '\x1b' || sign == '\n';
            })) << where;
            EXPECT_EQ(text.find("\x1b[2m|\x1b[0m ") != std::string::npos, columns >= 120) << where;
        }
}

TEST(PlaySession, PlainTextHasNoEscapesAndFits80Columns) {
    std::string keys;
    for (int i = 0; i < 400; ++i) keys += "1\n";
    std::istringstream lines(play(keys, "random").text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_EQ(line.find('\x1b'), std::string::npos);
        const auto prompt = line.find("> ");  // what was typed shows no line end of its own here
        EXPECT_LE(prompt == std::string::npos ? line.size() : line.size() - prompt - 2, 80U) << line;
    }
}

TEST(PlaySession, OnATerminalAPageIsAtMost24LinesHigh) {
    std::string keys;
    for (int i = 0; i < 400; ++i) keys += "1\n";
    const auto text = play(keys, "random", {.colour = true, .clear_screen = true}).text;
    std::size_t pages = 0;
    for (auto at = text.find("\x1b[2J"); at != std::string::npos;) {
        const auto next = text.find("\x1b[2J", at + 1);
        EXPECT_LE(count(text.substr(at, next - at), "\n"), 23U) << text.substr(at, next - at);
        ++pages;
        at = next;
    }
    EXPECT_GT(pages, 5U) << "random plays another game each time, some of them short";
}

TEST(PlaySession, HelpAndRulesAreThoseOfTheGame) {
    const auto text = play("help\nrules L6\nrules pie\nrules T9\nquit\n", "").text;
    EXPECT_NE(text.find("Blue and pink take turns"), std::string::npos) << "the goal stands at the start";
    EXPECT_EQ(count(text, "Blue and pink take turns"), 1U) << "once";
    const auto legal = new_table("high_tide_leiman",
                                 {.players = 2, .options = {{"first", "blue"}}, .seed = "session", .position = {}});
    EXPECT_NE(text.find("  " + (*legal)->legal(0).front() + " or 1"), std::string::npos) << "a move that is legal here";
    EXPECT_NE(text.find("It may only move if two sides"), std::string::npos);
    EXPECT_NE(text.find("the pie"), std::string::npos);
    EXPECT_NE(text.find("the rules say nothing about 'T9'"), std::string::npos);
    EXPECT_NE(play("rules\n", "").text.find("So there is no draw."), std::string::npos);
}

TEST(PlaySession, TheRulesSpeakToPlayersWithoutIds) {
    const std::regex id(R"(\b[LTH][A-Z]?\d{1,2}\b|code and tests|Its id)");
    for (const Game& game : games()) {
        const std::string page = rules_page(game.info().id, "", {});
        std::smatch found;
        EXPECT_FALSE(std::regex_search(page, found, id)) << game.info().id << ": " << found.str();
        EXPECT_GT(page.size(), 3000U) << "and all of the rules are there";
    }
}

TEST(PlaySession, HelpExplainsEverySignOfTheBoard) {
    const auto text = play("help\nquit\n", "", {.columns = 400}).text;
    for (const auto* sign :
         {"B blue, P pink, N neutral", "* can move now, < moved last", "lowest tile first", "Ctrl-C"})
        EXPECT_NE(text.find(sign), std::string::npos) << sign;
    for (const auto* game : {"turn_the_tide", "high_tide_henn", "high_tide_leiman"})
        EXPECT_FALSE(screen_of(game).legend().empty()) << game;
}

TEST(PlaySession, AGameThatIsLeftIsKeptAndRemovedWhenItEnds) {
    const auto folder = std::filesystem::temp_directory_path() / "springtide_unfinished_test";
    std::filesystem::remove_all(folder);
    const auto sit = [&](const std::string& keys, std::unique_ptr<Table> table, const std::filesystem::path& file) {
        std::istringstream in(keys);
        std::ostringstream out;
        PlaySession(std::move(table), {Chair{}, Chair{"greedy"}}, in, out, {}, {folder, file}).run();
        return out.str();
    };
    const auto fresh = [] {
        return std::move(
            *new_table("high_tide_leiman", {.players = 2, .options = {{"stones", "1"}}, .seed = "s", .position = {}}));
    };
    EXPECT_NE(sit("1\nquit\nc\nquit\nn\n", fresh(), {}).find("Keep this game"), std::string::npos);
    EXPECT_TRUE(unfinished_games(folder).empty()) << "thrown away";
    sit("1\n1\nquit\n\n", fresh(), {});
    sit("1\n", fresh(), {});  // the input ends: nobody can answer, and nothing is lost
    auto kept = unfinished_games(folder);
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_NE(kept[0].words.find("against greedy"), std::string::npos) << kept[0].words;
    std::ifstream stream(kept[0].file);
    std::ostringstream record;
    record << stream.rdbuf();
    EXPECT_EQ(chairs_of_record(record.str()).at(1).bot, "greedy");
    auto table = load_table(record.str());
    ASSERT_TRUE(table);
    std::string keys;
    for (int i = 0; i < 400; ++i) keys += "1\n";
    EXPECT_NE(sit(keys, std::move(*table), kept[0].file).find("wins the match"), std::string::npos);
    EXPECT_EQ(unfinished_games(folder).size(), 1U) << "a finished game is no longer unfinished";
    std::filesystem::remove_all(folder);
}

TEST(Lines, AreNeverBrokenInsideAWord) {
    EXPECT_EQ(wrapped("one two three\n", 7, 2), "one two\n  three\n");
    EXPECT_EQ(wrapped("  a longestword b", 6, 2), "  a\n  longestword\n  b");
    EXPECT_EQ(wrapped("fits\n\nas it is\n", 8), "fits\n\nas it is\n");
    EXPECT_EQ(wrapped("\x1b[1mone\x1b[0m two", 7), "\x1b[1mone\x1b[0m two") << "escapes take no room";
    EXPECT_EQ(columns_of("Gr\u00fc\u00dfe"), 5U);
    EXPECT_EQ(side_by_side("ab\nc\n", {"x", "y", "z"}, 4), "ab  x\nc   y\n    z\n");
}

TEST(Screens, ExplainTheLettersOfTheDice) {
    const auto table = new_table("high_tide_henn", {.players = 4, .options = {}, .seed = "s", .position = {}});
    const std::string board = screen_of("high_tide_henn").draw(**table, Observer::seat(0), {});
    for (const char* name : {"k black", "p purple", "b blue", "o orange", "y yellow", "w white"})
        EXPECT_NE(board.find(name), std::string::npos) << name;
}

TEST(TableFlags, BadOnesGetASentence) {
    TableFlags flags;
    flags.game = "chess";
    EXPECT_EQ(flags.make().error().code, ErrorCode::unknown_game);
    flags.game = "high_tide_leiman";
    flags.options = {"stones"};
    EXPECT_EQ(flags.make().error().code, ErrorCode::bad_options);
    flags.options = {"stones=2"};
    EXPECT_TRUE(flags.make());
    flags.players = 7;
    EXPECT_EQ(flags.make().error().code, ErrorCode::bad_options);
}

}  // namespace
}  // namespace springtide::cli
