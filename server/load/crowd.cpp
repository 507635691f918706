#include "server/load/crowd.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <charconv>

namespace springtide::load {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int unwatch_id = 4;
constexpr int look_id = 5;
constexpr std::int64_t first_move_id = 10;  // those below are of other requests

/// The number behind a key of our own server's JSON; 0 if there is none.
std::int64_t number_after(std::string_view message, std::string_view key) {
    const auto at = message.find(key);
    std::int64_t number = 0;
    if (at != std::string_view::npos)
        std::from_chars(message.data() + at + key.size(), message.data() + message.size(), number);
    return number;
}

Time in(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool has(std::string_view message, std::string_view part) { return message.find(part) != std::string_view::npos; }

/// Is this seat to act, or does the push say nothing about that?
bool acts(std::string_view message, std::int64_t seat) {
    constexpr std::string_view key = "\"to_act\":[";
    const auto at = message.find(key);
    if (at == std::string_view::npos) return true;
    const auto list = message.substr(at + key.size(), message.find(']', at) - at - key.size());
    return has(list, std::to_string(seat));
}

/// Reads the list of actions in a push: texts without escapes. Without a list, `legal` stays as it is.
void read_legal(std::string_view message, std::vector<std::string>& legal) {
    constexpr std::string_view key = "\"legal\":[";
    auto at = message.find(key);
    if (at == std::string_view::npos) return;
    at += key.size();
    legal.clear();
    while (message[at] == '"') {
        const auto end = message.find('"', at + 1);
        legal.emplace_back(message.substr(at + 1, end - at - 1));
        at = end + 1 + (message[end + 1] == ',' ? 1 : 0);
    }
}

}  // namespace

Crowd::~Crowd() {
    if (poll_ >= 0) ::close(poll_);
}

Expected<void> Crowd::come() {
    poll_ = ::epoll_create1(EPOLL_CLOEXEC);
    tables_.resize(static_cast<std::size_t>(plan_.tables));
    const auto count = static_cast<std::size_t>(plan_.tables) * static_cast<std::size_t>(plan_.players);
    const auto place = [&](std::size_t number) {
        return plan_.balancer ? *plan_.balancer : plan_.nodes[number % plan_.nodes.size()];
    };
    for (std::size_t i = 0; i < count; ++i) {
        auto& who = *people_.emplace_back(std::make_unique<Person>());
        who.table = i / static_cast<std::size_t>(plan_.players);
        who.seat = i % static_cast<std::size_t>(plan_.players);
        if (auto opened = who.wire.open(place(i)); !opened) return opened;
        epoll_event event{.events = EPOLLIN, .data = {.ptr = &who}};
        ::epoll_ctl(poll_, EPOLL_CTL_ADD, who.wire.file(), &event);
    }
    for (int i = 0; i < plan_.idle_sockets; ++i)
        if (auto opened = idle_.emplace_back(std::make_unique<Wire>())->open(place(static_cast<std::size_t>(i)));
            !opened)
            return opened;
    return {};
}

void Crowd::sit_down() {
    for (std::size_t table = 0; table < tables_.size(); ++table) begin(table);
}

Expected<void> Crowd::play(double seconds) {
    tally_ = {};
    next_due_ = Clock::now();
    for (const auto& who : people_) move_if_due(*who);  // players that could have moved during the rest
    return listen(in(seconds));
}

Expected<void> Crowd::rest(double seconds) {
    resting_ = true;
    auto rested = listen(in(seconds));
    resting_ = false;
    return rested;
}

/// Reads all messages until then, and answers them.
Expected<void> Crowd::listen(Time end) {
    std::array<epoll_event, 256> events{};
    for (auto now = Clock::now(); now < end; now = Clock::now()) {
        const int wait = plan_.rate > 0 ? 1 : 50;
        const int count = ::epoll_wait(poll_, events.data(), static_cast<int>(events.size()), wait);
        for (int i = 0; i < count; ++i) {
            Person& who = *static_cast<Person*>(events[static_cast<std::size_t>(i)].data.ptr);
            if (!who.wire.receive([&](std::string_view message) { heard(who, message); }))
                return fail(
                    ErrorCode::unavailable,
                    "the server closed the connection of player " + std::to_string(who.seat + 1) + " at table " +
                        std::to_string(who.table + 1) + " of " + std::to_string(plan_.tables) +
                        (who.wire.goodbye().empty() ? std::string(" without a word") : ": " + who.wire.goodbye()));
            if (who.wire.has_unsent()) who.wire.flush();
            for (const std::size_t table : std::exchange(made_, {}))
                if (auto moved = move_to_table(table); !moved) return moved;
        }
        if (plan_.rate > 0 && !resting_) move_those_due(Clock::now());
    }
    return {};
}

void Crowd::begin(std::size_t table) {
    if (!tables_[table].id.empty()) ask_all(table, "unwatch", unwatch_id);  // the game before
    tables_[table] = {};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(plan_.players); ++seat) {
        Person& who = person(table, seat);
        who.seen = who.answered = 0;
        who.legal.clear();
        who.due = false;
    }
    person(table, 0).wire.send(R"({"id":0,"op":"create","game":")" + plan_.game + R"(","players":)" +
                               std::to_string(plan_.players) + "}");
}

Expected<void> Crowd::move_to_table(std::size_t table) {
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(plan_.players); ++seat) {
        Person& who = person(table, seat);
        if (auto opened = who.wire.open(*plan_.balancer, tables_[table].id); !opened) return opened;
        epoll_event event{.events = EPOLLIN, .data = {.ptr = &who}};
        ::epoll_ctl(poll_, EPOLL_CTL_ADD, who.wire.file(), &event);
    }
    ask_all(table, "join", 1);
    return {};
}

void Crowd::ask_all(std::size_t table, std::string_view op, int id) {
    tables_[table].step = id;
    tables_[table].answers = 0;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(plan_.players); ++seat)
        person(table, seat)
            .wire.send(R"({"id":)" + std::to_string(id) + R"(,"op":")" + std::string(op) + R"(","table":")" +
                       tables_[table].id + "\"}");
}

void Crowd::heard(Person& who, std::string_view message) {
    ++tally_.messages;
    tally_.bytes += static_cast<std::int64_t>(message.size());
    if (message.starts_with("{\"id\":"))
        answered(who, message);
    else
        pushed(who, message);
}

void Crowd::answered(Person& who, std::string_view message) {
    Table& table = tables_[who.table];
    const bool ok = has(message, "\"ok\":true");
    if (!ok) {
        ++tally_.refusals;
        tally_.last_refusal = message;
    }
    const auto id = number_after(message, "\"id\":");
    if (id == unwatch_id) return;
    if (id == look_id) return pushed(who, message);
    if (id >= first_move_id) {
        who.asked = false;
        who.answered = number_after(message, "\"seq\":");
        if (!ok) {
            who.legal.clear();
            look_again(who);
        }
        if (ok) {
            ++tally_.moves;
            tally_.latencies.push_back(std::chrono::duration<float, std::milli>(Clock::now() - who.sent).count());
        }
        table.over ? begin_if_all_done(who.table) : move_if_due(who);
        return;
    }
    if (id == 1 && ok) who.sits_on = number_after(message, "\"seat\":");
    if (table.step == 0) {
        constexpr std::string_view key = "\"table\":\"";
        const auto at = message.find(key) + key.size();
        table.id = message.substr(at, message.find('"', at) - at);
        // The page opens a socket for each table; without a balancer, that would change nothing.
        plan_.balancer ? made_.push_back(who.table) : ask_all(who.table, "join", 1);
    } else if (++table.answers == static_cast<std::size_t>(plan_.players)) {
        if (table.step == 1) ask_all(who.table, "ready", 2);
        if (table.step == 2) table.step = 3;
    }
}

void Crowd::pushed(Person& who, std::string_view message) {
    Table& table = tables_[who.table];
    if (table.id.empty() || (has(message, "\"table\":") && !has(message, table.id))) return;  // of the game before
    const auto head = message.substr(0, message.find("\"events\":"));
    const auto seq = number_after(head, "\"seq\":");
    if (!has(message, "\"view\":") && (has(head, "\"from\":") ? number_after(head, "\"from\":") : seq - 1) != who.seen)
        return look_again(who);
    who.seen = seq;
    read_legal(message, who.legal);
    if (!acts(message, who.sits_on)) who.legal.clear();
    if (!table.over && has(message, "\"over\":true")) {
        table.over = true;
        ++tally_.games;
    }
    table.over ? begin_if_all_done(who.table) : move_if_due(who);
}

/// Requests the whole view, because the messages so far do not suffice.
void Crowd::look_again(Person& who) {
    who.wire.send(R"({"id":)" + std::to_string(look_id) + R"(,"op":"watch","table":")" + tables_[who.table].id +
                  R"(","since":)" + std::to_string(who.seen) + "}");
}

/// Starts a new game when no player of the last one waits for an answer.
void Crowd::begin_if_all_done(std::size_t table) {
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(plan_.players); ++seat)
        if (person(table, seat).asked) return;
    begin(table);
}

/// Only on what was pushed after the own last move: older lists are stale.
void Crowd::move_if_due(Person& who) {
    if (resting_ || who.asked || who.legal.empty() || who.seen < who.answered || tables_[who.table].over) return;
    if (plan_.rate <= 0) return move(who, Clock::now());
    if (std::exchange(who.due, true)) return;
    ready_.push_back(&who);
}

void Crowd::move(Person& who, Time due) {
    const auto& action = who.legal[random_.below(static_cast<std::uint32_t>(who.legal.size()))];
    who.asked = true;
    who.sent = due;
    who.wire.send(R"({"id":)" + std::to_string(next_id_++) + R"(,"op":"play","table":")" + tables_[who.table].id +
                  R"(","action":")" + action + "\"}");
}

void Crowd::move_those_due(Time now) {
    const auto gap = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / plan_.rate));
    while (next_due_ <= now && !ready_.empty()) {
        Person& who = *ready_.front();
        ready_.pop_front();
        if (!std::exchange(who.due, false) || who.legal.empty()) continue;
        move(who, next_due_);
        next_due_ += gap;
    }
    if (ready_.empty() && next_due_ < now) next_due_ = now;  // no player could have moved earlier
}

}  // namespace springtide::load
