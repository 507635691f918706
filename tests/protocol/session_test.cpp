#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>

#include "protocol/engine.hpp"
#include "tests/source_dir.hpp"

/// Whole sessions: the examples of the protocol, and the worked session of docs/reference/protocol.md.
namespace springtide {
namespace {

namespace json = boost::json;

std::ifstream open_source(const std::string& name) {
    return std::ifstream(std::string(SPRINGTIDE_SOURCE_DIR) + "/" + name);
}

/// Deckchairs at the bar stand in no order: their seats are sorted before comparing.
json::value in_any_order(json::value value) {
    if (auto* list = value.if_array())
        std::ranges::sort(*list, {}, [](const json::value& item) { return json::serialize(item); });
    return value;
}

/// Is everything that `wanted` says in `answer`? Returns where not, "" if all is there.
std::string missing(const json::value& wanted, const json::value& answer, const std::string& path) {
    if (!wanted.is_object())
        return wanted == answer ? "" : path + " is " + json::serialize(answer) + ", not " + json::serialize(wanted);
    if (!answer.is_object()) return path + " is no object";
    for (const auto& [key, value] : wanted.as_object()) {
        const auto* found = answer.as_object().if_contains(key);
        const std::string here = path + "." + std::string(key);
        if (found == nullptr) return here + " is missing";
        const bool at_the_bar = path.ends_with(".spaces") && key == "0";
        const auto problem =
            at_the_bar ? missing(in_any_order(value), in_any_order(*found), here) : missing(value, *found, here);
        if (!problem.empty()) return problem;
    }
    return "";
}

void replay_session(const std::filesystem::path& file, int protocol) {
    Engine engine;
    engine.answer(R"({"op":"hello","protocol":)" + std::to_string(protocol) + "}");
    std::ifstream lines(file);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto step = json::parse(line);
        if (!step.as_object().contains("send")) return;
        auto send = step.at("send").as_object();
        auto expect = step.at("expect").as_object();
        if (protocol == 2 && expect.contains("events")) {  // written for version 1: in words
            send["story"] = true;
            const json::value words = expect.at("events");
            expect.erase("events");
            expect["story"] = words;
        }
        const auto answer = engine.answer(json::serialize(send));
        EXPECT_EQ(missing(expect, json::parse(answer), ""), "") << file << " line " << number << "\n" << answer;
    }
    EXPECT_GT(number, 1);
}

TEST(Session, TheExamplesOfTheProtocolHold) {
    int sessions = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(SPRINGTIDE_SOURCE_DIR) + "/tests/protocol/examples")) {
        for (const int protocol : {1, 2}) replay_session(entry.path(), protocol);
        ++sessions;
    }
    EXPECT_GE(sessions, 1);
}

TEST(Session, TheExamplePositionsOfLeimansGameHold) {
    Engine engine;
    auto lines = open_source("tests/protocol/examples/high_tide_leiman.jsonl");
    int table = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto example = json::parse(line);
        const auto made = json::parse(engine.answer(json::serialize(
            json::object{{"op", "position"}, {"game", "high_tide_leiman"}, {"position", example.at("position")}})));
        ASSERT_EQ(made.at("table"), ++table);
        EXPECT_EQ(made.at("over"), example.at("finished")) << line;
        const auto& position = example.at("position").as_string();
        const int mover = position[position.size() - 3] == 'b' ? 0 : 1;
        const auto legal =
            json::parse(engine.answer(json::serialize(json::object{{"op", "legal"}, {"table", table}, {"by", mover}})));
        EXPECT_EQ(legal.at("actions"), example.at("legal")) << line;
        int depth = 0;
        for (const auto& nodes : example.at("perft").as_array()) {
            const auto counted = json::parse(
                engine.answer(json::serialize(json::object{{"op", "perft"}, {"table", table}, {"depth", ++depth}})));
            EXPECT_EQ(counted.at("nodes"), nodes) << line;
        }
        if (!example.at("finished").as_bool()) continue;
        const auto view =
            json::parse(engine.answer(json::serialize(json::object{{"op", "view"}, {"table", table}, {"for", "all"}})));
        EXPECT_EQ(view.at("view").at("winner"), example.at("winner_with_best_play")) << line;
    }
    EXPECT_GE(table, 10);
}

/// Lines "> request" are sent; the line "< answer" that follows must come back to the letter.
int replay_page(const std::string& name) {
    Engine engine;
    auto page = open_source(name);
    std::string answer;
    int answers = 0;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("> {")) answer = engine.answer(line.substr(2));
        if (!line.starts_with("< {")) continue;
        EXPECT_EQ(answer, line.substr(2)) << name;
        ++answers;
    }
    return answers;
}

TEST(Session, TheWorkedSessionsOfTheProtocolPagesHold) {
    EXPECT_EQ(replay_page("docs/reference/protocol.md"), 14);
    EXPECT_EQ(replay_page("docs/reference/protocol-high-tide-henn.md"), 26);
}

/// The same sessions as they were written for the first version of the protocol.
TEST(Session, AProgramThatSaysHelloWithProtocol1IsAnsweredAsEver) {
    EXPECT_EQ(replay_page("tests/protocol/version_1/protocol.txt"), 15);
    EXPECT_EQ(replay_page("tests/protocol/version_1/protocol-high-tide-henn.txt"), 27);
}

}  // namespace
}  // namespace springtide
