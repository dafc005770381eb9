#include <algorithm>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/manual/completions.h"

namespace tabiya::tools {
namespace {

constexpr const char* kFunctions = R"sh(# Completion of tabiya in fish. Made from its table of commands.

# The words before the cursor that may name a command, those of `tabiya help COMMAND` too.
function __tabiya_words
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1]" = help; and set -e words[1]
    printf '%s\n' $words
end

# Whether these words are a group, of which a command is to come, and nothing else.
function __tabiya_at
    test (string join ' ' -- (__tabiya_words)) = "$argv[1]"
end

# Whether they begin with a command.
function __tabiya_in
    string match -q -- "$argv[1] *" (string join ' ' -- (__tabiya_words))' '
end

complete -c tabiya -f
complete -c tabiya -n '__tabiya_at ""' -a help -d 'Tell about a command'
)sh";

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

// The possible values of an option or an argument.
std::string fish_values(const OptionDescription& option) {
  if (!option.choices.empty()) return fmt::format(" -a {}", quoted(joined(option.choices, " ")));
  if (option.is_file()) return " -F";
  return option.is_folder() ? " -a '(__fish_complete_directories)'" : "";
}

std::string condition(const CommandDescription& command) {
  const bool is_leaf = command.commands.empty();
  return fmt::format("complete -c tabiya -n {}",
                     quoted(fmt::format("__tabiya_{} \"{}\"", is_leaf ? "in" : "at", command.name)));
}

std::string line(const CommandDescription& command, const OptionDescription& option) {
  std::string words = condition(command);
  for (const std::string& name : option.names)
    words += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.is_positional() && !option.is_flag()) words += option.is_file() ? " -r" : " -x";
  words += fish_values(option);
  if (option.is_positional()) return option.is_file() || !option.choices.empty() ? words + "\n" : "";
  return words + " -d " + quoted(option.help) + "\n";
}

}  // namespace

std::string fish_completion(const std::vector<CommandDescription>& program) {
  std::string script = kFunctions;
  for (const CommandDescription& command : program) {
    for (const std::string& sub : command.commands) {
      const std::string name = command.name.empty() ? sub : command.name + " " + sub;
      const auto found = std::ranges::find(program, name, &CommandDescription::name);
      script += fmt::format("{} -a {} -d {}\n", condition(command), sub, quoted(found->summary));
    }
    for (const OptionDescription& option : command.options) script += line(command, option);
  }
  return script;
}

}  // namespace tabiya::tools
