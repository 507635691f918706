// One WebSocket. There may be ten thousand, most of them quiet: no coroutine waits for each, and nothing is kept that a
// quiet one does not need.
#include <array>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/net/asio.hpp"
#include "server/shard/shard.hpp"

namespace springtide::server {

namespace {

namespace websocket = beast::websocket;
using Failure = boost::system::error_code;
constexpr std::size_t most_unsent = 1024 * 1024;          // bytes; a client that reads more slowly is closed
constexpr std::size_t piece = 256;                        // bytes read at once; a request is seldom longer
constexpr double cost_of_piece = 1.0 / 256;               // in messages, of a part that does not end one
constexpr auto handshake_time = std::chrono::seconds(2);  // then a client that does not answer a close frame is cut off
constexpr auto farewell_time = std::chrono::seconds(10);  // time for a slow client to read the reason

/// Room for what is remembered of a read while it waits: every socket always waits for one, and ten thousand of them
/// among what tables come and go with would keep much more memory than they need.
class ReadMemory {
  public:
    void* take(std::size_t bytes) {
        if (taken_ || bytes > bytes_.size()) return ::operator new(bytes);
        taken_ = true;
        return bytes_.data();
    }
    void give_back(void* at) {
        if (at != bytes_.data()) return ::operator delete(at);
        taken_ = false;
    }

    static constexpr std::size_t size = 400;  ///< the most that Beast needs

  private:
    alignas(void*) std::array<std::byte, size> bytes_;
    bool taken_ = false;
};

/// Lets Asio use it.
template <class T>
class ReadAllocator {
  public:
    using value_type = T;
    explicit ReadAllocator(ReadMemory& memory) : memory_(&memory) {}
    template <class Other>
    ReadAllocator(const ReadAllocator<Other>& other) : memory_(other.memory()) {}  // NOLINT: allocators convert
    T* allocate(std::size_t count) {
        static_assert(sizeof(T) <= ReadMemory::size && alignof(T) <= alignof(ReadMemory), "a read must fit into it");
        return static_cast<T*>(memory_->take(count * sizeof(T)));
    }
    void deallocate(T* at, std::size_t) { memory_->give_back(at); }
    [[nodiscard]] ReadMemory* memory() const { return memory_; }
    bool operator==(const ReadAllocator&) const = default;

  private:
    ReadMemory* memory_;
};

/// Notices a client that sends and never says anything: Beast drops empty frames of a message that goes on by itself,
/// as many as come. Reads from the network are counted since the last part of a message or control frame.
class CountedSocket : public TcpSocket {
  public:
    explicit CountedSocket(TcpSocket socket) : TcpSocket(std::move(socket)) {}
    template <class Buffers, class Handler>
    auto async_read_some(const Buffers& buffers, Handler&& handler) {
        Failure ignored;
        if (++reads_ > most_reads) close(ignored);  // the read then fails, and the connection ends
        return TcpSocket::async_read_some(buffers, std::forward<Handler>(handler));
    }
    void said_something() { reads_ = 0; }

  private:
    static constexpr int most_reads = 100;  ///< a header that comes byte by byte needs 14
    int reads_ = 0;
};

[[maybe_unused]] void teardown(beast::role_type role, CountedSocket& socket, Failure& failure) {
    websocket::teardown(role, static_cast<TcpSocket&>(socket), failure);
}
template <class Handler>
void async_teardown(beast::role_type role, CountedSocket& socket, Handler&& handler) {
    websocket::async_teardown(role, static_cast<TcpSocket&>(socket), std::forward<Handler>(handler));
}

class Socket final : public Client, public OpenSockets::Socket, public std::enable_shared_from_this<Socket> {
  public:
    Socket(TcpSocket socket, Shard& where, SocketLimits limits, std::shared_ptr<OpenSockets> all,
           std::function<void()> gone)
        : stream_(std::move(socket)),
          shard_(where),
          all_(std::move(all)),
          gone_(std::move(gone)),
          bucket_(4 * static_cast<double>(limits.messages_per_second), static_cast<double>(limits.messages_per_second)),
          lines_(limits.lines) {
        takes_events = limits.events;
        asks_for_differences = limits.differences;
        auto times = websocket::stream_base::timeout::suggested(beast::role_type::server);
        times.handshake_timeout = handshake_time;
        times.idle_timeout = std::chrono::seconds(60);  // pings keep a quiet but living client
        stream_.set_option(times);
        stream_.read_message_max(limits.message_bytes);
        stream_.auto_fragment(false);
        stream_.text(true);
        // Beast answers pings by itself, also thousands a second: they count like messages.
        stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
            beast::get_lowest_layer(stream_).said_something();
            if (broken_ || kind == websocket::frame_type::close) return;
            if (bucket_.take(std::chrono::steady_clock::now())) return;
            net::post(stream_.get_executor(),
                      [self = shared_from_this()] { self->let_go("too many messages; slow down", handshake_time); });
        });
    }

    void open(const Upgrade& request) {
        all_->sockets.insert(shared_from_this());
        stream_.async_accept(request, briefly([self = shared_from_this()](const Failure& failure) {
                                 if (failure) return self->leave();
                                 self->is_open_ = true;
                                 self->shard_.came(self);
                                 self->read();
                             }));
    }

    void send(std::string message) override {
        if (broken_) return;
        unsent_ += message.size();
        if (lines_ && !queue_.empty()) {
            queue_.back() += '\n';
            queue_.back() += message;
        } else {
            queue_.push_back(std::move(message));
        }
        if (unsent_ > most_unsent) return let_go("you read too slowly; connect again", farewell_time);
        begin_writing();
    }

    void dismiss(const std::string& why) override {
        if (!broken_) close({websocket::close_code::policy_error, why});
    }

    void send_back(const std::string& why) override {
        if (!broken_) close({websocket::close_code::service_restart, why});
    }

    void say_goodbye() override {
        leaving_ = true;
        if (!broken_) begin_writing();
    }

  private:
    /// In small pieces: while it waits, a socket keeps the memory for the next one.
    void read() {
        const auto done = [self = shared_from_this()](const Failure& failure, std::size_t) {
            if (failure) return self->leave();
            beast::get_lowest_layer(self->stream_).said_something();
            if (self->broken_) return self->read_on();
            if (self->stream_.is_message_done()) return self->take();
            if (self->bucket_.take(std::chrono::steady_clock::now(), cost_of_piece)) return self->read();
            self->let_go("too many messages; slow down", handshake_time);  // in parts of a byte, say
            self->read_on();
        };
        stream_.async_read_some(buffer_, piece, net::bind_allocator(ReadAllocator<char>(read_memory_), done));
    }

    /// The remaining input of a closing client is of no interest, but its close frame must be found.
    void read_on() {
        buffer_.clear();
        read();
    }

    void take() {
        if (!stream_.got_text() || !bucket_.take(std::chrono::steady_clock::now())) {
            const char* why = stream_.got_text() ? "too many messages; slow down" : "text frames only";
            if (is_closing_) return read_on();  // it has received another reason already
            is_closing_ = true;
            const websocket::close_reason reason(websocket::close_code::policy_error, why);
            stream_.async_close(reason, [self = shared_from_this()](const Failure&) { self->leave(); });
            return;
        }
        shard_.receive(shared_from_this(), {static_cast<const char*>(buffer_.data().data()), buffer_.size()});
        buffer_.consume(buffer_.size());
        buffer_.shrink_to_fit();
        if (!left_) read();
    }

    /// Messages of one turn of the loop, an answer and a push for one, may go together: frames are the main cost.
    void begin_writing() {
        if (writing_) return;
        writing_ = true;
        if (!lines_) return write();
        net::post(stream_.get_executor(), [self = shared_from_this()] { self->write(); });
    }

    /// Says why, once the frame being sent is out; a client that does not even read that is cut off.
    void let_go(const char* why, std::chrono::seconds patience) {
        if (std::exchange(broken_, true)) return;
        queue_.clear();
        why_ = why;
        if (!writing_) say_why();
        auto timer = std::make_shared<net::steady_timer>(stream_.get_executor(), patience);
        timer->async_wait([timer, self = shared_from_this()](const Failure&) { self->drop(); });
    }
    void say_why() { close({websocket::close_code::try_again_later, why_}); }

    void write() {
        if (broken_) return;
        if (queue_.empty()) {
            writing_ = false;
            if (leaving_)
                close({websocket::close_code::service_restart, "the server stops; connect again in a moment"});
            return;
        }
        current_ = std::move(queue_.front());
        queue_.erase(queue_.begin());
        const auto done = [self = shared_from_this()](const Failure& failure, std::size_t) {
            self->unsent_ -= std::min(self->unsent_, self->current_.size());
            std::string().swap(self->current_);  // an assignment would keep the memory
            if (failure) return self->drop();
            if (self->why_ != nullptr) return self->say_why();
            self->write();
        };
        stream_.async_write(net::buffer(current_), briefly(done));
    }

    /// A connection is closed once, for the first reason: Beast allows no second close while one waits for its answer.
    void close(const websocket::close_reason& reason) {
        if (std::exchange(is_closing_, true)) return;
        stream_.async_close(reason, [self = shared_from_this()](const Failure&) { self->drop(); });
    }

    /// Ends the operations under way; the pending read then returns.
    void drop() {
        broken_ = true;
        queue_.clear();
        Failure ignored;
        auto& socket = beast::get_lowest_layer(stream_);
        socket.cancel(ignored);
        if (why_ != nullptr) socket.close(ignored);
    }

    void leave() {
        broken_ = left_ = true;
        if (std::exchange(is_open_, false)) shard_.gone(shared_from_this());
        if (all_->sockets.erase(shared_from_this()) == 0) return;
        gone_();
        if (all_->closing && all_->sockets.empty() && all_->when_empty) all_->when_empty();
    }

    ReadMemory read_memory_;
    websocket::stream<CountedSocket, false> stream_;  // without compression
    beast::flat_buffer buffer_;
    std::vector<std::string> queue_;
    std::string current_;
    Shard& shard_;
    std::shared_ptr<OpenSockets> all_;
    std::function<void()> gone_;
    Bucket bucket_;
    std::size_t unsent_ = 0;
    const char* why_ = nullptr;  ///< the reason for the disconnect
    bool lines_;
    bool is_open_ = false;
    bool writing_ = false;
    bool broken_ = false;
    bool leaving_ = false;
    bool left_ = false;
    bool is_closing_ = false;
};

static_assert(
    sizeof(Socket) + 16 <= 1024,
    "with the counts of its std::shared_ptr it fits into a block of 1,024 bytes; the allocator's next has 1,280");

}  // namespace

void serve_socket(TcpSocket socket, Arrival arrival, Shard& shard, std::shared_ptr<OpenSockets> all) {
    const auto served =
        std::make_shared<Socket>(std::move(socket), shard, arrival.limits, std::move(all), std::move(arrival.gone));
    served->person = std::move(arrival.person);
    served->address = std::move(arrival.address);
    served->open(arrival.request);
}

}  // namespace springtide::server
