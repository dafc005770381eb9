#include "booksearch/engines/uci_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "booksearch/engines/engine_process.h"

namespace tabiya::booksearch {
namespace {

bool is_program(const std::string& path) {
  return std::filesystem::is_regular_file(path) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

Result<std::vector<std::string>> uci_command(std::string_view text) {
  constexpr const char* kGames = "/usr/games";
  Result<std::vector<std::string>> split = split_command(text);
  if (!split) return split;
  std::vector<std::string>& command = *split;
  if (command[0] == "tabiya") command[0] = own_program();
  if (command[0].find('/') != std::string::npos) return split;
  std::string folders = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  std::replace(folders.begin(), folders.end(), ':', '\n');
  folders += std::string("\n") + kGames;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find('\n', begin), folders.size());
    const std::string path = folders.substr(begin, end - begin) + "/" + command[0];
    if (end > begin && is_program(path)) {
      command[0] = path;
      break;
    }
    begin = end + 1;
  }
  return split;
}

}  // namespace tabiya::booksearch
