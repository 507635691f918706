#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "core/open_files.hpp"
#include "core/text.hpp"
#include "server/load/report.hpp"

namespace springtide::cli {

namespace {

struct LoadFlags {
    std::vector<std::string> nodes = {"127.0.0.1:8470"};
    std::string balancer;
    load::Plan plan;
    double warm_up = 2;
    double rest = 0;
    int periods = 1;
};

/// A server that lets one machine play thousands of tables.
const std::string serve_for_load =
    "  springtide serve --data load-data --connections-per-address 20000 \\\n"
    "      --requests-per-second 100000 --messages-per-second 100000 \\\n"
    "      --tables-per-hour 1000000 --address-tables-per-hour 1000000 \\\n"
    "      --address-guests-per-hour 1000000 --address-events-per-second 100000 \\\n"
    "      --address-kilobytes-per-second 1000000\n";

/// Why the measurement failed and, as the server's limits are the usual reason, how to start a server without them.
int say_how_to_serve(const Error& error) {
    const int status = say_refused(error);
    if (status == exit_status::could_not)
        std::cerr << "A server for this measurement is started with:\n" << serve_for_load;
    return status;
}

Expected<load::Place> place_of(const std::string& text) {
    const auto colon = text.rfind(':');
    const auto port = colon == std::string::npos ? std::nullopt : parse_int(text.substr(colon + 1));
    if (!port) return fail(ErrorCode::bad_request, "a node is written ADDRESS:PORT, like 127.0.0.1:8470");
    return load::Place{.host = text.substr(0, colon), .port = *port};
}

int run_load(LoadFlags& flags) {
    load::Plan& plan = flags.plan;
    for (const std::string& node : flags.nodes) {
        const auto place = place_of(node);
        if (!place) return say_refused(place.error());
        plan.nodes.push_back(*place);
    }
    if (!flags.balancer.empty()) {
        const auto place = place_of(flags.balancer);
        if (!place) return say_refused(place.error());
        plan.balancer = *place;
    }
    allow_many_files();
    const auto empty = load::usage_of(plan.nodes);
    if (!empty) return say_how_to_serve(empty.error());
    load::Crowd crowd(plan);
    if (auto come = crowd.come(); !come) return say_how_to_serve(come.error());
    const auto connected = load::usage_of(plan.nodes);
    if (!connected) return say_how_to_serve(connected.error());
    crowd.sit_down();
    if (auto played = crowd.play(flags.warm_up); !played) return say_how_to_serve(played.error());
    if (auto rested = crowd.rest(flags.rest); !rested) return say_how_to_serve(rested.error());
    for (int period = 1; period <= flags.periods; ++period) {
        const auto before = load::usage_of(plan.nodes);
        if (!before) return say_how_to_serve(before.error());
        if (auto played = crowd.play(plan.seconds); !played) return say_how_to_serve(played.error());
        const auto after = load::usage_of(plan.nodes);
        if (!after) return say_how_to_serve(after.error());
        const auto& tally = crowd.tally();
        std::cerr << "period " << period << " of " << flags.periods << ": " << tally.moves << " moves, "
                  << tally.refusals << " refused\n";
        if (!tally.last_refusal.empty()) std::cerr << "the last refusal: " << tally.last_refusal << "\n";
        if (tally.moves == 0 && tally.refusals > 0)
            return say_how_to_serve({ErrorCode::unavailable, "the server refused every move"});
        std::cout << load::report(plan, tally, crowd.sockets(), {*empty, *connected, *before, *after}) << std::endl;
    }
    return exit_status::done;
}

}  // namespace

void add_load(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("load", "play many tables against a running server and measure it");
    auto flags = std::make_shared<LoadFlags>();
    load::Plan& plan = flags->plan;
    command->add_option("nodes", flags->nodes, "where the server listens; several nodes share the players")
        ->capture_default_str()
        ->type_name("ADDRESS:PORT");
    command
        ->add_option("--through", flags->balancer,
                     "the balancer before the nodes, which are then only asked for metrics")
        ->type_name("ADDRESS:PORT");
    command->add_option("--game", plan.game, "what is played")->capture_default_str();
    command->add_option("--players", plan.players, "people at each table")
        ->capture_default_str()
        ->check(CLI::Range(2, 6));
    command->add_option("--tables", plan.tables, "how many tables")
        ->capture_default_str()
        ->check(CLI::Range(1, 10'000));
    command->add_option("--rate", plan.rate, "moves a second, all together; 0: everybody moves when they may")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e6));
    command->add_option("--seconds", plan.seconds, "how long to measure")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 1e5));
    command->add_option("--warm-up", flags->warm_up, "seconds before that")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 1e5));
    command->add_option("--rest", flags->rest, "seconds after that in which all stay connected without moves")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e5));
    command->add_option("--periods", flags->periods, "measure this many times, one line each")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--idle", plan.idle_sockets, "further connections that do nothing")
        ->capture_default_str()
        ->check(CLI::Range(0, 60'000));
    command->footer("A server limits what one address may do. Start one for the measurement with:\n" + serve_for_load +
                    "The result is one JSON object for each period.\n"
                    "Example:\n  springtide load --tables 300 --seconds 20");
    command->callback([flags, &status] { status = run_load(*flags); });
}

}  // namespace springtide::cli
