// The looks at some entries of a job that say what all of its values are worth (value_calibration.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "booksearch/setups/job/job_store.h"
#include "booksearch/setups/job/schedule.h"
#include "booksearch/setups/job/value_calibration.h"
#include "booksearch/work/control.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct WorkKind;

// An entry that is looked at.
struct LookTask {
  static constexpr std::string_view kName = "looks";
  using Answer = Row;

  SetupId red = 0;
  SetupId reply = 0;
  int depth = 0;    // of its row, in plies
  Score value = 0;  // of its row
  bool is_deepest = false;

  Step step() const { return {is_deepest ? 1u : 0u, static_cast<std::size_t>(depth), StepKind::kLooks}; }
  static void visit_parts(auto& self, auto& visit) {
    visit(self.red, self.reply, self.depth, self.value, self.is_deepest);
  }
};

// The sizes of the two samples whose entries are looked at, some of which are in both. A small job looks at a part of the
// first one, which has more entries of the deepest rows than as small a part of the second one.
inline constexpr std::size_t kFirstLooks = 320, kLooks = 960;
// The nodes of a look are so many times those of the reply's search, but no more than these.
inline constexpr std::uint64_t kLookTimes = 40, kMostLookNodes = 1'000'000;
// One in so many entries is looked at even more deeply, too.
inline constexpr std::size_t kDeepestEvery = 8;
inline constexpr std::uint64_t kDeepestTimes = 100, kMostDeepestNodes = 10'000'000;

// Draws the tasks of a finished schedule: samples of its entries, stratified as those of an audit, or all of them, each in
// random order. They depend on the job and its rows alone. How many of them are carried out depends on the nodes that they
// take: see StoredLooks.
std::vector<LookTask> look_tasks(const Job& job, const Schedule& schedule);

// Carries out the tasks. `on_look` is called with each look as soon as it is finished, one at a time, from any thread: its
// row has the value that was found, and no nodes where the oracle cannot look. It runs on as many threads as the caller has
// (parallel.h). Errors: kStopped; those of the searcher and of `on_look`.
Status look_deeper(const PairOracle& oracle, std::span<const LookTask> tasks,
                   const std::function<Status(const LookTask&, const Row&)>& on_look, const Control& control);

// Offers the looks of other processes' jobs (work/shared_units.h).
WorkKind look_work(std::shared_ptr<const PairOracle> oracle);

// The tasks that are carried out, and which of them the store has. They are the first few; then twice as many, as long as
// these should not take more nodes than the rows of the job did. So a small job does not spend most of its time on looks.
struct StoredLooks {
  std::vector<LookTask> missing;  // of those that are known to be carried out
  std::vector<ValueLook> found;   // those of an oracle that can look
  std::size_t known = 0;

  ValueCalibration calibration() const { return ValueCalibration(found); }
};

// Reads the looks of a finished schedule; those at entries that it does not have any more do not count. Errors: those of
// the store.
Result<StoredLooks> stored_looks(const Job& job, const Schedule& schedule, JobStore& store);

}  // namespace tabiya::booksearch
