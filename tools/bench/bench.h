// The measurements of `tabiya bench`. Times differ from machine to machine, so a measurement also times
// something obvious in the same run, and states the ratio.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tabiya::tools {

struct BenchFigure {
  std::string name;  // with its unit: "mib_per_s"
  double value;
};

struct BenchOptions {
  std::string network;  // a file; empty for random numbers in the published shape, or the shipped one
  std::string book;     // a file; empty for the shipped one
  std::string replies;  // a file of reasonable setups; empty for the best of a sample
  std::uint32_t candidates = 0;  // replies searched for a red, the statically best; 0 for several numbers
  std::size_t sample = 20;       // reds of measurements on a sample
  std::uint64_t seed = 1;        // of the sample
  int depth = 5;                 // of measurements that search them, in plies
  std::uint64_t nodes = 4'000;   // of a move, where games are played
  std::string against;           // another version of the program; empty for none
  std::string picture;           // a file for the picture of a measurement that has one; empty for none
  bool quick = false;            // rougher figures, in less time

  // The number of repetitions in place of the `usual` one.
  int repeats(int usual) const { return quick ? std::max(1, usual / 20) : usual; }
};

struct Bench {
  const char* name;
  const char* summary;
  std::vector<BenchFigure> (*run)(const BenchOptions& options);

  // The table of all measurements shows the main figure, and the one that is its ratio to a reference, if
  // there is one. "{}" is the name of the kernels that this machine runs.
  const char* figure;
  const char* ratio = nullptr;
  const char* reference = nullptr;
};

// All measurements, in the order in which they are listed.
std::span<const Bench> bench_table();

// The seconds that `work` takes: the least of `repeats` runs.
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

// The output of a command of the shell; empty where it fails.
std::optional<std::string> output_of_command(const std::string& command);

// The value of a figure. Throws Failure if there is none of that name.
double figure(const std::vector<BenchFigure>& figures, std::string_view name);

// Runs every measurement, and prints a table in Markdown, or JSON: a line about program and machine, and one
// for each measurement. The line of a measurement that lacks an input says so. Throws Failure if two results
// differ that must not.
void print_all_figures(const BenchOptions& options, bool json);

// `bench --rows`: prints the rows of a file, what books of moves save, as `audit --at --json` has found it, in words or
// as they are. Where `picture` names a new file, draws them: a line for each book at whose positions others were tried,
// and a point on it for each of these. Throws Failure.
void show_trials(const std::string& rows, const std::string& picture, bool json);

}  // namespace tabiya::tools
