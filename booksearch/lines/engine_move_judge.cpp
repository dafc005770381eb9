#include "booksearch/lines/engine_move_judge.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "codec/text.h"
#include "core/game/written_move.h"

namespace tabiya::booksearch {

Result<GrowthRoots> growth_roots(const GameModule& game, std::span<const std::string> positions) {
  GrowthRoots roots;
  std::set<PositionKey> keys;
  for (const std::string& text : positions) {
    const auto refuse = [&](const std::string& why) { return invalid(concat("'", text, "': ", why)); };
    Result<std::unique_ptr<BookWalk>> read = read_book_walk(game, text);
    if (!read) return refuse(read.error().message);
    std::unique_ptr<BookWalk> walk = *std::move(read);
    const PositionHandle position = game.position_of(*walk);
    if (position->in_setup_phase())
      return refuse("the setups are not placed yet; name a book of setups, or a position");
    if (position->outcome() != Outcome::kOpen) return refuse("the game is over");
    if (const Status there = walk->go_to(walk->text()); !there)
      return refuse(there.error().message);  // as who reads the book begins
    if (keys.insert(walk->key()).second) roots.push_back(std::move(walk));
  }
  return roots;
}

namespace {

Result<MoveAnswer> judge(GameEngine& engine, const GameModule& game, const BookWalk& root,
                         const Limits& limits, const MoveQuestion& question) {
  const std::unique_ptr<BookWalk> walk = root.clone();
  for (const MoveCode move : question.moves) walk->play(move);
  const PositionHandle position = game.position_of(*walk);
  std::vector<std::string> moves;  // that may be the answer, in wire notation
  if (position->outcome() == Outcome::kOpen)
    for (const MoveCode move : walk->moves())
      if (std::ranges::find(question.excluded, move) == question.excluded.end())
        moves.push_back(walk->move_text(move).wire);
  if (moves.empty()) return MoveAnswer{{}, finished_score(position->outcome()), 0, 0};
  if (question.excluded.empty()) moves.clear();  // all of them
  engine.new_game();
  const Result<GameSearchResult> found = engine.search({&position, 1}, limits, {}, moves);
  if (!found) return found.error();
  const Result<MoveCode> move = walk->read(found->best.pv.at(0).wire);
  if (!move) return move.error();
  return MoveAnswer{*move,
                    {found->best.score, is_proven(found->best.score)},
                    found->depth,
                    static_cast<std::int64_t>(found->nodes)};
}

}  // namespace

MakeJudge<MoveQuestion> engine_move_judges(const GameModule& game, const GrowthRoots& roots,
                                           const Limits& limits, MakeEngine make) {
  return judges_with<MoveQuestion>(
      std::move(make),
      [&game, &roots, limits](GameEngine& engine, const MoveQuestion& question, const Control&) {
        return judge(engine, game, *roots[question.root], limits, question);
      });
}

}  // namespace tabiya::booksearch
