// The sieve of a row finds the replies that are worth a search to the row's depth.
//
// Most replies to a red are so far behind the best one that a few plies show it, and still each costs a proof
// at the depth of the row. A sieve searches all of them to a few plies, those that stay near the best one to
// two plies more, and so on; the remaining ones are searched to the end. The margin of nearness follows the
// drift of values: differences of replies change from ply to ply like a random walk (drift.h), by an amount
// that grows as the root of the plies in between. The idea is that of successive halving (Karnin, Koren and
// Somekh, ICML 2013), with margins instead of shares, so that a red with many good answers keeps them.
//
// This is an approximation: a reply that only a deep search appreciates is lost. README.md tells the costs
// and the savings. Without an allowance, no reply is left out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// A reply stays if a search of `depth` plies puts it less than `margin` behind the best one of that depth.
struct SieveLevel {
  int depth = 0;
  Score margin = 0;  // logit x 10,000, above 0

  bool operator==(const SieveLevel&) const = default;
};

// Returns the levels before a search to `depth` plies, the shallowest first. `allowance` is the margin of one
// ply, in logit x 10,000; 0 means no levels. Levels have odd depths, so that searches end with a move of Red,
// who moves first in most games: a proof that a reply is no better needs one good move of that side, and all of
// Blue's.
std::vector<SieveLevel> sieve_levels(int depth, std::uint32_t allowance);

// The replies that a sieve left, and its cost.
struct Sifted {
  std::vector<SetupId> replies;  // the best one of the last level first, the others in the order given
  std::uint64_t nodes = 0;
};

// Sifts replies, at least one, to the red that the searcher has been set to. Errors: kStopped; those of the
// searcher.
Result<Sifted> sift(PairSearcher& searcher, std::span<const SetupId> replies,
                    std::span<const SieveLevel> levels, const Control& control = {});

}  // namespace tabiya::booksearch
