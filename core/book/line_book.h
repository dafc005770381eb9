// What players get of a book of lines: the moves of each position with weights.
#pragma once

#include "core/book/line_graph.h"
#include "core/book/move_book.h"

namespace tabiya {

// The moves that lose at most `tolerance` logit x 10,000 against the best one, in the book or outside it. The best one weighs
// kBestWeight, and one that loses kLossOfHalf half of that.
inline constexpr std::uint64_t kBestWeight = 1'000;
inline constexpr Score kLossOfHalf = 500;
MoveBook move_book_of(const LineGraph& graph, std::span<const LineValue> values, Score tolerance);

}  // namespace tabiya
