// Proofs of a solver's results, for others to check.
#pragma once

#include <cstdint>

#include "booksearch/solve/proof_file.h"
#include "codec/result.h"
#include "core/game/solving/game_solver.h"
#include "core/search/limits.h"

namespace tabiya::booksearch {

// Proves a position's value, which the solver has found. The solver solves positions again that its table has
// forgotten. Errors: kStopped by the limits, of which those on nodes are for each position.
Result<ProofFile> prove(const GameModule& game, GameSolver& solver, const PositionHandle& position,
                        const SolvedValue& value, std::uint64_t cut, const Limits& limits);

}  // namespace tabiya::booksearch
