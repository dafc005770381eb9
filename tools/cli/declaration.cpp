#include "tools/cli/declaration.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "booksearch/work/transport.h"
#include "tools/cli/description.h"
#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"
#include "tools/cli/version.h"

namespace tabiya::tools {
namespace {

constexpr const char* kDescription =
    "Tabiya: opening books and setup search for board games that begin with a setup phase.";
constexpr const char* kFooter =
    "`tabiya COMMAND --help` explains one command.\n"
    "Exit codes: 0 success, 1 a check failed, 2 unusable input or options, 3 internal error,\n"
    "130 stopped by SIGINT.";

// A file that the command line names, and the option or argument that names it: "--out", "BOOK".
struct NamedFile {
  std::string option;
  std::string path;

  bool is_output() const {
    static constexpr std::array<std::string_view, 7> kOutputs{
        "--out", "--pgn", "--curves", "--picture", "--checkpoint", "--table", "--state"};
    return std::ranges::count(kOutputs, option) > 0;
  }
};

std::vector<NamedFile> named_files(const CLI::App& command) {
  std::vector<NamedFile> files;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_type_name() != "FILE" && option->get_type_name() != "BOOK") continue;
    for (const std::string& path : option->results()) files.push_back({option->get_name(), path});
  }
  return files;
}

void note_files(const std::vector<NamedFile>& files) {
  for (const NamedFile& file : files)
    if (file.path.empty()) throw Failure(fmt::format("{}: names no file", file.option));
  for (const NamedFile& file : files)
    file.is_output() ? note_output(file.path, file.option) : note_input(file.path, file.option);
}

void set_help_flags(CLI::App& app) {
  app.set_help_flag("-h,--help", "Print the usual options")->group(kHelpGroup);
  app.set_help_all_flag("--help-all", "Print all options and notes")->group(kHelpGroup);
}

// The note is "`tabiya GROUP …` is short for `tabiya GROUP COMMAND …`.\n" for a group with a default.
std::string note_on_default(std::string_view group) {
  const Command* command = default_command(group);
  return command == nullptr
             ? ""
             : fmt::format("`tabiya {} ...` is short for `tabiya {} ...`.\n", group, command->name);
}

// Declares every command of the table on `app`. The one that the command line names puts itself into `run`.
void declare_commands(CLI::App& app, CommandRun& run) {
  for (const Command& command : command_table()) {
    const std::string_view name = command.name;
    const std::size_t space = name.find(' ');
    CLI::App* parent = space == name.npos ? &app : app.get_subcommand(std::string(name.substr(0, space)));
    CLI::App* sub = parent->add_subcommand(std::string(name.substr(space + 1)), command.summary);
    set_help_flags(*sub);
    if (command.setup == nullptr) {
      sub->require_subcommand(1);
      sub->footer(
          fmt::format("{}`tabiya {} COMMAND --help` explains one command.", note_on_default(name), name));
    } else {
      CommandLine options(*sub);
      sub->parse_complete_callback(
          [&run, &command, sub, kinds = options.kinds(), run_this = command.setup(options)] {
            if (is_one_of_several() && !command.traits.is_clustered)
              throw Failure(
                  fmt::format("{} cannot run as several processes; start it without mpirun", command.name));
            for (const CLI::Option* option : sub->get_options())
              if (option->count() > 0) kinds->give(option->get_name());
            run = [files = named_files(*sub), run_this] {
              const RunFiles known;
              note_files(files);
              return run_this();
            };
          });
    }
  }
}

}  // namespace

std::unique_ptr<CLI::App> declare_program(CommandRun& run) {
  auto app = std::make_unique<CLI::App>(kDescription, "tabiya");
  set_help_flags(*app);
  app->set_version_flag("-V,--version", version_text)->group(kHelpGroup);
  app->footer(kFooter);
  app->require_subcommand(1);
  declare_commands(*app, run);
  return app;
}

}  // namespace tabiya::tools
