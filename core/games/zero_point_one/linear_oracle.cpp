// The linear evaluation of a pair is separable: Red's sum less Blue's, and the bonus of the side to move. So
// the best reply to every red is the same blue, and a row costs one subtraction a pair.
#include "core/games/zero_point_one/linear_oracle.h"

#include <vector>

#include "core/games/zero_point_one/pair_search.h"

namespace tabiya::zero_point_one {
namespace {

class LinearScorer final : public PairScorer {
 public:
  LinearScorer(std::span<const SetupId> blues, std::span<const std::int32_t> blue_values)
      : blues_(blues), blue_values_(blue_values) {}

  void set_red(SetupId red) override { red_value_ = LinearEvaluation::setup_value(unrank(red)); }

  void evaluate(std::uint32_t first, std::span<Score> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(first + i);
  }

  RowMinimum minimum(std::uint32_t first, std::uint32_t last, Score cutoff) override {
    RowMinimum row;
    for (std::uint32_t i = first; i < last && row.red_value >= cutoff; ++i) {
      ++row.evaluated;
      const Score score = value(i);
      if (score < row.red_value || (score == row.red_value && blues_[i] < row.blue)) {
        row.red_value = score;
        row.blue = blues_[i];
      }
    }
    return row;
  }

 private:
  Score value(std::size_t i) const { return LinearEvaluation::pair_value(red_value_, blue_values_[i]); }

  std::span<const SetupId> blues_;
  std::span<const std::int32_t> blue_values_;
  std::int32_t red_value_ = 0;
};

class LinearBlues final : public PreparedBlues {
 public:
  explicit LinearBlues(std::span<const SetupId> blues) : blues_(blues.begin(), blues.end()) {
    values_.reserve(blues.size());
    for (SetupId blue : blues) values_.push_back(LinearEvaluation::setup_value(unrank(blue)));
  }

  std::unique_ptr<PairScorer> scorer() const override {
    return std::make_unique<LinearScorer>(blues_, values_);
  }

 private:
  std::vector<SetupId> blues_;
  std::vector<std::int32_t> values_;
};

}  // namespace

ValueOrigin LinearOracle::origin() const { return origin_of_pairs(evaluation_); }

std::unique_ptr<PreparedBlues> LinearOracle::prepare(std::span<const SetupId> blues) const {
  return std::make_unique<LinearBlues>(blues);
}

std::unique_ptr<PairSearcher> LinearOracle::searcher(std::size_t table_bytes) const {
  return std::make_unique<SetupPairSearcher<LinearEvaluation>>(evaluation_, table_bytes);
}

}  // namespace tabiya::zero_point_one
