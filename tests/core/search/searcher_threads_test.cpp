// The searches of several threads on one table.
#include "core/search/searcher.h"

#include <gtest/gtest.h>

#include "tests/core/search/random_positions.h"
#include "tests/core/search/reference_search.h"

namespace tabiya::searcher_threads_test {

constexpr std::size_t kTableBytes = 1 << 16;

TEST(SearcherThreads, FindTheSameValueAndStop) {
  Random random(10);
  for (int i = 0; i < 100; ++i) {
    const toy::Rules rules = toy::random_rules(random);
    const toy::Game game(rules);
    const toy::Node root = toy::random_node(rules, 2, random);
    const auto depth = static_cast<int>(random.below(4));
    Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes, .parameters = kNoPruning, .threads = 4});
    ASSERT_EQ(searcher.search(root, {.depth = depth}).score,
              ReferenceSearch<toy::Game>(game).search(root, depth))
        << "case " << i;
  }
}

TEST(SearcherThreads, ShareTheNodes) {
  Random random(11);
  const toy::Rules rules{.ply_limit = 60};
  const toy::Game game(rules);
  const toy::Node root = toy::random_node(rules, 2, random);
  Searcher<toy::Game> searcher(game, {.table_bytes = kTableBytes, .parameters = kNoPruning, .threads = 8});
  for (const std::uint64_t nodes : {1u, 1'000u, 5'000u, 50'000u})
    EXPECT_LE(searcher.search(root, {.nodes = nodes}).nodes, nodes);
}

}  // namespace tabiya::searcher_threads_test
