#include "tools/cluster/cluster.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "booksearch/work/worker.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/version.h"
#include "tools/cluster/mpi_transport.h"

namespace tabiya::tools {

void refuse_standard_input_of_several(const std::string& path, const std::string& what) {
  if (path == "-" && is_one_of_several())
    throw Failure(what + ": only one of several processes can read standard input; name a file");
}

std::string run_identity(const PairOracle& oracle, std::uint64_t task) {
  const ValueOrigin origin = oracle.origin();
  return fmt::format("{} {} {:016x} {:016x} {:016x}", TABIYA_VERSION, oracle.reds().game(), origin.evaluation,
                     origin.search, task);
}

Cluster::Cluster(int threads) : threads_(static_cast<unsigned>(std::max(threads, 1))) {
  if (!is_one_of_several()) return;
  const std::string path = program_module_path("cluster");
  const std::string remedy =
      "`./quickstart cluster` installs Open MPI and builds with it; or install the Debian package "
      "tabiya-cluster";
  const auto make = reinterpret_cast<MakeTransport*>(load_program_module(path, kTransportSymbol, remedy));
  transport_.reset(make());
  if (!is_led()) leader_.emplace(*transport_, threads_);
}

Cluster::~Cluster() = default;

int Cluster::serve(const std::function<Offer()>& prepare) {
  const InterruptFlag leave_it_to_the_leader;
  std::string trouble;
  try {
    const Offer offer = prepare();
    const Status status = booksearch::serve_units(*transport_, offer.kinds, offer.identity, threads_);
    if (status) return kSuccess;
    trouble = status.error().message;
  } catch (const Failure& failure) {
    trouble = failure.what();
  }
  booksearch::refuse_to_serve(*transport_, trouble);
  return kSuccess;  // the leader tells, and its exit code counts
}

booksearch::Helpers* Cluster::lead(std::string identity) {
  if (!leader_) return nullptr;
  leader_->expect(std::move(identity));
  return &*leader_;
}

}  // namespace tabiya::tools
