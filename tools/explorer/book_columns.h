// A book as columns, so that a page can list, sort, filter and count twenty thousand entries by itself.
#pragma once

#include "core/game/game_module.h"
#include "tools/assets/book_input.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// The columns are: ordered; squares: those on which setups of Red, and of Blue, ever have pieces; red: names;
// red_board: the pieces on these squares, in the letters of squares_text(); replies: name, wire and board of
// each different one; reply: their indices; value (red's view; null if there is none), depth, standard_error,
// nodes. The book must be sound.
Json book_columns(const LoadedBook& loaded);

// entry_json() and more: the mirror image as mirror and reply_mirror (names), the whole board as moves from
// the start, and play, the line of play.
Json entry_details(const LoadedBook& loaded, std::size_t index);

}  // namespace tabiya::tools
