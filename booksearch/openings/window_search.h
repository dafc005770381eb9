// Which candidates lie in a window, when a search that tells is expensive.
//
// All candidates are searched in the first stage. What the last stage would say of them is then foreseen by
// a drift that is fitted to the job's own candidates (stage_drift.h): most lie far from the edges of the
// window, and are decided. The others are searched in the next stage, those first whose decision is most
// likely to be wrong for the nodes that it takes, until the share of wrong decisions that is expected has
// come down to what is allowed. Searching all of them in the last stage, the obvious way, takes several times
// the nodes for the same list.
//
// What is chosen depends on the judgements alone, not on the order in which they come in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "booksearch/openings/judge_pool.h"
#include "booksearch/openings/judgement.h"
#include "booksearch/openings/judgement_store.h"
#include "booksearch/openings/window.h"
#include "booksearch/support/control.h"

namespace tabiya::booksearch {

struct WindowTask {
  std::uint32_t candidates = 0;
  std::size_t stages = 1;
  Window window;
  // Decisions that are expected to be wrong, as a share of the candidates that belong. A decision is wrong if
  // the last stage says otherwise.
  double allowed_error = 0.05;
};

struct Verdict {
  Judgement judgement;     // of the last stage in which it was searched
  std::size_t stage = 0;   // that stage
  double probability = 0;  // that it belongs, by the last stage
  bool belongs() const { return probability >= 0.5; }
};

struct WindowResult {
  std::vector<Verdict> verdicts;        // of each candidate
  std::vector<std::uint64_t> searched;  // candidates in each stage
  std::uint64_t nodes = 0;              // of all searches
  double expected_error = 0;            // as WindowTask::allowed_error has it
};

// Every answer is stored at once, and those that are stored are not asked for again. Where control.is_spent()
// says that the time is over, the verdicts are those that are possible by then, if every candidate has been
// searched once. Errors: those of the judges and of the store; kStopped on an interruption, and when the time
// is over too early.
Result<WindowResult> search_window(const WindowTask& task, JudgePool& judges, JudgementStore& store,
                                   const Control& control);

}  // namespace tabiya::booksearch
