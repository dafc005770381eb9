// A run of a job of start positions: its answers, in its state, and its progress, which the state alone tells. The job may be
// running at the same time, or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/openings/candidates.h"
#include "booksearch/openings/openings_job.h"
#include "booksearch/openings/window_search.h"
#include "booksearch/work/answer_store.h"
#include "booksearch/work/control.h"
#include "booksearch/work/file_lock.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// The answers of a job, by the numbers of its candidates and stages. Its window may change when it is continued. `judge`: the
// identity of the one who answers; empty for any.
AnsweredRun openings_run(const OpeningsJob& job, const Candidates& candidates, const std::string& judge);

// The files of a job of `openings` next to its list: its state.
class OpeningsFiles {
 public:
  // `list`: the path of the list.
  explicit OpeningsFiles(std::string list) : list_(std::move(list)) {}

  std::string state() const { return list_ + ".job"; }  // "out/dfrc.epd.job"
  bool is_begun() const;

  // The process that judges; empty if there is none.
  std::optional<LockOwner> owner() const;

 private:
  std::string list_;
};

struct OpeningsStatus {
  Progress pass{};                         // under way, in searches of the first stage
  std::vector<std::uint64_t> searched{};   // in each stage
  std::uint64_t nodes = 0;                 // of all searches
  double unit = 0;                         // nodes of a search of the first stage
  AnswerPace pace{};                       // recently
  bool is_finished = false;                // the list can be written
  std::optional<double> expected_error{};  // of the decisions as they are; nothing before all have one
  std::size_t listed = 0;                  // of the list as it would be now
};

// Goes over the known answers as the job does, without a judge to ask. `task`: window_task() of the job; nothing if every pair
// is searched, not only those of the window. Errors: there is no state, or that of another job.
Result<OpeningsStatus> openings_status(const OpeningsFiles& files, const OpeningsJob& job,
                                       const Candidates& candidates, const std::optional<WindowTask>& task);

}  // namespace tabiya::booksearch
