// Formulas that turn counts of games into the weights of a book's moves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/book/move_book.h"

namespace tabiya::tools {

// The names of the formulas, all for the side that moves: "results" is 4 wins - 2 losses + draws; "score" is 2 wins + draws,
// where games without a result count as draws, as in `make-book` of PolyGlot 1.4 (book_make.c); "games" is their number, and
// "wilson" the lower end of Wilson's 95 % interval of the score, in 1/10,000.
std::vector<std::string> weight_formulas();

// The weight of a move with counts; 0 where the formula gives less.
std::uint64_t weight_of(const BookMove& move, const std::string& formula);

// The lower end of the interval at 1.96 standard deviations of a share of `score` in `games` (E. B. Wilson, "Probable
// inference, the law of succession, and statistical inference", 1927); 0 without games.
double wilson_lower_bound(double score, double games);

}  // namespace tabiya::tools
