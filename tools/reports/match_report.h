// The report of a match at its end.
#pragma once

#include <optional>

#include "booksearch/match/match_runner.h"
#include "booksearch/match/standings.h"
#include "booksearch/match/statistics.h"

namespace tabiya::tools {

// Prints counts, Elo, facts, the test and forfeits for two engines; for more, a table of them, the best one first, with their
// scores against each other. JSON is one object; for more than two engines, one for each.
void print_report(const booksearch::MatchScore& score, const booksearch::MatchPlan& plan,
                  const std::optional<booksearch::Sprt>& sprt, bool json);

}  // namespace tabiya::tools
