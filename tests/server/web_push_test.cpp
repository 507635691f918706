#include "server/notify/web_push.hpp"

#include <gtest/gtest.h>
#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <future>
#include <iterator>
#include <thread>
#include <vector>

#include "server/notify/calls.hpp"
#include "server/notify/sender.hpp"

namespace springtide::server {
namespace {

/// The example of RFC 8291, appendix A.
const PushAddress browser{
    .endpoint = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    .point = *from_base64url("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    .secret = *from_base64url("BTBZMqHH6r4Tts7J_aSIgg")};

TEST(WebPush, IsEncryptedAsTheStandardSays) {
    const auto once = PushKey::from_text(
        "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw "
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    ASSERT_TRUE(once);
    PushSalt salt{};
    std::ranges::copy(*from_base64url("DGv6ra1nlYgDCS1FRnbzlw"), salt.begin());
    const auto body = encrypt_push(browser, "When I grow up, I want to be a watermelon", *once, salt);
    ASSERT_TRUE(body);
    EXPECT_EQ(
        to_base64url(*body),
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
        "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

TEST(WebPush, ABrowserIsKeptAsItWasGiven) {
    const PushDevice device{.address = browser, .token = {.guest = "anna", .session = "a session", .issued = 12}};
    NoteRow note{.guest = "anna", .kind = {}, .key = {}, .at = 0, .body = to_text(device)};
    const auto read = push_device(note);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->address.endpoint, browser.endpoint);
    EXPECT_EQ(read->address.point, browser.point);
    EXPECT_EQ(read->address.secret, browser.secret);
    EXPECT_EQ(read->token.guest, "anna");
    EXPECT_EQ(read->token.session, "a session");
    EXPECT_EQ(read->token.issued, 12);
    note.body += "\nmore";
    EXPECT_FALSE(push_device(note));
    EXPECT_FALSE(from_base64url("ab+/")) << "that is the other alphabet";
    EXPECT_EQ(from_base64url("-_-_"), from_base64url("-_-_=="));
    EXPECT_TRUE(from_base64url("-_-_"));
}

TEST(WebPush, NothingIsSentToWhatIsNoBrowser) {
    PushAddress wrong = browser;
    wrong.point[40] = static_cast<char>(wrong.point[40] ^ 1);  // no point of the curve
    EXPECT_FALSE(encrypt_push(wrong, "x"));
    wrong.point.resize(64);
    EXPECT_FALSE(encrypt_push(wrong, "x"));
    wrong = browser;
    wrong.secret += 'x';
    EXPECT_FALSE(encrypt_push(wrong, "x"));
    EXPECT_FALSE(encrypt_push(browser, std::string(longest_push + 1, 'x')));
    EXPECT_TRUE(encrypt_push(browser, std::string(longest_push, 'x')));
    EXPECT_NE(encrypt_push(browser, "x"), encrypt_push(browser, "x")) << "each has a key of its own";
}

TEST(PushKey, IsKeptAsText) {
    const auto key = PushKey::make();
    const auto again = PushKey::from_text(key.text());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->text(), key.text());
    EXPECT_EQ(key.shared_with(browser.point), again->shared_with(browser.point));
    const auto other = PushKey::make();
    const auto swapped = key.text().substr(0, key.text().find(' ')) + other.text().substr(other.text().find(' '));
    for (const std::string& text : {std::string(), std::string("x y"), key.text().substr(1), swapped})
        EXPECT_FALSE(PushKey::from_text(text)) << text;
}

TEST(Base64Url, IsReadAndWritten) {
    for (const std::string text : {"", "a", "ab", "abc", "\xFF\xFE\xFD?>"})
        EXPECT_EQ(from_base64url(to_base64url(text)), text);
    EXPECT_EQ(from_base64url("YQ=="), "a");
    for (const char* wrong : {"a", "a+b/", "ab c", "a=bc"}) EXPECT_FALSE(from_base64url(wrong)) << wrong;
}

bool is_public(const char* text) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST;
    addrinfo* found = nullptr;
    EXPECT_EQ(getaddrinfo(text, nullptr, &hints, &found), 0) << text;
    const bool is = is_public_address(*found->ai_addr);
    freeaddrinfo(found);
    return is;
}

TEST(Sender, SpeaksToNothingThatOnlyTheServerCanSee) {
    for (const char* inside : {"127.0.0.1",       "127.255.0.9",     "0.0.0.0",         "10.1.2.3",   "172.16.0.1",
                               "172.31.255.255",  "192.168.1.1",     "169.254.169.254", "100.64.0.1", "198.18.0.1",
                               "224.0.0.1",       "255.255.255.255", "192.0.2.1",       "::1",        "::",
                               "::ffff:8.8.8.8",  "fe80::1",         "fc00::1",         "fd12::1",    "ff02::1",
                               "64:ff9b::7f00:1", "2002:7f00:1::",   "2001:db8::1",     "2001::1"})
        EXPECT_FALSE(is_public(inside)) << inside;
    for (const char* outside : {"8.8.8.8", "172.32.0.1", "172.15.255.255", "100.63.0.1", "223.255.255.255",
                                "2a00:1450:4001::1", "2001:4860:4860::8888"})
        EXPECT_TRUE(is_public(outside)) << outside;
    for (const char* last :
         {"0.255.255.255", "10.255.255.255", "100.127.255.255", "127.255.255.255", "169.254.255.255", "192.0.0.255",
          "192.0.2.255", "192.88.99.255", "192.168.255.255", "198.19.255.255", "198.51.100.255", "203.0.113.255"})
        EXPECT_FALSE(is_public(last)) << last << " is the last of its network";
    for (const char* next :
         {"1.0.0.0", "11.0.0.0", "100.128.0.0", "128.0.0.0", "169.255.0.0", "192.0.1.0", "192.0.3.0", "192.88.100.0",
          "192.169.0.0", "198.20.0.0", "198.51.101.0", "203.0.114.0", "9.255.255.255", "126.255.255.255",
          "169.253.255.255", "192.167.255.255", "198.17.255.255"})
        EXPECT_TRUE(is_public(next)) << next << " is beside one";
}

/// A push service that answers with one status after the other, and then no more.
class Service {
  public:
    explicit Service(std::vector<int> statuses) : statuses_(std::move(statuses)) {
        listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        EXPECT_EQ(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size), 0);
        EXPECT_EQ(::listen(listener_, 8), 0);
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = std::to_string(ntohs(address.sin_port));
        thread_ = std::thread([this] { serve(); });
    }
    ~Service() {
        ::shutdown(listener_, SHUT_RDWR);
        thread_.join();
        ::close(listener_);
    }
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;
    [[nodiscard]] std::string host() const { return "127.0.0.1:" + port_; }
    [[nodiscard]] int asked() const { return asked_; }

  private:
    void serve() {
        for (const int status : statuses_) {
            const int socket = ::accept(listener_, nullptr, nullptr);
            if (socket < 0) return;
            ++asked_;
            std::string request;
            std::array<char, 1024> part{};
            while (request.find("over") == std::string::npos) {
                const auto size = ::read(socket, part.data(), part.size());
                if (size <= 0) break;
                request.append(part.data(), static_cast<std::size_t>(size));
            }
            const std::string answer =
                "HTTP/1.1 " + std::to_string(status) + " x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            EXPECT_EQ(::write(socket, answer.data(), answer.size()), std::ssize(answer));
            ::close(socket);
        }
    }

    std::vector<int> statuses_;
    int listener_ = -1;
    std::string port_;
    std::atomic<int> asked_ = 0;
    std::thread thread_;
};

Sent send(Sender& sender, const std::string& url) {
    std::promise<Sent> sent;
    EXPECT_TRUE(
        sender.send({.url = url, .headers = {}, .to = {}, .body = "over"}, [&](Sent how) { sent.set_value(how); }));
    return sent.get_future().get();
}

int threads_of_this_process() {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return static_cast<int>(std::distance(begin(all), end(all)));
}

TEST(Sender, NeedsNoThreadWhileThereIsNothingToSend) {
    const int before = threads_of_this_process();
    Sender sender({.smtp = {}, .mail_from = {}, .anywhere = false, .attempts = 1, .pause_ms = 1});
    EXPECT_EQ(threads_of_this_process(), before);
    EXPECT_EQ(send(sender, "https://127.0.0.1:9/"), Sent::not_now);
    EXPECT_GT(threads_of_this_process(), before);
}

TEST(Sender, OpensNoWayToThisMachine) {
    const Service service({201, 201});
    Sender careful({.smtp = {}, .mail_from = {}, .anywhere = false, .attempts = 1, .pause_ms = 1});
    for (const std::string& url : {"https://" + service.host() + "/", "http://" + service.host() + "/",
                                   "https://localhost:" + service.host().substr(service.host().find(':') + 1) + "/"})
        EXPECT_EQ(send(careful, url), Sent::not_now) << url;
    EXPECT_EQ(service.asked(), 0);
    Sender anywhere({.smtp = {}, .mail_from = {}, .anywhere = true, .attempts = 1, .pause_ms = 1});
    EXPECT_EQ(send(anywhere, "http://" + service.host() + "/"), Sent::taken);
    EXPECT_EQ(service.asked(), 1);
}

TEST(Sender, AsksAgainWhereItMayHelp) {
    const Service service({503, 429, 201, 410, 302, 500, 500, 500});
    Sender sender({.smtp = {}, .mail_from = {}, .anywhere = true, .attempts = 3, .pause_ms = 1});
    const std::string url = "http://" + service.host() + "/";
    EXPECT_EQ(send(sender, url), Sent::taken);
    EXPECT_EQ(service.asked(), 3);
    EXPECT_EQ(send(sender, url), Sent::never);
    EXPECT_EQ(send(sender, url), Sent::never) << "nobody sends it elsewhere";
    EXPECT_EQ(service.asked(), 5);
    EXPECT_EQ(send(sender, url), Sent::not_now);
    EXPECT_EQ(service.asked(), 8);
}

/// A port at which connections are taken and nothing is ever answered.
class SilentPort {
  public:
    SilentPort() : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        EXPECT_EQ(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size), 0);
        EXPECT_EQ(::listen(listener_, 128), 0);
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
    }
    ~SilentPort() { ::close(listener_); }
    SilentPort(const SilentPort&) = delete;
    SilentPort& operator=(const SilentPort&) = delete;
    [[nodiscard]] int listener() const { return listener_; }
    [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port_); }

  private:
    int listener_;
    int port_ = 0;
};

/// A mail server that takes one letter at a time.
class MailServer {
  public:
    MailServer() : thread_([this] { serve(); }) {}
    ~MailServer() {
        ::shutdown(port_.listener(), SHUT_RDWR);
        thread_.join();
    }
    MailServer(const MailServer&) = delete;
    MailServer& operator=(const MailServer&) = delete;
    [[nodiscard]] std::string url() const { return "smtp://" + port_.host(); }

  private:
    void serve() {
        for (int line = ::accept(port_.listener(), nullptr, nullptr); line >= 0;
             line = ::accept(port_.listener(), nullptr, nullptr)) {
            talk(line);
            ::close(line);
        }
    }
    static void say(int line, const std::string& text) {
        EXPECT_EQ(::send(line, text.data(), text.size(), MSG_NOSIGNAL), std::ssize(text));
    }
    static void talk(int line) {
        say(line, "220 here\r\n");
        std::string heard;
        bool is_letter = false;
        std::array<char, 4096> bytes{};
        for (;;) {
            const auto size = ::recv(line, bytes.data(), bytes.size(), 0);
            if (size <= 0) return;
            heard.append(bytes.data(), static_cast<std::size_t>(size));
            for (auto end = heard.find("\r\n"); end != std::string::npos; end = heard.find("\r\n")) {
                const std::string command = heard.substr(0, end);
                heard.erase(0, end + 2);
                if (is_letter && command != ".") continue;
                if (command == "QUIT") return say(line, "221 bye\r\n");
                is_letter = !is_letter && command == "DATA";
                say(line, is_letter ? "354 go on\r\n" : "250 well\r\n");
            }
        }
    }

    SilentPort port_;
    std::thread thread_;
};

TEST(Sender, SilentPushServicesDelayNeitherLettersNorOtherServices) {
    const std::vector<SilentPort> silent(10);
    const MailServer mail;
    const Service service({201});
    Sender sender(
        {.smtp = mail.url(), .mail_from = "tide@example.org", .anywhere = true, .attempts = 4, .pause_ms = 1});
    for (int table = 0; table < 60; ++table)
        for (const auto& one : silent)
            EXPECT_TRUE(sender.send({.url = "http://" + one.host() + "/" + std::to_string(table),
                                     .headers = {},
                                     .to = {},
                                     .body = "your turn"},
                                    [](Sent) {}));
    const auto begun = std::chrono::steady_clock::now();
    std::promise<Sent> written;
    EXPECT_TRUE(sender.send(
        {.url = {}, .headers = {}, .to = "anna@example.org", .body = "a new password\r\n", .is_asked_for = true},
        [&](Sent how) { written.set_value(how); }));
    EXPECT_EQ(written.get_future().get(), Sent::taken);
    EXPECT_EQ(send(sender, "http://" + service.host() + "/"), Sent::taken);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(8)) << "silent services take 10 s each";
}

TEST(Sender, OneSilentServiceDoesNotFillTheQueue) {
    const SilentPort silent;
    const SilentPort other;
    Sender sender({.smtp = {}, .mail_from = {}, .anywhere = true, .attempts = 1, .pause_ms = 1});
    const auto push = [&](const SilentPort& to) {
        return sender.send({.url = "http://" + to.host() + "/", .headers = {}, .to = {}, .body = "x"}, [](Sent) {});
    };
    int taken = 0;
    while (taken < 30'000 && push(silent)) ++taken;
    EXPECT_EQ(taken, 2000);
    EXPECT_TRUE(push(other));
}

TEST(Sender, KnowsAnAddressOfAPushService) {
    EXPECT_EQ(service_of("https://push.example.net/a/b?c", false), "https://push.example.net");
    EXPECT_EQ(service_of("https://push.example.net:443/a", false), "https://push.example.net:443");
    EXPECT_EQ(service_of("http://127.0.0.1:99/a", true), "http://127.0.0.1:99");
    for (const char* wrong :
         {"http://push.example.net/a", "https://push.example.net:22/a", "https://me:pw@push.example.net/", "ftp://x/",
          "file:///etc/passwd", "", "nonsense", "https://push.example.net/a b", "https://push.example.net/\r\nX: y"})
        EXPECT_FALSE(service_of(wrong, false)) << wrong;
    EXPECT_FALSE(service_of("https://push.example.net/" + std::string(1000, 'a'), false));
}

TEST(Letters, GoToAddressesAndNowhereElse) {
    for (const char* fine : {"anna@example.org", "a.b+c@sub.example.co", "o'neil@x-y.org"})
        EXPECT_TRUE(is_mail_address(fine)) << fine;
    for (const char* wrong : {"", "anna", "@example.org", "anna@", "a b@example.org", "a@b@c.org",
                              "a@example.org\r\nBcc: x@y.org", "<a@b.org>", ".a@b.org", "a..b@c.org", "a@.b", "a@b.",
                              "a@-b.org", "a,b@c.org", "\"a\"@b.org", "\xC3\xA4@b.org"})
        EXPECT_FALSE(is_mail_address(wrong)) << wrong;
    EXPECT_FALSE(is_mail_address(std::string(65, 'a') + "@b.org"));
}

TEST(Letters, AreWrittenAsMailServersTakeThem) {
    const auto text = letter("tide@example.org", "anna@example.org",
                             "Gr\xC3\xBC\xC3\x9F"
                             "e",
                             "one\ntwo\n", 1'790'000'000'000);
    EXPECT_NE(text.find("To: <anna@example.org>\r\n"), std::string::npos);
    EXPECT_NE(text.find("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Date: Mon, 21 Sep 2026 14:13:20 +0000\r\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\r\n\r\none\r\ntwo\r\n"), std::string::npos) << text;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') {
            EXPECT_EQ(text[i - 1], '\r');
        }
}

}  // namespace
}  // namespace springtide::server
