// Entries of a book for positions that its setups lead to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/game/game_position.h"
#include "tools/assets/book_input.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// The entry of a pair of setups, or of their mirror images.
std::optional<std::size_t> find_pair(const LoadedBook& loaded, SetupId red, SetupId reply);

// The entry whose setups, or their mirror images, lead to the position. The book is of the position's game.
std::optional<std::size_t> find_position(const LoadedBook& loaded, const GamePosition& position);

// "rank 1, -0.035 (49.1 %) at depth 17, standard error 0.146"; the value from the view of Red.
std::string known_text(const LoadedBook& loaded, std::size_t entry);

// rank, value (red's view; value_text.h) with win and view, depth, standard_error; null for what is not known
Json known_json(const LoadedBook& loaded, std::size_t entry);

}  // namespace tabiya::tools
