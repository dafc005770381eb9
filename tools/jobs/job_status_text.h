// The progress of a job, and the results of its passes, as text and as JSON.
#pragma once

#include <optional>
#include <string>

#include "booksearch/setups/job/job_status.h"
#include "booksearch/setups/job/pipeline.h"
#include "booksearch/work/file_lock.h"
#include "core/game/game_module.h"
#include "core/game/setup_phase.h"
#include "tools/cli/json.h"
#include "tools/jobs/job_file.h"

namespace tabiya::tools {

// The status of a job whose state lies in `files`, running or not. Throws Failure if there is no state, or
// that of another job.
booksearch::JobStatus read_status(const booksearch::Job& job, const JobPaths& files);

// The process that computes, if there is one; times are in UTC.
Json owner_json(const std::optional<booksearch::LockOwner>& owner);

// "1:02:03" hours, minutes and seconds
std::string duration_text(double seconds);

// `state`: the path of the file. `owner`: the process that computes, if there is one.
Json status_json(const std::string& state, const booksearch::JobStatus& status,
                 const std::optional<booksearch::LockOwner>& owner, const SetupPhase& setups);
void print_status(const std::string& state, const booksearch::JobStatus& status,
                  const std::optional<booksearch::LockOwner>& owner, const SetupPhase& setups, bool json);

// Prints the results of one pass of a build, as a line of text or as JSON.
void print_pass(const booksearch::PassReport& pass, const SetupNotation& setups, bool json);

}  // namespace tabiya::tools
