#include <mpi.h>

#include <algorithm>
#include <iostream>
#include <thread>

#include "CLI/CLI.hpp"
#include "cli/solve_all.hpp"
#include "files/standard_output.hpp"

/// `springtide solve --all` on several machines: every MPI rank solves its share, rank 0 gathers them.
namespace {

using namespace springtide;

int solve_share(cli::SolveAll job) {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    job.share = static_cast<unsigned>(rank);
    job.shares = static_cast<unsigned>(ranks);
    job.quiet = rank != 0;  // all advance alike; one bar is enough

    const auto found = job.run();
    if (!found) std::cerr << found.error().message << "\n";
    int failed_here = found ? 0 : 1;
    int failed = 0;
    MPI_Allreduce(&failed_here, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failed != 0) return 3;

    cli::SolveAll::Found all(found->size());  // unknown numbers of a rank are 0 there
    MPI_Reduce(found->data(), all.data(), static_cast<int>(all.size()), MPI_UNSIGNED_CHAR, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank != 0) return 0;
    const auto file = job.write(all);
    if (!file) {
        std::cerr << file.error().message << "\n";
        return 3;
    }
    std::cout << file->string() << "\n";
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    CLI::App app{"Solves every set-up of Leiman's High Tide on all ranks of an MPI run.", "springtide-solve-mpi"};
    cli::SolveAllFlags flags;
    std::size_t table_bytes = high_tide_leiman::Solver::default_table_bytes;
    flags.add_to(app);
    cli::add_memory_option(app, table_bytes);
    app.footer("Example: mpirun -n 2 springtide-solve-mpi --column winner --out solution --threads 1");
    int status = 0;
    StandardOutput output;
    try {
        app.parse(argc, argv);
        status = solve_share(flags.job(table_bytes));
    } catch (const CLI::ParseError& error) {
        status = app.exit(error) == 0 ? 0 : 2;
    } catch (const StandardOutput::Failed&) {
        status = 3;
    }
    MPI_Finalize();
    return output.finish(status, 3);
}
