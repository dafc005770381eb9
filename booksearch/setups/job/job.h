// A job is everything that decides which book comes out, apart from the evaluation, which its own fingerprint
// stands for. Two runs of the same job with the same evaluation make the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/setups/filter/fixed_point.h"
#include "booksearch/setups/rows/job_stage.h"

namespace tabiya::booksearch {

inline constexpr std::size_t kMaxStages = 100;  // of a job

struct Job {
  std::string game;              // SetupSpace::game()
  std::uint64_t seed = 1;        // of the sampled pool
  std::uint32_t table_mib = 16;  // transposition table of each thread: its size shows in the values
  std::uint32_t pool = 0;        // normalised setups sampled for the first filter round
  std::uint32_t keep = 0;        // reasonable setups: what each filter round keeps
  std::uint32_t rounds = 1;      // of the filter, at most
  std::vector<JobStage> stages;  // each deeper than the one before

  FixedPointOptions filter() const { return {pool, keep, rounds, seed}; }
  bool operator==(const Job&) const = default;
};

// Returns how many reds of a stage are searched to the end, at least (stage_cut.h): all that enter it, or
// fewer.
std::size_t exact_rows(const Job& job, std::size_t stage);

// A setting that is wrong, and the message about it. Its key is as job files name it, with stages counted
// from 0 ("stage[1].depth").
struct JobFault {
  std::string key;
  std::string message;
};

// Names a setting for people, who count from 1: "stage 2, depth" for "stage[1].depth".
std::string shown_setting(const std::string& key);

// Returns the first setting that is out of range or contradicts another one.
std::optional<JobFault> find_fault(const Job& job);

// Returns the settings in a fixed form, which is a valid job file except for its evaluation.
std::string canonical_text(const Job& job);

// True if `job` is `begun` with stages that keep more reds, or with further stages. Rows of the one may then
// hold for the other (steps.h).
bool is_extension(const Job& job, const Job& begun);

// Identifies the job: equal hashes, equal settings.
std::uint64_t job_hash(const Job& job);

}  // namespace tabiya::booksearch
