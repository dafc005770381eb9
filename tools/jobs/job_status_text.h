// How far a job has come, as text and as JSON.
#pragma once

#include <string>

#include "booksearch/job_status.h"
#include "core/setup/setup_space.h"

namespace tabiya::tools {

// `state`: the path of the file.
void print_status(const std::string& state, const booksearch::JobStatus& status, const SetupSpace& setups,
                  bool json);

}  // namespace tabiya::tools
