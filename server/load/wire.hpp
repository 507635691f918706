#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace springtide::load {

/// The server's address (IPv4) and port.
struct Place {
    std::string host = "127.0.0.1";
    int port = 8470;
};

/// One client's end of a WebSocket that never blocks. Pings are answered; whole text messages are handed on.
class Wire {
  public:
    using Heard = std::function<void(std::string_view)>;

    Wire() = default;
    ~Wire();
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    /// Connects and shakes hands, and waits for it. A table is part of the address, as on the page: balancers send
    /// those of one table to one node. Closes an open connection first.
    Expected<void> open(const Place& place, const std::string& table = "");
    void send(std::string_view text);
    /// Reads what is there; false when the other side is gone.
    bool receive(const Heard& heard);
    /// Writes what is left.
    void flush();
    /// Why the other side closed, as far as it said; empty if it said nothing.
    [[nodiscard]] const std::string& goodbye() const { return goodbye_; }
    [[nodiscard]] int file() const { return file_; }
    [[nodiscard]] bool has_unsent() const { return !out_.empty(); }

  private:
    void frame(unsigned opcode, std::string_view payload);
    bool take_frames(const Heard& heard);

    int file_ = -1;
    std::string in_;
    std::string out_;
    std::string goodbye_;
    std::uint32_t mask_ = 0x9E3779B9;
};

/// One HTTP GET, waited for.
Expected<std::string> get(const Place& place, const std::string& path);

}  // namespace springtide::load
