// The process of a cluster that owns the job: it hands units of work to the others, and collects their
// results.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/work/messages.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/transport.h"

namespace tabiya::booksearch {

class ClusterLeader final : public Helpers {
 public:
  // `threads` is the number of threads of this process, which computes units, too.
  ClusterLeader(Transport& transport, unsigned threads);
  // Tells the others that the run is over.
  ~ClusterLeader() override;
  ClusterLeader(const ClusterLeader&) = delete;
  ClusterLeader& operator=(const ClusterLeader&) = delete;

  // Sets what every process must run, such as the hash of the job and of the evaluation. It is called before
  // the first pass.
  void expect(std::string identity) { identity_ = std::move(identity); }

  // Errors, besides those of Helpers::help(): kInvalid if a worker runs something else or has failed.
  Status help(SharedUnits& units, const Control& control) override;

 private:
  struct Worker {
    unsigned threads = 1;
    bool wants = false;      // more units
    std::size_t leased = 0;  // units that are to come back
  };

  void begin(const SharedUnits& units);
  Status hear(const Message& message, SharedUnits& units);
  void hand_out(SharedUnits& units);
  void drop_leases();
  bool all_is_back() const;
  void send(int to, const cluster::Words& words);
  void tell_all(const cluster::Words& words);

  Transport& transport_;
  std::string identity_;
  const unsigned threads_;
  std::vector<Worker> workers_;        // by rank; the first is this process
  std::optional<cluster::Pass> pass_;  // that the workers know
  double seconds_ = 0;                 // of the units of the pass that came back
  std::size_t found_ = 0;              // those units
};

}  // namespace tabiya::booksearch
