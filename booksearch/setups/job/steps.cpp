#include "booksearch/setups/job/steps.h"

#include <unordered_map>

namespace tabiya::booksearch {

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
