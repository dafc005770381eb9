#include "booksearch/lines/coverage.h"

#include <algorithm>
#include <memory>

#include "core/game/written_move.h"

namespace tabiya::booksearch {

void CoverageCounter::take(const PgnGame& game) {
  Coverage counts = counts_;
  if (!replay(game, counts)) {
    ++counts_.skipped;
    return;
  }
  counts_ = counts;
  ++counts_.games;
}

bool CoverageCounter::replay(const PgnGame& game, Coverage& counts) {
  if (game.fault) return false;
  const Result<std::unique_ptr<BookWalk>> start = read_book_walk(game_, game.tag("FEN"));
  if (!start) return false;
  BookWalk& walk = **start;
  bool is_inside = true, is_reached = false;
  for (std::size_t ply = 0, after = 0; ply < game.plies() && after < Coverage::kPlies; ++ply) {
    const Result<MoveCode> move = walk.read(game.move(ply));
    if (!move) return false;
    const auto node = book_.find(walk.key());
    if (node && !is_reached) ++counts.reached;
    is_reached = is_reached || node;
    walk.play(*move);
    if (!is_reached) continue;
    is_inside = is_inside && node;
    ++counts.plies;
    counts.known += node.has_value();
    ++counts.played_after[after];
    counts.known_after[after++] += node.has_value();
    counts.until_left += is_inside;
    if (node) counts.followed += std::ranges::count(book_.moves(*node), *move, &BookLink::move) > 0;
  }
  return true;
}

}  // namespace tabiya::booksearch
