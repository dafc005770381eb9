// What pairs of a book have scored in games (core/book/book_results.h), as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "tools/assets/book_input.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// The games of one stronger side as people write results: "+5 =2 -1".
std::string counts_text(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses);

// A line of text for each pair that was played with the red of an entry, its own reply first.
std::vector<std::string> result_lines(const LoadedBook& loaded, std::size_t index);

// The same, as a list of {reply, reply_wire, value, red_stronger, blue_stronger}: these of the stronger side, with wins,
// draws, losses, and score and deviation as they are expected of the pair (core/book/pooled_results.h). Null if the red was
// not played.
Json results_json(const LoadedBook& loaded, std::size_t index);

}  // namespace tabiya::tools
