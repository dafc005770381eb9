// Runs of several processes, on one machine or many: `mpirun -n N tabiya build …`. The first process does
// what the command says, and hands rows to the others.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "booksearch/cluster/leader.h"
#include "booksearch/cluster/transport.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::tools {

// Whether this process was started as one of several.
bool is_one_of_several();

// What an evaluation and what is asked of it are, so that all processes can be compared.
std::string run_identity(const PairOracle& oracle, std::uint64_t task);

class Cluster {
 public:
  // Nothing where this process is alone. Throws Failure where MPI is needed and this build lacks it.
  static std::unique_ptr<Cluster> join(int threads);
  ~Cluster();

  bool is_leader() const { return transport_->rank() == booksearch::kLeader; }
  // Of the leader.
  booksearch::ClusterLeader& leader() { return *leader_; }

  // What another process than the leader does: `prepare` makes its oracle, or throws Failure, of which the
  // leader tells. Returns an exit code.
  struct Task {
    std::unique_ptr<PairOracle> oracle;
    std::string identity;
  };
  int serve(const std::function<Task()>& prepare);

 private:
  Cluster(std::unique_ptr<booksearch::Transport> transport, int threads);

  unsigned threads_;
  std::unique_ptr<booksearch::Transport> transport_;
  std::optional<booksearch::ClusterLeader> leader_;
};

}  // namespace tabiya::tools
