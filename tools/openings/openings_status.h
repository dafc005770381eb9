// The progress of a job of `openings`, from its state alone. The job may be running at the same time, or not.
#pragma once

#include <optional>
#include <string>

#include "booksearch/openings/window_search.h"
#include "booksearch/work/file_lock.h"

namespace tabiya::tools {

// The files of a job of `openings` next to its list: its state.
class OpeningsFiles {
 public:
  // `list`: the path of the list.
  explicit OpeningsFiles(std::string list) : list_(std::move(list)) {}

  std::string state() const { return list_ + ".job"; }  // "out/dfrc.epd.job"
  bool is_begun() const;

  // The process that judges; empty if there is none.
  std::optional<booksearch::LockOwner> owner() const;

 private:
  std::string list_;
};

struct OpeningsStatus {
  booksearch::Progress pass{};             // under way, in searches of the first stage
  std::vector<std::uint64_t> searched{};   // in each stage
  std::uint64_t nodes = 0;                 // of all searches
  double unit = 0;                         // nodes of a search of the first stage
  booksearch::AnswerPace pace{};           // recently
  bool is_finished = false;                // the list can be written
  std::optional<double> expected_error{};  // of the decisions as they are; nothing before all have one
  std::size_t listed = 0;                  // of the list as it would be now
};

// `look_at` evaluates the known judgements as the job does, without a judge to ask, and fills in the status.
// Throws Failure if there is no state, or that of another job than `run`, whose judge may be left open.
using LookAt = std::function<void(booksearch::JudgementCache& judgements, OpeningsStatus& status)>;
OpeningsStatus read_openings_status(const OpeningsFiles& files, const booksearch::AnsweredRun& run,
                                    std::uint32_t candidates, std::size_t stages, const LookAt& look_at);

// Prints on standard output.
void print_openings_status(const OpeningsFiles& files, const OpeningsStatus& status, bool json);

}  // namespace tabiya::tools
