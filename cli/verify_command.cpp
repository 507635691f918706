#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "files/files.hpp"
#include "table/verify.hpp"

namespace springtide::cli {

namespace {

struct VerifyFlags {
    std::string file;
    std::string commitment;
};

int run_verify(const VerifyFlags& flags) {
    const auto text = read_file(flags.file);
    if (!text) return say_refused(text.error());
    const auto verified = verify_record(*text);
    if (!verified) {
        std::cerr << verified.error().message << "\n";
        return exit_status::negative;
    }
    if (!flags.commitment.empty() && flags.commitment != verified->commitment) {
        std::cerr << "FORGED: the record's commitment is " << verified->commitment << ", not the one given\n";
        return exit_status::negative;
    }
    std::cout << "honest: all " << verified->chance_events
              << " chance events follow from the secret and the contributions\ncommitment: " << verified->commitment
              << "\nresult: " << verified->result << "\n";
    return exit_status::done;
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("verify", "prove every die and card of a finished game, or find the forgery");
    auto flags = std::make_shared<VerifyFlags>();
    command->add_option("record", flags->file, "the record, as the server gives it")->type_name("FILE")->required();
    command
        ->add_option("--commitment", flags->commitment,
                     "the commitment that the table showed before the first move; the record must have it")
        ->type_name("HEX");
    command->footer(
        "Status 0: honest. 1: forged, or not a record with a proof. 3: the file cannot be read.\n"
        "How it works: docs/explanation/fairness.md.\nExample:\n  springtide verify game.txt");
    command->callback([flags, &status] { status = run_verify(*flags); });
}

}  // namespace springtide::cli
