// The reasonable setups: filtered against each other until they no longer change.
//
// A random pool is a poor judge, since its setups do not refute what a good player would. But the setups that
// hold against it are better than the pool, and judge better; and so on. These reds are the next round's
// blues, so games whose sides place different setups have only one round, and the pool as reasonable blues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "booksearch/setups/filter/filter.h"
#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct FixedPointOptions {
  std::size_t pool = 0;    // normalised setups that are sampled as the first blues
  std::size_t keep = 0;    // setups that stand in each round
  std::size_t rounds = 1;  // at most
  std::uint64_t seed = 0;  // of the sample
};

struct FilterRound {
  std::vector<FilteredRed> kept;  // best first
  std::uint64_t pairs = 0;        // evaluated
  std::size_t common = 0;         // of kept: those that were among the blues, up to mirror images

  bool operator==(const FilterRound&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.kept, self.pairs, self.common); }
  double overlap() const {
    return kept.empty() ? 1 : static_cast<double>(common) / static_cast<double>(kept.size());
  }
};

// Continues after the `finished` rounds and returns all rounds; the last one holds the reasonable setups.
// `on_round` sees every new round as soon as it is finished; when it fails, that error is returned. Errors:
// kStopped, kInvalid for more than one round where the sides do not choose from the same setups.
Result<std::vector<FilterRound>> find_fixed_point(const PairOracle& oracle, const FixedPointOptions& options,
                                                  std::vector<FilterRound> finished,
                                                  const std::function<Status(const FilterRound&)>& on_round,
                                                  const Control& control = {});

// True if these rounds are all that find_fixed_point() would return.
bool is_fixed_point(const std::vector<FilterRound>& rounds, const FixedPointOptions& options);

std::vector<SetupId> kept_setups(const FilterRound& round);  // best first

// Returns the blues that are reasonable after the last round, mirrors included, ascending.
std::vector<SetupId> reasonable_blues(const PairOracle& oracle, const FixedPointOptions& options,
                                      const FilterRound& last);

}  // namespace tabiya::booksearch
