#pragma once

#include <memory>
#include <string>

#include "core/error.hpp"
#include "server/net/settings.hpp"

namespace springtide::server {

/// The whole server: listens, serves until it receives a signal to stop, and leaves everything stored.
class WebServer {
  public:
    /// Opens the store and takes up running games; listens already when it returns.
    static Expected<std::unique_ptr<WebServer>> start(const Settings& settings);
    ~WebServer();
    WebServer(const WebServer&) = delete;
    WebServer& operator=(const WebServer&) = delete;

    /// Serves until stop() or a signal (SIGINT, SIGTERM).
    void run();
    /// From any thread.
    void stop();
    [[nodiscard]] const std::string& url() const;
    [[nodiscard]] int port() const;

  private:
    class Impl;
    explicit WebServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace springtide::server
