// The number of units of work that a worker gets at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tabiya::booksearch::cluster {

// The facts that are known when a worker asks for units.
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

}  // namespace tabiya::booksearch::cluster
