#include "tools/cli/program.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "codec/foreign_text.h"
#include "core/thread_group.h"
#include "tools/cli/declaration.h"
#include "tools/cli/failure.h"
#include "tools/cli/help.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/nearest_name.h"
#include "tools/cli/out_of_memory.h"
#include "tools/cli/print.h"
#include "tools/cli/progress.h"

namespace tabiya::tools {
namespace {

bool is_help(std::string_view argument) {
  return argument == "-h" || argument == "--help" || argument == "--help-all";
}

// Refuses further words after a command.
void check_is_command(const std::vector<std::string>& words) {
  std::string path;
  for (const std::string& word : words) {
    const auto is_path = [&path](const Command& command) { return command.name == path && command.setup; };
    if (std::ranges::any_of(command_table(), is_path))
      throw Failure(fmt::format(
          "help: '{}' is a command, and '{}' is not a part of it; see `tabiya {} --help`", path, word, path));
    path += path.empty() ? word : " " + word;
  }
}

// `tabiya help book list` and `tabiya -h book list` become `tabiya book list --help`.
std::vector<std::string> with_help_last(std::vector<std::string> arguments) {
  if (arguments.empty() || (arguments.front() != "help" && !is_help(arguments.front()))) return arguments;
  const auto is_option = [](const std::string& argument) { return argument.starts_with('-'); };
  std::vector<std::string> command(arguments.begin() + 1,
                                   std::find_if(arguments.begin() + 1, arguments.end(), is_option));
  check_is_command(command);
  const bool is_all = std::ranges::count(arguments, "--help-all") > 0;
  command.emplace_back(is_all ? "--help-all" : "--help");
  return command;
}

// A group that is named without a command means its default command.
std::vector<std::string> with_default_command(std::vector<std::string> arguments) {
  if (arguments.size() < 2 || is_help(arguments[1])) return arguments;
  const Command* command = default_command(arguments[0]);
  const std::string named = arguments[0] + " " + arguments[1];
  if (command == nullptr || std::ranges::count(command_table(), named, &Command::name) > 0) return arguments;
  const std::string_view name = command->name;
  arguments.insert(arguments.begin() + 1, std::string(name.substr(name.find(' ') + 1)));
  return arguments;
}

// The commands with this name in groups: "'book list' or 'setups list'".
std::string commands_called(const std::string& word) {
  std::string names;
  for (const Command& command : command_table())
    if (std::string_view(command.name).ends_with(" " + word))
      names += fmt::format("{}'{}'", names.empty() ? "" : " or ", command.name);
  return names;
}

// The text is "; the nearest is 'book list'", or empty.
std::string nearest_command(const std::string& path) {
  if (const std::string meant = commands_called(path); !meant.empty())
    return fmt::format("; {} may be meant", meant);
  const std::size_t word = path.rfind(' ') + 1;  // npos + 1 is 0
  const std::string group = path.substr(0, word);
  std::vector<std::string> names;
  for (const Command& command : command_table()) {
    const std::string_view name = command.name;
    if (name.starts_with(group) && name.find(' ', word) == name.npos) names.emplace_back(name.substr(word));
  }
  const auto nearest = nearest_name(path.substr(word), names);
  return nearest ? fmt::format("; the nearest is '{}{}'", group, *nearest) : "";
}

// Reports a mistyped command, which CLI11 would call an unexpected argument.
void check_command_name(const std::vector<std::string>& arguments) {
  std::string path;
  std::string help = "`tabiya --help` lists them";
  for (const std::string& argument : arguments) {
    if (argument.starts_with('-')) {
      if (!path.empty() || is_help(argument) || argument == "-V" || argument == "--version") return;
      throw Failure(fmt::format("'{}' comes before a command; {}", argument, help));
    }
    path += path.empty() ? argument : " " + argument;
    const auto named = [&path](const Command& command) { return command.name == path; };
    const auto found = std::ranges::find_if(command_table(), named);
    if (found == command_table().end())
      throw Failure(fmt::format("unknown command '{}'{}; {}", path, nearest_command(path), help));
    if (found->setup != nullptr) return;
    help = fmt::format("`tabiya {} --help` lists them", path);
  }
  throw Failure(fmt::format("{}no command given; {}", path.empty() ? "" : path + ": ", help));
}

// The text is "unknown option '--jsn' (the nearest is --json), '--out2' (the nearest is --out)" for the
// options among `extras`, which a command does not know, in their order; without any, it names the arguments
// among them.
std::string describe_extras(const CLI::App& command, const std::vector<std::string>& extras) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  std::string options;
  for (const std::string& extra : extras) {
    const std::size_t begin = extra.find_first_not_of('-');
    if (begin == 0 || begin == extra.npos) continue;
    const auto nearest = nearest_name(extra.substr(begin, extra.find('=') - begin), names);
    options += fmt::format("{}'{}'{}", options.empty() ? "" : ", ", extra,
                           nearest ? " (the nearest is --" + *nearest + ")" : "");
  }
  if (!options.empty()) return "unknown option " + options;
  std::string arguments;
  for (const std::string& extra : extras) arguments += (arguments.empty() ? "'" : ", '") + extra + "'";
  return "unexpected argument " + arguments;
}

// The command that was parsed, and its name: "perft", "book list".
std::pair<const CLI::App*, std::string> parsed_command(const CLI::App& app) {
  std::string path;
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += path.empty() ? command->get_name() : " " + command->get_name();
  }
  return {command, path};
}

std::string help_of_parsed(const CLI::App& app, HelpLength length) {
  const std::vector<CommandDescription> program = describe_program();
  const auto command = std::ranges::find(program, parsed_command(app).second, &CommandDescription::name);
  return help_text(*command, program, length, terminal_width(stdout));
}

// The Failure for CLI11's error, and the command that it is in. Unknown options come before missing ones,
// which may be the same thing misspelt.
Failure parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  const auto [command, path] = parsed_command(app);
  const std::vector<std::string> extras = command->remaining();
  const std::string what = extras.empty() ? error.what() : describe_extras(*command, extras);
  if (path.empty()) return Failure(fmt::format("{}; see `tabiya --help`", what));
  return Failure(fmt::format("{}: {}; see `tabiya {} --help`", path, what, path));
}

// Foreign text of any length may be quoted in a message: its middle is left out.
std::string shortened(std::string_view message) {
  constexpr std::size_t kBegin = 3'000, kEnd = 600;
  if (message.size() <= kBegin + kEnd) return std::string(message);
  return fmt::format("{} [... {} bytes ...] {}", message.substr(0, kBegin), message.size() - kBegin - kEnd,
                     message.substr(message.size() - kEnd));
}

int report(std::string_view message, ExitCode code) {
  std::fflush(stdout);
  fmt::print(stderr, "{}", failure_report(message));
  return code;
}

// A file must not be opened in the place of a standard stream that the caller has closed: output would go
// into it. Instead, closed input and output stay unusable, and errors go nowhere.
void fill_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    ::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY);  // takes the lowest number
  }
}

int parse_and_run(std::vector<std::string> arguments) {
  const Invocation invocation = parse_command_line(std::move(arguments));
  if (!invocation.run) print(invocation.text);
  const int code = invocation.run ? invocation.run() : kSuccess;
  flush_output();
  return code;
}

}  // namespace

Invocation parse_command_line(std::vector<std::string> arguments) {
  Invocation invocation;
  const std::unique_ptr<CLI::App> declared = declare_program(invocation.run);
  CLI::App& app = *declared;
  arguments = with_default_command(with_help_last(std::move(arguments)));
  check_command_name(arguments);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return {{}, help_of_parsed(app, HelpLength::kShort)};
  } catch (const CLI::CallForAllHelp&) {
    return {{}, help_of_parsed(app, HelpLength::kAll)};
  } catch (const CLI::CallForVersion& version) {
    return {{}, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    throw parse_failure(app, error);
  }
  return invocation;
}

// Further lines of a message of ours are indented; other line ends are of foreign text.
std::string failure_report(std::string_view whole) {
  const std::string kept = shortened(whole);
  std::string_view message = kept;
  constexpr std::string_view kNextLine = "\n  ";
  std::string text = "tabiya: ";
  for (std::size_t end; (end = message.find(kNextLine)) != message.npos;) {
    text.append(foreign_text(message.substr(0, end))).append(kNextLine);
    message.remove_prefix(end + kNextLine.size());
  }
  return text + foreign_text(message) + "\n";
}

int run_program(int argc, char** argv) {
  fill_standard_streams();
  end_on_interrupt();
  end_without_memory_in_words();
  try {
    return parse_and_run({argv + std::min(argc, 1), argv + argc});
  } catch (const Failure& failure) {
    return report(failure.what(), failure.code());
  } catch (const BrokenPipe&) {
    return kOutputClosed;
  } catch (const std::bad_alloc&) {
    note_out_of_memory();
    return report(kOutOfMemory, kUnusable);
  } catch (const ThreadsRefused& refusal) {
    return report(fmt::format("{}; {}", refusal.what(), kThreadsRefused), kUnusable);
  } catch (const std::filesystem::filesystem_error& error) {
    return report(fmt::format("{}: {}", error.path1().string(), error.code().message()), kUnusable);
  } catch (const std::exception& error) {
    if (tells_of_refused_thread(error))
      return report(fmt::format("the system refuses to start another thread; {}", kThreadsRefused),
                    kUnusable);
    return report(fmt::format("internal error: {}; please report it with the command line", error.what()),
                  kInternalError);
  }
}

}  // namespace tabiya::tools
