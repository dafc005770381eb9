// A contest searches two replies to one red to the same depth to see which is better. It judges between two
// books that disagree, or between a book and an audit of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct Contest {
  SetupId red = 0;
  SetupId a = 0, b = 0;  // replies
  int depth = 0;         // plies from the end of the setup phase, of both searches

  friend bool operator==(const Contest&, const Contest&) = default;
};

struct ContestResult {
  Score a_value = 0, b_value = 0;  // red's view: the lower one is better for Blue
  std::uint64_t nodes = 0;
  LinePlaces a_line{};  // the principal variation with `a`

  friend bool operator==(const ContestResult&, const ContestResult&) = default;
};

// Returns the results in the order of the contests, whatever the threads. Neither search knows of the other.
// It runs on the threads of the caller (threads.h). Errors: kStopped.
Result<std::vector<ContestResult>> judge(const PairOracle& oracle, std::span<const Contest> contests,
                                         std::size_t table_bytes, const Control& control = {});

}  // namespace tabiya::booksearch
