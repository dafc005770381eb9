#include "booksearch/setups/rows/reply_sieve.h"

#include <algorithm>
#include <cmath>

namespace tabiya::booksearch {
namespace {

constexpr int kFirstLevel = 5;  // plies; fewer tell too little
constexpr int kLeastStep = 3;  // plies from the last level to the row; with fewer, levels cost what they save

// One level: searches replies in their order, and remembers those that stay near the best so far.
class Level {
 public:
  Level(PairSearcher& searcher, SieveLevel level) : searcher_(searcher), level_(level) {}

  Status try_first(SetupId reply) {
    const Result<Score> value = search(reply, -kInfiniteScore, kInfiniteScore);
    if (!value) return value.error();
    best_ = *value;
    near_ = {reply};
    return ok_status();
  }

  Status try_next(SetupId reply) {
    const Score bound = best_ + level_.margin;
    Result<Score> value = search(reply, bound - 1, bound);
    if (!value) return value.error();
    if (*value >= bound) return ok_status();
    near_.push_back(reply);
    value = search(reply, best_ - 1, best_);
    if (!value) return value.error();
    if (*value >= best_) return ok_status();
    value = search(reply, -kInfiniteScore, best_);
    if (!value) return value.error();
    if (*value >= best_) return ok_status();
    best_ = *value;
    best_place_ = near_.size() - 1;
    return ok_status();
  }

  // Returns the replies that stay, the best one first.
  std::vector<SetupId> near() && {
    std::rotate(near_.begin(), near_.begin() + best_place_, near_.begin() + best_place_ + 1);
    return std::move(near_);
  }
  std::uint64_t nodes() const { return nodes_; }

 private:
  Result<Score> search(SetupId reply, Score alpha, Score beta) {
    const Result<PairSearchResult> result = searcher_.search(reply, level_.depth, alpha, beta);
    if (!result) return result.error();
    nodes_ += result->nodes;
    return result->red_value;
  }

  PairSearcher& searcher_;
  const SieveLevel level_;
  Score best_ = 0;  // red value of the best one
  std::ptrdiff_t best_place_ = 0;
  std::vector<SetupId> near_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

std::vector<SieveLevel> sieve_levels(int depth, std::uint32_t allowance) {
  std::vector<SieveLevel> levels;
  if (allowance == 0) return levels;
  for (int level = kFirstLevel; level + kLeastStep <= depth; level += 2)
    levels.push_back({level, static_cast<Score>(std::lround(allowance * std::sqrt(depth - level)))});
  return levels;
}

Result<Sifted> sift(PairSearcher& searcher, std::span<const SetupId> replies,
                    std::span<const SieveLevel> levels, const Control& control) {
  Sifted sifted{{replies.begin(), replies.end()}};
  for (const SieveLevel& of_level : levels) {
    Level level(searcher, of_level);
    if (const Status status = level.try_first(sifted.replies.front()); !status) return status.error();
    for (const SetupId reply : std::span(sifted.replies).subspan(1)) {
      if (control.stopped()) return Error{ErrorCode::kStopped, "the search was stopped", {}};
      if (const Status status = level.try_next(reply); !status) return status.error();
    }
    sifted.nodes += level.nodes();
    sifted.replies = std::move(level).near();
  }
  return sifted;
}

}  // namespace tabiya::booksearch
