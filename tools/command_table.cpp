#include "tools/command.h"

namespace tabiya::tools {

// Each is defined in the file of tools/commands/ that is named after the command or its group.
CommandSetup bench;
CommandSetup pack;
CommandSetup unpack;

namespace {

constexpr Command kCommands[] = {
    {"pack", "Wrap an asset as text or compress it", pack},
    {"unpack", "Take an asset out of its wrapping", unpack},
    {"bench", "Measure the speed of a part of the program", bench},
};

}  // namespace

std::span<const Command> command_table() { return kCommands; }

}  // namespace tabiya::tools
