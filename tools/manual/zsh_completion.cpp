#include <algorithm>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/manual/completions.h"

namespace tabiya::tools {
namespace {

// Text within single quotes, with a backslash before each of `special`.
std::string quoted(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != special.npos) result += '\\';
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return result;
}

std::string function_name(const std::string& command) {
  std::string name = command.empty() ? "_tabiya" : "_tabiya_" + command;
  std::ranges::replace(name, ' ', '_');
  return name;
}

// ":FILE:_files", as _arguments wants it.
std::string value(const OptionDescription& option) {
  std::string action = " ";
  if (!option.choices.empty()) {
    action = fmt::format("({})", joined(option.choices, " "));
  } else if (option.is_file()) {
    action = "_files";
  } else if (option.is_folder()) {
    action = "_files -/";
  }
  return fmt::format(":{}:{}", quoted(option.value, ":\\"), action);
}

// The lines of an option: one for each of its names, which exclude each other.
std::string specification(const OptionDescription& option) {
  const std::string prefix = option.is_repeated ? "*" : fmt::format("({})", joined(option.names, " "));
  const std::string help = quoted(option.help, "[]:\\");
  std::string lines;
  for (const std::string& name : option.names) {
    lines += fmt::format(" \\\n    '{}{}{}[{}]{}'", prefix, name,
                         option.is_flag() || !name.starts_with("--") ? "" : "=", help,
                         option.is_flag() ? "" : value(option));
  }
  return lines;
}

std::string options(const CommandDescription& command) {
  std::string lines;
  for (const OptionDescription& option : command.options) lines += specification(option);
  int place = 0;
  for (const OptionDescription& option : command.options) {
    if (!option.is_positional()) continue;
    const std::string where = option.is_repeated ? "*" : std::to_string(++place);
    lines += fmt::format(" \\\n    '{}{}{}'", where, option.is_required || option.is_repeated ? "" : ":",
                         value(option));
  }
  return lines;
}

// A command without others in it.
std::string leaf(const CommandDescription& command) {
  return fmt::format("\n{}() {{\n  _arguments{}\n}}\n", function_name(command.name), options(command));
}

// A group, or the program: completes the name of a command, then hands on to it.
std::string group(const CommandDescription& command, const std::vector<CommandDescription>& program) {
  std::string names, calls;
  for (const std::string& sub : command.commands) {
    const std::string name = command.name.empty() ? sub : command.name + " " + sub;
    const auto found = std::ranges::find(program, name, &CommandDescription::name);
    names += fmt::format("        '{}:{}'\n", sub, quoted(found->summary, "\\"));
    calls += fmt::format("        {}) {} ;;\n", sub, function_name(name));
  }
  if (command.name.empty()) {
    names += "        'help:Tell about a command'\n";
    calls += "        help) _tabiya ;;\n";
  }
  return fmt::format(R"sh(
{}() {{
  local curcontext=$curcontext state line ret=1
  local -a commands
  _arguments -C{} \
    '1:command:->command' \
    '*::argument:->argument' && ret=0
  case $state in
    command)
      commands=(
{}      )
      _describe -t commands command commands && ret=0
      ;;
    argument)
      curcontext=${{curcontext%:*:*}}:tabiya-$words[1]:
      case $words[1] in
{}      esac && ret=0
      ;;
  esac
  return ret
}}
)sh",
                     function_name(command.name), options(command), names, calls);
}

}  // namespace

std::string zsh_completion(const std::vector<CommandDescription>& program) {
  std::string script =
      "#compdef tabiya\n"
      "# Completion of tabiya in zsh. Made from its table of commands: a function for each command and "
      "group.\n";
  for (const CommandDescription& command : program)
    script += command.commands.empty() ? leaf(command) : group(command, program);
  return script + "\n_tabiya \"$@\"\n";
}

}  // namespace tabiya::tools
