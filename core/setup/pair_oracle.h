// PairOracle: the run-time seam through which booksearch/ asks for the value of a pair of setups. A game
// implements it over its evaluation and its search; tests implement it with a table of numbers.
//
// Every value here is a `red_value`: logit x 10,000 from the view of Red, who places its setup first and
// maximises; Blue has seen it, answers and minimises.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/setup_space.h"
#include "core/setup/value_origin.h"

namespace tabiya {

// The smallest value found in a row of pairs (one red against blues).
struct RowMinimum {
  Score red_value = kInfiniteScore;  // of the best reply looked at, kInfiniteScore if none was
  SetupId blue = 0;                  // that reply; among equals the one with the smallest id
  std::uint32_t evaluated = 0;       // number of pairs that were evaluated
};

// Static values of single reds against a list of blues that was prepared once. For use by one thread.
class PairScorer {
 public:
  virtual ~PairScorer() = default;

  // Chooses the red of the row. A pass over all setups chooses millions of reds and looks at a dozen blues
  // for most of them, so put off what only some blues need.
  virtual void set_red(SetupId red) = 0;

  // values[i] becomes the value against prepared blue first + i.
  virtual void evaluate(std::uint32_t first, std::span<Score> values) = 0;

  // The minimum over the prepared blues [first, last), looked at in order and in batches: stops after the
  // first batch in which a value is below `cutoff`. Without such a value the minimum is exact.
  virtual RowMinimum minimum(std::uint32_t first, std::uint32_t last, Score cutoff) = 0;
};

// A list of blues made ready for fast scoring. Immutable; outlived by its oracle; safe to share.
class PreparedBlues {
 public:
  virtual ~PreparedBlues() = default;
  virtual std::unique_ptr<PairScorer> scorer() const = 0;
};

struct PairSearchResult {
  Score red_value = 0;      // exact inside (alpha, beta); a bound on its side of the window otherwise
  std::uint64_t nodes = 0;  // visited by this search
  LinePlaces line{};        // the principal variation; nothing where the value is a bound
};

// Game-tree searches of single pairs. For use by one thread. A result depends on nothing but the calls since
// the last set_red(), so that results do not depend on how reds are shared among threads.
class PairSearcher {
 public:
  virtual ~PairSearcher() = default;

  // Chooses the red, and forgets everything learned from earlier ones.
  virtual void set_red(SetupId red) = 0;

  // Searches the chosen red against `blue` to `depth` plies from the end of the setup phase, within the
  // window alpha < beta (red values). Our own search always answers. Errors, of another program that searches: kInvalid
  // where it cannot be used, kStopped where the run was interrupted.
  virtual Result<PairSearchResult> search(SetupId blue, int depth, Score alpha, Score beta) = 0;

  // Looks at the chosen red against `blue` as a player would, with all that its search has, from an empty memory and for
  // so many nodes: what deeper looks settle at (settled_value.h). Unlike search(), which compares the replies to one red,
  // it says what a pair is worth. Nothing of searchers that cannot. Errors: those of search().
  virtual Result<std::optional<PairSearchResult>> look(SetupId /*blue*/, std::uint64_t /*nodes*/) {
    return std::optional<PairSearchResult>();
  }
};

// Immutable and safe to share between threads.
class PairOracle {
 public:
  virtual ~PairOracle() = default;

  virtual const SetupSpace& reds() const = 0;
  virtual const SetupSpace& blues() const = 0;
  // True if both sides place the same setups, so that one of Red's is one of Blue's, too.
  bool sides_are_alike() const { return &reds() == &blues(); }

  // The evaluation and the search behind the values.
  virtual ValueOrigin origin() const = 0;
  // The program that searches, with its settings, as books tell where they come from; empty: our own search.
  virtual std::string engine() const { return {}; }

  // Reds of one group share what a scorer has prepared of the blues (where the royal piece stands decides, in
  // a network whose features depend on it): kept together, they keep it in the processor's cache.
  virtual std::uint32_t red_group(SetupId) const { return 0; }

  // `blues` are ids of blues(), in the order in which a scorer looks at them.
  virtual std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const = 0;

  // `table_bytes`: the size of the searcher's transposition table, if it has one.
  virtual std::unique_ptr<PairSearcher> searcher(std::size_t table_bytes) const = 0;
};

// PairScorer::minimum() in batches of one; value(i) is the red value against blues[i].
template <class Value>
RowMinimum row_minimum(std::span<const SetupId> blues, std::uint32_t first, std::uint32_t last, Score cutoff,
                       Value value) {
  RowMinimum row;
  for (std::uint32_t i = first; i < last && row.red_value >= cutoff; ++i) {
    ++row.evaluated;
    const Score score = value(i);
    if (score < row.red_value || (score == row.red_value && blues[i] < row.blue)) {
      row.red_value = score;
      row.blue = blues[i];
    }
  }
  return row;
}

}  // namespace tabiya
