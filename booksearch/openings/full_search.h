// The score of every candidate, stage after stage: what a table of all pairs is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "booksearch/openings/judgement_cache.h"

namespace tabiya::booksearch {

struct KnownScore {
  Judgement judgement;    // of the last stage in which it was searched
  std::size_t stage = 0;  // that stage
  // The score lies between these with 95 % when it is searched as much more deeply again as the last stage is
  // deeper than the one before; by the drift of the job's own candidates. Nothing if a job has one stage.
  struct Interval {
    double low = 0, high = 0;
  };
  std::optional<Interval> interval{};
};

struct FullResult {
  std::vector<std::optional<KnownScore>> scores;  // of each candidate
  std::vector<std::uint64_t> searched;            // candidates in each stage
  std::uint64_t nodes = 0;                        // of all searches
  bool is_finished = false;                       // every candidate was searched in every stage
};

// Where control.is_spent() says that the time is over: what is known by then. Errors: those of JudgementCache::ask(); kStopped on an interruption.
//
// Progress counts in searches of the first stage, as that of find_in_window().
Result<FullResult> search_fully(JudgementCache& judgements);

}  // namespace tabiya::booksearch
