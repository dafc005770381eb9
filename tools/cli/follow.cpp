#include "tools/cli/follow.h"

#include <unistd.h>

#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/print.h"

namespace tabiya::tools {

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
