// The report of `openings` about a list of positions in a window.
#pragma once

#include <string>

#include "booksearch/openings/window_search.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

// `list`: its path. `judge`: the name of the judge, for people.
void print_window(const OpeningsJob& job, const booksearch::WindowFindings& result, const std::string& list,
                  const std::string& judge, bool json);

}  // namespace tabiya::tools
