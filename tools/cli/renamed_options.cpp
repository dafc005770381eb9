#include "tools/cli/renamed_options.h"

#include <string_view>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

struct RenamedOption {
  std::string_view command;
  std::string_view old_name;
  std::string_view new_name;
};

constexpr RenamedOption kRenamedOptions[] = {
    {"selfplay", "--drawn", "--sampled-moves"},  // in a game that has draws
    {"selfplay", "--drawn-plies", "--sampled-plies"},
};

// "--drawn" and "--drawn=20", but not "--drawn-plies".
bool is_option(std::string_view argument, std::string_view name) {
  return argument.starts_with(name) && (argument.size() == name.size() || argument[name.size()] == '=');
}

}  // namespace

std::vector<std::string> with_new_option_names(std::vector<std::string> arguments,
                                               std::vector<std::string>& notes) {
  for (std::string& argument : arguments) {
    for (const auto& [command, old_name, new_name] : kRenamedOptions) {
      if (arguments.front() != command || !is_option(argument, old_name)) continue;
      notes.push_back(fmt::format("{}: {} is now called {}; the next version will not know the old name",
                                  command, old_name, new_name));
      argument.replace(0, old_name.size(), new_name);
    }
  }
  return arguments;
}

}  // namespace tabiya::tools
