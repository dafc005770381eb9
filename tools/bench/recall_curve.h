// `tabiya bench recall --depths`: the regret of rows against the time that they take.
#pragma once

#include <cstdint>
#include <string>

#include "booksearch/setups/rows/job_stage.h"
#include "tools/bench/bench.h"
#include "tools/cli/command_line.h"
#include "tools/cli/computation.h"

namespace tabiya::tools {

struct CurveOptions {
  std::string depths;  // the least and the largest, in plies; empty: no curve is wanted
  booksearch::JobStage amounts{.shared = 50};  // each list is measured without and with these
  std::uint32_t reference = 1'000;             // candidates of the reference for each red; 0: all
  ComputationOptions computation;
};

// --depths and the options that belong to it
void add_curve_options(CommandLine& app, CurveOptions& options);

// Prints the curve, depth by depth. Throws Failure.
void run_recall_curve(const BenchOptions& bench, const CurveOptions& options, bool json);

}  // namespace tabiya::tools
