#include "core/search/searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "core/random.h"
#include "tests/core/search/random_positions.h"
#include "tests/core/search/reference_search.h"

namespace tabiya::searcher_test {

constexpr std::size_t kTableBytes = 1 << 16;

TEST(Searcher, WithoutPruningEqualsPlainMinimax) {
  Random random(1);
  int wins = 0;
  int draws = 0;
  for (int i = 0; i < 3000; ++i) {
    const toy::Rules rules = toy::random_rules(random);
    const toy::Game game(rules);
    const toy::Node root = toy::random_node(rules, 1, random);
    const auto depth = static_cast<int>(random.below(rules.drops ? 4 : 6));
    Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes, .parameters = kNoPruning});
    const Score expected = ReferenceSearch<toy::Game>(game).search(root, depth);
    ASSERT_EQ(searcher.search(root, {.depth = depth}).score, expected) << "case " << i << ", depth " << depth;
    ASSERT_EQ(searcher.search_window(root, depth, -kInfiniteScore, kInfiniteScore), expected) << "case " << i;
    wins += is_proven(expected);
    draws += expected == kDrawScore;
  }
  EXPECT_GT(wins, 500);  // the cases hold what they are meant to test
  EXPECT_GT(draws, 100);
}

// Plays at random from `node` on: what it goes through, the last one last, which is the end of the game or
// has some quiet moves behind it.
std::vector<toy::Node> random_game(const toy::Game& game, toy::Node node, Random& random) {
  std::vector<toy::Node> played{node};
  for (std::uint32_t plies = random.below(12); plies > 0 && game.outcome(node) == Outcome::kOpen; --plies) {
    MoveList<toy::Move> moves;
    game.generate_all(node, moves);
    if (moves.empty()) break;
    game.make(played.back(), moves[random.below(static_cast<std::uint32_t>(moves.size()))], node);
    played.push_back(node);
  }
  return played;
}

TEST(Searcher, APositionOfTheGameThatComesAgainIsADraw) {
  Random random(9);
  int others = 0;
  for (int i = 0; i < 3000; ++i) {
    const toy::Rules rules = toy::random_rules(random);
    const toy::Game game(rules);
    std::vector<toy::Node> played = random_game(game, toy::random_node(rules, 1, random), random);
    const toy::Node root = played.back();
    played.pop_back();
    std::vector<std::uint64_t> keys;
    for (const toy::Node& node : played) keys.push_back(game.repetition_key(node));
    const auto depth = static_cast<int>(random.below(rules.drops ? 4 : 5));
    Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes, .parameters = kNoPruning});
    ReferenceSearch<toy::Game> reference(game);
    const Score expected = reference.search(root, depth, {}, played);
    ASSERT_EQ(searcher.search(root, {.depth = depth}, {}, keys).score, expected) << "case " << i;
    others += expected != reference.search(root, depth);
  }
  EXPECT_GT(others, 30);  // the game before counts
}

TEST(Searcher, AnIterationThatIsCutShortSaysOneMoveWithItsScore) {
  Random random(10);
  int changed = 0;
  for (int i = 0; i < 800; ++i) {
    toy::Rules rules;
    rules.ply_limit = 100;
    const toy::Game game(rules);
    toy::Node root = toy::random_node(rules, 3, random);
    root.ply = 0;
    Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes, .parameters = kNoPruning});
    SearchResult<toy::Move> completed;
    const auto result =
        searcher.search(root, {.nodes = 200 + random.below(3000)}, [&](const auto& iteration) {
          completed = iteration;
          return true;
        });
    ASSERT_EQ(result.depth, completed.depth);
    if (result.pv.empty() || completed.pv.empty()) continue;
    if (result.pv.front() == completed.pv.front()) {
      EXPECT_EQ(result.score, completed.score);
      EXPECT_EQ(result.pv, completed.pv);
      continue;
    }
    ++changed;
    const int depth = completed.depth + 1;
    EXPECT_EQ(result.score, ReferenceSearch<toy::Game>(game).search(root, depth, result.pv.front())) << i;
  }
  EXPECT_GT(changed, 10);
}

TEST(Searcher, AWindowGivesTheValueOrABoundOnIt) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const toy::Rules rules = toy::random_rules(random);
    const toy::Game game(rules);
    const toy::Node root = toy::random_node(rules, 1, random);
    const auto depth = static_cast<int>(random.below(4));
    const Score value = ReferenceSearch<toy::Game>(game).search(root, depth);
    const Score alpha = static_cast<Score>(random.below(2000)) - 1000;
    const Score beta = alpha + 1 + static_cast<Score>(random.below(100));
    const Score score = Searcher<toy::Game>(game, {.table_bytes = kTableBytes, .parameters = kNoPruning})
                            .search_window(root, depth, alpha, beta);
    if (score <= alpha) {
      ASSERT_LE(value, score) << "case " << i;
    } else if (score >= beta) {
      ASSERT_GE(value, score) << "case " << i;
    } else {
      ASSERT_EQ(value, score) << "case " << i;
    }
  }
}

// Where a position's depth is settled by its key, the table changes nothing: equal keys are at the same
// distance from the root, no check lengthens a line and no repetition tells lines apart.
TEST(Searcher, TheTableKeepsValuesWhereKeysSettleThem) {
  SearchParameters table_only = kNoPruning;
  table_only.table_cutoffs = 1;
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    toy::Rules rules = toy::random_rules(random);
    rules.checks = false;
    rules.repetition = false;
    rules.ply_in_key = true;
    const toy::Game game(rules);
    const toy::Node root = toy::random_node(rules, 2, random);
    const auto depth = static_cast<int>(random.below(rules.drops ? 4 : 5));
    const Score expected = ReferenceSearch<toy::Game>(game).search(root, depth);
    ASSERT_EQ(Searcher<toy::Game>(game, {.table_bytes = kTableBytes, .parameters = table_only})
                  .search(root, {.depth = depth})
                  .score,
              expected)
        << "case " << i << ", depth " << depth;
  }
}

// Whether the side to move can force the capture of the royal piece within `plies`, by exhaustive search.
class Solver {
 public:
  explicit Solver(const toy::Game& game) : game_(game) {}

  bool wins(const toy::Node& node, int plies) {
    if (game_.outcome(node) != Outcome::kOpen || plies <= 0) return false;
    if (game_.can_win(node)) return true;
    return memo(node, plies, [&](const toy::Node& child) { return loses(child, plies - 1); });
  }
  bool loses(const toy::Node& node, int plies) {
    if (game_.outcome(node) != Outcome::kOpen) return game_.outcome(node) == Outcome::kLoss;
    if (game_.can_win(node)) return false;
    MoveList<toy::Move> moves;
    game_.generate_all(node, moves);
    if (moves.empty()) return true;
    return plies > 0 && !memo(node, -plies, [&](const toy::Node& child) { return !wins(child, plies - 1); });
  }

 private:
  template <class Accept>
  bool memo(const toy::Node& node, int plies, Accept accept) {
    const auto position = std::tuple(game_.repetition_key(node), node.ply, plies);
    if (const auto found = known_.find(position); found != known_.end()) return found->second;
    MoveList<toy::Move> moves;
    game_.generate_all(node, moves);
    bool any = false;
    for (const toy::Move move : moves) {
      toy::Node child;
      game_.make(node, move, child);
      any = any || accept(child);
    }
    return known_[position] = any;
  }

  const toy::Game& game_;
  std::map<std::tuple<std::uint64_t, int, int>, bool> known_;
};

// All that a search may do, also what no game here has on together.
constexpr SearchParameters kAllPruning{.late_moves = 5,
                                       .exchanges = 1,
                                       .exchange_pruning = 6,
                                       .continuations = 1,
                                       .quiescence_table = 1,
                                       .singular = 3};

TEST(Searcher, ProvenWinsAndLossesAreTrue) {
  Random random(4);
  int proven = 0;
  for (int i = 0; i < 1500; ++i) {
    toy::Rules rules = toy::random_rules(random);
    rules.ply_limit += i % 2 * 40;  // far from the limit positions meet at different plies
    const toy::Game game(rules);
    const toy::Node root = toy::random_node(rules, 2, random);
    const SearchParameters parameters = i % 3 == 0 ? kAllPruning : SearchParameters();
    Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes, .parameters = parameters});
    const Score score = searcher.search(root, {.depth = rules.drops ? 4 : 7}).score;
    const auto plies = plies_to_win(score);
    if (!plies || std::abs(*plies) > (rules.drops ? 5 : 9)) continue;
    ++proven;
    Solver solver(game);
    if (score > 0) {
      ASSERT_TRUE(solver.wins(root, *plies)) << "case " << i << ": win in " << *plies;
    } else {
      ASSERT_TRUE(solver.loses(root, -*plies)) << "case " << i << ": loss in " << -*plies;
    }
  }
  EXPECT_GT(proven, 300);
}

TEST(Searcher, ThePrincipalVariationIsLegal) {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const toy::Rules rules = toy::random_rules(random);
    const toy::Game game(rules);
    toy::Node node = toy::random_node(rules, 2, random);
    MoveList<toy::Move> moves;
    game.generate_all(node, moves);
    const auto result = Searcher<toy::Game>(game, {.table_bytes = kTableBytes})
                            .search(node, {.depth = static_cast<int>(random.below(5))});
    ASSERT_EQ(result.pv.empty(), moves.empty() || game.outcome(node) != Outcome::kOpen);
    for (const toy::Move move : result.pv) {
      ASSERT_TRUE(game.is_legal(node, move)) << "case " << i;
      toy::Node child;
      game.make(node, move, child);
      node = child;
    }
  }
}

TEST(Searcher, TheVariationOfAWinEndsWithTheEndOfTheGame) {
  Random random(8);
  int wins = 0;
  for (int i = 0; i < 2000; ++i) {
    const toy::Rules rules = toy::random_rules(random);
    const toy::Game game(rules);
    toy::Node node = toy::random_node(rules, 2, random);
    const auto result = Searcher<toy::Game>(game, {.table_bytes = kTableBytes, .parameters = kNoPruning})
                            .search(node, {.depth = 3});
    const auto plies = plies_to_win(result.score);
    if (!plies || *plies <= 0) continue;
    ++wins;
    ASSERT_EQ(static_cast<int>(result.pv.size()), *plies) << "case " << i;
    for (const toy::Move move : result.pv) {
      toy::Node child;
      game.make(node, move, child);
      node = child;
    }
    MoveList<toy::Move> moves;
    game.generate_all(node, moves);
    ASSERT_TRUE(game.outcome(node) == Outcome::kLoss || moves.empty()) << "case " << i;
  }
  EXPECT_GT(wins, 500);
}

TEST(Searcher, NodeLimitIsExactAndStillGivesAMove) {
  Random random(6);
  const toy::Rules rules{.ply_limit = 60};
  const toy::Game game(rules);
  for (const std::uint64_t nodes : {0, 1, 7, 100, 5000}) {
    toy::Node root = toy::random_node(rules, 3, random);
    root.ply = 0;
    const auto result =
        Searcher<toy::Game>(game, {.table_bytes = kTableBytes}).search(root, {.nodes = nodes});
    EXPECT_LE(result.nodes, nodes + 1);
    EXPECT_FALSE(result.pv.empty());
  }
}

TEST(Searcher, AStopFlagOrAPastDeadlineEndsTheSearch) {
  Random random(7);
  const toy::Rules rules{.ply_limit = 1000};
  const toy::Game game(rules);
  toy::Node root = toy::random_node(rules, 3, random);
  root.ply = 0;
  const std::atomic<bool> stop = true;
  Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes});
  EXPECT_LE(searcher.search(root, {.stop = &stop}).nodes, 2000u);
  EXPECT_LE(searcher.search(root, {.deadline = std::chrono::steady_clock::now()}).nodes, 2000u);
}

// The reference's values of all root moves, best first; none where the root is decided.
std::vector<Score> values_of_root_moves(const toy::Game& game, const toy::Node& root, int depth) {
  std::vector<Score> values;
  if (settled_score(game, root, 0)) return values;
  MoveList<toy::Game::Move> moves;
  if (game.in_check(root)) {
    game.generate(root, MoveKind::kEvasions, moves);
  } else {
    game.generate_all(root, moves);
  }
  for (const auto move : moves) values.push_back(ReferenceSearch<toy::Game>(game).search(root, depth, move));
  std::ranges::sort(values, std::ranges::greater{});
  return values;
}

TEST(Searcher, SeveralLinesAreTheBestRootMoves) {
  Random random(9);
  int compared = 0;
  for (int i = 0; i < 500; ++i) {
    const toy::Rules rules = toy::random_rules(random);
    const toy::Game game(rules);
    const toy::Node root = toy::random_node(rules, 1, random);
    const auto depth = static_cast<int>(1 + random.below(3));
    const auto lines = static_cast<int>(1 + random.below(6));
    std::vector<Score> expected = values_of_root_moves(game, root, depth);
    if (expected.empty()) continue;
    expected.resize(std::min<std::size_t>(expected.size(), static_cast<std::size_t>(lines)));
    SearchParameters parameters = kNoPruning;
    if (i % 2 == 0) parameters.aspiration = 20;
    Searcher<toy::Game> searcher(game,
                                 {.table_bytes = kTableBytes, .parameters = parameters, .lines = lines});
    const auto result = searcher.search(root, {.depth = depth});
    std::vector<Score> values{result.score};
    std::set<std::uint16_t> first_moves{result.pv.front().bits()};
    for (const auto& other : result.others) {
      values.push_back(other.score);
      first_moves.insert(other.pv.front().bits());
    }
    ASSERT_EQ(values, expected) << "case " << i;
    ASSERT_EQ(first_moves.size(), values.size()) << "case " << i;
    compared += values.size() > 1;
  }
  EXPECT_GT(compared, 100);
}

TEST(Searcher, ANewGameForgetsEverything) {
  Random random(8);
  const toy::Rules rules{.ply_limit = 60};
  const toy::Game game(rules);
  Searcher<toy::Game> reused(game, {.table_bytes = kTableBytes});
  for (int i = 0; i < 300; ++i) {  // more games than the table has generations
    toy::Node root = toy::random_node(rules, 2, random);
    const auto depth = static_cast<int>(random.below(4));
    reused.new_game();
    const auto again = reused.search(root, {.depth = depth});
    const auto fresh = Searcher<toy::Game>(game, {.table_bytes = kTableBytes}).search(root, {.depth = depth});
    ASSERT_EQ(again.nodes, fresh.nodes);
    ASSERT_EQ(again.score, fresh.score);
    ASSERT_EQ(again.pv, fresh.pv);
  }
}

}  // namespace tabiya::searcher_test
