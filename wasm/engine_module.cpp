// The engine protocol as a WebAssembly module. The caller asks for a buffer, writes the request there, calls answer()
// and reads the answer from answer_text().
#include <string>

#include "protocol/engine.hpp"

namespace {

springtide::Engine& engine() {
    static springtide::Engine the_engine;
    return the_engine;
}
std::string request;
std::string reply;

}  // namespace

extern "C" {

/// Room for a request of `size` bytes.
[[clang::export_name("buffer")]] char* buffer(std::size_t size) {
    request.resize(size);
    return request.data();
}

/// Answers the request in the buffer; returns the length of the answer.
[[clang::export_name("answer")]] std::size_t answer() {
    reply = engine().answer(request);
    return reply.size();
}

[[clang::export_name("answer_text")]] const char* answer_text() { return reply.data(); }
}
