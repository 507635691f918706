#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace springtide::server {

/// A message that leaves this server: to a push service, or as an email through the host's mail server.
struct Outgoing {
    std::string url;                   ///< of the push service; empty for an email
    std::vector<std::string> headers;  ///< of a push
    std::string to;                    ///< of an email
    std::string body;
    bool is_asked_for = false;  ///< an email that a person waits for, not a notification: it goes first
};

/// The result: accepted, never possible (the address is gone, or leads to a forbidden place), or not
/// now.
enum class Sent { taken, never, not_now };

struct SenderSettings {
    std::string smtp;       ///< smtp://name:password@host:587, smtps://…; empty: no email
    std::string mail_from;  ///< the sender of email
    bool anywhere = false;  ///< push services may be http, and on this machine or in this network
    int attempts = 4;
    std::int64_t pause_ms = 10'000;  ///< before the second attempt; then longer each time
};

/// Is this a public address? Not this machine, not the network behind it: a client must not make the server connect to
/// places that only the server can reach.
bool is_public_address(const sockaddr& address);
/// The origin of a push service, `https://host`; nothing if the address is none.
std::optional<std::string> service_of(const std::string& url, bool anywhere);
bool is_mail_address(std::string_view text);
/// An email in plain text, in the form that mail servers expect.
std::string letter(const std::string& from, const std::string& to, const std::string& subject, const std::string& text,
                   std::int64_t at);

/// Sends messages in a thread of its own. Email and pushes have separate slots, and each push service has few of them
/// until it answers: a service that answers slowly, or never, delays neither email nor other services.
class Sender {
  public:
    explicit Sender(SenderSettings settings);
    /// Drops the messages that are not sent by then.
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
