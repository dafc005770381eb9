// Proofs of what a solver has found, for others to check.
#pragma once

#include <cstdint>

#include "booksearch/solve/proof_file.h"
#include "codec/result.h"
#include "core/game/solving/game_solver.h"
#include "core/search/limits.h"

namespace tabiya::booksearch {

// The proof of a position's value, which the solver has found. What its table has forgotten, it solves again.
// Errors: kStopped by the limits, of which those on nodes are for each position.
Result<ProofFile> prove(const GameModule& game, GameSolver& solver, const PositionHandle& position,
                        const SolvedValue& value, std::uint64_t cut, const Limits& limits);

}  // namespace tabiya::booksearch
