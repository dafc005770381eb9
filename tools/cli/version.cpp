#include "tools/cli/version.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/cli/failure.h"
#include "tools/cli/program_module.h"

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

}  // namespace tabiya::tools
