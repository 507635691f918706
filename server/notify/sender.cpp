#include "server/notify/sender.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "server/base/log.hpp"
#include "server/limits/cost_queue.hpp"
#include "server/notify/libcurl.hpp"

namespace springtide::server {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_pushes_waiting = 20'000;
constexpr std::size_t most_pushes_waiting_for_one = 2'000;  // push service
constexpr std::size_t most_letters_waiting = 5'000;
constexpr std::size_t most_pushes_at_once = 32;
constexpr std::size_t most_letters_at_once = 8;
constexpr std::size_t most_notifications_at_once = 4;  // of these emails: the others are for people who wait for one
constexpr std::size_t places_of_unknown = 2;           // of a push service that has not answered yet
constexpr std::size_t places_of_known = 8;
constexpr std::size_t places_of_silent = 1;
constexpr std::size_t most_services = 10'000;      // that are remembered
constexpr std::size_t longest_answer = 16 * 1024;  // of which nothing is used
constexpr long longest_push_s = 10;
constexpr long longest_letter_s = 20;
constexpr long connect_wait_s = 5;
constexpr int poll_ms = 60'000;

struct Network {
    std::uint32_t address;
    int bits;
};
/// Networks that are unassigned or private (IANA's list of special addresses).
constexpr auto special_networks = std::to_array<Network>({{0x00000000, 8},
                                                          {0x0A000000, 8},
                                                          {0x64400000, 10},
                                                          {0x7F000000, 8},
                                                          {0xA9FE0000, 16},
                                                          {0xAC100000, 12},
                                                          {0xC0000000, 24},
                                                          {0xC0000200, 24},
                                                          {0xC0586300, 24},
                                                          {0xC0A80000, 16},
                                                          {0xC6120000, 15},
                                                          {0xC6336400, 24},
                                                          {0xCB007100, 24},
                                                          {0xE0000000, 3}});

bool is_public_v4(std::uint32_t address) {
    return std::ranges::none_of(special_networks, [&](const Network& one) {
        return (address ^ one.address) >> static_cast<unsigned>(32 - one.bits) == 0;
    });
}

/// 2000::/3 without what carries or documents other addresses.
bool is_public_v6(const in6_addr& address) {
    const auto& bytes = address.s6_addr;
    if ((bytes[0] & 0xE0U) != 0x20U) return false;
    const auto first = static_cast<unsigned>(bytes[0] << 8U | bytes[1]);
    const auto second = static_cast<unsigned>(bytes[2] << 8U | bytes[3]);
    if (first == 0x2002) return false;                               // 6to4
    return first != 0x2001 || (second >= 0x200 && second != 0xDB8);  // Teredo and others; documentation
}

/// curl is made ready once, before the first thread uses it. False where it cannot be loaded.
bool use_curl() {
    static const bool is_ready = [] {
        const auto loaded = libcurl.load();
        if (!loaded) log_at(Level::error, "nothing can be sent: " + loaded.error().message);
        return loaded && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    }();
    return is_ready;
}

/// Refuses connections to forbidden places; checked after the name was resolved, so that no name leads there either.
curl_socket_t open_public(void* /*sender*/, curlsocktype /*purpose*/, curl_sockaddr* address) {
    if (!is_public_address(address->addr)) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::string encoded_word(const std::string& text) {
    const bool is_plain = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
    if (is_plain) return text;
    constexpr char digits[] = "0123456789ABCDEF";
    std::string words;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) words += (words.empty() ? "=?UTF-8?Q?" : "\r\n =?UTF-8?Q?") + word + "?=";
        word.clear();
    };
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (word.size() > 50 && (byte & 0xC0U) != 0x80U) end_word();  // not in the middle of a character
        const bool as_it_is = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (as_it_is)
            word += c;
        else
            word += {'=', digits[byte >> 4U], digits[byte & 15U]};
    }
    end_word();
    return words;
}

}  // namespace

bool is_public_address(const sockaddr& address) {
    if (address.sa_family == AF_INET) {
        sockaddr_in in{};
        std::memcpy(&in, &address, sizeof in);
        return is_public_v4(ntohl(in.sin_addr.s_addr));
    }
    if (address.sa_family != AF_INET6) return false;
    sockaddr_in6 in{};
    std::memcpy(&in, &address, sizeof in);
    return is_public_v6(in.sin6_addr);
}

std::optional<std::string> service_of(const std::string& url, bool anywhere) {
    constexpr std::size_t longest = 1000;
    if (url.size() > longest) return std::nullopt;
    if (!std::ranges::all_of(url, [](char c) { return c > ' ' && c <= '~'; })) return std::nullopt;
    if (!use_curl()) return std::nullopt;
    const std::unique_ptr<CURLU, void (*)(CURLU*)> parts(curl_url(), curl_url_cleanup);
    if (!parts || curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), 0U) != CURLUE_OK) return std::nullopt;
    const auto part = [&](CURLUPart which) {
        char* text = nullptr;
        if (curl_url_get(parts.get(), which, &text, 0U) != CURLUE_OK) return std::string();
        const std::unique_ptr<char, void (*)(void*)> owned(text, curl_free);
        return std::string(text);
    };
    const std::string scheme = part(CURLUPART_SCHEME);
    const std::string host = part(CURLUPART_HOST);
    if (host.empty() || !part(CURLUPART_USER).empty() || !part(CURLUPART_PASSWORD).empty()) return std::nullopt;
    if (scheme != "https" && !(anywhere && scheme == "http")) return std::nullopt;
    const std::string port = part(CURLUPART_PORT);
    if (!anywhere && !port.empty() && port != "443") return std::nullopt;
    return scheme + "://" + host + (port.empty() ? "" : ":" + port);
}

bool is_mail_address(std::string_view text) {
    const auto at = text.find('@');
    if (text.size() > 254 || at == std::string_view::npos || at == 0 || at > 64) return false;
    const auto local = text.substr(0, at);
    const auto domain = text.substr(at + 1);
    const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    const auto in_local = [&](char c) {
        return is_word(c) || std::string_view("!#$%&'*+-/=?^_`{|}~.").find(c) != std::string_view::npos;
    };
    const auto in_domain = [&](char c) { return is_word(c) || c == '-' || c == '.'; };
    if (!std::ranges::all_of(local, in_local) || !std::ranges::all_of(domain, in_domain)) return false;
    const auto dotted_well = [](std::string_view part) {
        return !part.empty() && part.front() != '.' && part.back() != '.' && part.find("..") == std::string_view::npos;
    };
    return dotted_well(local) && dotted_well(domain) && domain.front() != '-' && domain.size() > 2;
}

std::string letter(const std::string& from, const std::string& to, const std::string& subject, const std::string& text,
                   std::int64_t at) {
    const auto seconds = static_cast<std::time_t>(at / 1000);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    std::array<char, 64> date{};
    // In English, independent of the host's language.
    constexpr std::array days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    std::snprintf(date.data(), date.size(), "%s, %02d %s %04d %02d:%02d:%02d +0000",
                  days[static_cast<std::size_t>(utc.tm_wday)], utc.tm_mday,
                  months[static_cast<std::size_t>(utc.tm_mon)], utc.tm_year + 1900, utc.tm_hour, utc.tm_min,
                  utc.tm_sec);
    std::string lines;
    for (const char c : text) {
        if (c == '\r') continue;
        if (c == '\n') lines += '\r';
        lines += c;
    }
    return "From: Springtide <" + from + ">\r\nTo: <" + to + ">\r\nSubject: " + encoded_word(subject) +
           "\r\nDate: " + date.data() +
           "\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"
           "Auto-Submitted: auto-generated\r\n\r\n" +
           lines + "\r\n";
}

class Sender::Impl {
  public:
    explicit Impl(SenderSettings settings) : settings_(std::move(settings)) {}
    ~Impl() {
        if (!thread_.joinable()) return;
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
            if (multi_) curl_multi_wakeup(multi_.get());
        }
        thread_.join();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    bool send(Outgoing message, std::function<void(Sent)> done) {
        const std::scoped_lock lock(mutex_);
        std::string service = service_of(message.url, settings_.anywhere).value_or("");
        if (stopping_ || !has_room(message, service)) return false;
        ++(message.url.empty() ? letters_waiting_ : pushes_waiting_);
        if (!message.url.empty()) ++waiting_for_[service];
        fresh_.push_back({.message = std::move(message), .done = std::move(done), .service = std::move(service)});
        // It begins with the first message: most servers have nothing to send when they start, many never have.
        if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
        if (multi_) curl_multi_wakeup(multi_.get());
        return true;
    }
    [[nodiscard]] const SenderSettings& settings() const { return settings_; }

  private:
    struct Job {
        Outgoing message;
        std::function<void(Sent)> done;
        std::string service{};  ///< of a push
        std::string place{};    ///< at this service
        Clock::time_point begun{};
        int attempt = 0;
        std::size_t read = 0;      ///< of the body, by the mail server
        std::size_t answered = 0;  ///< bytes
        std::unique_ptr<CURL, void (*)(CURL*)> handle{nullptr, curl_easy_cleanup};
        std::unique_ptr<curl_slist, void (*)(curl_slist*)> list{nullptr, curl_slist_free_all};
    };

    /// To load curl takes longer than the loop may be held: it is done here.
    void run() {
        if (!use_curl()) return refuse_all();
        {
            const std::scoped_lock lock(mutex_);
            multi_.reset(curl_multi_init());
        }
        for (;;) {
            {
                const std::scoped_lock lock(mutex_);
                if (stopping_) break;
                for (Job& job : fresh_) due_.emplace(Clock::now(), std::move(job));
                fresh_.clear();
            }
            while (!due_.empty() && due_.begin()->first <= Clock::now())
                line_up(std::move(due_.extract(due_.begin()).mapped()));
            begin_letters();
            begin_pushes();
            int active = 0;
            curl_multi_perform(multi_.get(), &active);
            int left = 0;
            while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left))
                if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
            curl_multi_poll(multi_.get(), nullptr, 0U, pause(), nullptr);  // until something comes, or send() wakes it
        }
        for (Job& job : running_) curl_multi_remove_handle(multi_.get(), job.handle.get());
    }

    [[nodiscard]] bool has_room(const Outgoing& message, const std::string& service) const {
        if (message.url.empty()) return letters_waiting_ < most_letters_waiting;
        const auto waiting = waiting_for_.find(service);
        return pushes_waiting_ < most_pushes_waiting &&
               (waiting == waiting_for_.end() || waiting->second < most_pushes_waiting_for_one);
    }

    void line_up(Job job) {
        if (job.message.url.empty()) {
            (job.message.is_asked_for ? letters_ : notifications_).push_back(std::move(job));
            return;
        }
        if (services_.size() > most_services) services_.clear();
        Service& service = services_[job.service];
        job.place = job.service + " " + std::to_string(++service.turn % service.places);
        const Payer payer{.person = {}, .address = job.place};
        pushes_.push(payer, std::move(job));
    }

    void begin_letters() {
        for (auto [line, most] :
             {std::pair(&letters_, most_letters_at_once), std::pair(&notifications_, most_notifications_at_once)})
            while (!line->empty() && letters_running_ < most_letters_at_once &&
                   (line == &letters_ || notifications_running_ < most)) {
                Job job = std::move(line->front());
                line->pop_front();
                ++letters_running_;
                notifications_running_ += job.message.is_asked_for ? 0 : 1;
                begin(std::move(job));
            }
    }

    void begin_pushes() {
        while (pushes_running_ < most_pushes_at_once)
            if (auto next = pushes_.take()) {
                ++pushes_running_;
                begin(std::move(next->second));
            } else {
                return;
            }
    }

    /// Its place is free for another one.
    void free_place(const Job& job, Sent sent, long status) {
        if (job.message.url.empty()) {
            --letters_running_;
            notifications_running_ -= job.message.is_asked_for ? 0 : 1;
            return;
        }
        --pushes_running_;
        pushes_.done(job.place, std::chrono::duration<double>(Clock::now() - job.begun).count());
        if (const auto found = services_.find(job.service); found != services_.end())
            found->second.places = status == 0           ? places_of_silent
                                   : sent == Sent::taken ? places_of_known
                                                         : found->second.places;
    }

    /// Nothing can be sent, now or later.
    void refuse_all() {
        std::deque<Job> all;
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
            all.swap(fresh_);
        }
        for (const Job& job : all) job.done(Sent::not_now);
    }

    [[nodiscard]] int pause() const {
        if (due_.empty()) return poll_ms;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(due_.begin()->first - Clock::now()).count();
        return static_cast<int>(std::clamp<std::int64_t>(left, 0, poll_ms));
    }

    void begin(Job job) {
        Job& kept = running_.emplace_back(std::move(job));
        kept.begun = Clock::now();
        kept.handle.reset(curl_easy_init());
        kept.read = kept.answered = 0;
        CURL* handle = kept.handle.get();
        curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handle, CURLOPT_TIMEOUT, kept.message.url.empty() ? longest_letter_s : longest_push_s);
        curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, connect_wait_s);
        curl_easy_setopt(handle, CURLOPT_PROXY, "");  // regardless of the environment
        curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Impl::ignore);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, &kept);
        kept.message.url.empty() ? prepare_letter(kept) : prepare_push(kept);
        curl_multi_add_handle(multi_.get(), handle);
    }

    void prepare_push(Job& job) const {
        CURL* handle = job.handle.get();
        curl_easy_setopt(handle, CURLOPT_URL, job.message.url.c_str());
        curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, settings_.anywhere ? "https,http" : "https");
        if (!settings_.anywhere) curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, &open_public);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(job.message.body.size()));
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, job.message.body.data());
        curl_slist* list = nullptr;
        for (const std::string& header : job.message.headers) list = curl_slist_append(list, header.c_str());
        job.list.reset(list);
        curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list);
    }

    void prepare_letter(Job& job) const {
        CURL* handle = job.handle.get();
        curl_easy_setopt(handle, CURLOPT_URL, settings_.smtp.c_str());
        curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
        curl_easy_setopt(handle, CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_TRY));
        curl_easy_setopt(handle, CURLOPT_MAIL_FROM, settings_.mail_from.c_str());
        job.list.reset(curl_slist_append(nullptr, job.message.to.c_str()));
        curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, job.list.get());
        curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(handle, CURLOPT_READFUNCTION, &Impl::give);
        curl_easy_setopt(handle, CURLOPT_READDATA, &job);
    }

    static std::size_t ignore(char* /*bytes*/, std::size_t size, std::size_t count, void* job) {
        auto& answered = static_cast<Job*>(job)->answered;
        answered += size * count;
        return answered > longest_answer ? 0 : size * count;  // 0 ends it
    }
    static std::size_t give(char* bytes, std::size_t size, std::size_t count, void* job) {
        auto& letter = *static_cast<Job*>(job);
        const std::size_t part = letter.message.body.copy(bytes, size * count, letter.read);
        letter.read += part;
        return part;
    }

    void finish(CURL* handle, CURLcode result) {
        const auto found = std::ranges::find_if(running_, [&](const Job& job) { return job.handle.get() == handle; });
        Job job = std::move(*found);
        running_.erase(found);
        curl_multi_remove_handle(multi_.get(), handle);
        long status = 0;
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        const Sent sent = outcome(job, result, status);
        free_place(job, sent, status);
        job.handle.reset();
        job.list.reset();
        if (sent == Sent::not_now && ++job.attempt < settings_.attempts) {
            const auto pause =
                std::chrono::milliseconds(settings_.pause_ms << static_cast<unsigned>(2 * job.attempt - 2));
            due_.emplace(Clock::now() + pause, std::move(job));
            return;
        }
        {
            const std::scoped_lock lock(mutex_);
            --(job.message.url.empty() ? letters_waiting_ : pushes_waiting_);
            if (const auto waiting = waiting_for_.find(job.service);
                waiting != waiting_for_.end() && --waiting->second == 0)
                waiting_for_.erase(waiting);
        }
        job.done(sent);
    }

    static Sent outcome(const Job& job, CURLcode result, long status) {
        if (job.message.url.empty()) {  // an email
            if (result == CURLE_OK) return Sent::taken;
            return status >= 500 ? Sent::never : Sent::not_now;
        }
        if (status == 0) return Sent::not_now;  // no answer, or an address that is not allowed
        if (status >= 200 && status < 300) return Sent::taken;
        return status == 429 || status >= 500 ? Sent::not_now : Sent::never;
    }

    SenderSettings settings_;
    std::unique_ptr<CURLM, CURLMcode (*)(CURLM*)> multi_{nullptr, curl_multi_cleanup};
    std::mutex mutex_;
    bool stopping_ = false;
    std::size_t letters_waiting_ = 0;  ///< fresh, due, in line and running
    std::size_t pushes_waiting_ = 0;
    std::unordered_map<std::string, std::size_t> waiting_for_;  ///< pushes, by service
    std::deque<Job> fresh_;
    std::multimap<Clock::time_point, Job> due_;
    // In line, and in which places: used in the thread alone.
    struct Service {
        std::size_t places = places_of_unknown;
        std::size_t turn = 0;
    };
    std::deque<Job> letters_;        ///< that a person asked for
    std::deque<Job> notifications_;  ///< email, too
    CostQueue<Job> pushes_;          ///< by place at their service
    std::unordered_map<std::string, Service> services_;
    std::size_t letters_running_ = 0;  ///< of both kinds
    std::size_t notifications_running_ = 0;
    std::size_t pushes_running_ = 0;
    std::list<Job> running_;
    std::thread thread_;
};

Sender::Sender(SenderSettings settings) : impl_(std::make_unique<Impl>(std::move(settings))) {}
Sender::~Sender() = default;
bool Sender::send(Outgoing message, std::function<void(Sent)> done) {
    return impl_->send(std::move(message), std::move(done));
}
bool Sender::has_mail() const { return !impl_->settings().smtp.empty(); }
const SenderSettings& Sender::settings() const { return impl_->settings(); }

}  // namespace springtide::server
