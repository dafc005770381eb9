// The progress of a job, and the results of its passes, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "booksearch/setups/job/job_status.h"
#include "booksearch/setups/job/pipeline.h"
#include "booksearch/work/file_lock.h"
#include "core/game/game_module.h"
#include "core/game/setup_phase.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/jobs/job_file.h"

namespace tabiya::tools {

constexpr int kStatusWidth = 12;  // columns of the labels of a status

// The process that computes, if there is one; times are in UTC.
Json owner_json(const std::optional<booksearch::LockOwner>& owner);

// "1:02:03" hours, minutes and seconds
std::string duration_text(double seconds);

// Adds what the status of every run begins with: the file of its state, and who computes. `by`: the label of that.
void add_state(Facts& facts, const std::string& path, bool is_finished,
               const std::optional<booksearch::LockOwner>& owner, std::string_view by);

// How fast a run goes on, as far as it can be told.
struct RunPace {
  std::string rate;                     // "0.5 reds a second, the last one"
  std::optional<double> seconds_since;  // the last one was stored
  std::optional<double> seconds_left;   // of the part under way
  std::optional<double> seconds_left_in_all;
  std::string_view part;  // "stage"
};
// Text has the pace only while a run is under way.
void add_pace(Facts& facts, bool is_under_way, const RunPace& pace);

// The status of a job whose state lies in `files`, running or not. Throws Failure if there is no state, or
// that of another job.
booksearch::JobStatus read_status(const booksearch::Job& job, const booksearch::JobPaths& files);

// `state`: the path of the file. `owner`: the process that computes, if there is one. Prints the text.
Facts status_facts(const std::string& state, const booksearch::JobStatus& status,
                   const std::optional<booksearch::LockOwner>& owner, const SetupPhase& setups, bool json);

// Prints the results of one pass of a build, as a line of text or as JSON.
void print_pass(const booksearch::PassReport& pass, const SetupNotation& setups, bool json);

}  // namespace tabiya::tools
