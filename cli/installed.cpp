#include "cli/installed.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <sstream>

#include "files/files.hpp"

namespace springtide::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* service_settings = "/etc/springtide/springtide.toml";
constexpr const char* service_data = "/var/lib/springtide";
constexpr const char* data_here = "springtide-data";

}  // namespace

std::optional<std::string> installed_web() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) return std::nullopt;
    const fs::path page = program.parent_path().parent_path() / "share" / "springtide" / "web";
    if (!fs::exists(page / "index.html", error)) return std::nullopt;
    return page.string();
}

std::string default_data() {
    std::error_code error;
    if (!fs::exists(data_here, error) && fs::exists(service_settings, error) && fs::exists(service_data, error))
        return service_data;
    return data_here;
}

std::string store_of_service(const std::string& data) {
    if (data != service_data) return "";
    return setting_in("", "store")
        .value_or("");  // serve complains about a wrong file; without a store there is the database
}

Expected<std::string> setting_in(const std::string& file, const std::string& name) {
    std::error_code error;
    if (file.empty() && !fs::exists(service_settings, error)) return "";
    const auto text = read_file(file.empty() ? service_settings : file);
    if (!text) return std::unexpected(text.error());
    try {
        std::istringstream lines(*text);
        for (const auto& item : CLI::ConfigTOML().from_config(lines))
            if (item.name == name && !item.inputs.empty()) return item.inputs.front();
    } catch (const CLI::Error& wrong) {
        return fail(ErrorCode::bad_request, (file.empty() ? service_settings : file) + ": " + wrong.what());
    }
    return "";
}

}  // namespace springtide::cli
