#include "tools/cli/program_module.h"

#include <dlfcn.h>

#include <filesystem>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

namespace fs = std::filesystem;

std::string program_module_path(std::string_view name) {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  return (program.parent_path().parent_path() / "lib" / "tabiya" / fmt::format("{}.so", name)).string();
}

void* load_program_module(const std::string& path, const char* function, const std::string& remedy) {
  if (!fs::exists(path)) throw Failure(fmt::format("this build lacks {}; {}", path, remedy));
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module) throw Failure(fmt::format("{}: cannot be loaded: {}; build again", path, ::dlerror()));
  void* found = ::dlsym(module, function);
  if (!found) throw Failure(fmt::format("{}: is of another version of the program; build again", path));
  return found;
}

}  // namespace tabiya::tools
