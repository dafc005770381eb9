// The status of running jobs: their progress is shown once or repeatedly.
#pragma once

#include <functional>
#include <string_view>

#include "tools/cli/command_line.h"

namespace tabiya::tools {

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
