// What a match prints at its end.
#pragma once

#include <optional>

#include "tools/play/match/game_records.h"
#include "tools/play/match/match_runner.h"
#include "tools/play/match/statistics.h"

namespace tabiya::tools {

// Of two engines: counts, Elo, facts, the test and what was forfeited. Of more: a table of them, the best one first, with
// what they scored against each other. As JSON, one object; of more than two engines, one for each.
void print_report(const GameRecords& records, const MatchPlan& plan, const std::optional<Sprt>& sprt,
                  bool json);

}  // namespace tabiya::tools
