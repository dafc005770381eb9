// Shows something again and again until it is finished.
#pragma once

#include <functional>

#include "tools/cli/command_line.h"

namespace tabiya::tools {

// --follow: goes with --status.
void add_follow_option(CommandLine& app, bool& follow);

// `show` prints, and returns whether there is nothing more to come. It is called once; with `follow` every two
// seconds until it returns true, on a terminal each time in the place of the last one. Throws Failure when
// interrupted.
void follow_status(bool follow, const std::function<bool()>& show);

}  // namespace tabiya::tools
