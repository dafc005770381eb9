// `tabiya bench recall --curve`: the regret of rows against the time that they take.
#pragma once

#include <cstdint>
#include <string>

#include "tools/bench/bench.h"
#include "tools/cli/command_line.h"
#include "tools/cli/computation.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {

struct CurveOptions {
  OutputOptions picture;       // without a path: no curve is wanted
  std::string depths = "4:6";  // the least and the largest, in plies
  std::uint32_t shared = 50;   // replies to all reds, besides lists without any; 0: only those
  std::uint32_t sieve = 0;     // in logit x 10,000: each list is tried through one, too; 0: only without
  std::uint32_t near = 0;  // answers to the nearest reds: each list is tried with them, too; 0: only without
  std::uint32_t judge = 1'000;  // candidates of the judge for each red, the statically best; 0: all
  std::string state;            // the file of what was found; empty: nothing is kept
  ComputationOptions computation;
};

// --curve and the options that belong to it
void add_curve_options(CommandLine& app, CurveOptions& options);

// Measures the curve, writes its picture, and prints its table. Throws Failure.
void run_recall_curve(const BenchOptions& bench, const CurveOptions& options, bool json);

}  // namespace tabiya::tools
