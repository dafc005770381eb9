// The sieve of a row: which replies are worth a search to the row's depth.
//
// Most replies to a red are so far behind the best one that a few plies show it, and still each costs a proof
// at the depth of the row. A sieve searches all of them to a few plies, those that stay near the best one to
// two plies more, and so on; what is left is searched to the end. How near is near follows the drift of
// values: differences of replies change from ply to ply like a random walk (drift.h), by an amount that grows
// as the root of the plies in between. The idea is that of successive halving (Karnin, Koren and Somekh, ICML
// 2013), with margins instead of shares, so that a red with many good answers keeps them.
//
// This is an approximation: a reply that only a deep search appreciates is lost. README.md says what that
// costs and saves; without an allowance, nothing is left out.
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

// The levels before a search to `depth` plies, the shallowest first. `allowance`: the margin of one ply, in
// logit x 10,000; 0: no levels. Levels are of odd depth, so that searches end with a move of Red, who moves
// first in most games: a proof that a reply is no better needs one good move of his, and all of Blue's.
std::vector<SieveLevel> sieve_levels(int depth, std::uint32_t allowance);

// What a sieve left, and what it cost.
struct Sifted {
  std::vector<SetupId> replies;  // the best one of the last level first, the others in the order given
  std::uint64_t nodes = 0;
};

// Against the red that the searcher has been set to; at least one reply. Errors: kStopped; those of the searcher.
Result<Sifted> sift(PairSearcher& searcher, std::span<const SetupId> replies,
                    std::span<const SieveLevel> levels, const Control& control = {});

}  // namespace tabiya::booksearch
