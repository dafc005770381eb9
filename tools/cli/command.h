// The commands of the program. A command first declares its options, then the command line is parsed, and
// only then the command runs. So bad options are found before anything is read, written or computed, and can
// be tested without the world.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "tools/cli/command_line.h"

namespace tabiya::tools {

// A CommandRun does the work once the options have been parsed. It returns the exit code and throws Failure.
using CommandRun = std::function<int()>;

// A CommandSetup declares the options of a command on `app`. It returns the CommandRun that uses their
// values.
using CommandSetup = CommandRun(CommandLine& app);

struct CommandTraits {
  bool is_clustered = false;  // can run as several processes that work together (tools/cluster)
  bool is_main = false;       // `tabiya --help` explains it; the others are only named there
  bool is_default = false;    // of a group: it is meant where no command of the group is named
};

struct Command {
  const char* name;     // of the command, or of a group and a command in it: "book list"
  const char* summary;  // one line for the list of commands
  CommandSetup* setup;  // null for a line that introduces a group
  CommandTraits traits{};
};

// All commands, in the order in which help lists them; the line of a group stands before its commands.
std::span<const Command> command_table();

// The default command of a group; null if there is none.
const Command* default_command(std::string_view group);

}  // namespace tabiya::tools
