// Options that several commands share, so that they are named, checked and explained in one place.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tools/cli/command_line.h"
#include "tools/cli/output_file.h"
#include "tools/cli/record_log.h"

namespace tabiya::tools {

// The group of the options below.
constexpr const char* kOutputGroup = "Output and threads";

// --json
void add_json_option(CommandLine& app, bool& json);

// --threads N; sets `threads` to the number of processors at once.
void add_threads_option(CommandLine& app, int& threads);

// --out FILE (required unless `output.path` already holds a default) and --force
void add_output_options(CommandLine& app, OutputOptions& output);

// This is add_output_options() for files that are written piece by piece, or have a state file next to them: standard output
// is not possible.
void add_file_output_options(CommandLine& app, OutputOptions& output);

// --force
CommandOption add_force_option(CommandLine& app, bool& force);

// The time that a job may take.
struct TimeBudget {
  std::optional<std::chrono::seconds> time;
  std::string text;  // as it was given

  explicit operator bool() const { return time.has_value(); }
};

// --budget TIME
inline constexpr const char* kWriteAfterBudget = "Write what is known after this time, such as 90s or 1h30m";
CommandOption add_budget_option(CommandLine& app, TimeBudget& budget, const char* meaning);

// --resume and --force of a run whose file is named by --out
void add_log_options(CommandLine& app, LogOptions& log);

// A duration as people write it: "90" and "90s" are seconds; "30m", "2h" and "1h30m" have their usual meaning. The
// result is empty if the text is anything else, or more than a year.
std::optional<std::chrono::seconds> parse_duration(std::string_view text);

// The status of running jobs: their progress is shown once or repeatedly.
struct StatusOptions {
  bool wanted = false;  // instead of the work itself
  bool follow = false;
};

// --status and --follow
void add_status_options(CommandLine& app, StatusOptions& options);

// Throws Failure for --follow without --status.
void check_status(const StatusOptions& options, std::string_view command);

// `show` prints, and returns true if no more is to come. It is called once; with `follow` every two seconds
// until it returns true, on a terminal each time in the place of the last one. Throws Failure when
// interrupted.
void follow_status(bool follow, const std::function<bool()>& show);

}  // namespace tabiya::tools
