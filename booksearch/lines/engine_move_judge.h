// Judges of moves that ask an engine: our own search, or a UCI engine (engines/uci_game_engine.h).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "booksearch/engines/chosen_search.h"
#include "booksearch/lines/growth.h"
#include "booksearch/lines/move_judge.h"
#include "booksearch/work/judge_pool.h"
#include "core/book/book_walk.h"
#include "core/game/game_engine.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// Returns the positions in which lines begin, all different; "startpos" is the usual start. Errors: kInvalid for a text that is
// not a position, and for a position of the setup phase or without legal moves.
Result<GrowthRoots> growth_roots(const GameModule& game, std::span<const std::string> positions);

// Makes judges, each with an engine of its own. `game` and `roots` must outlive them. `limits` hold for each search. An
// interrupted search of the engine has to be an error, so that answers depend on the questions alone.
MakeJudge<MoveQuestion> engine_move_judges(const GameModule& game, const GrowthRoots& roots,
                                           const Limits& limits, MakeEngine make);

}  // namespace tabiya::booksearch
