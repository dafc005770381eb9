#include "core/game/solving/game_solver.h"

#include <algorithm>
#include <array>

#include "core/game/game_position.h"

namespace tabiya {

SolvedValue value_by_rules(const GamePosition& position) {
  const int us = position.side_to_move();
  switch (position.outcome()) {
    case Outcome::kWin:
      return SolvedValue::won_by(us);
    case Outcome::kLoss:
      return SolvedValue::won_by(1 - us);
    case Outcome::kDraw:
      return SolvedValue::draw();
    case Outcome::kOpen:
      break;
  }
  return {};
}

SolvedValue solve_value(GameSolver& solver, const GamePosition& position, const Limits& limits,
                        const std::function<void()>& on_turn) {
  if (const SolvedValue over = value_by_rules(position); over.is_known) return over;
  constexpr std::uint64_t kFirstTurn = 100'000, kLongestTurn = 12'800'000;  // nodes
  constexpr std::uint64_t kShareOfUnlikely = 4;                             // one part in so many
  const std::uint64_t before = solver.nodes();
  std::array<Verdict, 2> verdicts{};
  for (std::uint64_t turn = kFirstTurn;; turn = std::min(2 * turn, kLongestTurn)) {
    const int likelier = solver.likelier_winner(position);
    for (const int attacker : {likelier, 1 - likelier}) {
      if (verdicts[attacker] != Verdict::kUnknown) continue;
      const std::uint64_t left = limits.nodes - std::min(solver.nodes() - before, limits.nodes);
      Limits own = limits;
      own.nodes = std::min(left, attacker == likelier ? turn : turn / kShareOfUnlikely);
      verdicts[attacker] = solver.solve(position, attacker, own);
      if (on_turn) on_turn();
      if (verdicts[attacker] == Verdict::kAttackerWins) return SolvedValue::won_by(attacker);
    }
    if (verdicts[0] != Verdict::kUnknown && verdicts[1] != Verdict::kUnknown) return SolvedValue::draw();
    if (solver.nodes() - before >= limits.nodes || limits.has_ended()) return {};
  }
}

}  // namespace tabiya
