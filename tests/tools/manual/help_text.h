// What help says of a command, as another source than the description that the manual is made of.
#pragma once

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tools/cli/program.h"

namespace tabiya::tools {

inline std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

// "-h", "--help", "--json": the names of a command's options, in the order of `--help-all`.
inline std::vector<std::string> option_names(const std::string& command) {
  std::vector<std::string> arguments = words(command);
  arguments.emplace_back("--help-all");
  const std::string help = parse_command_line(arguments).text;
  static const std::regex kNames("\n  (-[-a-zA-Z0-9]+)(, (--[-a-z0-9]+))?");
  std::vector<std::string> names;
  for (std::sregex_iterator match(help.begin(), help.end(), kNames), end; match != end; ++match) {
    names.push_back((*match)[1]);
    if ((*match)[3].matched) names.push_back((*match)[3]);
  }
  return names;
}

// The commands of a group, of the program for "".
inline std::vector<std::string> commands_in(const std::string& group) {
  const std::string prefix = group.empty() ? "" : group + " ";
  std::vector<std::string> commands;
  for (const Command& command : command_table()) {
    const std::string name = command.name;
    if (name.starts_with(prefix) && name.find(' ', prefix.size()) == name.npos)
      commands.push_back(name.substr(prefix.size()));
  }
  return commands;
}

}  // namespace tabiya::tools
