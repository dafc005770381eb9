// The review of a game as text for people and JSON for programs.
#pragma once

#include <string_view>

#include "booksearch/explain/game_review.h"

namespace tabiya::tools {

// Print a line for a move, or for a side.
void print_judged(const booksearch::JudgedMove& move, bool json);
void print_sum(std::string_view side, const booksearch::SideSum& sum, bool json);

}  // namespace tabiya::tools
