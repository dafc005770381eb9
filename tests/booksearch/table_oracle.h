// A PairOracle that is a table of numbers: a game without rules, for tests of booksearch/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/setup/pair_oracle.h"
#include "tests/support/numbered_setups.h"

namespace tabiya::booksearch {

// SplitMix64's finaliser: the tests' source of values that look random but depend on their place alone.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

// The value of a pair at a depth; depth 0 is the static one.
using PairValue = std::function<Score(SetupId red, SetupId blue, int depth)>;

class TableOracle : public PairOracle {
 public:
  // `batch`: blues that a scorer looks at before it compares with the cut-off.
  TableOracle(SetupId count, PairValue value, std::uint32_t batch = 1, std::uint64_t fingerprint = 1)
      : reds_(count), value_(std::move(value)), batch_(batch), fingerprint_(fingerprint) {}

  // Of a game whose sides place different setups.
  TableOracle(SetupId reds, SetupId blues, PairValue value)
      : reds_(reds), blues_(blues), value_(std::move(value)) {}

  const SetupSpace& reds() const override { return reds_; }
  const SetupSpace& blues() const override { return blues_ ? *blues_ : reds_; }
  ValueOrigin origin() const override { return {fingerprint_, 7}; }
  std::uint32_t red_group(SetupId red) const override { return static_cast<std::uint32_t>(mix(red) % 3); }
  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override;
  std::unique_ptr<PairSearcher> searcher(std::size_t table_bytes) const override;

  // Its searchers can look from now on, and find the values of this depth, with more nodes than these those of the next one.
  void let_look(int depth, std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max()) {
    look_depth_ = depth;
    look_nodes_ = nodes;
  }
  std::optional<int> look_depth(std::uint64_t nodes) const {
    if (!look_depth_) return std::nullopt;
    return *look_depth_ + (nodes > look_nodes_ ? 1 : 0);
  }

  Score value(SetupId red, SetupId blue, int depth) const { return value_(red, blue, depth); }
  std::uint32_t batch() const { return batch_; }

 private:
  test::NumberedSetups reds_;
  std::optional<test::NumberedSetups> blues_{};  // where they are others
  PairValue value_;
  std::uint32_t batch_ = 1;
  std::uint64_t fingerprint_ = 1;
  std::optional<int> look_depth_{};
  std::uint64_t look_nodes_ = 0;
};

class TablePrepared : public PreparedBlues {
 public:
  TablePrepared(const TableOracle& oracle, std::span<const SetupId> blues)
      : oracle_(oracle), blues_(blues.begin(), blues.end()) {}
  std::unique_ptr<PairScorer> scorer() const override;

  SetupId blue(std::uint32_t index) const { return blues_.at(index); }
  Score value(SetupId red, std::uint32_t index) const { return oracle_.value(red, blue(index), 0); }
  std::uint32_t batch() const { return oracle_.batch(); }

 private:
  const TableOracle& oracle_;
  std::vector<SetupId> blues_;
};

class TableScorer : public PairScorer {
 public:
  explicit TableScorer(const TablePrepared& prepared) : prepared_(prepared) {}

  void set_red(SetupId red) override { red_ = red; }
  void evaluate(std::uint32_t first, std::span<Score> values) override {
    for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = prepared_.value(red_, first + i);
  }
  RowMinimum minimum(std::uint32_t first, std::uint32_t last, Score cutoff) override {
    RowMinimum minimum;
    for (std::uint32_t i = first; i < last;) {
      const std::uint32_t end = std::min(i + prepared_.batch(), last);
      for (; i < end; ++i, ++minimum.evaluated) {
        const Score value = prepared_.value(red_, i);
        const SetupId blue = prepared_.blue(i);
        if (value < minimum.red_value || (value == minimum.red_value && blue < minimum.blue)) {
          minimum.red_value = value;
          minimum.blue = blue;
        }
      }
      if (minimum.red_value < cutoff) break;
    }
    return minimum;
  }

 private:
  const TablePrepared& prepared_;
  SetupId red_ = 0;
};

// Answers a window as a fail-soft search may: outside it, with a bound that is anywhere between the window
// and the value.
class TableSearcher : public PairSearcher {
 public:
  explicit TableSearcher(const TableOracle& oracle) : oracle_(oracle) {}

  void set_red(SetupId red) override { red_ = red; }
  Result<PairSearchResult> search(SetupId blue, int depth, Score alpha, Score beta) override {
    const Score value = oracle_.value(red_, blue, depth);
    const std::uint64_t noise = mix(blue * 977 + static_cast<std::uint64_t>(depth));
    const auto between = [&](Score low, Score high) {
      return low + static_cast<Score>(noise % static_cast<std::uint64_t>(high - low + 1));
    };
    if (value <= alpha) return PairSearchResult{between(value, alpha), 1};
    if (value >= beta) return PairSearchResult{between(beta, value), 1};
    return PairSearchResult{value, 2};
  }
  Result<std::optional<PairSearchResult>> look(SetupId blue, std::uint64_t nodes) override {
    const std::optional<int> depth = oracle_.look_depth(nodes);
    if (!depth) return std::optional<PairSearchResult>();
    return std::optional(PairSearchResult{oracle_.value(red_, blue, *depth), nodes});
  }

 private:
  const TableOracle& oracle_;
  SetupId red_ = 0;
};

inline std::unique_ptr<PreparedBlues> TableOracle::prepare(std::span<const SetupId> blues) const {
  return std::make_unique<TablePrepared>(*this, blues);
}
inline std::unique_ptr<PairScorer> TablePrepared::scorer() const {
  return std::make_unique<TableScorer>(*this);
}
inline std::unique_ptr<PairSearcher> TableOracle::searcher(std::size_t) const {
  return std::make_unique<TableSearcher>(*this);
}

}  // namespace tabiya::booksearch
