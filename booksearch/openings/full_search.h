// A full search finds the score of every candidate, stage after stage. Tables of all pairs are made of these
// scores.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "booksearch/openings/judgement_cache.h"
#include "booksearch/statistics/intervals.h"

namespace tabiya::booksearch {

struct KnownScore {
  Judgement judgement;    // of the last stage in which it was searched
  std::size_t stage = 0;  // that stage
  // With 95 % probability, the score stays between these when the search is deepened once more by as much as
  // from the last stage but one to the last. The drift of the job's own candidates tells this. Nothing if a
  // job has one stage.
  std::optional<Interval> interval{};
};

struct FullResult {
  std::vector<std::optional<KnownScore>> scores;  // of each candidate
  std::vector<std::uint64_t> searched;            // candidates in each stage
  std::uint64_t nodes = 0;                        // of all searches
  bool is_finished = false;                       // every candidate was searched in every stage
};

// Searches all candidates. If control.is_spent() says that the time is over, it returns what is known by
// then. Errors: those of JudgementCache::ask(); kStopped on an interruption.
//
// Progress counts in searches of the first stage, as that of find_in_window().
Result<FullResult> search_fully(JudgementCache& judgements);

}  // namespace tabiya::booksearch
