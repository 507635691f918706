// Any text as a record: refused with a reason, or loaded; and what is loaded is written so that it loads the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "table/games.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto table = springtide::load_table({reinterpret_cast<const char*>(data), size});
    if (!table) {
        if (table.error().message.empty()) std::abort();
        return 0;
    }
    const auto record = (*table)->record();
    const auto again = springtide::load_table(record);
    if (!again || (*again)->record() != record || (*again)->hash() != (*table)->hash()) std::abort();
    return 0;
}
