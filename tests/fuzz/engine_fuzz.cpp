// Any bytes at all, as lines to the engine: every line gets one answer that is JSON, and an error changes no table.
#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/text.hpp"
#include "protocol/engine.hpp"
#include "protocol/lines.hpp"

namespace {

constexpr int tables = 3;

std::string records(springtide::Engine& engine) {
    std::string all;
    for (int table = 1; table <= tables; ++table)
        all += engine.answer(R"({"op":"record","table":)" + std::to_string(table) + "}");
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    springtide::Engine engine({.tables = tables, .perft_nodes = 2000, .study_nodes = 2000});
    springtide::LineCutter cutter(4096);
    cutter.feed({reinterpret_cast<const char*>(data), size});
    std::string before = records(engine);
    for (int lines = 0; lines < 64; ++lines) {
        auto line = cutter.next();
        if (!line) line = cutter.last();
        if (!line) break;
        const std::string answer =
            line->too_long ? springtide::Engine::answer_to_long_line() : engine.answer(line->text);
        boost::system::error_code error;
        const auto parsed = boost::json::parse(answer, error);
        if (error || !parsed.is_object() || !parsed.get_object().contains("ok")) std::abort();
        const std::string after = records(engine);
        if (!parsed.get_object().at("ok").as_bool() && after != before) std::abort();
        before = after;
    }
    return 0;
}
