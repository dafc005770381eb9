#include "tools/learn/training/trainer.h"

#include <dlfcn.h>

#include <filesystem>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

namespace fs = std::filesystem;

std::string trainer_module_path() {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  return (program.parent_path().parent_path() / "lib" / "tabiya" / "training.so").string();
}

void check_trainer(const std::string& module_path) {
  if (!fs::exists(module_path))
    throw Failure(
        "this build cannot train: it was made without libtorch; `./quickstart training` installs it and "
        "builds with it (or install Debian's libtorch-dev, and configure and build again)");
}

std::unique_ptr<Trainer> load_trainer(const std::string& module_path, const TrainerPlan& plan) {
  check_trainer(module_path);
  // Never closed: libtorch keeps threads.
  void* module = ::dlopen(module_path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module) throw Failure(fmt::format("{}: cannot be loaded: {}; build again", module_path, ::dlerror()));
  const auto make = reinterpret_cast<MakeTrainer*>(::dlsym(module, kTrainerSymbol));
  if (!make) throw Failure(fmt::format("{}: is of another version of the program; build again", module_path));
  try {
    return std::unique_ptr<Trainer>(make(plan));
  } catch (const std::invalid_argument& error) {
    throw Failure(error.what());
  }
}

}  // namespace tabiya::tools
