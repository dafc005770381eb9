#include "core/setup/pair_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"

namespace tabiya::pair_tiles_test {

std::vector<std::uint8_t> random_buckets(Random& random, std::uint32_t size, std::uint32_t squares) {
  std::vector<std::uint8_t> king_buckets(size);
  for (auto& king_bucket : king_buckets) king_bucket = static_cast<std::uint8_t>(random.below(squares));
  return king_buckets;
}

TEST(PairTiles, HoldEachBlueOnceInItsChunk) {
  Random random(8);
  for (std::uint32_t size : {0u, 1u, 15u, 16u, 17u, 63u, 64u, 65u, 500u, 5000u, 20'000u}) {
    const auto king_buckets = random_buckets(random, size, 16);
    const Tiling tiling = cut_into_tiles(king_buckets);
    std::vector<int> times(size);
    std::uint32_t next_blue = 0, next_tile = 0;
    for (const Chunk& chunk : tiling.chunks) {
      ASSERT_EQ(chunk.first_blue, next_blue);
      ASSERT_EQ(chunk.first_tile, next_tile);
      for (std::uint32_t t = chunk.first_tile; t < chunk.last_tile; ++t) {
        const Tile& tile = tiling.tiles[t];
        ASSERT_TRUE(std::ranges::is_sorted(tile.blues));
        bool mixed = false;
        for (int lane = 0; lane < kTileLanes; ++lane) {
          mixed |= tile.king_buckets[lane] != tile.king_buckets[0];
          const std::uint32_t blue = tile.blues[lane];
          if (blue == Tile::kEmpty) continue;
          ASSERT_TRUE(blue >= chunk.first_blue && blue < chunk.last_blue);
          ASSERT_EQ(tile.king_buckets[lane], king_buckets[blue]);
          ++times[blue];
        }
        ASSERT_EQ(tile.mixed, mixed);
      }
      next_blue = chunk.last_blue;
      next_tile = chunk.last_tile;
    }
    EXPECT_EQ(next_blue, size);
    EXPECT_EQ(next_tile, tiling.tiles.size());
    EXPECT_EQ(times, std::vector<int>(size, 1));
  }
}

// No more tiles than lanes need, but for one a chunk; and few of them mixed.
TEST(PairTiles, AreFullAndSeldomMixed) {
  Random random(9);
  const auto king_buckets = random_buckets(random, 20'000, 6);
  const Tiling tiling = cut_into_tiles(king_buckets);
  EXPECT_LE(tiling.tiles.size(), 20'000 / 16 + tiling.chunks.size());
  EXPECT_LT(std::ranges::count_if(tiling.tiles, &Tile::mixed), 100);
}

TEST(PairTiles, BeginWithTheHeadOfTheList) {
  Random random(10);
  const Tiling tiling = cut_into_tiles(random_buckets(random, 20'000, 16));
  EXPECT_EQ(tiling.chunks.front().last_blue, 64u);
}

}  // namespace tabiya::pair_tiles_test
