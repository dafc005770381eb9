// How far a long computation has come, on standard error: a bar for people, or JSON lines for programs.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "tools/cli/command_line.h"

namespace tabiya::tools {

enum class ProgressStyle { kAuto, kBar, kJson, kNone };  // kAuto: a bar if standard error is a terminal

// --progress auto|bar|json|none
void add_progress_option(CommandLine& app, ProgressStyle& style);

// One stage at one moment.
struct ProgressState {
  std::string stage;
  std::uint64_t done = 0;         // units of work
  std::uint64_t total = 0;        // of the same units; 0 when not known
  std::uint64_t done_before = 0;  // units that were already done when the stage began (by a resumed job)
  double seconds = 0;             // since it began

  double per_second() const;    // 0 as long as nothing is known
  double seconds_left() const;  // negative as long as nothing is known
};

// "filter     [##########..........]  50 %  2500/5000  1.2 k/s  0:02 left"
std::string progress_bar(const ProgressState& state);
// The same as an object; "seconds_left" is null as long as it is not known.
nlohmann::ordered_json progress_json(const ProgressState& state);

// Shows what is reported, at most a few times a second. report() may be called from any thread.
class ProgressReporter {
 public:
  explicit ProgressReporter(ProgressStyle style, std::FILE* stream = stderr);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  // A new name of a stage begins a new stage.
  void report(std::string_view stage, std::uint64_t done, std::uint64_t total);

  // Ends the stage and its line, so that something else can be printed.
  void finish_stage();

 private:
  using Clock = std::chrono::steady_clock;

  void show();
  void end_stage();

  ProgressStyle style_;
  std::FILE* stream_;
  std::mutex mutex_;
  ProgressState state_;
  bool in_stage_ = false;
  bool shown_ = true;  // state_ as it is now
  Clock::time_point stage_start_;
  Clock::time_point last_shown_;
};

}  // namespace tabiya::tools
