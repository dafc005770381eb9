// `tabiya bench recall`, and with --depths: the regret of rows against the time that they take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "booksearch/setups/rows/job_stage.h"
#include "core/setup/pair_oracle.h"
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

inline constexpr std::size_t kRecallTableBytes = std::size_t{16} << 20;  // of a thread's transposition table

// The subject of the measurements of recall: a network, reds, and the replies to them.
struct RecallQuestion {
  std::shared_ptr<const PairOracle> oracle;
  std::vector<SetupId> reds;     // different ones, drawn from the reasonable setups
  std::vector<SetupId> replies;  // the reasonable setups, mirrors included, ascending
};

// The question depends on the options alone. Throws Failure.
RecallQuestion recall_question(const BenchOptions& options);

}  // namespace tabiya::tools
