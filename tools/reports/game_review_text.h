// What people and programs read of the review of a game.
#pragma once

#include <string_view>

#include "booksearch/explain/game_review.h"

namespace tabiya::tools {

// A line for a move, or for a side.
void print_judged(const booksearch::JudgedMove& move, bool json);
void print_sum(std::string_view side, const booksearch::SideSum& sum, bool json);

}  // namespace tabiya::tools
