#include "tools/cli/declaration.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"
#include "tools/cli/version.h"
#include "tools/cluster/cluster.h"

namespace tabiya::tools {
namespace {

constexpr const char* kDescription =
    "Tabiya: opening books and setup search for board games that begin with a setup phase.";
constexpr const char* kFooter =
    "`tabiya COMMAND --help` or `tabiya help COMMAND` tells about one command.\n"
    "Exit codes: 0 fine, 1 found wanting, 2 unusable input or options, 3 internal error,\n"
    "130 stopped by SIGINT.";

// A file that the command line names, and by what: "--out", "BOOK".
struct NamedFile {
  std::string option;
  std::string path;
};

std::vector<NamedFile> named_files(const CLI::App& command) {
  std::vector<NamedFile> files;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_type_name() != "FILE") continue;
    for (const std::string& path : option->results()) files.push_back({option->get_name(), path});
  }
  return files;
}

// What is written must not be what is read, or written by another option.
void check_written_files(const std::vector<NamedFile>& files) {
  for (const NamedFile& written : files) {
    if (written.option != "--out" && written.option != "--curves" && written.option != "--checkpoint")
      continue;
    for (const NamedFile& other : files) {
      if (&other != &written && is_same_file(written.path, other.path))
        throw Failure(fmt::format("{} and {} both name {}; give {} another file", written.option,
                                  other.option, written.path, written.option));
    }
  }
}

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
      sub->parse_complete_callback([&run, &command, sub, run_this = command.setup(options)] {
        if (is_one_of_several() && !command.is_clustered)
          throw Failure(
              fmt::format("{} is not made for several processes; start it without mpirun", command.name));
        run = [files = named_files(*sub), run_this] {
          check_written_files(files);
          return run_this();
        };
      });
    }
  }
}

}  // namespace

std::unique_ptr<CLI::App> declare_program(CommandRun& run) {
  auto app = std::make_unique<CLI::App>(kDescription, "tabiya");
  app->set_version_flag("-V,--version", version_text);
  app->footer(kFooter);
  app->require_subcommand(1);
  declare_commands(*app, run);
  return app;
}

}  // namespace tabiya::tools
