#include "server/load/wire.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace springtide::load {

namespace {

constexpr std::size_t piece = 16 * 1024;
constexpr unsigned text_frame = 1;
constexpr unsigned close_frame = 8;
constexpr unsigned ping_frame = 9;
constexpr unsigned pong_frame = 10;

Expected<int> connect_to(const Place& place) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(place.port));
    if (::inet_pton(AF_INET, place.host.c_str(), &address.sin_addr) != 1)
        return fail(ErrorCode::bad_request, "the address is written like 127.0.0.1:8470");
    const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0) return fail(ErrorCode::unavailable, "no more sockets; the machine allows this process no more files");
    if (::connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(file);
        return fail(ErrorCode::unavailable,
                    "nobody answers at " + place.host + ":" + std::to_string(place.port) + "; start springtide serve");
    }
    const int on = 1;
    ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return file;
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::send(file, text.data(), text.size(), MSG_NOSIGNAL);
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Appends what can be read; 0 or below at the end.
ssize_t read_more(int file, std::string& to) {
    std::array<char, piece> bytes{};
    const auto got = ::recv(file, bytes.data(), bytes.size(), 0);
    if (got > 0) to.append(bytes.data(), static_cast<std::size_t>(got));
    return got;
}

}  // namespace

Wire::~Wire() {
    if (file_ >= 0) ::close(file_);
}

Expected<void> Wire::open(const Place& place, const std::string& table) {
    const auto file = connect_to(place);
    if (!file) return std::unexpected(file.error());
    if (file_ >= 0) ::close(file_);
    file_ = *file;
    out_.clear();
    const std::string request = "GET /ws?lines&events" + (table.empty() ? "" : "&table=" + table) +
                                " HTTP/1.1\r\nHost: " + place.host + ":" + std::to_string(place.port) +
                                "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: c3ByaW5ndGlkZSBsb2FkIQ==\r\n\r\n";
    std::string head;
    if (write_all(file_, request))
        while (head.find("\r\n\r\n") == std::string::npos && read_more(file_, head) > 0) continue;
    const auto end = head.find("\r\n\r\n");
    if (!head.starts_with("HTTP/1.1 101") || end == std::string::npos)
        return fail(ErrorCode::unavailable, "the server does not open a WebSocket: " + head.substr(0, head.find('\r')) +
                                                "; its limits are settings, see springtide serve --help");
    in_ = head.substr(end + 4);
    ::fcntl(file_, F_SETFL, ::fcntl(file_, F_GETFL) | O_NONBLOCK);
    return {};
}

void Wire::send(std::string_view text) { frame(text_frame, text); }

void Wire::frame(unsigned opcode, std::string_view payload) {
    const bool idle = out_.empty();
    out_ += static_cast<char>(0x80U | opcode);
    if (payload.size() < 126) {
        out_ += static_cast<char>(0x80U | payload.size());
    } else {
        out_ += static_cast<char>(0x80U | 126U);
        out_ += static_cast<char>(payload.size() >> 8U);
        out_ += static_cast<char>(payload.size() & 255U);
    }
    mask_ = mask_ * 1664525U + 1013904223U;
    std::array<char, 4> mask{};
    for (unsigned i = 0; i < 4; ++i) mask[i] = static_cast<char>((mask_ >> (8 * i)) & 255U);
    out_.append(mask.data(), mask.size());
    for (std::size_t i = 0; i < payload.size(); ++i) out_ += static_cast<char>(payload[i] ^ mask[i % 4]);
    if (idle) flush();
}

void Wire::flush() {
    const auto written = ::send(file_, out_.data(), out_.size(), MSG_NOSIGNAL);
    if (written > 0) out_.erase(0, static_cast<std::size_t>(written));
}

bool Wire::receive(const Heard& heard) {
    for (;;) {
        const auto got = read_more(file_, in_);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK)) return false;
        if (!take_frames(heard)) return false;
        if (got < static_cast<ssize_t>(piece)) return true;
    }
}

bool Wire::take_frames(const Heard& heard) {
    std::size_t at = 0;
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint64_t>(static_cast<unsigned char>(in_[at + i]));
    };
    while (in_.size() - at >= 2) {
        std::size_t head = 2;
        std::uint64_t size = byte(1) & 127U;
        const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (in_.size() - at < head + more) break;
        if (more > 0) size = 0;
        for (std::size_t i = 0; i < more; ++i) size = (size << 8U) | byte(2 + i);
        head += more;
        if (in_.size() - at < head + size) break;
        const auto opcode = static_cast<unsigned>(byte(0) & 15U);
        const std::string payload = in_.substr(at + head, size);
        at += head + size;
        if (opcode == close_frame) {
            if (payload.size() >= 2)
                goodbye_ = "code " +
                           std::to_string(static_cast<unsigned char>(payload[0]) * 256 +
                                          static_cast<unsigned char>(payload[1])) +
                           (payload.size() > 2 ? ", " + payload.substr(2) : "");
            return false;
        }
        if (opcode == ping_frame) frame(pong_frame, payload);
        if (opcode != text_frame) continue;
        for (std::size_t start = 0; start < payload.size();) {
            const auto end = std::min(payload.find('\n', start), payload.size());
            heard(std::string_view(payload).substr(start, end - start));
            start = end + 1;
        }
    }
    in_.erase(0, at);
    return true;
}

Expected<std::string> get(const Place& place, const std::string& path) {
    const auto file = connect_to(place);
    if (!file) return std::unexpected(file.error());
    std::string answer;
    if (write_all(*file, "GET " + path + " HTTP/1.1\r\nHost: " + place.host + ":" + std::to_string(place.port) +
                             "\r\nConnection: close\r\n\r\n"))
        while (read_more(*file, answer) > 0) continue;
    ::close(*file);
    const auto end = answer.find("\r\n\r\n");
    if (!answer.starts_with("HTTP/1.1 200") || end == std::string::npos)
        return fail(ErrorCode::unavailable, path + " answers " + answer.substr(0, answer.find('\r')));
    return answer.substr(end + 4);
}

}  // namespace springtide::load
