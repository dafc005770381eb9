#include "tools/cli/version.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

std::string built_from = "unknown";

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

std::string kernels_text() {
  std::string names;
  for (const KernelSet& set : kernel_sets()) names += fmt::format("{} ", set.name);
  return fmt::format("{}({} on this machine)", names, chosen_kernels().name);
}

std::string games_text() {
  std::string names;
  for (const GameModule* game : games()) names += fmt::format("{}{}", names.empty() ? "" : " ", game->name());
  return names;
}

// Tells if a part of the program that needs a large library was built.
std::string module_text(const std::string& name, const char* library) {
  const bool is_there = std::filesystem::exists(program_module_path(name));
  return fmt::format("{}{}", is_there ? "with " : "without ", library);
}

}  // namespace

const KernelSet& chosen_kernels() {
  const char* name = std::getenv("TABIYA_KERNEL");
  return *take(select_kernels(name ? name : ""), "TABIYA_KERNEL",
               "without this variable, the fastest kernel is used");
}

void set_commit(std::string_view commit) { built_from = commit; }
std::string_view commit() { return built_from; }
std::string_view compiler() { return kCompiler; }

std::string version_text() {
  return fmt::format("tabiya " TABIYA_VERSION
                     "\ncommit    {}\ncompiler  {}\nkernels   {}\ngames     {}\ntraining  {}\ncluster   {}",
                     commit(), compiler(), kernels_text(), games_text(), module_text("training", "libtorch"),
                     module_text("cluster", "Open MPI"));
}

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
