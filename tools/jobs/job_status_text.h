// How far a job has come, as text and as JSON.
#pragma once

#include <optional>
#include <string>

#include "booksearch/job_status.h"
#include "core/games/game_module.h"
#include "tools/cli/file_lock.h"

namespace tabiya::tools {

// `state`: the path of the file. `owner`: who computes, if anybody does.
void print_status(const std::string& state, const booksearch::JobStatus& status,
                  const std::optional<LockOwner>& owner, const SetupPhase& setups, bool json);

}  // namespace tabiya::tools
