// The process of a cluster that owns the job: it hands units of work to the others, and collects their
// results.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/work/messages.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/transport.h"

namespace tabiya::booksearch {

// The facts that decide how many units of work a worker gets, as they are when it asks for some.
struct LeaseRequest {
  std::size_t left = 0;       // units that nobody has taken
  unsigned threads = 1;       // of the worker
  unsigned all_threads = 1;   // of the cluster
  double seconds_a_unit = 0;  // of one thread, the mean of the pass so far; 0: not known
};

// A lease has units of two seconds for each thread, so that a message costs nothing beside them. It has no
// more than half of the worker's share of the remaining units, so that all workers end at about the same time
// (guided self-scheduling: Polychronopoulos and Kuck 1987), but at least one unit for each thread.
inline std::size_t lease_size(const LeaseRequest& request) {
  constexpr double kSeconds = 2;
  const double share =
      static_cast<double>(request.left) * request.threads / (2.0 * std::max(request.all_threads, 1u));
  double units = request.threads;
  if (request.seconds_a_unit > 0)
    units = std::min(kSeconds * request.threads / request.seconds_a_unit, share);
  const auto whole = static_cast<std::size_t>(std::llround(std::max(units, 1.0 * request.threads)));
  return std::min(whole, request.left);
}

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
