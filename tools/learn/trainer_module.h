// The module that trains networks (booksearch/learn/trainer.h). It is loaded when the program is asked to
// train, from a file next to the program: libtorch, on which the module is built, brings along more than a
// hundred shared libraries, and no other command should wait for them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "booksearch/learn/trainer.h"

namespace tabiya::tools {

struct TrainerPlan {
  booksearch::ModelShape model;  // not linear
  std::string device = "auto";   // "cpu", "cuda", or "auto": cuda if there is one
  booksearch::ParallelFor parallel;
  // Sums rows on processors by libtorch too, as on other devices. This is slower, and meant for tests.
  bool portable = false;
  // The step of each row of the feature transformer, of which positions see multiples: integers as the network will have. All
  // are 1 if it is empty.
  std::vector<std::int32_t> steps{};
};

// The function that a module exports under the name kTrainerSymbol. The number in the name changes whenever
// this header or trainer.h does. Throws std::exception.
using MakeTrainer = booksearch::Trainer*(const TrainerPlan& plan);
inline constexpr const char* kTrainerSymbol = "tabiya_make_trainer_4";

// The path of this program's module: ../lib/tabiya/training.so, seen from the program's folder.
std::string trainer_module_path();

// Throws Failure if there is no module. The message tells what to install and how to build it.
void check_trainer(const std::string& module_path);

// Throws Failure as check_trainer() does, and if there is no such device; the message then lists the devices.
std::unique_ptr<booksearch::Trainer> load_trainer(const std::string& module_path, const TrainerPlan& plan);

}  // namespace tabiya::tools
