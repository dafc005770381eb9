#include "booksearch/setups/rows/stage_cut.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kOneOf = 20;  // reds is drawn
constexpr std::size_t kSmallestSample = 32;

}  // namespace

StageCut::StageCut(std::vector<RowTask> row_tasks, std::size_t wanted)
    : wanted_(std::min(wanted, row_tasks.size())), all_(row_tasks.size()) {
  const std::size_t drawn = std::max(kSmallestSample, all_ / kOneOf);
  if (wanted_ + drawn >= all_) {
    row_tasks_ = std::move(row_tasks);
    return;
  }
  for (std::size_t place = 0; place < all_; ++place) {
    const bool is_drawn = (place + 1) * drawn / all_ > place * drawn / all_;
    (is_drawn ? row_tasks_ : waiting_).push_back(row_tasks[place]);
    if (is_drawn) sample_.push_back(row_tasks[place].red);
  }
}

void StageCut::take(std::span<const Row> rows) {
  std::vector<RowTask> below;
  for (const Row& row : rows) {
    if (is_exact(row))
      rows_.push_back(row);
    else
      below.push_back({row.red, row.reply});
  }
  if (waiting_.empty() && below.empty()) return row_tasks_.clear();
  if (sample_values_.empty()) foresee_cut();
  begin_step(waiting_.empty() ? std::move(below) : std::exchange(waiting_, {}));
}

// Predicts the cut: the share of the sample above it is the share of all reds that is wanted.
void StageCut::foresee_cut() {
  for (const Row& row : rows_) sample_values_.push_back(row.red_value);
  std::ranges::sort(sample_values_, std::greater{});
  place_of_cut_ = (wanted_ * sample_values_.size() + all_ - 1) / all_;
}

// Continues the searches of those reds, unless enough reds are above the cut already.
void StageCut::begin_step(std::vector<RowTask> row_tasks) {
  row_tasks_ = std::move(row_tasks);
  if (cutoff_) {
    const auto passed = std::ranges::count_if(rows_, [&](const Row& row) { return is_exact(row); });
    if (static_cast<std::size_t>(passed) >= wanted_) return row_tasks_.clear();
    place_of_cut_ += std::max<std::size_t>(1, sample_values_.size() / kOneOf);
  }
  cutoff_.reset();
  if (place_of_cut_ < sample_values_.size()) cutoff_ = sample_values_[place_of_cut_];
  for (RowTask& row_task : row_tasks_) row_task.cutoff = cutoff_;
}

}  // namespace tabiya::booksearch
