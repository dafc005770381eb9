// The whole command line as CLI11 has it. Only sources that parse or describe it include this: the header is
// long.
#pragma once

#include <memory>
#include <string_view>

#include <CLI/CLI.hpp>

#include "tools/cli/command.h"

namespace tabiya::tools {

// This mark ends the group name of an option that short help leaves out: CLI11 keeps no other data of ours
// with it.
constexpr std::string_view kRareMark = " (rare)";

// The program with every command of the table. The command that a command line names puts itself into `run`,
// which must outlive the result.
std::unique_ptr<CLI::App> declare_program(CommandRun& run);

}  // namespace tabiya::tools
