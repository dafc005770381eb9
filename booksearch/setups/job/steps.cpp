#include "booksearch/setups/job/steps.h"

namespace tabiya::booksearch {

Result<StepRows> StepRows::of(std::span<const Row> rows) {
  StepRows step;
  if (auto status = step.add(rows); !status) return status.error();
  return step;
}

Status StepRows::add(std::span<const Row> rows) {
  for (const Row& row : rows) {
    const auto [known, is_new] = rows_.emplace(row.red, row);
    if (!is_new && known->second != row)
      return invalid("the row of setup " + std::to_string(row.red) + " contradicts that of another shard");
  }
  return ok_status();
}

std::vector<Row> StepRows::in_order_of(std::span<const RowTask> row_tasks) const {
  std::vector<Row> rows;
  for (const RowTask& row_task : row_tasks) {
    const auto row = rows_.find(row_task.red);
    if (row != rows_.end()) rows.push_back(row->second);
  }
  return rows;
}

std::vector<std::size_t> StepRows::missing(std::span<const RowTask> row_tasks, std::uint32_t shards) const {
  std::vector<std::size_t> missing(shards);
  for (std::size_t place = 0; place < row_tasks.size(); ++place)
    missing[place % shards] += rows_.contains(row_tasks[place].red) ? 0 : 1;
  return missing;
}

}  // namespace tabiya::booksearch
