// How long a pass takes on a cluster, foreseen from what its rows cost: the leader's way of handing out rows,
// played through with a clock instead of machines.
#pragma once

#include <cstddef>
#include <span>

namespace tabiya::booksearch::cluster {

struct SimulatedCluster {
  std::size_t processes = 1;  // the leader searches rows, too
  unsigned threads = 1;       // of each
  double latency = 0.001;     // seconds until a message is read: how long its reader sleeps at a time
  double handling = 10e-6;    // seconds of the leader for a message; it reads one after the other
};

// Seconds from the beginning of a pass until its last row is known. `rows`: seconds of one thread for each,
// in the order in which they are handed out.
double simulate_pass(std::span<const double> rows, const SimulatedCluster& cluster);

// The same if work could be divided without loss: what there is by what works on it.
double least_seconds(std::span<const double> rows, const SimulatedCluster& cluster);

}  // namespace tabiya::booksearch::cluster
