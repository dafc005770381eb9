// tabiya_write_manual FOLDER VERSION DATE: writes the manual's pages and the completions of shells, each
// where it is installed below share/.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "tools/manual/completions.h"
#include "tools/manual/man_pages.h"

namespace {

namespace fs = std::filesystem;
using namespace tabiya::tools;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << text).flush()) throw std::runtime_error(file.string() + ": cannot write");
}

void write_manual(const fs::path& folder, const Edition& edition) {
  const std::vector<CommandDescription> program = describe_program();
  fs::remove_all(folder / "man");  // pages of commands that are no more
  for (const CommandDescription& command : program)
    write(folder / "man" / "man1" / (page_name(command.name) + ".1"), man_page(command, program, edition));
  write(folder / "bash-completion" / "completions" / "tabiya", bash_completion(program));
  write(folder / "zsh" / "vendor-completions" / "_tabiya", zsh_completion(program));
  write(folder / "fish" / "vendor_completions.d" / "tabiya.fish", fish_completion(program));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: tabiya_write_manual FOLDER VERSION DATE\n");
    return 2;
  }
  try {
    write_manual(argv[1], {argv[2], argv[3]});
  } catch (const std::exception& error) {
    fmt::print(stderr, "tabiya_write_manual: {}\n", error.what());
    return 2;
  }
  return 0;
}
