// A computation that a page starts: in a thread of the server (works.h), or in a worker of an exported page.
#pragma once

#include <atomic>
#include <functional>

#include "tools/cli/json.h"

namespace tabiya::tools {

// Publishes the current result in place of the earlier one.
using Publish = std::function<void(const Json&)>;

// A task ends soon after `stop` is set. Throws Failure.
using Task = std::function<void(const std::atomic<bool>& stop, const Publish& publish)>;

}  // namespace tabiya::tools
