#include "server/bot_thread.hpp"

namespace springtide::server {

BotThread::~BotThread() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void BotThread::ask(std::unique_ptr<Table> table, Seat seat, std::string level, Done done) {
    {
        const std::scoped_lock lock(mutex_);
        questions_.push_back({std::move(table), seat, std::move(level), std::move(done)});
    }
    wake_.notify_one();
}

void BotThread::run() {
    for (;;) {
        Question question;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !questions_.empty(); });
            if (stopping_) return;  // what they would have said is of no use any more
            question = std::move(questions_.front());
            questions_.pop_front();
        }
        question.done(choose(*question.table, question.seat,
                             {.level = question.level, .milliseconds = milliseconds_, .seed = {}}));
    }
}

}  // namespace springtide::server
