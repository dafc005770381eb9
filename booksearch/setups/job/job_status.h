// The files of a job, and its status, from its state alone: it may be running, or have ended in any way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/setups/job/job.h"
#include "booksearch/setups/job/job_store.h"
#include "booksearch/work/control.h"
#include "booksearch/work/file_lock.h"
#include "codec/result.h"
#include "core/book/book.h"

namespace tabiya::booksearch {

// The status of the filter's rounds.
struct FilterStatus {
  std::size_t rounds = 0;  // that are finished
  std::size_t most = 0;    // as the job allows
  bool finished = false;   // no further round follows
  std::size_t kept = 0;    // setups that the last one left
  double overlap = 0;      // share of them that were in its pool
};

struct JobStatus {
  bool finished = false;  // all stages and looks are; the book can be made
  Progress step;  // under way, in reds: of the filter (without a total), the schedule or the refinement
  std::size_t stage = 0;  // how many stages are finished
  AnswerPace pace;        // of the step
  FilterStatus filter;
  std::size_t batches = 0;      // of the refinement, that are finished
  std::size_t taken = 0;        // better replies that were given to the job
  std::vector<BookEntry> best;  // lines found so far: of the step under way, then of those before it

  // Returns the time that this step still takes, or in a refinement its batch; nothing if it cannot be told.
  std::optional<double> seconds_left() const;
  // Returns the time that all stages still take, as far as they can be predicted. Refinement takes all the
  // time that it is given.
  std::optional<double> seconds_left_in_all() const;
};

// Returns the status of the job in `store`, with at most `lines` of the best lines. Errors: those of the job
// store.
Result<JobStatus> job_status(const Job& job, JobStore& store, std::size_t lines);

// The files of a job, as those who build and watch it know them.
class JobPaths {
 public:
  // They are named after the job file at `job`, or "-", in `folder`.
  JobPaths(const std::string& job, const std::string& folder)
      : base_((std::filesystem::path(folder) /
               (job == "-" ? "book" : std::filesystem::path(job).stem().string()))
                  .string()) {}

  std::string state() const { return base_ + ".job"; }  // "out/quick.job"
  std::string book() const { return base_ + ".tbk"; }   // "out/quick.tbk"

  // Returns the lock that the one computing process holds. It lies beside the state, because SQLite locks the state
  // in its own way. Errors: those of FileLock::acquire().
  Result<FileLock> lock() const {
    return FileLock::acquire(lock_file(), {state(), "built", "`tabiya build` with --status watches it"});
  }
  // Returns the process that computes; nothing if there is none.
  std::optional<LockOwner> owner() const { return lock_owner(lock_file()); }

 private:
  std::string lock_file() const { return state() + "-lock"; }

  std::string base_;
};

}  // namespace tabiya::booksearch
