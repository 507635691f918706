#include "store/postgres_listener.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>

#include "core/text.hpp"
#include "store/libpq.hpp"

namespace springtide {

namespace {

constexpr int retry_ms = 250;
constexpr int longest_silence_ms = 1000;  // then a query checks that the connection still lives

}  // namespace

PostgresListener::PostgresListener(std::string url, std::string node, Heard heard, Told told, Back back)
    : connection_(std::move(url)),
      node_(std::move(node)),
      heard_(std::move(heard)),
      told_(std::move(told)),
      back_(std::move(back)),
      wake_(::eventfd(0, EFD_CLOEXEC)),
      thread_([this] { run(); }) {}

PostgresListener::~PostgresListener() {
    stopping_ = true;
    ::eventfd_write(wake_, 1);
    thread_.join();
    ::close(wake_);
}

bool PostgresListener::wait(int socket, int milliseconds) const {
    std::array<pollfd, 2> files = {pollfd{.fd = wake_, .events = POLLIN, .revents = 0},
                                   pollfd{.fd = socket, .events = POLLIN, .revents = 0}};
    return ::poll(files.data(), files.size(), milliseconds) > 0;  // poll passes over a file below 0
}

void PostgresListener::run() {
    while (!stopping_) {
        listen();
        connection_.close();
        if (!stopping_) wait(-1, retry_ms);
    }
}

void PostgresListener::listen() {
    if (!connection_.run("LISTEN springtide") || !connection_.run("LISTEN springtide_word")) return;
    const auto session = connection_.sessions();
    back_();
    while (!stopping_) {
        const bool is_silent = !wait(PQsocket(connection_.raw()), longest_silence_ms);
        if (PQconsumeInput(connection_.raw()) == 0) return;
        // If this ends in another connection, that one does not listen.
        if (is_silent && !stopping_ && (!connection_.run("SELECT 1") || connection_.sessions() != session)) return;
        while (auto* heard = PQnotifies(connection_.raw())) {
            std::string_view(heard->relname) == "springtide" ? read(heard->extra) : read_words(heard->extra);
            PQfreemem(heard);
        }
    }
}

void PostgresListener::read(std::string_view payload) {
    const auto words = split(payload, ' ');
    if (words.empty() || words[0] == node_) return;
    std::vector<std::pair<std::string, std::int64_t>> tables;
    for (std::size_t i = 1; i + 1 < words.size(); i += 2)
        if (const auto seq = parse_int(words[i + 1])) tables.emplace_back(words[i], *seq);
    if (!tables.empty()) heard_(std::move(tables));
}

void PostgresListener::read_words(std::string_view payload) {
    const auto space = payload.find(' ');
    if (space == std::string_view::npos || payload.substr(0, space) == node_) return;
    told_(std::string(payload.substr(0, space)), std::string(payload.substr(space + 1)));
}

}  // namespace springtide
