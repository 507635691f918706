#include "cli/installed.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>

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
    if (data != service_data || !std::ifstream(service_settings)) return "";
    try {
        for (const auto& item : CLI::ConfigTOML().from_file(service_settings))
            if (item.name == "store" && !item.inputs.empty()) return item.inputs.front();
    } catch (const CLI::Error&) {  // serve complains about it; without a store there is the file
    }
    return "";
}

}  // namespace springtide::cli
