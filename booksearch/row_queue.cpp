#include "booksearch/row_queue.h"

#include <algorithm>
#include <utility>

namespace tabiya::booksearch {

RowQueue::RowQueue(std::span<const Entrant> entrants, std::span<const Row> finished,
                   const std::function<Status(const Row&)>& on_row)
    : entrants_(entrants), on_row_(on_row), rows_(entrants.size()) {
  for (std::size_t i = 0; i < entrants.size(); ++i) places_.emplace(entrants[i].red, i);
  for (const Row& row : finished) {
    const auto place = places_.find(row.red);
    if (place != places_.end()) rows_[place->second] = row;
  }
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (!rows_[i]) waiting_.push_back(i);
  known_ = rows_.size() - waiting_.size();
}

std::vector<Entrant> RowQueue::take(std::size_t most) {
  const std::lock_guard lock(mutex_);
  std::vector<Entrant> taken;
  if (failed_) return taken;
  for (; taken.size() < most && next_ < waiting_.size(); ++next_) taken.push_back(entrants_[waiting_[next_]]);
  return taken;
}

std::size_t RowQueue::left() const {
  const std::lock_guard lock(mutex_);
  return failed_ ? 0 : waiting_.size() - next_;
}

void RowQueue::found(const Row& row) {
  const std::lock_guard lock(mutex_);
  const auto place = places_.find(row.red);
  if (failed_ || place == places_.end() || rows_[place->second]) return;
  if (Status status = on_row_(row); !status) {
    error_ = status.error();
    failed_ = true;
    return;
  }
  rows_[place->second] = row;
  if (meter_ != nullptr) meter_->advance(1);
}

void RowQueue::fail(Error error) {
  const std::lock_guard lock(mutex_);
  if (!failed_) error_ = std::move(error);
  failed_ = true;
}

Result<std::vector<Row>> RowQueue::rows() const {
  const std::lock_guard lock(mutex_);
  if (error_) return *error_;
  std::vector<Row> rows;
  for (const std::optional<Row>& row : rows_) {
    if (!row) return Error{ErrorCode::kStopped, "rows are missing", {}};
    rows.push_back(*row);
  }
  return rows;
}

}  // namespace tabiya::booksearch
