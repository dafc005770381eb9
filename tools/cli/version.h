// The parts that the program is made of, as `tabiya --version` prints them.
#pragma once

#include <string>
#include <string_view>

#include "core/eval/kernels/kernels.h"

namespace tabiya::tools {

// The commit that the program was built from, such as "4500225a1b2c of 2026-11-22", or "unknown". main() sets
// it, so that after a commit only the program's main file is compiled again, and only the program linked.
void set_commit(std::string_view commit);
std::string_view commit();

// "g++ 12.2.0"
std::string_view compiler();

// The kernels that the environment variable TABIYA_KERNEL names, or else the fastest. Throws Failure.
const KernelSet& chosen_kernels();

// The version on the first line, then commit, compiler, kernels, games, and whether `train` is there, without
// a line end. Throws Failure if TABIYA_KERNEL names unknown kernels.
std::string version_text();

// The path of a module, a part of the program that needs large libraries and is loaded only where it is used:
// lib/tabiya/NAME.so next to the folder of the program.
std::string program_module_path(std::string_view name);

// Loads the module, for as long as the program runs, and returns the function of that name in it. Throws
// Failure, with `remedy` where this build has no such module.
void* load_program_module(const std::string& path, const char* function, const std::string& remedy);

}  // namespace tabiya::tools
