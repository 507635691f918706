// The files of the page: what is compressed at build time goes to whoever can read it.
#include "server/http/static_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace springtide::server {
namespace {

class PageFiles : public testing::Test {
  protected:
    PageFiles() {
        std::filesystem::create_directories(folder_ / "assets");
        write("index.html", "<p>plain</p>");
        write("assets/a.js", "plain");
        write("assets/a.js.br", "brotli");
        write("assets/a.js.gz", "gzip");
        write("assets/only.gz", "a file whose own name ends like that");
    }
    ~PageFiles() override { std::filesystem::remove_all(folder_); }
    PageFiles(const PageFiles&) = delete;
    PageFiles& operator=(const PageFiles&) = delete;

    void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
    /// What a browser gets that sends this Accept-Encoding.
    [[nodiscard]] std::string sent(const std::string& path, std::string_view accept) const {
        const StaticFiles files(folder_.string());
        const auto* file = files.find(path);
        if (file == nullptr) return "nothing";
        const auto* form = file->for_browser(accept);
        return form == nullptr ? file->bytes : form->bytes;
    }

  private:
    std::filesystem::path folder_ = testing::TempDir() + "springtide-page-" + std::to_string(getpid());
};

TEST_F(PageFiles, TheSmallestFormThatTheBrowserTakes) {
    EXPECT_EQ(sent("/assets/a.js", "gzip, deflate, br, zstd"), "brotli");
    EXPECT_EQ(sent("/assets/a.js", "gzip, deflate"), "gzip");
    EXPECT_EQ(sent("/assets/a.js", "br;q=0, gzip;q=0.5"), "gzip");
    EXPECT_EQ(sent("/assets/a.js", "gzip;q=0.0"), "plain");
    EXPECT_EQ(sent("/assets/a.js", "browser"), "plain");
    EXPECT_EQ(sent("/assets/a.js", ""), "plain");
    EXPECT_EQ(sent("/", "br"), "<p>plain</p>");
}

TEST_F(PageFiles, CompressedFormsAreNoFilesOfTheirOwn) {
    EXPECT_EQ(sent("/assets/a.js.br", "br"), "nothing");
    EXPECT_EQ(sent("/assets/a.js.gz", "gzip"), "nothing");
    EXPECT_EQ(sent("/assets/only.gz", "gzip"), "a file whose own name ends like that");
}

}  // namespace
}  // namespace springtide::server
