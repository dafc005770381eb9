// All measurements in one table, with a description of the machine.
#pragma once

#include "tools/bench/bench.h"

namespace tabiya::tools {

// The value of a figure. Throws Failure if there is none of that name.
double figure(const std::vector<BenchFigure>& figures, std::string_view name);

// Runs every measurement, and prints a table in Markdown, or JSON: a line about program and machine, and one
// for each measurement. The line of a measurement that lacks an input says so. Throws Failure if two results
// differ that must not.
void print_all_figures(const BenchOptions& options, bool json);

}  // namespace tabiya::tools
