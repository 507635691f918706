#include "protocol/schema.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <sstream>

#include "tests/source_dir.hpp"

/// What is kept of the schema is what the program would print.
namespace springtide {
namespace {

std::string text_of(const std::string& name) {
    std::ifstream file(std::string(SPRINGTIDE_SOURCE_DIR) + "/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Schema, TheDocumentedSchemaIsTheOneOfThisProgram) {
    EXPECT_EQ(text_of("docs/api/records.schema.json"), record_schema())
        << "make it anew: springtide schema > docs/api/records.schema.json";
}

TEST(Schema, ThePageHasTheTypesOfThisProgram) {
    EXPECT_EQ(text_of("web/src/shared/events/records.ts"), record_types())
        << "make it anew: springtide schema --typescript > web/src/shared/events/records.ts";
}

TEST(Schema, IsJson) {
    const auto schema = boost::json::parse(record_schema());
    EXPECT_EQ(schema.at("$defs").at("high_tide_leiman").at("oneOf").as_array().size(), 9U);
}

}  // namespace
}  // namespace springtide
