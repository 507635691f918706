#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "server/room/room.hpp"
#include "store/store.hpp"

namespace springtide::server {

/// Folds tables from their logs in a thread of its own, so that only requests for a long one wait for it. The shortest
/// comes first, and a long one makes way after every page: a table of a hundred events does not wait for one of a
/// hundred thousand.
class RoomLoader {
  public:
    using Loaded = std::function<void(Expected<std::unique_ptr<Room>>)>;
    static constexpr int page = 256;  ///< events read and folded before a shorter table may go first

    explicit RoomLoader(std::unique_ptr<Store> store);
    ~RoomLoader();
    RoomLoader(const RoomLoader&) = delete;
    RoomLoader& operator=(const RoomLoader&) = delete;

    /// `done` is called from this thread, with the room as Room::load gives it.
    void load(std::string table, Loaded done);
    /// Frees a room, a long one in this thread.
    void take_apart(std::unique_ptr<Room> room);

  private:
    struct Job {
        std::string table;
        Loaded done;
        std::int64_t left = -1;  ///< events still to fold; -1: not known yet
        std::unique_ptr<Room> room;
        std::optional<Room::Damage> damage{};  ///< found at the first attempt: only what is before it is folded
    };
    void run();
    /// True when it is done, well or not.
    bool go_on(Job& job);

    std::unique_ptr<Store> store_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Job> fresh_;
    std::vector<std::unique_ptr<Room>> old_;
    bool stopping_ = false;
    std::vector<Job> jobs_;  ///< only of the thread
    std::thread thread_;
};

}  // namespace springtide::server
