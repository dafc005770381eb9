// Proofs as text: a header, and the prover's moves in the order of ProofWalk.
//
//     tabiya proof 1
//     game NAME
//     rules 1
//     position POSITION
//     cut 100
//     claim Blue wins
//     moves 3
//     g4g3 . c7c5
//
// A draw has two claims, each with its moves: neither side wins.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/solve/proof_walk.h"
#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/game/solving/game_solver.h"
#include "core/search/limits.h"

namespace tabiya::booksearch {

struct ClaimProof {
  Claim claim;
  std::vector<std::string> moves;
};

inline constexpr std::uint64_t kMostCut =
    1'000'000;  // so that whoever checks a proof need not search for ever

struct ProofFile {
  std::string game;
  std::uint32_t rules_version = 0;
  std::string position;
  std::uint64_t cut = 0;  // positions that the trials where no move stands may look at; up to kMostCut
  std::vector<ClaimProof> claims;
};

// Returns "White wins" or "White does not win".
std::string claim_text(const GameModule& game, const Claim& claim);

std::string format_proof(const GameModule& game, const ProofFile& proof);
// `find_game` returns null for a game that is not known. Errors: kInvalid with the offset; kUnsupported if
// the game is not known, or has other rules.
Result<ProofFile> parse_proof(std::string_view text,
                              const std::function<const GameModule*(std::string_view name)>& find_game);

struct ProofCheck {
  std::uint64_t positions = 0;  // that were walked through
  std::uint64_t moves = 0;      // of the proof
};
// Walks through each claim. Errors: kInvalid, with the reason why a claim is not shown.
Result<ProofCheck> check_proof(const GameModule& game, const ProofFile& proof);

// Proves a position's value, which the solver has found. The solver solves positions again that its table has
// forgotten. Errors: kStopped by the limits, of which those on nodes are for each position.
Result<ProofFile> prove(const GameModule& game, GameSolver& solver, const PositionHandle& position,
                        const SolvedValue& value, std::uint64_t cut, const Limits& limits);

}  // namespace tabiya::booksearch
