// What trains networks (booksearch/learn/trainer.h), loaded when the program is asked to train, from a module next to it:
// libtorch, which the module is built on, brings more than a hundred shared libraries along, which no other command should
// wait for.
#pragma once

#include <memory>
#include <string>

#include "booksearch/learn/trainer.h"

namespace tabiya::tools {

struct TrainerPlan {
  booksearch::ModelShape model;  // not linear
  std::string device = "auto";   // "cpu", "cuda", or "auto": cuda if there is one
  booksearch::ParallelFor parallel;
  // Sums rows on processors by libtorch too, as on other devices: slower, for tests.
  bool portable = false;
};

// What a module exports under the name kTrainerSymbol, whose number changes whenever this header or that one does.
// Throws std::exception.
using MakeTrainer = booksearch::Trainer*(const TrainerPlan& plan);
inline constexpr const char* kTrainerSymbol = "tabiya_make_trainer_3";

// Where the module of this program lies: ../lib/tabiya/training.so, seen from the program's folder.
std::string trainer_module_path();

// Throws Failure if there is no module: what to install and how to build it.
void check_trainer(const std::string& module_path);

// Throws Failure as check_trainer() does; and if there is no such device, which ones there are.
std::unique_ptr<booksearch::Trainer> load_trainer(const std::string& module_path, const TrainerPlan& plan);

}  // namespace tabiya::tools
