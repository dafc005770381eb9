#include "tools/cli/program.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

constexpr const char* kDescription =
    "Tabiya: opening books and setup search for board games that begin with a setup phase.";
constexpr const char* kFooter =
    "`tabiya COMMAND --help` tells about one command.\n"
    "Exit codes: 0 fine, 1 found wanting, 2 unusable input or options, 3 internal error,\n"
    "130 stopped by SIGINT.";

// Declares every command of the table on `app`. The one that the command line names puts itself into `run`.
void declare_commands(CLI::App& app, CommandRun& run) {
  for (const Command& command : command_table()) {
    const std::string_view name = command.name;
    const std::size_t space = name.find(' ');
    CLI::App* parent = space == name.npos ? &app : app.get_subcommand(std::string(name.substr(0, space)));
    CLI::App* sub = parent->add_subcommand(std::string(name.substr(space + 1)), command.summary);
    if (command.setup == nullptr) {
      sub->require_subcommand(1);
      sub->footer(fmt::format("`tabiya {} COMMAND --help` tells about one command.", name));
    } else {
      CommandLine options(*sub);
      sub->parse_complete_callback([&run, run_this = command.setup(options)] { run = run_this; });
    }
  }
}

// CLI11 would call a mistyped command an unexpected argument; say what is meant.
void check_command_name(const std::vector<std::string>& arguments) {
  std::string path;
  std::string help = "`tabiya --help` lists them";
  for (const std::string& argument : arguments) {
    if (argument.starts_with('-')) {
      if (!path.empty() || argument == "-h" || argument == "--help" || argument == "--version") return;
      throw Failure(fmt::format("'{}' comes before a command; {}", argument, help));
    }
    path += path.empty() ? argument : " " + argument;
    const auto named = [&path](const Command& command) { return command.name == path; };
    const auto found = std::ranges::find_if(command_table(), named);
    if (found == command_table().end()) throw Failure(fmt::format("unknown command '{}'; {}", path, help));
    if (found->setup != nullptr) return;
    help = fmt::format("`tabiya {} --help` lists them", path);
  }
  throw Failure(fmt::format("{}no command given; {}", path.empty() ? "" : path + ": ", help));
}

// What CLI11 found wrong, with the command that it was found in: "perft", "book list".
Failure parse_failure(const CLI::App& app, const CLI::ParseError& error) {
  std::string path;
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    path += path.empty() ? at->get_name() : " " + at->get_name();
  }
  if (path.empty()) return Failure(fmt::format("{}; see `tabiya --help`", error.what()));
  return Failure(fmt::format("{}: {}; see `tabiya {} --help`", path, error.what(), path));
}

int report(std::string_view message, ExitCode code) {
  std::fflush(stdout);
  fmt::print(stderr, "tabiya: {}\n", message);
  return code;
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
  CLI::App app(kDescription, "tabiya");
  app.set_version_flag("--version", "tabiya " TABIYA_VERSION);
  app.footer(kFooter);
  app.require_subcommand(1);
  Invocation invocation;
  declare_commands(app, invocation.run);
  check_command_name(arguments);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return {{}, app.help()};
  } catch (const CLI::CallForVersion& version) {
    return {{}, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    throw parse_failure(app, error);
  }
  return invocation;
}

int run_program(int argc, char** argv) {
  try {
    return parse_and_run({argv + std::min(argc, 1), argv + argc});
  } catch (const Failure& failure) {
    return report(failure.what(), failure.code());
  } catch (const BrokenPipe&) {
    return kOutputClosed;
  } catch (const std::bad_alloc&) {
    return report(
        "out of memory; try a smaller table (--table, --table-mib, table_mib), fewer threads or a smaller "
        "input",
        kInternalError);
  } catch (const std::exception& error) {
    return report(fmt::format("internal error: {}; please report it with the command line", error.what()),
                  kInternalError);
  }
}

}  // namespace tabiya::tools
