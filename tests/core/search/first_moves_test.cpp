// Searches that begin with some moves only, and deadlines that are set later.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/random.h"
#include "core/search/limits.h"
#include "core/search/searcher.h"
#include "tests/core/search/random_positions.h"
#include "tests/core/search/reference_search.h"

namespace tabiya::first_moves_test {

constexpr std::size_t kTableBytes = 1 << 16;

toy::Node random_position(const toy::Rules& rules, Random& random) {
  toy::Node node = toy::random_node(rules, 2, random);
  node.ply = 0;
  return node;
}

MoveList<toy::Move> all_moves(const toy::Game& game, const toy::Node& root) {
  MoveList<toy::Move> moves;
  game.generate_all(root, moves);
  return moves;
}

// True if the side to move is in check, and still is after this move.
bool leaves_check(const toy::Game& game, const toy::Node& root, toy::Move move) {
  if (!is_in_check(game, root)) return false;
  MoveList<toy::Move> evasions;
  game.generate(root, MoveKind::kEvasions, evasions);
  return std::ranges::count(evasions, move) == 0;
}

TEST(FirstMoves, AreTheOnlyOnesThatASearchBeginsWith) {
  Random random(11);
  int searched = 0, worse = 0, lost = 0;
  for (int i = 0; i < 1500; ++i) {
    toy::Rules rules;
    rules.rows = rules.columns = 4;
    rules.ply_limit = 30;
    const toy::Game game(rules);
    const toy::Node root = random_position(rules, random);
    const MoveList<toy::Move> moves = all_moves(game, root);
    if (settled_score(game, root, 0) || moves.empty()) continue;
    const toy::Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    const std::uint16_t bits = move.bits();
    const auto depth = 1 + static_cast<int>(random.below(3));
    Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes, .parameters = kNoPruning});
    const auto result = searcher.search(root, {.depth = depth, .first_moves = {&bits, 1}});
    ASSERT_EQ(result.pv.front(), move) << "case " << i;
    const bool loses = leaves_check(game, root, move);
    ASSERT_EQ(result.score, loses ? loss_in(2) : ReferenceSearch<toy::Game>(game).search(root, depth, move))
        << "case " << i;
    EXPECT_LE(result.score, searcher.search(root, {.depth = depth}).score);
    ++searched;
    lost += loses;
    worse += result.pv != searcher.search(root, {.depth = depth}).pv;
  }
  EXPECT_GT(searched, 300);
  EXPECT_GT(worse, 100);
  EXPECT_GT(lost, 30);
}

// Says whether a search has tried other first moves than it may.
class WatchedGame : public toy::Game {
 public:
  WatchedGame(const toy::Rules& rules, const toy::Node& root, toy::Move allowed)
      : Game(rules), root_(repetition_key(root)), ply_(root.ply), allowed_(allowed) {}

  void make(const toy::Node& node, toy::Move move, toy::Node& child) const {
    if (node.ply == ply_ && repetition_key(node) == root_ && move != allowed_) has_tried_others_ = true;
    Game::make(node, move, child);
  }

  bool has_tried_others() const { return has_tried_others_; }

 private:
  std::uint64_t root_;
  int ply_;
  toy::Move allowed_;
  mutable std::atomic<bool> has_tried_others_ = false;
};

TEST(FirstMoves, AreKeptToByAllThreads) {
  Random random(12);
  const toy::Rules rules{.ply_limit = 60};
  int searched = 0;
  while (searched < 5) {
    const toy::Node root = random_position(rules, random);
    const toy::Game game(rules);
    const MoveList<toy::Move> moves = all_moves(game, root);
    if (settled_score(game, root, 0) || is_in_check(game, root) || moves.size() < 2) continue;
    const WatchedGame watched(rules, root, moves[0]);
    const std::uint16_t bits = moves[0].bits();
    Searcher<WatchedGame> searcher(watched,
                                   {.table_bytes = kTableBytes, .parameters = kNoPruning, .threads = 4});
    searcher.search(root, {.nodes = 20'000, .first_moves = {&bits, 1}});
    EXPECT_FALSE(watched.has_tried_others());
    ++searched;
  }
}

TEST(Limits, EndAtADeadlineThatIsSetLater) {
  using Clock = std::chrono::steady_clock;
  std::atomic<Clock::time_point> deadline = Clock::time_point::max();
  const Limits limits{.later_deadline = &deadline};
  EXPECT_FALSE(limits.has_ended());
  deadline = Clock::now();
  EXPECT_TRUE(limits.has_ended());
}

}  // namespace tabiya::first_moves_test
