#include "booksearch/cluster/messages.h"

#include <gtest/gtest.h>

#include <string>

#include "core/random.h"

namespace tabiya::booksearch::cluster {
namespace {

// One of each kind, with all parts set.
std::vector<Words> some_words() {
  Entrant plain{.red = 7, .reply = {}}, known{.red = 8, .reply = 9, .red_value = -10};
  return {Hello{"the job", 3},
          Want{},
          Found{{1, 2, -3, 4'000'000'000'000, 5}, 0.25},
          Dropped{},
          Failed{"no such file"},
          Pass{{1, 2, 3}, {4}, 5, 6, 7},
          Lease{{plain, known}},
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
  const std::vector<Entrant>& entrants = std::get<Lease>(*lease).entrants;
  ASSERT_EQ(entrants.size(), 2u);
  EXPECT_EQ(entrants[0].reply, std::nullopt);
  EXPECT_EQ(entrants[1].reply, 9u);
  EXPECT_EQ(entrants[1].red_value, -10);
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

TEST(ClusterMessages, RandomBytesDoNoHarm) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::byte> bytes(random.below(40));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(12));
    (void)decode(bytes);
  }
}

}  // namespace
}  // namespace tabiya::booksearch::cluster
