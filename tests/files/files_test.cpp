#include "files/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

namespace springtide {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "springtide-files-XXXXXX").string();
        folder = ::mkdtemp(name.data());
    }
    void TearDown() override { fs::remove_all(folder); }

    [[nodiscard]] std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }

    fs::path folder;
};

/// While one lives, no file may grow beyond this size, as on a full disk.
class SmallDisk {
  public:
    explicit SmallDisk(rlim_t bytes) {
        ::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

  private:
    rlimit before_{};
};

TEST_F(Files, AFileIsReplacedInOneStep) {
    const auto file = folder / "a.txt";
    ASSERT_TRUE(write_file(file, "first"));
    ::chmod(file.c_str(), 0640);
    const int open_before = ::open(file.c_str(), O_RDONLY);  // NOLINT: open is a C function
    ASSERT_TRUE(write_file(file, "second"));
    EXPECT_EQ(read_file(file).value(), "second");
    char still[8] = {};
    EXPECT_EQ(::read(open_before, still, sizeof still), 5) << "a reader that was at it keeps the whole older file";
    ::close(open_before);
    struct stat is{};
    ASSERT_EQ(::stat(file.c_str(), &is), 0);
    EXPECT_EQ(is.st_mode & 07777U, 0640U);
    EXPECT_EQ(entries(), 1U);
}

TEST_F(Files, AFullDiskLeavesTheOlderFileAndNothingElse) {
    const auto file = folder / "a.txt";
    ASSERT_TRUE(write_file(file, "first"));
    const SmallDisk disk(4096);
    const auto written = write_file(file, std::string(10'000, 'x'));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "cannot write " + file.string() + ": File too large");
    EXPECT_EQ(read_file(file).value(), "first");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(Files, LinksAreFollowedAlsoIntoNothing) {
    ASSERT_TRUE(write_file(folder / "target", "first"));
    fs::create_symlink("target", folder / "link");
    fs::create_symlink("link", folder / "link-of-link");
    ASSERT_TRUE(write_file(folder / "link-of-link", "second"));
    EXPECT_EQ(read_file(folder / "target").value(), "second");
    EXPECT_TRUE(fs::is_symlink(folder / "link") && fs::is_symlink(folder / "link-of-link"));
    fs::create_symlink("new", folder / "dangling");
    ASSERT_TRUE(write_file(folder / "dangling", "third"));
    EXPECT_TRUE(fs::is_symlink(folder / "dangling"));
    EXPECT_EQ(read_file(folder / "new").value(), "third");
}

TEST_F(Files, PipesAndDevicesAreWrittenThrough) {
    const auto pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string got;
    std::thread reader([&] { got = read_file(pipe).value_or("nothing"); });
    EXPECT_TRUE(write_file(pipe, "through"));
    reader.join();
    EXPECT_EQ(got, "through");
    EXPECT_TRUE(fs::is_fifo(pipe));
    fs::create_symlink("/dev/full", folder / "full");
    const auto written = write_file(folder / "full", "text");
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("No space left on device"), std::string::npos);
    EXPECT_TRUE(fs::is_symlink(folder / "full") && fs::is_character_file(folder / "full"));
}

TEST_F(Files, AFolderIsRefusedInASentence) {
    const std::string folder_words = folder.string() + ": it is a folder, not a file";
    EXPECT_EQ(read_file(folder).error().message, "cannot read " + folder_words);
    EXPECT_EQ(write_file(folder, "text").error().message, "cannot write " + folder_words);
    EXPECT_EQ(append_to_file(folder, "text").error().message, "cannot write " + folder_words);
    EXPECT_EQ(read_file(folder / "none").error().message,
              "cannot read " + (folder / "none").string() + ": No such file or directory");
}

TEST_F(Files, AddingToAFullDiskChangesNothing) {
    const auto file = folder / "lines";
    ASSERT_TRUE(append_to_file(file, "one\n"));
    {
        const SmallDisk disk(100);
        EXPECT_FALSE(append_to_file(file, std::string(200, 'x') + "\n"));
    }
    ASSERT_TRUE(append_to_file(file, "two\n"));
    EXPECT_EQ(read_file(file).value(), "one\ntwo\n");
}

TEST_F(Files, AFinishedFileGetsItsNameOnlyIfItIsFree) {
    ASSERT_TRUE(write_file(folder / "draft", "new"));
    ASSERT_TRUE(write_file(folder / "taken", "old"));
    EXPECT_FALSE(move_new_file(folder / "draft", folder / "taken"));
    EXPECT_EQ(read_file(folder / "taken").value(), "old");
    EXPECT_TRUE(move_new_file(folder / "draft", folder / "free"));
    EXPECT_EQ(read_file(folder / "free").value(), "new");
    EXPECT_FALSE(fs::exists(folder / "draft"));
}

}  // namespace
}  // namespace springtide
