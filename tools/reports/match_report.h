// What a match prints at its end.
#pragma once

#include <optional>

#include "booksearch/match/match_runner.h"
#include "booksearch/match/standings.h"
#include "booksearch/match/statistics.h"

namespace tabiya::tools {

// Of two engines: counts, Elo, facts, the test and what was forfeited. Of more: a table of them, the best one first, with
// what they scored against each other. As JSON, one object; of more than two engines, one for each.
void print_report(const booksearch::MatchScore& score, const booksearch::MatchPlan& plan,
                  const std::optional<booksearch::Sprt>& sprt, bool json);

}  // namespace tabiya::tools
