#include "booksearch/explain/game_review.h"

#include <algorithm>

namespace tabiya::booksearch {

Mark mark_of(const JudgedMove& move) {
  if (move.played == move.best) return Mark::kNone;
  if (const auto loss = move.loss()) {
    if (move.error && *loss <= 2 * *move.error) return Mark::kNone;
    if (*loss > kMistakeLoss) return Mark::kMistake;
    return *loss > kDoubtfulLoss ? Mark::kDoubtful : Mark::kNone;
  }
  if (move.before >= kProvenWin && move.after < kProvenWin) return Mark::kMissedWin;
  return move.after <= -kProvenWin && move.before > -kProvenWin ? Mark::kBlunder : Mark::kNone;
}

void SideSum::add(const JudgedMove& move) {
  ++moves;
  ++marks[static_cast<std::size_t>(mark_of(move))];
  if (move.played == move.best) ++best;
  const auto lost = move.loss();
  if (lost && move.error) squared_errors += static_cast<double>(*move.error) * *move.error;
  lost ? loss += std::max<Score>(*lost, 0) : ++unknown;
}

}  // namespace tabiya::booksearch
