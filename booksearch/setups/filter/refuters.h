// Refuters: the order in which a filter pass looks at the blues, learned on a sample of reds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// Static red values of a sample of reds against a list of blues.
struct ValueTable {
  std::vector<SetupId> blues;
  std::vector<std::vector<Score>> rows;  // rows[s][b]: sample red s against blues[b]

  std::vector<Score> minima() const;  // of each row
  std::uint64_t pairs() const { return rows.size() * blues.size(); }
};

ValueTable evaluate_table(const PairOracle& oracle, std::span<const SetupId> sample,
                          std::span<const SetupId> blues);

// Returns the blues of the table, those first that a red with a minimum below `cut` should meet first. Each
// of the first few hundred refutes the most reds of the sample that those before it left standing (the greedy
// set cover, begun again when nothing is left); the others follow by the number of reds that they refute. To
// refute a red is to give it a value below `cut`. Ties go to the smaller index.
std::vector<SetupId> order_by_refutation(const ValueTable& table, Score cut);

}  // namespace tabiya::booksearch
