#include "files/standard_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <string_view>

#include "files/files.hpp"

namespace springtide {

StandardOutput::StandardOutput() : before_(std::cout.rdbuf(this)), is_terminal_(::isatty(STDOUT_FILENO) == 1) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    std::cout.exceptions(std::ios::badbit);
}

StandardOutput::~StandardOutput() {
    std::cout.exceptions(std::ios::goodbit);
    std::cout.rdbuf(before_);
}

StandardOutput::int_type StandardOutput::overflow(int_type sign) {
    write_out();
    if (traits_type::eq_int_type(sign, traits_type::eof())) return traits_type::not_eof(sign);
    return sputc(traits_type::to_char_type(sign));
}

std::streamsize StandardOutput::xsputn(const char* text, std::streamsize size) {
    const auto put = std::streambuf::xsputn(text, size);
    // A person who looks on sees each line at once.
    if (is_terminal_ && std::string_view(text, static_cast<std::size_t>(size)).find('\n') != std::string_view::npos)
        write_out();
    return put;
}

int StandardOutput::sync() {
    write_out();
    return 0;
}

void StandardOutput::write_out() {
    std::string_view text(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    if (failure_ != 0) return;
    while (!text.empty()) {
        const auto written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            failure_ = errno;
            std::cerr.tie(nullptr);  // it would flush this stream before every word, and throw once more
            std::cin.tie(nullptr);
            throw Failed();
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

int StandardOutput::finish(int status, int failed) {
    try {
        write_out();
    } catch (const Failed&) {  // said below
    }
    // Output that goes into a file is on the disk when the program reports success.
    struct stat is{};
    if (failure_ == 0 && ::fstat(STDOUT_FILENO, &is) == 0 && S_ISREG(is.st_mode) && ::fsync(STDOUT_FILENO) != 0 &&
        errno != EINVAL && errno != EROFS)
        failure_ = errno;
    if (failure_ == 0) return status;
    std::cerr << "cannot write standard output: " << system_reason(failure_) << "\n";
    return failed;
}

void hold_closed_streams() {
    // Opened the wrong way round: reading from standard input and writing to the others fails as it should.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (::fcntl(stream, F_GETFD) < 0)  // NOLINT: fcntl is a C function
            static_cast<void>(
                ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));  // NOLINT: takes the lowest number
}

}  // namespace springtide
