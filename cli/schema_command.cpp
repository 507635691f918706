#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "protocol/schema.hpp"
#include "server/http/route.hpp"
#include "server/messages/ops.hpp"

namespace springtide::cli {

void add_schema(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("schema", "print the format of the records of all games, as a JSON Schema");
    auto types = std::make_shared<bool>(false);
    command->add_flag("--typescript", *types, "as types of TypeScript instead");
    auto ops = std::make_shared<bool>(false);
    command->add_flag("--ops", *ops, "the requests of a server instead: fields, who may ask, what they do");
    auto routes = std::make_shared<bool>(false);
    command->add_flag("--routes", *routes, "the routes of a server instead: paths, who may use them, fields of bodies");
    command->footer(
        "Examples:\n  springtide schema > docs/api/records.schema.json\n"
        "  springtide schema --typescript > web/src/shared/events/records.ts");
    command->callback([&status, types, ops, routes] {
        std::cout << (*ops      ? server::ops_json() + "\n"
                      : *routes ? server::routes_json() + "\n"
                      : *types  ? record_types()
                                : record_schema());
        status = 0;
    });
}

}  // namespace springtide::cli
