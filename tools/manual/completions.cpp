#include "tools/manual/man_pages.h"

#include <algorithm>

#include <fmt/format.h>

#include "codec/text.h"

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

// Text within single quotes, with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
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
  return fmt::format(":{}:{}", escaped(option.value, ":\\"), action);
}

// The lines of an option: one for each of its names, which exclude each other.
std::string specification(const OptionDescription& option) {
  const std::string prefix = option.is_repeated ? "*" : fmt::format("({})", joined(option.names, " "));
  const std::string help = escaped(option.help, "[]:\\");
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
    names += fmt::format("        '{}:{}'\n", sub, escaped(found->summary, "\\"));
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

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

// The possible values of an option or an argument.
std::string fish_values(const OptionDescription& option) {
  if (!option.choices.empty()) return fmt::format(" -a {}", in_quotes(joined(option.choices, " ")));
  if (option.is_file()) return " -F";
  return option.is_folder() ? " -a '(__fish_complete_directories)'" : "";
}

std::string condition(const CommandDescription& command) {
  const bool is_leaf = command.commands.empty();
  return fmt::format("complete -c tabiya -n {}",
                     in_quotes(fmt::format("__tabiya_{} \"{}\"", is_leaf ? "in" : "at", command.name)));
}

std::string line(const CommandDescription& command, const OptionDescription& option) {
  std::string words = condition(command);
  for (const std::string& name : option.names)
    words += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.is_positional() && !option.is_flag()) words += option.is_file() ? " -r" : " -x";
  words += fish_values(option);
  if (option.is_positional()) return option.is_file() || !option.choices.empty() ? words + "\n" : "";
  return words + " -d " + in_quotes(option.help) + "\n";
}

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

std::string zsh_completion(const std::vector<CommandDescription>& program) {
  std::string script =
      "#compdef tabiya\n"
      "# Completion of tabiya in zsh. Made from its table of commands: a function for each command and "
      "group.\n";
  for (const CommandDescription& command : program)
    script += command.commands.empty() ? leaf(command) : group(command, program);
  return script + "\n_tabiya \"$@\"\n";
}

std::string fish_completion(const std::vector<CommandDescription>& program) {
  std::string script = kFunctions;
  for (const CommandDescription& command : program) {
    for (const std::string& sub : command.commands) {
      const std::string name = command.name.empty() ? sub : command.name + " " + sub;
      const auto found = std::ranges::find(program, name, &CommandDescription::name);
      script += fmt::format("{} -a {} -d {}\n", condition(command), sub, in_quotes(found->summary));
    }
    for (const OptionDescription& option : command.options) script += line(command, option);
  }
  return script;
}

}  // namespace tabiya::tools
