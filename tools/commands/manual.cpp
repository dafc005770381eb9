// The commands that print the program's own documentation: completions of shells, and pages for man(1).
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/version.h"
#include "tools/manual/man_pages.h"

namespace tabiya::tools {
namespace {

using Program = std::vector<CommandDescription>;

struct Shell {
  const char* name;
  std::string (*script)(const Program& program);
  const char* file;  // where it is installed below share/
};
constexpr Shell kShells[] = {
    {"bash", bash_completion, "bash-completion/completions/tabiya"},
    {"zsh", zsh_completion, "zsh/vendor-completions/_tabiya"},
    {"fish", fish_completion, "fish/vendor_completions.d/tabiya.fish"},
};

// The edition has the day of the commit that the program was built from, or no date if that is unknown.
Edition edition() {
  constexpr std::size_t kDateSize = 10;
  const std::string text(commit());
  const std::size_t at = text.find(" of ");
  return {TABIYA_VERSION, at == text.npos ? "\"\"" : text.substr(at + 4, kDateSize)};
}

void write_to(const std::filesystem::path& file, const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  write_output({file.string(), /*force=*/true}, text);
}

// Writes all pages and completions, each where it is installed below share/.
void write_all(const std::filesystem::path& folder) {
  const Program program = describe_program();
  for (const CommandDescription& command : program)
    write_to(folder / "man" / "man1" / (page_name(command.name) + ".1"),
             man_page(command, program, edition()));
  for (const Shell& shell : kShells) write_to(folder / shell.file, shell.script(program));
}

// Shows a page to a person by man(1), if that is installed; otherwise prints the page as it is.
void show_page(const std::string& page) {
  if (::isatty(STDOUT_FILENO) != 0 && std::system("command -v man >/dev/null 2>&1") == 0) {
    FILE* pager = ::popen("man -l -", "w");
    if (pager != nullptr) {
      std::fwrite(page.data(), 1, page.size(), pager);
      if (::pclose(pager) == 0) return;
    }
  }
  write_output({"-"}, page);
}

int run_man(const std::vector<std::string>& words, const std::string& folder) {
  if (!folder.empty()) {
    write_all(folder);
    return kSuccess;
  }
  const Program program = describe_program();
  const auto command = std::ranges::find(program, joined(words, " "), &CommandDescription::name);
  if (command == program.end())
    throw Failure(
        fmt::format("man: there is no command '{}'; `tabiya --help` lists all", joined(words, " ")));
  show_page(man_page(*command, program, edition()));
  return kSuccess;
}

}  // namespace

CommandRun completion(CommandLine& app) {
  const auto name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const Shell& shell : kShells) names.emplace_back(shell.name);
  app.add_option("SHELL", *name, "The shell").required().one_of(names);
  app.footer(
      "Prints a script that the shell reads when it starts.\n"
      "Example: tabiya completion bash > ~/.local/share/bash-completion/completions/tabiya");
  return [name] {
    const auto shell = std::ranges::find_if(kShells, [&](const Shell& one) { return one.name == *name; });
    write_output({"-"}, shell->script(describe_program()));
    return int{kSuccess};
  };
}

CommandRun man(CommandLine& app) {
  struct ManualOptions {
    std::vector<std::string> words;
    std::string folder;
  };
  const auto options = std::make_shared<ManualOptions>();
  app.add_option("COMMAND", options->words, "The command. Without one, the page is about the program");
  app.add_option(
         "--all", options->folder,
         "Write all pages and completions into this folder instead, as they are installed below share/")
      .rare()
      .type_name("DIR");
  app.footer(
      "Shows the page by man(1) on a terminal, and prints it in the form that man(1) reads elsewhere.\n"
      "Example: tabiya man book list");
  return [options] { return run_man(options->words, options->folder); };
}

}  // namespace tabiya::tools
