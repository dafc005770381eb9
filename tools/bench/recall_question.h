// The subject of the measurements of recall: a network, reds, and the replies to them.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/setup/pair_oracle.h"
#include "tools/bench/bench.h"

namespace tabiya::tools {

inline constexpr std::size_t kRecallTableBytes = std::size_t{16} << 20;  // of a thread's transposition table

struct RecallQuestion {
  std::shared_ptr<const PairOracle> oracle;
  std::vector<SetupId> reds;     // different ones, drawn from the reasonable setups
  std::vector<SetupId> replies;  // the reasonable setups, mirrors included, ascending
};

// The question depends on the options alone. Throws Failure.
RecallQuestion recall_question(const BenchOptions& options);

}  // namespace tabiya::tools
