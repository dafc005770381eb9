// The progress of a long computation, on standard error: a bar for people, or JSON lines for programs.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "tools/cli/command_line.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

enum class ProgressStyle { kAuto, kBar, kJson, kNone };  // kAuto: a bar if standard error is a terminal

// --progress auto|bar|json|none
void add_progress_option(CommandLine& app, ProgressStyle& style);

// One stage at one moment.
struct ProgressState {
  std::string stage;
  std::uint64_t done = 0;          // units of work
  std::uint64_t total = 0;         // of the same units; 0 when not known
  std::uint64_t done_before = 0;   // units that were already done when the stage began (by a resumed job)
  double seconds = 0;              // since it began
  std::optional<double> later{};   // what later stages are expected to take, in the same units
  std::optional<double> budget{};  // seconds that are left of a limited time

  double per_second() const;  // 0 as long as nothing is known
  std::optional<double> seconds_left() const;
  // The seconds left of this stage and all later ones, or of the limited time.
  std::optional<double> seconds_left_in_all() const;
};

// "filter     [##########..........]  50 %  2500/5000  1.2 k/s  0:02 left, 0:10 in all"
// If that is wider than `width` columns, the bar has fewer parts.
std::string progress_bar(const ProgressState& state, std::size_t width = std::string::npos);
// The state as an object; unknown times are null.
Json progress_json(const ProgressState& state);

// The columns of the terminal that `stream` is: the variable COLUMNS, or else the terminal's own width, or
// else 80.
std::size_t terminal_width(std::FILE* stream);

// Shows the progress that is reported, at most a few times a second. report() may be called from any thread.
// A bar stays on one line of the terminal, and needs only a carriage return that leads to the line's
// beginning.
class ProgressReporter {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ProgressReporter(ProgressStyle style, std::FILE* stream = stderr);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

  // Limits the time for all stages.
  void set_deadline(Clock::time_point deadline) { deadline_ = deadline; }

  // A new name begins a new stage. `later`: as in ProgressState.
  void report(std::string_view stage, std::uint64_t done, std::uint64_t total,
              std::optional<double> later = {});

  // Ends the stage and its line, so that something else can be printed.
  void finish_stage();

 private:
  void show();
  void show_bar();
  void end_stage();

  ProgressStyle style_;
  std::FILE* stream_;
  std::mutex mutex_;
  ProgressState state_;
  bool in_stage_ = false;
  bool shown_ = true;            // state_ as it is now
  std::size_t shown_width_ = 0;  // of the bar that stands on the line
  std::optional<Clock::time_point> deadline_;
  Clock::time_point stage_start_;
  Clock::time_point last_shown_;
};

}  // namespace tabiya::tools
