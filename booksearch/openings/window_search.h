// This search finds the candidates that lie in a window, when the search that decides it is expensive.
//
// All candidates are searched in the first stage. Then a drift that is fitted to the job's own candidates
// (stage_drift.h) predicts their values in the last stage: most lie far from the edges of the window, and are
// decided. The others are searched in the next stage, those first whose decision is most likely to be wrong
// for the nodes that it takes, until the share of wrong decisions that is expected has come down to what is
// allowed. Searching all of them in the last stage, the obvious way, takes several times the nodes for the
// same list.
//
// If only some of those that belong are wanted, it is enough to be sure of these: the most promising ones
// are searched, until as many of them are sure.
//
// The choice depends on the judgements alone, not on the order in which they come in.
#pragma once

#include <cstdint>
#include <vector>

#include "booksearch/openings/judgement_cache.h"
#include "booksearch/openings/window.h"

namespace tabiya::booksearch {

struct WindowTask {
  Window window;
  // Decisions that are expected to be wrong, as a share of the candidates that belong, or of those that are
  // wanted. A decision is wrong if the last stage says otherwise.
  double allowed_error = 0.05;
  Selection selection{};
};

struct WindowFindings {
  std::vector<Membership> memberships;  // of each candidate
  std::vector<std::uint32_t> list;      // those that belong and are wanted (window.h)
  std::vector<std::uint64_t> searched;  // candidates in each stage
  std::uint64_t nodes = 0;              // of all searches
  double expected_error = 0;            // as WindowTask::allowed_error has it
  bool is_finished = false;             // false: the time was over
};

// Finds the candidates. If control.is_spent() says that the time is over, the findings are those that are
// possible by then, provided that every candidate has been searched once. Errors: those of
// JudgementCache::ask(); kStopped on an interruption, and when some candidate has not been searched at all.
//
// Progress counts in searches of the first stage: one that takes five times the nodes counts as five.
Result<WindowFindings> find_in_window(const WindowTask& task, JudgementCache& judgements);

}  // namespace tabiya::booksearch
