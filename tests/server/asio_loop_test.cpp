// A loop that rests leaves what comes from outside waiting, and nothing else.
#include "server/net/asio_loop.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <string>
#include <thread>

namespace springtide::server {
namespace {

class AsioLoopTest : public testing::Test {
  protected:
    AsioLoopTest() {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) ADD_FAILURE() << "no pipe";
        outside_ = ends[1];
        inside_.assign(ends[0]);
        take();
    }
    ~AsioLoopTest() override { ::close(outside_); }

    /// Something comes from outside.
    void come() const { EXPECT_EQ(::write(outside_, "x", 1), 1); }
    void take() {
        inside_.async_read_some(net::buffer(&byte_, 1), [this](const boost::system::error_code& error, std::size_t) {
            if (error) return;
            happened_ += "outside ";
            take();
        });
    }
    static Loop::Time in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

    net::io_context context_{1};
    AsioLoop loop_{context_};
    net::posix::stream_descriptor inside_{context_};
    int outside_ = -1;
    char byte_ = 0;
    std::string happened_;
};

TEST_F(AsioLoopTest, EverythingThatCameIsTakenBeforeTheRestIsOver) {
    // It comes in the turn in which the rest begins, when the system was already asked.
    net::post(context_, [&] { net::post(context_, [&] { net::post(context_, [&] { come(); }); }); });
    loop_.rest(in(std::chrono::milliseconds(5)), [&] {
        happened_ += "then ";
        context_.stop();
    });
    context_.run();
    EXPECT_EQ(happened_, "outside then ");
}

TEST_F(AsioLoopTest, WhatIsPostedIsDoneAtOnce) {
    loop_.rest(in(std::chrono::hours(1)), [&] { ADD_FAILURE() << "an hour is not over"; });
    std::atomic<bool> first = false;
    std::thread other([&] {
        loop_.post([&] {
            happened_ += "posted ";
            first = true;
        });
        while (!first) std::this_thread::yield();
        loop_.post([&] {
            happened_ += "again ";
            context_.stop();
        });
    });
    context_.run();
    other.join();
    EXPECT_EQ(happened_, "posted again ");
}

TEST_F(AsioLoopTest, WhatWasBegunIsEndedBeforeItRests) {
    loop_.rest(in(std::chrono::hours(1)), [] {});
    // An answer: it follows from something that was there already.
    net::post(context_, [&] { net::post(context_, [&] { context_.stop(); }); });
    context_.run();
}

TEST_F(AsioLoopTest, ARestThatIsOverAlreadyIsNone) {
    loop_.rest(in(-std::chrono::hours(1)), [&] { context_.stop(); });
    context_.run();
}

}  // namespace
}  // namespace springtide::server
