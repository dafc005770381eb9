// The statically best replies to a red, from a list of blues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "booksearch/work/parallel.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// For use by one thread. It refers to both arguments.
class StaticOrder {
 public:
  // `replies` are the prepared ones, in the same order.
  StaticOrder(const PreparedBlues& prepared, std::span<const SetupId> replies);

  // Returns the `count` replies that are statically best for Blue (all if 0), the best first, the smaller id
  // first among equals.
  std::vector<SetupId> best(SetupId red, std::size_t count);

 private:
  std::unique_ptr<PairScorer> scorer_;
  std::span<const SetupId> replies_;
  std::vector<Score> values_;          // of each reply
  std::vector<std::uint32_t> places_;  // indices into replies_
};

// A StaticOrder for any number of threads that remembers its results: the steps of a job ask for the replies
// to the same reds again and again. It does not keep lists of all replies.
class ReplyLists {
 public:
  // `replies` are in ascending order, mirrors included.
  ReplyLists(const PairOracle& oracle, std::span<const SetupId> replies);

  std::vector<SetupId> best(SetupId red, std::size_t count);
  std::span<const SetupId> replies() const { return replies_; }

 private:
  const std::vector<SetupId> replies_;
  std::unique_ptr<PreparedBlues> prepared_;
  PerThread<StaticOrder> orders_;
  std::mutex mutex_;
  std::unordered_map<SetupId, std::vector<SetupId>> known_;  // guarded by it
};

}  // namespace tabiya::booksearch
