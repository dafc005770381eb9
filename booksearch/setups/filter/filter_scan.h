// The work of a filter pass: reds are scanned against a row of blues, which they survive or not, in an order
// that a sample of reds has taught.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// A place in the total order: reds at or after it are out.
struct Cut {
  Score red_value = -kInfiniteScore;
  SetupId red = std::numeric_limits<SetupId>::max();

  // A red falls with a value below this.
  Score cutoff(SetupId other) const { return red_value + (other > red ? 1 : 0); }
  static void visit_parts(auto& self, auto& visit) { visit(self.red_value, self.red); }
};

// A kind of work (work/shared_work.h).
class FilterScan {
 public:
  static constexpr std::string_view kName = "filter";

  struct Pass {
    std::vector<SetupId> blues;  // in the order in which they are met
    static void visit_parts(auto& self, auto& visit) { visit(self.blues); }
  };
  struct Unit {
    Cut cut;
    std::vector<SetupId> reds;
    static void visit_parts(auto& self, auto& visit) { visit(self.cut, self.reds); }
  };
  struct Met {
    Score red_value = kInfiniteScore;  // the minimum, until the red has fallen
    SetupId refuter = 0;               // the blue that gives it; among equals the one with the smallest id
    static void visit_parts(auto& self, auto& visit) { visit(self.red_value, self.refuter); }
  };
  struct Answer {
    std::vector<Met> met;     // by each red
    std::uint64_t pairs = 0;  // evaluated
    static void visit_parts(auto& self, auto& visit) { visit(self.met, self.pairs); }
  };

  FilterScan(const PairOracle& oracle, std::span<const SetupId> blues);
  Pass pass() const { return {blues_}; }

  class Thread {
   public:
    explicit Thread(const FilterScan& scan)
        : part_ends_(scan.part_ends_), scorer_(scan.prepared_->scorer()) {}
    // Errors: kStopped.
    Result<Answer> compute(const Unit& unit, const Control& control);

   private:
    std::span<const std::uint32_t> part_ends_;
    std::unique_ptr<PairScorer> scorer_;
  };
  Thread thread() const { return Thread(*this); }

 private:
  const std::vector<SetupId> blues_;
  const std::vector<std::uint32_t> part_ends_;  // where the parts of the row end
  const std::unique_ptr<PreparedBlues> prepared_;
};

// Static red values of a sample of reds against a list of blues.
struct ValueTable {
  std::vector<SetupId> blues;
  std::vector<std::vector<Score>> rows;  // rows[s][b]: sample red s against blues[b]

  std::vector<Score> minima() const;  // of each row
  std::uint64_t pairs() const { return rows.size() * blues.size(); }
};

ValueTable evaluate_table(const PairOracle& oracle, std::span<const SetupId> sample,
                          std::span<const SetupId> blues);

// Returns the blues of the table in the order in which a filter pass looks at them, those first that a red with a
// minimum below `cut` should meet first. Each of the first few hundred refutes the most reds of the sample that those
// before it left standing (the greedy set cover, begun again when nothing is left); the others follow by the number of
// reds that they refute. To refute a red is to give it a value below `cut`. Ties go to the smaller index.
std::vector<SetupId> order_by_refutation(const ValueTable& table, Score cut);

}  // namespace tabiya::booksearch
