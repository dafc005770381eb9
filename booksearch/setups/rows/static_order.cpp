#include "booksearch/setups/rows/static_order.h"

#include <algorithm>
#include <numeric>

namespace tabiya::booksearch {

StaticOrder::StaticOrder(const PreparedBlues& prepared, std::span<const SetupId> replies)
    : scorer_(prepared.scorer()), replies_(replies), values_(replies.size()), places_(replies.size()) {}

std::vector<SetupId> StaticOrder::best(SetupId red, std::size_t count) {
  scorer_->set_red(red);
  scorer_->evaluate(0, values_);
  std::iota(places_.begin(), places_.end(), 0u);
  const std::size_t wanted = count == 0 ? places_.size() : std::min(count, places_.size());
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return values_[a] != values_[b] ? values_[a] < values_[b] : replies_[a] < replies_[b];
  };
  std::partial_sort(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(wanted), places_.end(),
                    better);
  std::vector<SetupId> best;
  for (std::size_t i = 0; i < wanted; ++i) best.push_back(replies_[places_[i]]);
  return best;
}

ReplyLists::ReplyLists(const PairOracle& oracle, std::span<const SetupId> replies)
    : replies_(replies.begin(), replies.end()),
      prepared_(oracle.prepare(replies_)),
      orders_([this] { return StaticOrder(*prepared_, replies_); }) {}

std::vector<SetupId> ReplyLists::best(SetupId red, std::size_t count) {
  if (count == 0 || count >= replies_.size()) return orders_.local().best(red, 0);
  {
    const std::lock_guard lock(mutex_);
    const std::vector<SetupId>& list = known_[red];
    if (list.size() >= count) return {list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  std::vector<SetupId> list = orders_.local().best(red, count);
  const std::lock_guard lock(mutex_);
  if (std::vector<SetupId>& known = known_[red]; known.size() < count) known = list;
  return list;
}

}  // namespace tabiya::booksearch
