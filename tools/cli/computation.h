// Runs the computations of booksearch/ for commands: on a number of threads, with progress on standard error,
// and with an end on SIGINT.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "booksearch/work/control.h"
#include "booksearch/work/parallel.h"
#include "codec/result.h"
#include "tools/cli/command_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"

namespace tabiya::tools {

struct ComputationOptions {
  int threads = 1;
  ProgressStyle progress = ProgressStyle::kAuto;
};

// --threads and --progress
inline void add_computation_options(CommandLine& app, ComputationOptions& options) {
  add_threads_option(app, options.threads);
  add_progress_option(app, options.progress);
}

class Computation {
 public:
  // `helpers`: other processes that do parts of the work, too; may be null.
  explicit Computation(const ComputationOptions& options, booksearch::Helpers* helpers = nullptr)
      : threads_(options.threads), helpers_(helpers), reporter_(options.progress) {}

  // The computation of run() ends after this time, counted from now.
  void set_budget(std::chrono::seconds budget) {
    deadline_ = std::chrono::steady_clock::now() + budget;
    reporter_.set_deadline(*deadline_);
  }

  // Returns the value of work(control), a Result. Throws Failure, "stopped" with `on_stop`, when it was
  // interrupted.
  template <class Work>
  auto run(Work&& work, std::string_view on_stop) {
    booksearch::Control control{[&](const booksearch::Progress& progress) {
                                  reporter_.report(progress.stage, progress.done, progress.total,
                                                   progress.later);
                                },
                                &interrupt_.stop()};
    control.helpers = helpers_;
    if (deadline_) control.is_spent = [&] { return std::chrono::steady_clock::now() >= *deadline_; };
    std::optional<decltype(work(control))> result;
    booksearch::with_threads(threads_, [&] { result.emplace(work(control)); });
    reporter_.finish_stage();
    if (!result->ok() && result->error().code == ErrorCode::kStopped) {
      if (control.interrupted()) throw Failure("stopped; " + std::string(on_stop), kInterrupted);
      throw Failure("time ran out too early: " + result->error().message + "; " + std::string(on_stop));
    }
    return std::move(*result);
  }

  // Ends the line of the progress, so that something else can be printed.
  void finish_stage() { reporter_.finish_stage(); }

 private:
  int threads_;
  booksearch::Helpers* helpers_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  booksearch::InterruptFlag interrupt_;
  ProgressReporter reporter_;
};

}  // namespace tabiya::tools
