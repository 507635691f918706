#include "cli/unfinished.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "core/text.hpp"
#include "files/files.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide::cli {

namespace {

constexpr std::string_view seats_tag = "Seats";
constexpr std::string_view person = "person";

std::string time_text(std::time_t when, const char* format) {
    std::tm parts{};
    ::localtime_r(&when, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

/// "High Tide, 14 moves, against best, kept on 16 November 05:45"
std::string words_of(const Record& record, const std::string& text, std::time_t when) {
    std::string words;
    for (const auto& game : games())
        if (game.info().id == record.game) words = std::string(game.info().title);
    const auto moves = std::ranges::count_if(record.events, [](const auto& line) { return !line.by.is_chance(); });
    words += ", " + std::to_string(moves) + (moves == 1 ? " move" : " moves");
    std::string bots;
    for (const Chair& chair : chairs_of_record(text))
        if (!chair.is_person() && bots.find(chair.bot) == std::string::npos)
            bots += (bots.empty() ? ", against " : " and ") + chair.bot;
    return words + bots + ", kept on " + time_text(when, "%-d %B %H:%M");
}

}  // namespace

std::string record_with_chairs(const Table& table, const std::vector<Chair>& chairs) {
    Record record = table.as_record();
    std::string seats;
    for (const Chair& chair : chairs)
        seats += (seats.empty() ? "" : " ") + (chair.is_person() ? std::string(person) : chair.bot);
    std::erase_if(record.tags, [](const auto& tag) { return tag.first == seats_tag; });
    record.tags.emplace_back(seats_tag, seats);
    return to_text(record);
}

std::vector<Chair> chairs_of_record(std::string_view text) {
    const auto record = parse_record(text);
    if (!record) return {};
    std::vector<Chair> chairs;
    for (const auto& [name, value] : record->tags) {
        if (name != seats_tag) continue;
        for (const std::string_view who : split(value, ' '))
            chairs.push_back(Chair{who == person ? "" : std::string(who)});
    }
    if (std::ssize(chairs) != record->players) chairs.clear();
    return chairs;
}

std::filesystem::path unfinished_folder() {
    const char* data = std::getenv("SPRINGTIDE_DATA");
    return std::filesystem::path(data != nullptr && *data != '\0' ? data : "springtide-data") / "unfinished";
}

std::vector<Unfinished> unfinished_games(const std::filesystem::path& folder) {
    std::vector<std::pair<std::filesystem::file_time_type, Unfinished>> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (!entry.is_regular_file(error) || entry.path().extension() != ".txt") continue;
        const std::string text = read_file(entry.path()).value_or("");
        const auto record = parse_record(text);
        if (!record || !find_game(record->game)) continue;
        const auto changed = entry.last_write_time(error);
        const auto when = std::chrono::system_clock::to_time_t(std::chrono::file_clock::to_sys(changed));
        found.push_back({changed, {entry.path(), words_of(*record, text, when)}});
    }
    std::ranges::sort(found, std::greater<>(), [](const auto& one) { return one.first; });
    std::vector<Unfinished> games;
    for (auto& [changed, game] : found) games.push_back(std::move(game));
    return games;
}

Expected<std::filesystem::path> keep_game(const Table& table, const std::vector<Chair>& chairs,
                                          const std::filesystem::path& folder, const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::path target = file;
    if (target.empty()) {
        std::filesystem::create_directories(folder, error);
        const std::string name = time_text(std::time(nullptr), "%Y-%m-%d-%H%M%S-") + std::string(table.game().id);
        target = folder / (name + ".txt");
        for (int number = 2; std::filesystem::exists(target, error); ++number)
            target = folder / (name + "-" + std::to_string(number) + ".txt");
    }
    if (const auto written = write_file(target, record_with_chairs(table, chairs)); !written)
        return std::unexpected(written.error());
    return target;
}

}  // namespace springtide::cli
