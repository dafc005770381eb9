// Judges of start positions that ask an engine: our own search, or a UCI engine (engines/uci_game_engine.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "booksearch/engines/chosen_search.h"
#include "booksearch/openings/judgement.h"
#include "booksearch/work/judge_pool.h"
#include "core/game/game_engine.h"

namespace tabiya::booksearch {

// Makes the result of a search a judgement from the view of its side to move. Depth and nodes are those of the search.
using ReadFinding = std::function<Result<Judgement>(const GameSearchResult&)>;

// Scores in logit x 10,000, and chances by them, as those of our own search.
Result<Judgement> judged_in_logit(const GameSearchResult& result);
// Scores in centipawns, and the chances that the engine tells, if it tells any. Errors: kInvalid if it has to, and tells none.
ReadFinding judged_in_centipawns(bool needs_chances);
// The score is the number of plies to a proven end: negative if the side to move loses, 0 if nothing is proved.
Result<Judgement> judged_by_proof(const GameSearchResult& result);

// The questions of a job. Each search is as if it were the first.
struct OpeningQuestions {
  std::function<PositionHandle(std::uint32_t candidate)> position;  // the game goes on there
  std::vector<Limits> stages;
  ReadFinding read;
};
// `questions` must outlive the judges.
MakeJudge<Question> engine_opening_judges(const OpeningQuestions& questions, MakeEngine make);

}  // namespace tabiya::booksearch
