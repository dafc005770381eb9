#include "tools/cluster/cluster.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "booksearch/cluster/worker.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/program_module.h"
#include "tools/cluster/mpi_transport.h"

namespace tabiya::tools {

bool is_one_of_several() {
  // How many there are, by Open MPI and by MPICH; Slurm's PMIx says only that this is one.
  for (const char* size : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* text = std::getenv(size)) return std::atoi(text) > 1;
  }
  const char* tasks = std::getenv("SLURM_NTASKS");
  return std::getenv("PMIX_RANK") != nullptr && tasks != nullptr && std::atoi(tasks) > 1;
}

std::string run_identity(const PairOracle& oracle, std::uint64_t task) {
  const ValueOrigin origin = oracle.origin();
  return fmt::format("{} {} {:016x} {:016x} {:016x}", TABIYA_VERSION, oracle.reds().game(), origin.evaluation,
                     origin.search, task);
}

std::unique_ptr<Cluster> Cluster::join(int threads) {
  if (!is_one_of_several()) return nullptr;
  const std::string path = program_module_path("cluster");
  const std::string remedy = "`./quickstart cluster` installs Open MPI and builds with it";
  const auto make = reinterpret_cast<MakeTransport*>(load_program_module(path, kTransportSymbol, remedy));
  std::unique_ptr<booksearch::Transport> transport(make());
  if (transport->size() == 1) return nullptr;
  return std::unique_ptr<Cluster>(new Cluster(std::move(transport), threads));
}

Cluster::Cluster(std::unique_ptr<booksearch::Transport> transport, int threads)
    : threads_(static_cast<unsigned>(std::max(threads, 1))), transport_(std::move(transport)) {
  if (is_leader()) leader_.emplace(*transport_, threads_);
}

Cluster::~Cluster() = default;

int Cluster::serve(const std::function<Task()>& prepare) {
  const InterruptFlag leave_it_to_the_leader;
  std::string trouble;
  try {
    const Task task = prepare();
    const Status status = booksearch::serve_rows(*transport_, *task.oracle, task.identity, threads_);
    if (status) return kSuccess;
    trouble = status.error().message;
  } catch (const Failure& failure) {
    trouble = failure.what();
  }
  booksearch::refuse_to_serve(*transport_, trouble);
  return kSuccess;  // the leader tells, and its exit code counts
}

}  // namespace tabiya::tools
