#include "core/search/deferred_engine.h"

#include <gtest/gtest.h>

#include <memory>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/player.h"

namespace tabiya::zero_point_one::deferred_engine_test {

using Deferred = DeferredEngine<Rules>;

const SearcherOptions kOptions{.table_bytes = 1 << 16};

TEST(DeferredEngine, IsMadeOnceItIsAskedAndAnswersAsTheOneThatIsMade) {
  int times = 0;
  Deferred engine(
      [&times]() -> Deferred::Made {
        ++times;
        return make_engine(kOptions);
      },
      [] { return make_engine(kOptions); });
  engine.new_game();
  EXPECT_EQ(engine.nodes(), 0u);
  EXPECT_EQ(engine.table_use(), 0);
  EXPECT_EQ(times, 0);

  const Position root = position_after(1'000'000, 2'000'000);
  const auto plain = make_engine(kOptions);
  EXPECT_EQ(engine.evaluate(root), plain->evaluate(root));
  const auto expected = plain->search(root, {.depth = 3});
  const auto found = engine.search(root, {.depth = 3}, {}, {});
  EXPECT_EQ(found.score, expected.score);
  EXPECT_EQ(found.pv, expected.pv);
  EXPECT_EQ(engine.search_window(root, 2, -kInfiniteScore, kInfiniteScore, {}).score,
            plain->search_window(root, 2, -kInfiniteScore, kInfiniteScore, {}).score);
  EXPECT_EQ(engine.nodes(), plain->nodes());
  EXPECT_EQ(times, 1);
  EXPECT_TRUE(engine.status());
}

TEST(DeferredEngine, SaysWhyItIsAnotherThanWasMeant) {
  Deferred engine([]() -> Deferred::Made { return corrupt("no network"); },
                  [] { return make_engine(kOptions); });
  EXPECT_TRUE(engine.status());
  const Position root = position_after(1'000'000, 2'000'000);
  EXPECT_EQ(engine.evaluate(root), make_engine(kOptions)->evaluate(root));
  ASSERT_FALSE(engine.status());
  EXPECT_EQ(engine.status().error().message, "no network");
}

}  // namespace tabiya::zero_point_one::deferred_engine_test
