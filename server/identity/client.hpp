#pragma once

#include <boost/container/flat_set.hpp>
#include <functional>
#include <list>
#include <memory>
#include <set>
#include <string>

#include "server/identity/person.hpp"
#include "server/limits/limits.hpp"

namespace springtide::server {

/// A connected client.
class Client {
  public:
    Client() = default;
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    virtual ~Client() = default;
    virtual void send(std::string message) = 0;
    /// Closes the connection and says why.
    virtual void dismiss(const std::string& /*why*/) {}
    /// The same; the client is to connect again, to any node.
    virtual void send_back(const std::string& why) { dismiss(why); }

    /// The connection itself. Its own shard uses it; other shards know by it the object that stands for it there.
    std::weak_ptr<Client> original;
    std::size_t shard = 0;  ///< in which the connection lives
    // There are thousands of clients: small members are together.
    bool asks_other_shards = false;     ///< of tables in several shards
    bool takes_events = false;          ///< folds events, and receives nothing else
    bool asks_for_differences = false;  ///< for older programs
    bool has_gone = false;
    bool is_asking = false;  ///< a request of theirs waits for what the store says
    /// Pushes say of which table they tell.
    [[nodiscard]] bool watches_several() const { return watching.size() > 1 || asks_other_shards; }

    Person person;
    std::string address;  ///< the client's address; never shown
    boost::container::flat_set<std::string> watching;
    std::shared_ptr<const std::set<std::string>>
        blocked;  ///< guests whose talk they do not hear; nothing: not read yet
    Bucket chat{5, 0.5};
    /// Requests that wait for it, in order. (An empty deque would need half a kilobyte for every
    /// connection.)
    std::list<std::function<void()>> next_requests;
};
using ClientPtr = std::shared_ptr<Client>;

}  // namespace springtide::server
