#pragma once

#include <array>
#include <streambuf>

namespace springtide {

/// While one lives, std::cout notices every write that fails: the first one throws Failed, so that a command
/// stops at once, and `finish` reports it. Without it a full disk would cut the output and the program would end well.
class StandardOutput final : public std::streambuf {
  public:
    /// Standard output could not be written.
    struct Failed {};

    StandardOutput();
    ~StandardOutput() override;
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    /// Writes what is left and returns `status`. If anything was lost it says why, and returns `failed` instead.
    int finish(int status, int failed);

  protected:
    int_type overflow(int_type sign) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

  private:
    void write_out();

    std::array<char, 65536> buffer_{};
    std::streambuf* before_;
    bool is_terminal_;
    int failure_ = 0;  ///< the system's number of the first failure
};

/// Keeps closed standard streams unwritable, so that a file opened later cannot take the number of standard output.
void hold_closed_streams();

}  // namespace springtide
