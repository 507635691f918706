#pragma once

#include <string>
#include <utility>

#include "server/client.hpp"
#include "server/house.hpp"

namespace springtide::server {

/// Somebody whose connection lives in another hall, as their hall describes them to others.
struct Visit {
    std::weak_ptr<Client> at_home;
    std::size_t hall = 0;
    Person person{};
    std::string address{};
    bool takes_events = false;
    std::string_view notice{};
};

/// Somebody who visits: what they are told is posted to the hall in which their connection lives.
class RemoteClient final : public Client {
  public:
    RemoteClient(const House& house, const Visit& visit) : house_(house) {
        at_home = visit.at_home;
        hall = visit.hall;
        person = visit.person;
        address = visit.address;
        notice = visit.notice;
        asks_elsewhere = true;
    }
    void send(std::string message) override {
        house_.post(hall, [to = at_home, message = std::move(message)](Hall&) mutable {
            if (const auto client = to.lock()) client->send(std::move(message));
        });
    }
    void dismiss(const std::string& why) override {
        house_.post(hall, [to = at_home, why](Hall&) {
            if (const auto client = to.lock()) client->dismiss(why);
        });
    }

  private:
    const House& house_;
};

}  // namespace springtide::server
