#include "booksearch/match/self_game.h"

namespace tabiya::booksearch {
namespace {

double score_of_first(const GamePosition& position) {
  if (position.outcome() == Outcome::kDraw) return 0.5;
  return (position.outcome() == Outcome::kWin) == (position.side_to_move() == 0) ? 1 : 0;
}

}  // namespace

Result<SelfGame> play_self_game(GameEngine& engine, const PositionHandle& start, const Limits& limits) {
  engine.new_game();
  SelfGame game;
  std::vector<PositionHandle> line{start};
  while (line.back()->outcome() == Outcome::kOpen) {
    if (line.size() > kMostSelfPlies) return game;
    const GamePosition& position = *line.back();
    const Result<GameSearchResult> found = engine.search(line, limits, {});
    if (!found) return found.error();
    game.values.push_back(position.side_to_move() == 0 ? found->best.score : -found->best.score);
    Result<PositionHandle> next = position.after(found->best.pv.front().wire);
    if (!next) return next.error();
    line.push_back(*std::move(next));
  }
  game.score = score_of_first(*line.back());
  return game;
}

}  // namespace tabiya::booksearch
