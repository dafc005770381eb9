#include "booksearch/work/messages.h"

#include <gtest/gtest.h>

#include <string>

#include "core/random.h"

namespace tabiya::booksearch::cluster {
namespace messages_test {

// One of each kind, with all parts set.
std::vector<Words> some_words() {
  const Bytes some(3, std::byte{7});
  return {Hello{"the job", 3},
          Want{},
          Found{4'000'000'000'000, some, 0.25},
          Dropped{},
          Failed{"no such file"},
          Pass{"rows", some},
          Lease{{{1, some}, {2, {}}}},
          Drop{},
          End{}};
}

TEST(ClusterMessages, ComeBackAsTheyWere) {
  for (const Words& words : some_words()) {
    const std::vector<std::byte> bytes = encode(words);
    const std::optional<Words> decoded = decode(bytes);
    ASSERT_TRUE(decoded) << words.index();
    EXPECT_EQ(decoded->index(), words.index());
    EXPECT_EQ(encode(*decoded), bytes);
  }
  const auto lease = decode(encode(some_words()[6]));
  const std::vector<SharedUnits::Unit>& units = std::get<Lease>(*lease).units;
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].bytes, Bytes(3, std::byte{7}));
  EXPECT_EQ(units[1].index, 2u);
  EXPECT_TRUE(units[1].bytes.empty());
}

TEST(ClusterMessages, CutOrLongerOnesAreRefused) {
  for (const Words& words : some_words()) {
    std::vector<std::byte> bytes = encode(words);
    bytes.push_back(std::byte{0});
    EXPECT_FALSE(decode(bytes)) << words.index();
    bytes.pop_back();
    while (!bytes.empty()) {
      bytes.pop_back();
      EXPECT_FALSE(decode(bytes)) << words.index() << " cut to " << bytes.size();
    }
  }
  EXPECT_FALSE(decode(std::vector{std::byte{99}}));
}

TEST(ClusterMessages, RandomBytesAreRefusedOrMeanThemselves) {
  Random random(1);
  int understood = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::byte> bytes(random.below(40));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(12));
    const std::optional<Words> words = decode(bytes);
    if (!words) continue;
    ++understood;
    ASSERT_EQ(encode(*words), bytes);
  }
  EXPECT_GT(understood, 0);
  EXPECT_LT(understood, 20'000);
}

}  // namespace messages_test
}  // namespace tabiya::booksearch::cluster
