#include "core/games/asset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/games/zero_point_one/setup.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"

namespace tabiya::plain_assets_test {

Book sample_book() {
  const zero_point_one::Setups setups;
  Random random(8);
  Book book;
  book.meta = {"zero_point_one", 0, 0, "a test"};
  for (SetupId red = 0; book.entries.size() < 40; red += 1 + random.below(90'000)) {
    if (!setups.is_normalised(red)) continue;
    book.entries.push_back({red, random.below(9) * 1000, static_cast<Score>(random.below(900)), 9});
  }
  std::ranges::reverse(book.entries);
  return book;
}

// Damage is refused, or gives another asset that is sound.
TEST(PlainAssets, SurviveDamage) {
  const Asset assets[] = {sample_book(), NamedNetwork{"net", "", test::random_network({9, 32}, 2)}};
  std::mt19937_64 random(2);
  for (const Asset& asset : assets) {
    const AssetKind& kind =
        *find_any_asset_kind(std::holds_alternative<Book>(asset) ? kFramedPlainBook : kFramedPlainNetwork);
    const test::Bytes whole = kind.encode(asset, {}).value();
    ASSERT_TRUE(kind.decode(whole).ok());
    int refused = 0;
    for (int round = 0; round < 2'000; ++round) {
      test::Bytes damaged = whole;
      damaged[random() % damaged.size()] ^= static_cast<std::byte>(1 + random() % 255);
      if (random() % 4 == 0) damaged.resize(random() % damaged.size());
      const Result<Asset> decoded = kind.decode(damaged);
      refused += !decoded;
      if (!decoded) continue;
      const NamedNetwork* network = std::get_if<NamedNetwork>(&*decoded);
      if (network != nullptr) {
        EXPECT_TRUE(check_ranges(network->weights).ok());
      } else {
        EXPECT_LE(std::get<Book>(*decoded).entries.size(), 40u);
      }
    }
    EXPECT_GT(refused, 300);
  }
}

}  // namespace tabiya::plain_assets_test
