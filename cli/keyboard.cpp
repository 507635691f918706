#include "cli/keyboard.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "cli/interruption.hpp"
#include "cli/screens/lines.hpp"

namespace springtide::cli {

namespace {

constexpr char escape = '\x1b';
constexpr std::size_t most_history = 200;

constexpr char control(char letter) { return static_cast<char>(letter & 0x1F); }

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// While one lives, keys arrive one by one and are not shown. Ctrl-C stays a signal, which arrives only in `wait`: one
/// that came between a look at the flag and the wait would be noticed only with the next key.
class SingleKeys {
  public:
    SingleKeys() {
        sigset_t interrupt;
        ::sigemptyset(&interrupt);
        ::sigaddset(&interrupt, SIGINT);
        ::pthread_sigmask(SIG_BLOCK, &interrupt, &signals_before_);
        works_ = ::tcgetattr(STDIN_FILENO, &before_) == 0;
        termios now = before_;
        now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
        now.c_cc[VMIN] = 1;
        now.c_cc[VTIME] = 0;
        if (works_) works_ = ::tcsetattr(STDIN_FILENO, TCSADRAIN, &now) == 0;
    }
    ~SingleKeys() {
        if (works_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
        ::pthread_sigmask(SIG_SETMASK, &signals_before_, nullptr);
    }
    /// Waits for a key or a signal; says whether a read will not wait.
    [[nodiscard]] bool wait() const {
        pollfd keyboard{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        return ::ppoll(&keyboard, 1, nullptr, &signals_before_) > 0;
    }
    SingleKeys(const SingleKeys&) = delete;
    SingleKeys& operator=(const SingleKeys&) = delete;

  private:
    termios before_{};
    sigset_t signals_before_{};
    bool works_ = false;
};

std::size_t window_columns() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// The line as it is shown: the part around the cursor that fits behind the prompt.
void draw(std::ostream& out, std::string_view prompt, const LineEditor& editor) {
    const std::string& text = editor.text();
    const std::size_t columns = window_columns();
    const std::size_t used = columns_of(prompt);
    const std::size_t room = columns > used + 2 ? columns - used - 1 : 1;
    std::size_t from = 0;
    while (columns_of(std::string_view(text).substr(from, editor.cursor() - from)) > room) ++from;
    while (from < text.size() && is_continuation(text[from])) ++from;
    std::string_view shown = std::string_view(text).substr(from);
    while (columns_of(shown) > room) shown.remove_suffix(1);
    while (!shown.empty() && from + shown.size() < text.size() && is_continuation(text[from + shown.size()]))
        shown.remove_suffix(1);
    out << "\r" << prompt << shown << "\x1b[K";
    const std::string_view behind =
        std::string_view(text).substr(editor.cursor(), from + shown.size() - editor.cursor());
    if (const auto back = columns_of(behind); back > 0) out << "\x1b[" << back << "D";
    out << std::flush;
}

}  // namespace

void LineEditor::move_left() {
    while (cursor_ > 0 && is_continuation(text_[--cursor_])) continue;
}

void LineEditor::move_right() {
    if (cursor_ < text_.size()) ++cursor_;
    while (cursor_ < text_.size() && is_continuation(text_[cursor_])) ++cursor_;
}

void LineEditor::erase_here() {
    const std::size_t from = cursor_;
    move_right();
    text_.erase(from, cursor_ - from);
    cursor_ = from;
}

void LineEditor::erase_before() {
    const std::size_t end = cursor_;
    move_left();
    text_.erase(cursor_, end - cursor_);
}

void LineEditor::erase_word() {
    const std::size_t end = cursor_;
    while (cursor_ > 0 && text_[cursor_ - 1] == ' ') --cursor_;
    while (cursor_ > 0 && text_[cursor_ - 1] != ' ') --cursor_;
    text_.erase(cursor_, end - cursor_);
}

void LineEditor::go_to(std::size_t place) {
    if (place > history_.size()) return;
    if (at_ == history_.size()) own_ = text_;
    at_ = place;
    text_ = at_ == history_.size() ? own_ : history_[at_];
    cursor_ = text_.size();
}

LineEditor::Step LineEditor::take(char byte) {
    if (!escape_.empty()) {
        take_escape(byte);
        return Step::go_on;
    }
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) return take_control(byte);
    text_.insert(cursor_++, 1, byte);
    return Step::go_on;
}

LineEditor::Step LineEditor::take_control(char byte) {
    switch (byte) {
        case '\r':
        case '\n': return Step::line;
        case escape: escape_ = byte; break;
        case 0x7F:
        case control('H'): erase_before(); break;
        case control('D'):
            if (text_.empty()) return Step::ended;
            erase_here();
            break;
        case control('A'): cursor_ = 0; break;
        case control('E'): cursor_ = text_.size(); break;
        case control('B'): move_left(); break;
        case control('F'): move_right(); break;
        case control('K'): text_.erase(cursor_); break;
        case control('U'):
            text_.erase(0, cursor_);
            cursor_ = 0;
            break;
        case control('W'): erase_word(); break;
        case control('P'):
            if (at_ > 0) go_to(at_ - 1);
            break;
        case control('N'): go_to(at_ + 1); break;
        default: break;
    }
    return Step::go_on;
}

/// Sequences of the keys that a terminal has: "ESC [ A" is the arrow up, "ESC [ 3 ~" is Delete.
void LineEditor::take_escape(char byte) {
    escape_ += byte;
    if (escape_.size() == 2 && (byte == '[' || byte == 'O')) return;
    const bool goes_on = escape_.size() > 2 && ((byte >= '0' && byte <= '9') || byte == ';');
    if (goes_on && escape_.size() < 16) return;
    const std::string keys = std::exchange(escape_, "").substr(1);
    if (keys == "[A" || keys == "OA") {
        if (at_ > 0) go_to(at_ - 1);
    } else if (keys == "[B" || keys == "OB") {
        go_to(at_ + 1);
    } else if (keys == "[C" || keys == "OC") {
        move_right();
    } else if (keys == "[D" || keys == "OD") {
        move_left();
    } else if (keys == "[H" || keys == "OH" || keys == "[1~" || keys == "[7~") {
        cursor_ = 0;
    } else if (keys == "[F" || keys == "OF" || keys == "[4~" || keys == "[8~") {
        cursor_ = text_.size();
    } else if (keys == "[3~") {
        erase_here();
    }
}

Keyboard::Keyboard(std::istream& in, std::ostream& out) : in_(in), out_(out) {
    const char* terminal = std::getenv("TERM");
    edits_ = &in == &std::cin && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && terminal != nullptr &&
             std::string_view(terminal) != "dumb";
}

Keyboard::Read Keyboard::read_line(std::string_view prompt, std::string& line) {
    line.clear();
    if (edits_) {
        const Read read = edit(prompt, line);
        if (read == Read::line && !line.empty() && (history_.empty() || history_.back() != line)) {
            if (history_.size() == most_history) history_.erase(history_.begin());
            history_.push_back(line);
        }
        return read;
    }
    out_ << prompt << std::flush;
    if (Interruption::has_come()) {  // it was pressed before the prompt, while a bot was thinking
        Interruption::forget();
        return Read::interrupted;
    }
    if (std::getline(in_, line)) return Read::line;
    if (!Interruption::has_come()) return Read::ended;
    Interruption::forget();
    in_.clear();
    if (&in_ == &std::cin) std::clearerr(stdin);
    return Read::interrupted;
}

Keyboard::Read Keyboard::edit(std::string_view lines, std::string& line) {
    const SingleKeys keys;  // before the prompt: a Ctrl-D that answers it must find the terminal as it will be read
    out_ << lines << std::flush;
    const std::string_view prompt = lines.substr(lines.rfind('\n') + 1);
    LineEditor editor(history_);
    for (;;) {
        if (Interruption::has_come()) {
            Interruption::forget();
            return Read::interrupted;
        }
        if (!keys.wait() || Interruption::has_come()) continue;
        char byte = 0;
        const auto got = ::read(STDIN_FILENO, &byte, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return Read::ended;
        const std::string before = editor.text();
        const auto step = editor.take(byte);
        line = editor.text();
        if (step == LineEditor::Step::ended) return Read::ended;
        if (step == LineEditor::Step::line) {
            out_ << "\n" << std::flush;
            return Read::line;
        }
        const bool is_appended = line.size() == before.size() + 1 && editor.cursor() == line.size() &&
                                 columns_of(prompt) + columns_of(line) < window_columns() && line.starts_with(before);
        if (is_appended)
            out_ << byte << std::flush;
        else
            draw(out_, prompt, editor);
    }
}

}  // namespace springtide::cli
