#include "codec/mixing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "codec/crc64.h"

namespace tabiya::codec::mixing_test {

TEST(Squash, IsTheLogisticFunction) {
  for (int logit = -kMaxLogit; logit <= kMaxLogit; ++logit) {
    const double expected = 65536 / (1 + std::exp(-logit / double{kLogitUnit}));
    EXPECT_NEAR(squash(logit), expected, 1.5) << logit;
    EXPECT_EQ(squash(logit) + squash(-logit), 65536u);
  }
  EXPECT_EQ(squash(1'000'000), squash(kMaxLogit));
  EXPECT_EQ(squash(-1'000'000), squash(-kMaxLogit));
}

TEST(Stretch, IsTheInverseOfSquash) {
  for (std::uint32_t p = 300; p < 65536 - 300; ++p) {
    const double middle = (p / 16 * 16 + 8) / 65536.0;
    EXPECT_NEAR(stretch(p), kLogitUnit * std::log(middle / (1 - middle)), 2) << p;
  }
}

// Other tables would make files unreadable.
TEST(MixingTables, KeepTheirBytes) {
  EXPECT_EQ(crc64(std::as_bytes(std::span(mixing_tables::kSquash))), 0xF57C161E5DD54485u);
  EXPECT_EQ(crc64(std::as_bytes(std::span(mixing_tables::kStretch))), 0xB84D7947AB86696Fu);
  EXPECT_EQ(crc64(std::as_bytes(std::span(mixing_tables::kRate))), 0x4BCE722832B717D0u);
}

TEST(AdaptiveBit, ApproachesTheShareOfOnes) {
  std::mt19937_64 random(24);
  for (const double share : {0.02, 0.3, 0.5, 0.9, 0.999}) {
    AdaptiveBit bit;
    EXPECT_EQ(bit.p(), kEvenOdds);
    for (int i = 0; i < 20'000; ++i)
      bit.update(static_cast<double>(random() % 10'000) < share * 10'000, 1000);
    EXPECT_NEAR(bit.p() / 65536.0, share, 0.05);
  }
}

TEST(AdaptiveBit, LearnsFastAtFirst) {
  AdaptiveBit bit;
  bit.update(true, 500);
  EXPECT_NEAR(bit.p() / 65536.0, 1 - 0.5 / 3,
              0.01);  // (1 + 1/2) / (1 + 1.5) would be the estimate after Krichevsky
}

TEST(AdaptiveBit, StaysWithinItsBounds) {
  for (const bool value : {false, true}) {
    AdaptiveBit bit;
    for (int i = 0; i < 100'000; ++i) bit.update(value, kMaxAdaptiveLimit);
    EXPECT_LT(bit.p(), 65536u);
    EXPECT_NEAR(bit.p(), value ? 65535 : 0, 70);
  }
}

TEST(Mixer, LearnsWhomToTrust) {
  std::mt19937_64 random(25);
  Mixer<2> mixer;
  double cost = 0;
  const int rounds = 20'000;
  for (int i = 0; i < rounds; ++i) {
    const bool bit = random() % 2 != 0;
    const bool told = random() % 20 == 0 ? !bit : bit;  // right in 95 %
    const Mixer<2>::Inputs inputs{told ? 300 : -300,
                                  random() % 2 != 0 ? 800 : -800};  // the second knows nothing
    const std::uint32_t p = mixer.mix(inputs);
    if (i >= rounds / 2) cost -= std::log2((bit ? p : 65536 - p) / 65536.0);
    mixer.update(inputs, p, bit, 1600);
  }
  EXPECT_LT(cost / (rounds / 2), 0.31);  // the entropy is 0.286 bits
}

}  // namespace tabiya::codec::mixing_test
