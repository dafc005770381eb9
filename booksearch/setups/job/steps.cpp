#include "booksearch/setups/job/steps.h"

#include <unordered_map>
#include <vector>

#include "booksearch/work/serialization.h"
#include "codec/crc64.h"

namespace tabiya::booksearch {
namespace {

template <class T>
std::uint64_t fingerprint(const T& value) {
  return codec::crc64(to_bytes(value));
}

// The inputs of a step: as bytes, they are all that its rows depend on, apart from their tasks.
struct StepInputs {
  std::uint64_t of_job = 0;
  JobStage stage;
  const KnownAnswers& known;

  // The place of `exact`, on which rows do not depend, is that of `survivors`, so that states of jobs without any hold.
  static void visit_parts(auto& self, auto& visit) {
    auto& stage = self.stage;
    visit(self.of_job, stage.keep, stage.depth, stage.replies, stage.shared, stage.survivors, stage.sieve,
          stage.near, self.known);
  }
};

struct RowInput {
  std::uint64_t of_step = 0;
  const RowTask& row_task;

  static void visit_parts(auto& self, auto& visit) { visit(self.of_step, self.row_task); }
};

}  // namespace

RowInputs::RowInputs(const Job& job, const FilterRound& reasonable) {
  std::vector<std::uint64_t> numbers{job.table_mib};
  for (const SetupId setup : kept_setups(reasonable)) numbers.push_back(setup);
  common_ = fingerprint(numbers);
}

InputsByRed RowInputs::of(const JobStage& stage, const KnownAnswers& known,
                          std::span<const RowTask> row_tasks) const {
  StepInputs step{common_, stage, known};
  step.stage.keep = 0;
  const std::uint64_t of_step = fingerprint(step);
  InputsByRed inputs;
  for (const RowTask& row_task : row_tasks)
    inputs.emplace(row_task.red, fingerprint(RowInput{of_step, row_task}));
  return inputs;
}

std::vector<Row> in_order_of(std::span<const RowTask> row_tasks, std::span<const Row> rows) {
  std::unordered_map<SetupId, const Row*> by_red;
  for (const Row& row : rows) by_red.emplace(row.red, &row);
  std::vector<Row> ordered;
  for (const RowTask& row_task : row_tasks) {
    const auto row = by_red.find(row_task.red);
    if (row != by_red.end()) ordered.push_back(*row->second);
  }
  return ordered;
}

}  // namespace tabiya::booksearch
