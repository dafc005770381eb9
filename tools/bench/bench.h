// The measurements of `tabiya bench`. Times drift from machine to machine: a measurement compares what it
// measures with something obvious in the same run, and states the ratio.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace tabiya::tools {

struct BenchFigure {
  std::string name;  // with its unit: "mib_per_s"
  double value;
};

struct BenchOptions {
  std::string network;           // a file; empty for random numbers in the published shape
  std::string book;              // a file; empty for one that is made up
  std::string replies;           // a file of reasonable setups; empty for the best of a sample
  std::uint32_t candidates = 0;  // replies searched for a red, the statically best; 0 for several numbers
  std::size_t sample = 20;       // reds of measurements on a sample
  std::uint64_t seed = 1;        // of the sample
  int depth = 5;                 // of measurements that search them, in plies
};

struct Bench {
  const char* name;
  const char* summary;
  std::vector<BenchFigure> (*run)(const BenchOptions& options);
};

// All measurements, in the order in which they are listed.
std::span<const Bench> bench_table();

// Seconds that `work` takes: the least of `repeats` runs.
template <class Work>
double least_seconds(int repeats, Work work) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeats; ++i) {
    const Clock::time_point start = Clock::now();
    work();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

}  // namespace tabiya::tools
