#include "booksearch/explain/game_review.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tabiya::booksearch {

void SearchError::add(const GameSearchResult& iteration) {
  if (iteration.depth <= 0) return;
  if (!iterations_.empty() && iterations_.back().depth == iteration.depth) iterations_.pop_back();
  iterations_.push_back({iteration.depth, iteration.best.score});
}

std::optional<Score> SearchError::error() const {
  if (iterations_.empty()) return std::nullopt;
  if (is_proven(iterations_.back().score)) return 0;
  double squares = 0;
  std::size_t changes = 0;
  for (auto last = iterations_.rbegin(); changes < kChanges && std::next(last) != iterations_.rend();
       ++last) {
    const Score before = std::next(last)->score;
    if (is_proven(before)) break;
    squares += std::pow(static_cast<double>(last->score) - before, 2);
    ++changes;
  }
  if (changes == 0) return std::nullopt;
  return static_cast<Score>(std::lround(std::sqrt(squares / static_cast<double>(changes))));
}

std::optional<Score> error_of_difference(std::optional<Score> a, std::optional<Score> b) {
  if (!a || !b) return std::nullopt;
  return static_cast<Score>(std::lround(std::hypot(*a, *b)));
}

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
