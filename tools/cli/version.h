// The parts that the program is made of, as `tabiya --version` prints them.
#pragma once

#include <string>
#include <string_view>

#include "core/eval/kernels/kernels.h"

namespace tabiya::tools {

// The commit that the program was built from, such as "4500225a1b2c of 2026-11-22", or "unknown". main()
// tells it, so that after a commit only the program's main file is compiled again, and only the program
// linked.
void set_commit(std::string_view commit);
std::string_view commit();

// "g++ 12.2.0"
std::string_view compiler();

// The set that the environment variable TABIYA_KERNEL names, else the fastest. Throws Failure.
const KernelSet& chosen_kernels();

// The version on the first line, then commit, compiler, kernels, games, and whether `train` is there. Without
// a line end. Throws Failure for a kernel that TABIYA_KERNEL names in vain.
std::string version_text();

}  // namespace tabiya::tools
