// `tabiya bench codec --sizes`: the Elo that a network is worth, against the bytes that it takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/bench/bench.h"
#include "tools/cli/command_line.h"
#include "tools/cli/computation.h"
#include "tools/learn/network_shrinking.h"

namespace tabiya::tools {

struct ShrinkingCurveOptions {
  std::vector<std::uint64_t> sizes;   // bytes of dense text to which the network is shrunk
  std::vector<std::string> networks;  // files of other networks, which are measured as they are
  ShrinkingSample sample;             // over which networks are compared
  std::string rows;                   // a file of rows that were printed as JSON before; empty: none
  std::string openings;               // a file of openings; empty: random ones
  std::uint64_t games = 100;          // of each network against the whole one

  bool wants_curve() const { return !sizes.empty() || !networks.empty() || !rows.empty(); }
};

// --sizes and the options that belong to it
void add_shrinking_curve_options(CommandLine& app, ShrinkingCurveOptions& options);

// Prints a row for each network, and draws all of them where a picture is asked for. Games are the same with any number of
// threads. Throws Failure.
void run_shrinking_curve(const BenchOptions& bench, const ShrinkingCurveOptions& options,
                         const ComputationOptions& computation, bool json);

}  // namespace tabiya::tools
