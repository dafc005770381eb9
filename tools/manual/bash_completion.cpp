#include <fmt/format.h>

#include "codec/text.h"
#include "tools/manual/completions.h"

namespace tabiya::tools {
namespace {

// Looks the words up in the tables above it. Words of no table are completed by nothing.
constexpr const char* kFunction = R"sh(
_tabiya() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i=1 values value
  [[ ${COMP_WORDS[1]} == help && $COMP_CWORD -gt 1 ]] && i=2
  for (( ; i < COMP_CWORD; ++i)); do
    [[ " $(_tabiya_commands "$command") " == *" ${COMP_WORDS[i]} "* ]] || break
    command=${command:+$command }${COMP_WORDS[i]}
  done
  if [[ $word == = ]]; then  # --option=
    word=
  elif [[ $before == = ]]; then  # --option=word
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  values=$(_tabiya_values "$command $before")
  if [[ ! $values && $word == -* ]]; then
    values=$(_tabiya_options "$command")
  elif [[ ! $values ]]; then
    values="$(_tabiya_commands "$command") $(_tabiya_values "$command")"
  fi
  for value in $values; do
    case $value in
      :any) ;;
      :file | :directory)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -A "${value:1}" -- "$word")
        ;;
      "$word"*) COMPREPLY+=("$value") ;;
    esac
  done
}
complete -F _tabiya tabiya
)sh";

// The possible values: ":file", ":directory", the choices, or ":any" if they are unknown.
std::string bash_values(const OptionDescription& option) {
  if (!option.choices.empty()) return joined(option.choices, " ");
  return option.is_file() ? ":file" : option.is_folder() ? ":directory" : ":any";
}

std::string line(const std::string& key, const std::string& words) {
  return words.empty() ? "" : fmt::format("    '{}') echo '{}' ;;\n", key, words);
}

std::string table(const char* name, const std::string& lines) {
  return fmt::format("\n{}() {{\n  case $1 in\n{}  esac\n}}\n", name, lines);
}

void append(std::string& words, const std::string& word) { words += (words.empty() ? "" : " ") + word; }

}  // namespace

std::string bash_completion(const std::vector<CommandDescription>& program) {
  std::string commands, options, option_values;
  for (const CommandDescription& command : program) {
    std::string names, arguments;
    for (const OptionDescription& option : command.options) {
      if (option.is_positional()) append(arguments, bash_values(option));
      for (const std::string& name : option.names) {
        append(names, name);
        if (!option.is_flag()) option_values += line(command.name + " " + name, bash_values(option));
      }
    }
    const std::string help = command.name.empty() ? " help" : "";
    commands += line(command.name, fmt::format("{}{}", joined(command.commands, " "), help));
    options += line(command.name, names);
    option_values += line(command.name, arguments);
  }
  return "# Completion of tabiya in bash. Made from its table of commands, as are the tables here: the "
         "commands of\n"
         "# a group, the options of a command, and what the values of an option or of a command's arguments "
         "are.\n" +
         table("_tabiya_commands", commands) + table("_tabiya_options", options) +
         table("_tabiya_values", option_values) + kFunction;
}

}  // namespace tabiya::tools
