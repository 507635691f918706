#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace springtide::server {

/// A message that leaves this server: to a push service, or as a letter through the host's mail server.
struct Outgoing {
    std::string url;                   ///< of the push service; empty for a letter
    std::vector<std::string> headers;  ///< of a push
    std::string to;                    ///< of a letter
    std::string body;
    bool is_asked_for = false;  ///< a letter that a person waits for, and not a notification: it goes first
};

/// What became of it: it was taken, it will never be (the address is no more, or leads where nothing may go), or not
/// now.
enum class Sent { taken, never, not_now };

struct SenderSettings {
    std::string smtp;       ///< smtp://name:password@host:587, smtps://…; empty: no letters
    std::string mail_from;  ///< the address letters come from
    bool anywhere = false;  ///< push services may be http, and on this machine or in this network
    int attempts = 4;
    std::int64_t pause_ms = 10'000;  ///< before the second attempt; then longer each time
};

/// Is this an address that everybody may reach? Not this machine, not the network behind it: nobody makes the server
/// speak to what only it can see.
bool is_public_address(const sockaddr& address);
/// Where a push service listens, `https://host`; nothing where it is no address of one.
std::optional<std::string> service_of(const std::string& url, bool anywhere);
bool is_mail_address(std::string_view text);
/// A letter in plain text, as mail servers take it.
std::string letter(const std::string& from, const std::string& to, const std::string& subject, const std::string& text,
                   std::int64_t at);

/// Sends messages in a thread of its own. Letters and pushes have separate places, and each push service has few of
/// them until it answers: a service that answers slowly, or never, keeps neither letters nor other services waiting.
class Sender {
  public:
    explicit Sender(SenderSettings settings);
    /// What is not sent by then is not sent.
    ~Sender();
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    /// `done` is called in the sender's thread. False where too many wait, or nothing can be sent: it is not called.
    bool send(Outgoing message, std::function<void(Sent)> done);
    [[nodiscard]] bool has_mail() const;
    [[nodiscard]] const SenderSettings& settings() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace springtide::server
