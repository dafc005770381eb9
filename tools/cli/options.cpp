#include "tools/cli/options.h"

#include <unistd.h>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <thread>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/print.h"

namespace tabiya::tools {

void add_json_option(CommandLine& app, bool& json) {
  app.add_flag("--json", json, "Print JSON, one object per line").group(kOutputGroup);
}

void add_threads_option(CommandLine& app, int& threads) {
  constexpr int kMaxThreads = 1024;
  threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxThreads);
  app.add_option("--threads", threads, "Number of threads. Results do not depend on it")
      .group(kOutputGroup)
      .whole_number(1, kMaxThreads);
}

CommandOption add_force_option(CommandLine& app, bool& force) {
  return app.add_flag("--force", force, "Overwrite existing files").group(kOutputGroup);
}

namespace {

void add_output(CommandLine& app, OutputOptions& output, const char* meaning) {
  CommandOption out = app.add_option("--out", output.path, meaning).group(kOutputGroup).type_name("FILE");
  if (output.path.empty()) {
    out.required();
  } else {
    out.capture_default_str();
  }
  add_force_option(app, output.force);
}

}  // namespace

void add_output_options(CommandLine& app, OutputOptions& output) {
  add_output(app, output, "Output file; - is standard output");
}

void add_file_output_options(CommandLine& app, OutputOptions& output) {
  add_output(app, output, "Output file");
}

CommandOption add_budget_option(CommandLine& app, TimeBudget& budget, const char* meaning) {
  return app
      .add_option_function(
          "--budget",
          [&budget](const std::string& text) {
            budget = {parse_duration(text), text};
          },
          meaning)
      .type_name("TIME")
      .check([](const std::string& text) {
        return parse_duration(text) ? "" : "'" + text + "' is not a time such as 90s, 30m or 1h30m";
      });
}

void add_log_options(CommandLine& app, LogOptions& log) {
  const CommandOption resume =
      app.add_flag("--resume", log.resume, "Continue the run in this file").group(kOutputGroup);
  add_force_option(app, log.force).excludes(resume);
}

std::optional<std::chrono::seconds> parse_duration(std::string_view text) {
  constexpr std::uint64_t kMost = 366 * 24 * 3600;
  std::uint64_t total = 0;
  std::uint64_t last_unit = kMost;  // units come in descending order, each once
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number > kMost) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const char letter = text.empty() ? 's' : text.front();
    const std::uint64_t unit = letter == 'h' ? 3600 : letter == 'm' ? 60 : letter == 's' ? 1 : 0;
    if (unit == 0 || unit >= last_unit) return std::nullopt;
    last_unit = unit;
    total += number * unit;
    if (!text.empty()) text.remove_prefix(1);
  }
  if (total > kMost) return std::nullopt;
  return std::chrono::seconds(total);
}

void add_status_options(CommandLine& app, StatusOptions& options) {
  app.add_flag("--status", options.wanted, "Only print how far the job has come, running or not")
      .excludes("--resume")
      .excludes("--force");
  app.add_flag("--follow", options.follow,
               "With --status: print it every two seconds until the job is finished")
      .excludes("--resume")
      .excludes("--force");
}

void check_status(const StatusOptions& options, std::string_view command) {
  if (options.follow && !options.wanted)
    throw Failure(fmt::format("{}: --follow goes with --status", command));
}

void follow_status(bool follow, const std::function<bool()>& show) {
  constexpr int kLooks = 40;  // between two times
  constexpr std::chrono::milliseconds kPause{50};
  const InterruptFlag interrupt;
  const bool is_terminal = follow && ::isatty(STDOUT_FILENO) != 0;
  for (;;) {
    if (is_terminal) print("\x1b[H\x1b[J");  // from the top of an empty screen
    const bool is_finished = show();
    flush_output();
    if (!follow || is_finished) return;
    for (int look = 0; look < kLooks && !interrupt.stop(); ++look) std::this_thread::sleep_for(kPause);
    check_stop(interrupt, "stopped; the job goes on");
  }
}

}  // namespace tabiya::tools
