// What is asked over HTTP, without sockets: the paths, who may, and what a refusal says.
#include "server/http/http_api.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <set>

#include "server/competitions/daily.hpp"
#include "server/http/static_files.hpp"
#include "tests/server/shard_fixture.hpp"

namespace springtide::server {
namespace {

using boost::json::object;
using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

constexpr std::string_view host_key = "the key of the house";
constexpr std::string_view password = "a long password";

class Http : public testing::Test {
  protected:
    Http()
        : shard_(loop_, sqlite_stores(folder_), {.public_url = "http://here", .bots = {.milliseconds = 1}}),
          api_(shard_, shard_.people(), shard_.lists(), StaticFiles(page()), false, {}, std::string(host_key)) {
        EXPECT_TRUE(shard_.open());
    }

    HttpResponse ask(const HttpRequest& request) {
        std::optional<HttpResponse> answer;
        api_.answer(request, [&](HttpResponse response) { answer = std::move(response); });
        EXPECT_TRUE(loop_.until([&] { return answer.has_value(); })) << request.path;
        return answer.value_or(HttpResponse());
    }
    HttpResponse get(const std::string& path, const std::string& token = {}, const std::string& takes = {}) {
        HttpRequest request;
        request.method = "GET";
        request.path = path;
        request.token = token;
        request.accept_encoding = takes;
        request.address = "192.0.2.1";
        return ask(request);
    }
    HttpResponse post(const std::string& path, const object& body, const std::string& token = {}) {
        HttpRequest request;
        request.method = "POST";
        request.path = path;
        request.token = token;
        request.content_type = "application/json";
        request.body = boost::json::serialize(body);
        request.address = "192.0.2.1";
        return ask(request);
    }
    static object json(const HttpResponse& response) {
        EXPECT_EQ(response.status, 200) << response.body;
        return boost::json::parse(response.body).as_object();
    }
    static std::string reason(const HttpResponse& response) {
        const auto body = boost::json::parse(response.body).as_object();
        const auto* error = body.if_contains("error");
        return error == nullptr ? "" : std::string(error->as_object().at("reason").as_string());
    }

    struct Somebody {
        std::string guest;
        std::string token;
    };
    Somebody somebody(const std::string& name) {
        const auto made = json(post("/api/token", {{"name", name}}));
        return {.guest = std::string(made.at("guest").as_string()), .token = std::string(made.at("token").as_string())};
    }
    /// Who keeps a name with a password, and so has a session.
    Somebody keeper(const std::string& name) {
        auto one = somebody(name);
        const auto claimed = post("/api/claim", {{"name", name}, {"password", password}}, one.token);
        EXPECT_EQ(claimed.status, 200) << claimed.body;
        one.token = cookie(claimed);
        return one;
    }
    /// The link in a letter for a lost password, written then.
    std::string letter_to(const Somebody& one, std::int64_t at) {
        std::string link = random_id();
        Write write;
        write.notes = {
            {.guest = one.guest, .kind = note_kinds::recovery, .key = to_hex(sha256(link)), .at = at, .body = {}}};
        bool stored = false;
        shard_.people().store(std::move(write), [&](const Expected<WriteOutcome>&) { stored = true; });
        EXPECT_TRUE(loop_.until([&] { return stored; }));
        return link;
    }
    /// The session that an answer begins.
    static std::string cookie(const HttpResponse& response) {
        for (const auto& [name, value] : response.headers)
            if (name == "Set-Cookie" && value.starts_with("springtide=")) return value.substr(11, value.find(';') - 11);
        return {};
    }
    /// A table at which this person sits on the first seat.
    std::string table_of(const Somebody& one) {
        const auto client = std::make_shared<HandClient>();
        client->person = {.guest = one.guest, .name = "Somebody", .origin = {}, .session = {}};
        const auto wait_for = [&](std::string_view field) {
            object answer;
            EXPECT_TRUE(loop_.until([&] {
                for (const auto& message : client->messages) {
                    answer = boost::json::parse(message).as_object();
                    if (answer.contains("ok") && answer.contains(field)) return true;
                }
                return false;
            }));
            return answer;
        };
        shard_.receive(client, R"({"op":"create","game":"high_tide_leiman","players":2})");
        const std::string table(wait_for("table").at("table").as_string());
        shard_.receive(client, boost::json::serialize(object{{"op", "join"}, {"table", table}, {"seat", 0}}));
        wait_for("seat");
        return table;
    }
    object host(object deed) {
        deed["key"] = host_key;
        return json(post("/api/host", deed));
    }
    std::string why_not_host(object deed) {
        deed["key"] = host_key;
        return reason(post("/api/host", deed));
    }

    /// A page with a script that was compressed.
    std::string page() {
        const auto page = std::filesystem::path(folder_.file()).parent_path() / "page";
        std::filesystem::create_directories(page / "assets");
        std::ofstream(page / "index.html") << "the page";
        std::ofstream(page / "assets" / "a.js") << "as it is";
        std::ofstream(page / "assets" / "a.js.br") << "small";
        std::ofstream(page / "assets" / "b.js") << std::string(1UL << 20U, 'b');
        return page.string();
    }

    Folder folder_;
    HandLoop loop_;
    Shard shard_;
    HttpApi api_;
};

TEST_F(Http, AnotherMethodIsToldWhichThereAre) {
    HttpRequest request;
    request.method = "DELETE";
    request.path = "/api/me";
    const auto answer = ask(request);
    EXPECT_EQ(answer.status, 405);
    EXPECT_EQ(reason(answer), "method_unknown");
    EXPECT_THAT(answer.headers, Contains(Pair("Allow", "GET, HEAD, POST")));
    request.path = "/api/token";
    EXPECT_THAT(ask(request).headers, Contains(Pair("Allow", "POST")));
    request.path = "/api/nothing";
    EXPECT_EQ(reason(ask(request)), "nothing_there");
}

/// A path that this route has, and no other one.
std::string path_of(const Route& route) {
    std::string path(route.path);
    const std::string day = date_text(day_of(now_ms()) - 1);
    const std::map<std::string, std::string> held = {{"{game}", "turn_the_tide"}, {"{date}", day}};
    for (auto open = path.find('{'); open != std::string::npos; open = path.find('{')) {
        const std::string name = path.substr(open, path.find('}') - open + 1);
        path.replace(open, name.size(), held.contains(name) ? held.at(name) : std::string(32, 'a'));
    }
    return path;
}

/// A body that has what it must have, with the host's key.
object body_of(const boost::json::object& row) {
    object body;
    for (const auto& field : row.at("body").as_array()) {
        if (field.is_string())  // a schema
            return {{"name", "Friday"}, {"game", "turn_the_tide"}, {"seats", 3}, {"rounds", 2}, {"minutes", 5},
                    {"tables", 2}};
        if (field.at("optional").as_bool()) continue;
        const auto& type = field.at("type").as_string();
        auto& value = body[field.at("name").as_string()];
        if (type == "one of")
            value = field.at("names").at(0);
        else
            value = type == "text" ? boost::json::value("a text") : boost::json::value(0);
    }
    if (body.contains("key")) body["key"] = host_key;
    return body;
}

TEST(Routes, AreFoundByTheirPaths) {
    for (const Route& route : routes()) {
        EXPECT_EQ(find_route(enum_name(route.method), path_of(route)).route, &route) << route.path;
        EXPECT_EQ(find_route(enum_name(route.method), path_of(route) + "/and/more").route, nullptr) << route.path;
    }
    EXPECT_EQ(find_route("HEAD", "/api/me").route, find_route("GET", "/api/me").route);
    EXPECT_EQ(find_route("PUT", "/api/me").route, nullptr);
    EXPECT_EQ(find_route("GET", "/replay/" + std::string(32, 'a') + ".txt").parts.id, std::string(32, 'a'));
    EXPECT_EQ(find_route("GET", "/replay/short.txt").route, nullptr);
    EXPECT_EQ(allowed_methods("/api/me"), "GET, HEAD, POST");
    EXPECT_EQ(allowed_methods("/api/token"), "POST");
    EXPECT_EQ(allowed_methods("/api/lobby"), "GET, HEAD");
    EXPECT_EQ(allowed_methods("/api/nothing"), "");
}

/// A new route that strangers or banned people may use has to be added here.
TEST(Routes, AreOpenToStrangersAndBannedPeopleOnlyWhereTheyMustBe) {
    std::set<std::string> posts_of_anyone;
    std::set<std::string> of_banned;
    for (const Route& route : routes()) {
        if (route.method == Method::post && route.access == Access::anyone) posts_of_anyone.emplace(route.path);
        if (route.banned == Banned::may) of_banned.insert(std::string(enum_name(route.method)) + " " += route.path);
    }
    EXPECT_EQ(posts_of_anyone,
              (std::set<std::string>{"/api/me", "/api/token", "/api/claim", "/api/login", "/api/logout",
                                     "/api/passkeys/begin", "/api/passkeys/login", "/api/mail/confirm",
                                     "/api/mail/cancel", "/api/recover", "/api/recover/finish"}));
    EXPECT_EQ(of_banned,
              (std::set<std::string>{"GET /healthz", "GET /readyz", "GET /metrics", "GET /api/games", "GET /api/me",
                                     "GET /api/sessions", "GET /api/passkeys", "POST /api/passkeys/begin",
                                     "POST /api/export", "POST /api/host", "POST /api/sessions/end", "POST /api/logout",
                                     "POST /api/logout-everywhere", "POST /api/name/delete", "POST /api/me/delete"}));
}

/// Each route refuses the strangers, bot accounts, banned people and holders of a wrong key that its row refuses.
TEST_F(Http, EveryRouteRefusesWhomItsRowRefuses) {
    const auto owner = keeper("Owner");
    const auto made = json(post("/api/bots", {{"do", "make"}, {"name", "Machine"}}, owner.token));
    const auto bot = json(post(
        "/api/bots", {{"do", "token"}, {"account", made.at("mine").at(0).at("account")}, {"name", "x"}}, owner.token));
    const std::string machine(bot.at("token").as_string());
    const auto banned = somebody("Loud");
    host({{"do", "ban"}, {"why", "noise"}, {"guest", banned.guest}});
    const auto rows = boost::json::parse(routes_json()).as_array();
    ASSERT_EQ(rows.size(), routes().size());
    int number = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Route& route = routes()[i];
        const bool is_post = route.method == Method::post;
        const object body = body_of(rows[i].as_object());
        const auto why_not = [&](const std::string& token, const object& with) {
            HttpRequest request;
            request.method = std::string(enum_name(route.method));
            request.path = path_of(route);
            request.token = token;
            request.content_type = "application/json";
            request.body = is_post ? boost::json::serialize(with) : "";
            request.address = "198.51." + std::to_string(++number) + ".1";
            const auto answer = ask(request);
            return answer.status == 200 || answer.type != "application/json" ? "" : reason(answer);
        };
        const bool needs_session =
            route.access == Access::guest || route.access == Access::account || route.access == Access::confirmed;
        EXPECT_EQ(why_not("", body) == "not_logged_in", needs_session) << route.path;
        EXPECT_EQ(why_not(machine, body) == "bots_only_play", is_post && route.access != Access::host) << route.path;
        EXPECT_EQ(why_not(banned.token, body) == "banned", route.banned == Banned::may_not) << route.path;
        const std::string wrong_key = why_not("", {{"key", "a wrong key"}});
        EXPECT_EQ(wrong_key == "wrong_host_key", route.access == Access::host) << route.path;
        if (route.access != Access::confirmed) continue;
        EXPECT_EQ(why_not(owner.token, body), "wrong_password") << route.path;
    }
    EXPECT_EQ(get("/metrics").status, 403);
}

TEST_F(Http, AFileIsSentCompressedToWhoeverTakesThat) {
    const auto plain = get("/assets/a.js", {}, "gzip");
    EXPECT_EQ(plain.bytes(), "as it is");
    EXPECT_THAT(plain.headers, testing::Not(Contains(Pair("Content-Encoding", testing::_))));
    EXPECT_THAT(plain.headers, Contains(Pair("Vary", "Accept-Encoding")));
    const auto small = get("/assets/a.js", {}, "gzip, br");
    EXPECT_EQ(small.bytes(), "small");
    EXPECT_THAT(small.headers, Contains(Pair("Content-Encoding", "br")));
    EXPECT_THAT(small.headers, Contains(Pair("ETag", HasSubstr("-br\""))));
}

TEST_F(Http, ANameIsCheckedBeforeATokenIsMade) {
    EXPECT_EQ(post("/api/token", {}).status, 200) << "nobody needs a name";
    EXPECT_EQ(post("/api/token", {{"name", std::string(200, 'x')}}).status, 400);
    EXPECT_EQ(reason(post("/api/tokens", {})), "nothing_there");
}

TEST_F(Http, OneIsRenamed) {
    const auto one = somebody("Before");
    EXPECT_EQ(json(post("/api/me", {{"name", "After"}}, one.token)).at("name"), "After");
    EXPECT_EQ(json(get("/api/me", one.token)).at("name"), "After");
    EXPECT_TRUE(cookie(post("/api/me", {{"name", "Again"}}, one.token)).empty())
        << "the session goes on, no other begins";
}

TEST_F(Http, SessionsAreOnlyKeptOfNamesThatAreKept) {
    const auto visitor = somebody("Visitor");
    const auto kept = keeper("Keeper");
    EXPECT_EQ(json(get("/api/sessions", visitor.token)).at("sessions").as_array().size(), 0U);
    EXPECT_EQ(json(get("/api/sessions", kept.token)).at("sessions").as_array().size(), 1U);
}

TEST_F(Http, EverySessionOfAnAccountIsListed) {
    const auto guest = somebody("Keeper");
    const auto claimed = post("/api/claim", {{"name", "Keeper"}, {"password", password}}, guest.token);
    std::vector<std::string> tokens = {cookie(claimed)};
    EXPECT_NE(json(get("/api/me", guest.token)).at("guest").as_string(), guest.guest) << "of before the name was kept";
    tokens.push_back(cookie(post("/api/login", {{"name", "Keeper"}, {"password", password}})));
    for (int i = 0; i < 3; ++i)
        if (auto fresh = cookie(post("/api/me", {{"name", i % 2 == 0 ? "KEEPER" : "Keeper"}}, tokens[0]));
            !fresh.empty())
            tokens.push_back(std::move(fresh));
    std::set<std::string> listed;
    const auto sessions = json(get("/api/sessions", tokens[0])).at("sessions").as_array();
    for (const auto& one : sessions) listed.insert(std::string(one.at("session").as_string()));
    for (const std::string& token : tokens) EXPECT_TRUE(listed.contains(shard_.people().token_of(token).session));
    const auto here = cookie(post("/api/logout-everywhere", {}, tokens[1]));
    for (const std::string& token : tokens) EXPECT_NE(json(get("/api/me", token)).at("guest").as_string(), guest.guest);
    EXPECT_EQ(json(get("/api/me", here)).at("guest").as_string(), guest.guest);
    EXPECT_EQ(json(get("/api/sessions", here)).at("sessions").as_array().size(), 1U);
}

TEST_F(Http, ASessionIsNotTheAccount) {
    const auto kept = keeper("Keeper");
    for (const std::string path : {"/api/export", "/api/mail/forget", "/api/name/delete", "/api/me/delete"}) {
        EXPECT_EQ(reason(post(path, {}, kept.token)), "wrong_password") << path;
    }
    EXPECT_EQ(reason(post("/api/claim", {{"name", "Keeper"}, {"password", "another long one"}}, kept.token)),
              "wrong_old_password");
    EXPECT_EQ(json(post("/api/export", {{"password", password}}, kept.token)).at("guest").as_string(), kept.guest);
}

TEST_F(Http, WhoHasAPasswordMustSayItToGo) {
    const auto visitor = somebody("Visitor");
    const auto kept = keeper("Keeper");
    EXPECT_EQ(reason(post("/api/me/delete", {{"password", "a wrong one"}}, kept.token)), "wrong_password");
    EXPECT_EQ(post("/api/me/delete", {{"password", password}}, kept.token).status, 200);
    EXPECT_EQ(post("/api/me/delete", {}, visitor.token).status, 200);
}

TEST_F(Http, EverythingKeptOfSomebodyIsExported) {
    const auto one = somebody("Somebody");
    const auto table = table_of(one);
    const auto all = json(post("/api/export", {}, one.token));
    ASSERT_EQ(all.at("tables").as_array().size(), 1U);
    EXPECT_EQ(all.at("tables").at(0).at("table").as_string(), table);
    EXPECT_EQ(reason(post("/api/export", {})), "not_logged_in");
}

TEST_F(Http, AFileOfEverythingIsMadeOneAtATimeForEverybody) {
    const auto one = somebody("Somebody");
    const auto other = somebody("Other");
    std::vector<HttpResponse> answers;
    for (const auto& token : {one.token, one.token, other.token}) {
        HttpRequest request;
        request.method = "POST";
        request.path = "/api/export";
        request.content_type = "application/json";
        request.token = token;
        request.address = "192.0.2.1";
        api_.answer(request, [&](HttpResponse response) { answers.push_back(std::move(response)); });
    }
    ASSERT_TRUE(loop_.until([&] { return answers.size() == 3; }));
    std::ranges::sort(answers, std::greater<>(), &HttpResponse::status);  // they come in any order
    EXPECT_EQ(answers[0].status, 429) << "the second one of the same person";
    EXPECT_EQ(reason(answers[0]), "address_acts_fast");
    const auto guest = [&](std::size_t i) { return std::string(json(answers[i]).at("guest").as_string()); };
    EXPECT_EQ((std::set{guest(1), guest(2)}), (std::set{one.guest, other.guest}));
    EXPECT_EQ(post("/api/export", {}, one.token).status, 200) << "when it is there the next one may be asked for";
}

TEST_F(Http, ANameThatIsDeletedLeavesOpenTablesAtOnce) {
    const auto anna = somebody("Anna");
    const auto ben = somebody("Ben");
    const auto connect = [](const Somebody& one, const std::string& name) {
        auto client = std::make_shared<HandClient>();
        client->person = {.guest = one.guest, .name = name, .origin = {}, .session = {}};
        return client;
    };
    const auto told = [&](HandClient& client, std::string_view words) {
        std::string found;
        EXPECT_TRUE(loop_.until([&] {
            for (const auto& message : client.messages)
                if (message.contains(words)) found = message;
            return !found.empty();
        })) << words;
        return boost::json::parse(found).as_object();
    };
    const auto watcher = connect(ben, "Ben");
    const auto guest = connect(anna, "Anna");
    shard_.receive(watcher, R"({"op":"create","game":"high_tide_leiman","players":2,"spectators_chat":true})");
    const std::string table(told(*watcher, "\"ok\"").at("table").as_string());
    const auto ask = [&](const ClientPtr& client, object request) {
        request["table"] = table;
        shard_.receive(client, boost::json::serialize(request));
    };
    ask(watcher, {{"op", "watch"}});
    ask(guest, {{"op", "chat"}, {"text", "from the harbour"}});
    told(*watcher, "harbour");
    watcher->messages.clear();
    EXPECT_EQ(post("/api/me/delete", {}, anna.token).status, 200);
    const auto anew = told(*watcher, "\"anew\":true");
    EXPECT_EQ(anew.at("chat").at(0).at("name").as_string(), People::name_of_new(anna.guest));
    EXPECT_EQ(anew.at("chat").at(0).at("text").as_string(), "…");
    for (const auto& message : watcher->messages) EXPECT_THAT(message, testing::Not(HasSubstr("harbour")));
    ask(watcher, {{"op", "chat"}, {"text", "who was that"}});
    EXPECT_EQ(told(*watcher, "who was that").at("chat").as_array().size(), 1U) << "and the table goes on";
}

TEST_F(Http, CallsAreSwitchedOffForATableAtWhichOneSits) {
    const auto one = somebody("Somebody");
    const auto table = table_of(one);
    EXPECT_EQ(post("/api/calls", {{"table", table}, {"on", false}}, one.token).status, 200);
    EXPECT_EQ(reason(post("/api/calls", {{"table", table}, {"on", false}}, somebody("Other").token)), "no_seat_here");
    EXPECT_EQ(reason(post("/api/calls", {}, one.token)), "calls_what");
}

TEST_F(Http, ALinkSetsANewPasswordOnce) {
    const auto kept = keeper("Keeper");
    const object wish = {{"link", letter_to(kept, now_ms())}, {"password", "another long one"}};
    EXPECT_EQ(post("/api/recover/finish", wish).status, 200);
    EXPECT_EQ(reason(post("/api/recover/finish", wish)), "link_is_void");
    EXPECT_EQ(reason(post("/api/login", {{"name", "Keeper"}, {"password", password}})), "wrong_login");
    EXPECT_EQ(post("/api/login", {{"name", "Keeper"}, {"password", "another long one"}}).status, 200);
}

TEST_F(Http, AnOldLinkSetsNoPassword) {
    const auto kept = keeper("Keeper");
    constexpr std::int64_t half_an_hour = 30 * 60'000;
    const object wish = {{"link", letter_to(kept, now_ms() - half_an_hour - 1)}, {"password", "another long one"}};
    EXPECT_EQ(reason(post("/api/recover/finish", wish)), "link_is_void");
    EXPECT_EQ(post("/api/login", {{"name", "Keeper"}, {"password", password}}).status, 200);
}

TEST_F(Http, ABotAccountIsMadeAndGivenATokenOfItsOwn) {
    const auto owner = keeper("Owner");
    const auto mine = [](const object& answer) { return answer.at("mine").as_array(); };
    const auto made = mine(json(post("/api/bots", {{"do", "make"}, {"name", "Machine"}}, owner.token)));
    ASSERT_EQ(made.size(), 1U);
    const auto bot = made[0].at("bot");
    const auto told = json(post("/api/bots", {{"do", "token"}, {"bot", bot}, {"name", "at home"}}, owner.token));
    EXPECT_TRUE(told.contains("token")) << told;
    EXPECT_EQ(mine(told)[0].at("tokens").as_array().size(), 1U);
    EXPECT_EQ(reason(post("/api/bots", {{"do", "token"}, {"bot", "none"}, {"name", "x"}}, owner.token)),
              "no_bot_of_yours");
    for (int i = 1; i < most_bots; ++i)
        EXPECT_EQ(post("/api/bots", {{"do", "make"}, {"name", "More " + std::to_string(i)}}, owner.token).status, 200);
    EXPECT_EQ(reason(post("/api/bots", {{"do", "make"}, {"name", "Too many"}}, owner.token)), "many_bots");
    EXPECT_EQ(mine(json(post("/api/bots", {{"do", "delete"}, {"bot", bot}}, owner.token))).size(), most_bots - 1U);
}

TEST_F(Http, TheHostMutesAndBansAPersonAndNobodyElse) {
    const auto one = somebody("Loud");
    EXPECT_EQ(why_not_host({{"do", "mute"}, {"why", "noise"}}), "host_whom");
    EXPECT_EQ(why_not_host({{"do", "ban"}, {"why", "noise"}}), "host_whom");
    EXPECT_EQ(why_not_host({{"do", "ban"}, {"why", "noise"}, {"guest", "not an id"}}), "no_such_person");
    const auto muted = host({{"do", "mute"}, {"why", "noise"}, {"guest", one.guest}});
    ASSERT_EQ(muted.at("mutes").as_array().size(), 1U);
    EXPECT_EQ(muted.at("mutes").at(0).at("target").as_string(), one.guest);
    EXPECT_EQ(muted.at("bans").as_array().size(), 0U);
    const auto banned = host({{"do", "ban"}, {"why", "noise"}, {"guest", one.guest}});
    ASSERT_EQ(banned.at("bans").as_array().size(), 1U);
    EXPECT_EQ(banned.at("bans").at(0).at("target").as_string(), "guest " + one.guest);
    EXPECT_EQ(host({{"do", "unmute"}, {"why", "calm"}, {"target", one.guest}}).at("mutes").as_array().size(), 0U);
    EXPECT_EQ(post("/api/token", {}).status, 200) << "others of that address are not meant";
    host({{"do", "ban"}, {"why", "noise"}, {"range", "192.0.2.0/24"}});
    EXPECT_EQ(reason(post("/api/token", {})), "banned");
}

TEST_F(Http, ABanHoldsOnEveryRoute) {
    const auto one = keeper("Loud");
    const auto other = somebody("Other");
    const auto club = json(
        post("/api/clubs", {{"name", "Friday"}, {"game", "turn_the_tide"}, {"seats", 3}, {"rounds", 2}, {"minutes", 5}},
             other.token));
    const std::string night = "/api/clubs/" + std::string(club.at("club").as_string());
    host({{"do", "ban"}, {"why", "noise"}, {"guest", one.guest}});
    const object table{{"name", "Friday"}, {"game", "turn_the_tide"}, {"seats", 3}, {"minutes", 5}, {"tables", 2}};
    const object again{{"name", "Loud"}, {"password", password}, {"old_password", password}};
    for (const auto& [path, body] :
         std::vector<std::pair<std::string, object>>{{"/api/me", {{"name", "Quiet"}}},
                                                     {"/api/claim", again},
                                                     {"/api/token", {}},
                                                     {"/api/clubs", table},
                                                     {night + "/enter", {}},
                                                     {"/api/duplicates", table},
                                                     {"/api/daily/turn_the_tide", {}},
                                                     {"/api/people", {{"do", "block"}}},
                                                     {"/api/calls", {}},
                                                     {"/api/push", {}},
                                                     {"/api/bots", {{"do", "make"}, {"name", "Robot"}}},
                                                     {"/api/mail", {{"address", "loud@example.org"}}}}) {
        const auto answer = post(path, body, one.token);
        EXPECT_EQ(answer.status, 403) << path << answer.body;
        EXPECT_EQ(reason(answer), "banned") << path;
    }
    EXPECT_EQ(reason(post("/api/login", again)), "banned") << "nor by a new session";
    for (const std::string path : {"/api/mine", "/api/people", "/api/calls", "/api/bots", "/api/lobby"})
        EXPECT_EQ(reason(get(path, one.token)), "banned") << path;
    EXPECT_EQ(reason(get(night, one.token)), "banned");
    EXPECT_EQ(get("/", one.token).status, 200) << "the page says so";
    EXPECT_EQ(get("/api/me", one.token).status, 200);
    EXPECT_EQ(post("/api/export", {{"password", password}}, one.token).status, 200) << "their data stays theirs";
    EXPECT_EQ(post(night + "/enter", {}, other.token).status, 200) << "nobody else is meant";
    EXPECT_EQ(post("/api/me/delete", {{"password", password}}, one.token).status, 200);
}

TEST_F(Http, EveryRefusalForMuchSaysWhenToAskAgain) {
    std::optional<HttpResponse> refused;
    for (int i = 0; i < 40 && !refused; ++i)
        if (auto answer = post("/api/host", {{"key", "a wrong key"}}); answer.status == 429) refused = answer;
    ASSERT_TRUE(refused);
    EXPECT_THAT(refused->headers, Contains(Pair("Retry-After", testing::_)));
    refused.reset();
    for (int i = 0; i < 200 && !refused; ++i)
        if (auto answer = post("/api/token", {}); answer.status == 429) refused = answer;
    ASSERT_TRUE(refused);
    EXPECT_THAT(refused->headers, Contains(Pair("Retry-After", "12")));
}

TEST_F(Http, ABodyIsPaidForBeforeItIsParsed) {
    HttpRequest request;
    request.method = "POST";
    request.path = "/api/people";
    request.content_type = "application/json";
    request.body = std::string(64UL * 1024, '[');
    request.address = "192.0.2.9";
    std::string last;
    for (int i = 0; i < 80; ++i) last = reason(ask(request));
    EXPECT_EQ(last, "address_sends_much");
    EXPECT_EQ(get("/api/me").status, 200) << "another address";
}

TEST_F(Http, FilesCountASixteenthInTheBudgetOfBytes) {
    HttpRequest request;
    request.method = "GET";
    request.path = "/assets/b.js";
    request.address = "192.0.2.9";
    int sent = 0;
    for (; sent < 200; ++sent)
        if (ask(request).status != 200) break;
    EXPECT_EQ(sent, 65) << "4 MiB at once, files of 1 MiB";
    EXPECT_EQ(reason(ask(request)), "address_sends_much");
    request.path = "/healthz";
    EXPECT_EQ(ask(request).status, 200);
}

TEST_F(Http, WrongPasswordsPauseAnAccountButNotADeviceThatItKnows) {
    const auto at = [&](int i, const std::string& guess, const std::string& device, const std::string& known) {
        HttpRequest request;
        request.method = "POST";
        request.path = "/api/login";
        request.content_type = "application/json";
        request.body = boost::json::serialize(object{{"name", "Keeper"}, {"password", guess}});
        request.address = "198.51.100." + std::to_string(i);
        request.device = device;
        request.known = known;
        return ask(request);
    };
    const auto value = [](const HttpResponse& response, const std::string& name) {
        for (const auto& [header, text] : response.headers)
            if (header == "Set-Cookie" && text.starts_with(name + "="))
                return text.substr(name.size() + 1, text.find(';') - name.size() - 1);
        return std::string();
    };
    keeper("Keeper");
    const auto there = at(1, std::string(password), "my device", "");
    ASSERT_EQ(there.status, 200) << there.body;
    const std::string known = value(there, "springtide-known");
    ASSERT_FALSE(known.empty());
    int wrong = 2;
    while (at(wrong, "a wrong one", "", "").status == 403) ++wrong;
    EXPECT_EQ(wrong, 12) << "ten guesses, then a pause";
    const auto paused = at(wrong + 1, std::string(password), "", "");
    EXPECT_EQ(reason(paused), "guesses_pause") << "even the right one, from a device that nobody knows";
    EXPECT_THAT(paused.headers, Contains(Pair("Retry-After", testing::_)));
    EXPECT_EQ(at(51, std::string(password), "another device", known).status, 429) << "the mark is of one device";
    EXPECT_EQ(at(52, std::string(password), "my device", known).status, 200);
    for (int i = 60; i < 71; ++i) at(i, "a wrong one", "my device", known);
    EXPECT_EQ(at(80, std::string(password), "my device", known).status, 429) << "but that device cannot guess either";
}

TEST_F(Http, AClubNightIsFoundByItsIdAndNothingElse) {
    const auto host = somebody("Host");
    const auto made = json(post("/api/clubs",
                                {{"name", "Friday"},
                                 {"game", "turn_the_tide"},
                                 {"seats", 3},
                                 {"rounds", 2},
                                 {"minutes", 5},
                                 {"format", "swiss"}},
                                host.token));
    const std::string id(made.at("club").as_string());
    EXPECT_EQ(json(get("/api/clubs/" + id)).at("club").as_string(), id);
    EXPECT_EQ(reason(get("/api/clubs")), "nothing_there");
    EXPECT_EQ(reason(get("/api/clubs/" + id + "/enter")), "nothing_there");
    EXPECT_EQ(reason(get("/api/clubs/short")), "nothing_there");
    EXPECT_EQ(reason(get("/api/clubs/" + random_id())), "no_such_club");
}

TEST_F(Http, ADayHasItsPageItsListAndItsWays) {
    const auto today = day_of(now_ms());
    const std::string game = "/api/daily/turn_the_tide";
    EXPECT_TRUE(json(get(game)).contains("commitment")) << get(game).body;
    EXPECT_FALSE(json(get(game)).contains("scores"));
    const auto list = json(get(game + "/" + date_text(today - 1)));
    EXPECT_TRUE(list.contains("scores")) << list;
    EXPECT_EQ(reason(get(game + "/" + date_text(today + 1))), "no_such_day");
    EXPECT_EQ(reason(get(game + "/" + date_text(today - 1) + "/else")), "nothing_there");
    EXPECT_EQ(reason(get(game + "/" + date_text(today - 1) + "/ways")), "daily_not_finished")
        << "who did not play that day has no way of their own";
}

TEST_F(Http, AGuestWhoLogsInKeepsTheSeatAtARunningTable) {
    const auto anna = keeper("Anna");
    const auto guest = somebody("Passer-by");
    const auto table = table_of(guest);
    const auto ben = keeper("Ben");
    const auto bens = table_of(ben);
    EXPECT_EQ(post("/api/login", {{"name", "Anna"}, {"password", "a wrong one"}}, guest.token).status, 403);
    const auto seat_of = [&](const std::string& one, const Somebody& whose) {
        return (*Room::load(one, *(*SqliteStore::open(folder_.file()))->events(one, 0)))->seat_of(whose.guest);
    };
    EXPECT_TRUE(seat_of(table, guest)) << "a wrong password moves nothing";
    for (const auto& from : {guest, ben})
        EXPECT_EQ(post("/api/login", {{"name", "Anna"}, {"password", password}}, from.token).status, 200);
    EXPECT_EQ(seat_of(table, anna), Seat{0});
    EXPECT_FALSE(seat_of(table, guest));
    EXPECT_EQ(seat_of(bens, ben), Seat{0}) << "another account keeps its own";
}

TEST_F(Http, NobodyClaimsANameThatLooksLikeAnothers) {
    const auto anna = keeper("Anna");
    const auto other = somebody("Other");
    const auto claim = [&](const std::string& name) {
        return reason(post("/api/claim", {{"name", name}, {"password", password}}, other.token));
    };
    EXPECT_EQ(claim("\u0410nna"), "name_claimed") << "with a Cyrillic A";
    EXPECT_EQ(claim("ANNA"), "name_claimed");
    for (const char* name : {"Anna\u00a0", "Anna\ufe0f", "An\u2800na", "\u2800"})
        EXPECT_EQ(claim(name), "name_unseen") << name;
    EXPECT_EQ(reason(post("/api/me", {{"name", "\u0410nna"}}, other.token)), "name_claimed");
    EXPECT_EQ(post("/api/login", {{"name", "anna"}, {"password", password}}).status, 200);
}

}  // namespace
}  // namespace springtide::server
