#include "booksearch/solve/proof_writer.h"

#include <string>
#include <utility>
#include <vector>

namespace tabiya::booksearch {
namespace {

// Plays for the prover of a claim by what the solver knows.
class Prover {
 public:
  Prover(GameSolver& solver, const Claim& claim, std::uint64_t cut, const Limits& limits)
      : solver_(solver), claim_(claim), cut_(cut), limits_(limits) {}

  Result<std::string> move(const PositionHandle& position) {
    if (limits_.has_ended()) return Error{ErrorCode::kStopped, "stopped before the proof was whole", {}};
    if (cut_ > 0 && is_shown_by_trial(claim_, position, cut_)) return std::string(kNoMove);
    std::vector<std::pair<std::string, PositionHandle>> moves;
    for (const MoveText& text : position->moves())
      moves.emplace_back(text.wire, position->after(text.wire).value());
    for (const auto& [text, next] : moves)
      if (is_good(value_by_rules(*next))) return text;
    for (const auto& [text, next] : moves)
      if (is_good(solver_.known(*next, claim_.side))) return text;
    for (std::uint64_t nodes = 1'000; !limits_.has_ended(); nodes *= 4) {
      for (const auto& [text, next] : moves) {
        Limits limits = limits_;
        limits.nodes = nodes;
        if (is_good(solver_.solve(*next, claim_.side, limits))) return text;
      }
    }
    return Error{ErrorCode::kStopped, "stopped before the proof was whole", {}};
  }

 private:
  bool is_good(const SolvedValue& value) const {
    return value.is_known && (value.winner == claim_.side) == claim_.wins;
  }
  bool is_good(Verdict verdict) const {
    return verdict == (claim_.wins ? Verdict::kAttackerWins : Verdict::kAttackerDoesNotWin);
  }

  GameSolver& solver_;
  Claim claim_;
  std::uint64_t cut_;
  Limits limits_;
};

}  // namespace

Result<ProofFile> prove(const GameModule& game, GameSolver& solver, const PositionHandle& position,
                        const SolvedValue& value, std::uint64_t cut, const Limits& limits) {
  std::vector<Claim> claims{{0, false}, {1, false}};
  if (value.winner) claims = {{*value.winner, true}};
  ProofFile proof{std::string(game.name()), game.rules_version(), position->text(), cut, {}};
  for (const Claim& claim : claims) {
    Prover prover(solver, claim, cut, limits);
    ClaimProof own{claim, {}};
    ProofWalk walk(claim, cut, [&](const PositionHandle& at) {
      Result<std::string> move = prover.move(at);
      if (move) own.moves.push_back(*move);
      return move;
    });
    if (const Status walked = walk.walk(position); !walked) return walked.error();
    proof.claims.push_back(std::move(own));
  }
  return proof;
}

}  // namespace tabiya::booksearch
