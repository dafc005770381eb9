// Runs of several processes, on one machine or many: `mpirun -n N tabiya build …`. The first process executes
// the command, and hands units of its work to the others. A command that takes part calls serve() with its
// offer, and lead() where it computes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/work/leader.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/transport.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::tools {

// Throws Failure if `path` is standard input, and this process is one of several: only one of them could read
// it. `what`: the name of the argument.
void refuse_standard_input_of_several(const std::string& path, const std::string& what);

// Identifies an evaluation and its task, so that all processes can be compared.
std::string run_identity(const PairOracle& oracle, std::uint64_t task = 0);

class Cluster {
 public:
  // Throws Failure if this process is one of several, and this build lacks MPI. `threads`: of this process.
  explicit Cluster(int threads);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // True if another process leads, so that this one is to serve().
  bool is_led() const { return transport_ && transport_->rank() != booksearch::kLeader; }
  // `prepare` returns the offer of this process, or throws Failure, which the leader reports. Returns an exit
  // code.
  struct Offer {
    std::string identity;  // of the run
    std::vector<booksearch::WorkKind> kinds;
  };
  int serve(const std::function<Offer()>& prepare);

  // The processes that offer help with the run of that identity; null if this process is alone.
  booksearch::Helpers* lead(std::string identity);

 private:
  unsigned threads_;
  std::unique_ptr<booksearch::Transport> transport_;  // null if this process is alone
  std::optional<booksearch::ClusterLeader> leader_;
};

}  // namespace tabiya::tools
