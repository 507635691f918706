#pragma once

#include <string>
#include <utility>

#include "server/identity/client.hpp"
#include "server/shard/shard_group.hpp"

namespace springtide::server {

/// Somebody whose connection lives in another shard, as their shard describes them to others.
struct ForwardedClient {
    std::weak_ptr<Client> original;
    std::size_t shard = 0;
    Person person{};
    std::string address{};
    bool takes_events = false;
    bool asks_for_differences = false;
};

/// Stands in a shard for a client of another: what it is told is posted to the shard in which the connection lives.
class RemoteClient final : public Client {
  public:
    RemoteClient(const ShardGroup& group, const ForwardedClient& forwarded) : group_(group) {
        original = forwarded.original;
        shard = forwarded.shard;
        person = forwarded.person;
        address = forwarded.address;
        asks_for_differences = forwarded.asks_for_differences;
        asks_other_shards = true;
    }
    void send(std::string message) override {
        group_.post(shard, [to = original, message = std::move(message)](Shard&) mutable {
            if (const auto client = to.lock()) client->send(std::move(message));
        });
    }
    void dismiss(const std::string& why) override {
        group_.post(shard, [to = original, why](Shard&) {
            if (const auto client = to.lock()) client->dismiss(why);
        });
    }

    void send_back(const std::string& why) override {
        group_.post(shard, [to = original, why](Shard&) {
            if (const auto client = to.lock()) client->send_back(why);
        });
    }

  private:
    const ShardGroup& group_;
};

}  // namespace springtide::server
