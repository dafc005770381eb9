#include "codec/range_coder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/bytes.h"

namespace tabiya::codec::range_coder_test {

struct Decision {
  bool bit;
  std::uint32_t p;  // of a 1
};

// Decisions that follow their probabilities, which are of every size.
std::vector<Decision> random_decisions(std::mt19937_64& random, std::size_t size) {
  std::vector<Decision> decisions(size);
  for (Decision& decision : decisions) {
    decision.p = static_cast<std::uint32_t>(1 + (random() % 65535 >> random() % 16));
    if (random() % 2 == 0) decision.p = 65536 - decision.p;
    decision.bit = random() % 65536 < decision.p;
  }
  return decisions;
}

test::Bytes encode(const std::vector<Decision>& decisions) {
  RangeEncoder encoder;
  for (const Decision& decision : decisions) encoder.code(decision.bit, decision.p);
  return encoder.finish();
}

TEST(RangeCoder, GivesBackDecisions) {
  std::mt19937_64 random(21);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<Decision> decisions = random_decisions(random, random() % 200);
    const test::Bytes bytes = encode(decisions);
    RangeDecoder decoder(bytes);
    for (const Decision& decision : decisions) ASSERT_EQ(decoder.code(false, decision.p), decision.bit);
    ASSERT_FALSE(decoder.overrun());
  }
}

TEST(RangeCoder, GivesBackDecisionsAgainstTheOdds) {
  for (const std::uint32_t p : {1u, 65535u}) {
    const std::vector<Decision> decisions(500, Decision{p == 1, p});
    const test::Bytes bytes = encode(decisions);
    RangeDecoder decoder(bytes);
    for (const Decision& decision : decisions) ASSERT_EQ(decoder.code(false, p), decision.bit);
  }
}

TEST(RangeCoder, SpendsWhatTheProbabilitiesSay) {
  std::mt19937_64 random(22);
  const std::vector<Decision> decisions = random_decisions(random, 200'000);
  double bits = 0;
  for (const Decision& decision : decisions) {
    const double p = decision.p / 65536.0;
    bits -= std::log2(decision.bit ? p : 1 - p);
  }
  const double size = static_cast<double>(encode(decisions).size());
  EXPECT_GT(size, bits / 8 * 0.999);
  EXPECT_LT(size, bits / 8 * 1.001 + 4);
}

TEST(RangeCoder, NeedsNoBytesForNothing) { EXPECT_TRUE(encode({}).empty()); }

TEST(RangeCoder, NoticesThatBytesAreMissing) {
  std::mt19937_64 random(23);
  const test::Bytes bytes = test::random_bytes(random, 100);
  RangeDecoder decoder(bytes);
  for (int i = 0; i < 100 * 8; ++i) decoder.code(false, kEvenOdds);
  EXPECT_FALSE(decoder.overrun());
  for (int i = 0; i < 5 * 8; ++i) decoder.code(false, kEvenOdds);
  EXPECT_TRUE(decoder.overrun());
}

TEST(RangeCoder, CodesPlainNumbers) {
  RangeEncoder encoder;
  code_plain(encoder, 12345, 14);
  code_plain(encoder, 0xFFFFFFFF, 32);
  const test::Bytes bytes = encoder.finish();
  RangeDecoder decoder(bytes);
  EXPECT_EQ(code_plain(decoder, 0, 14), 12345u);
  EXPECT_EQ(code_plain(decoder, 0, 32), 0xFFFFFFFFu);
}

}  // namespace tabiya::codec::range_coder_test
