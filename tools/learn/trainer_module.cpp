#include "tools/learn/trainer_module.h"

#include <filesystem>
#include <stdexcept>

#include "tools/cli/failure.h"
#include "tools/cli/version.h"

namespace tabiya::tools {

std::string trainer_module_path() { return program_module_path("training"); }

void check_trainer(const std::string& module_path) {
  if (!std::filesystem::exists(module_path))
    throw Failure(
        "this build cannot train: it was made without libtorch; `./quickstart training` installs it and "
        "builds with it (or install Debian's libtorch-dev, and configure and build again)");
}

std::unique_ptr<Trainer> load_trainer(const std::string& module_path, const TrainerPlan& plan) {
  check_trainer(module_path);
  // The module is never closed: libtorch keeps threads.
  const auto make = reinterpret_cast<MakeTrainer*>(
      load_program_module(module_path, kTrainerSymbol, "`./quickstart training` builds it"));
  try {
    return std::unique_ptr<Trainer>(make(plan));
  } catch (const std::invalid_argument& error) {
    throw Failure(error.what());
  }
}

}  // namespace tabiya::tools
