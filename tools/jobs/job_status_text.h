// How far a job has come, as text and as JSON.
#pragma once

#include <string>

#include "booksearch/job_status.h"
#include "core/games/game_module.h"

namespace tabiya::tools {

// `state`: the path of the file.
void print_status(const std::string& state, const booksearch::JobStatus& status, const SetupPhase& setups,
                  bool json);

}  // namespace tabiya::tools
