// The whole command line as CLI11 has it. Only what parses or describes it includes this: the header is long.
#pragma once

#include <memory>
#include <string_view>

#include <CLI/CLI.hpp>

#include "tools/cli/command.h"

namespace tabiya::tools {

// Ends the name of the group of an option that short help leaves out: CLI11 keeps nothing else of ours with
// it.
constexpr std::string_view kRareMark = " (rare)";

// The program with every command of the table. The command that a command line names puts itself into `run`,
// which must live as long as what is returned.
std::unique_ptr<CLI::App> declare_program(CommandRun& run);

}  // namespace tabiya::tools
